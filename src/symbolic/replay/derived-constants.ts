/** Constants that the code does not hold, but that follow from what it holds: other cases of texts, encodings, names, matches. */
import { lastName } from '../inputs/read-annotation.ts';
import type { Expression, Statement } from '../syntax/ast.ts';
import { type Constants, constantsOf, walk } from './constants.ts';
import { randomNumbers } from './lottery.ts';
import { sampleOf } from './regex-samples.ts';

/** Constants that others are derived from, and the longest of them. */
const MOST_BASES = 12;
const LONGEST = 60;
const MOST_NAMES = 24;
const MOST_SIZES = 5;
/** Integers that are written out as texts. */
const MOST_SPELLED = 10n ** 30n;
const SAMPLES = 8;
const SEED = 0xca5e;

/** Texts and bytes that follow from those in the code. */
export function derivedConstants(nodes: readonly (Statement | Expression)[], constants: Constants): Constants {
  const bases = constants.strings.filter((text) => text.length <= LONGEST).slice(0, MOST_BASES);
  const matches = patternsIn(nodes).flatMap(matchesOf);
  const numerals = [
    ...constants.ints.filter((value) => value < MOST_SPELLED).map(String),
    ...constants.floats.map(String),
  ];
  const sizes = constants.ints.filter((value) => value > 1n && value <= LONGEST).map(Number);
  const strings = [
    ...[...matches, ...bases.flatMap(variants), ...numerals.slice(0, MOST_BASES)],
    ...[...sizes.slice(0, MOST_SIZES).flatMap(textsOfLength), ...namesIn(nodes), ...constants.bytes.map(latin)],
    ...[...numeralsIn(constants.ints), ...(calls(nodes, 'format') ? FORMATS : [])],
  ];
  const own = constants.bytes.filter(({ length }) => length <= LONGEST).slice(0, MOST_BASES);
  const fillers = [1n, 2n, ...constants.ints.filter((value) => value > 0n && value <= 8n)].map(Number);
  const padded = own.flatMap((value) =>
    [...new Set(fillers)].map((count) => [...Array.from({ length: count }, () => 0), ...value]),
  );
  const swapped = own.map((value) => [...new TextEncoder().encode(swapCase(latin(value)))]);
  const encoded = bases.map((text) => [...new TextEncoder().encode(text)]);
  return {
    ints: [],
    floats: [],
    strings: [...new Set(strings)].filter((text) => text.isWellFormed() && !constants.strings.includes(text)),
    bytes: [
      ...padded,
      ...swapped,
      ...encoded,
      ...bases.flatMap(bytesInHexadecimal),
      ...constants.ints.flatMap(bytesOf),
    ],
  };
}

/** Texts of a length that the code names: of letters, of digits, and with a change in the middle. */
function textsOfLength(length: number): readonly string[] {
  const digits = '1234567890'.repeat(length).slice(0, length);
  return ['a'.repeat(length), digits, '0'.repeat(length), 'ab'.repeat(length).slice(0, length), ' '.repeat(length)];
}

/** The text whose Latin-1 encoding these bytes are. */
function latin(bytes: readonly number[]): string {
  return String.fromCharCode(...bytes);
}

function swapCase(text: string): string {
  return [...text].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
}

function variants(text: string): readonly string[] {
  const points = [...text];
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  return [
    ...[text.toLowerCase(), text.toUpperCase(), swapCase(text), points.toReversed().join('')],
    ...[` ${text} `, points[0] ?? '', points.at(-1) ?? '', `${text} ${text}`, ...words.slice(0, 4)],
  ];
}

/** Format strings that few arguments suit. */
const FORMATS = ['{', '{}', '{1}', '{x}', '{:d}'];

function calls(nodes: readonly (Statement | Expression)[], name: string): boolean {
  let isCalled = false;
  walk(nodes, (node) => {
    isCalled ||= isCall(node) && lastName(node.callee) === name;
  });
  return isCalled;
}

/** The integers, written in the bases that are among them. */
function numeralsIn(ints: readonly bigint[]): readonly string[] {
  const bases = ints.filter((base) => base >= 2n && base <= 36n && base !== 10n).map(Number);
  const small = ints.filter((value) => value >= 0n && value < MOST_SPELLED);
  return bases.slice(0, MOST_SIZES).flatMap((base) => small.slice(0, MOST_SIZES).map((value) => value.toString(base)));
}

/** A non-negative integer as bytes, in either order. */
function bytesOf(value: bigint): readonly (readonly number[])[] {
  if (value < 0n || value >= MOST_SPELLED) return [];
  const digits = value.toString(16);
  return bytesInHexadecimal(digits.padStart(digits.length + (digits.length % 2), '0')).flatMap((big) => [
    big,
    big.toReversed(),
  ]);
}

/** What `bytes.fromhex` reads in a text. */
function bytesInHexadecimal(text: string): readonly (readonly number[])[] {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return [];
  return [(text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))];
}

/** Names of attributes, functions and keyword arguments, which code may look up by their text. */
function namesIn(nodes: readonly (Statement | Expression)[]): readonly string[] {
  const names = new Set<string>();
  walk(nodes, (node) => {
    const isNamed = 'kind' in node && (node.kind === 'attribute' || node.kind === 'function' || node.kind === 'class');
    if (isNamed && 'name' in node && typeof node.name === 'string') names.add(node.name);
  });
  return [...names].slice(0, MOST_NAMES);
}

const MATCHERS = new Set(['compile', 'match', 'fullmatch', 'search', 'findall', 'finditer', 'split', 'sub', 'subn']);

/** The regular expressions in the code: first arguments of the functions of `re`. */
function patternsIn(nodes: readonly (Statement | Expression)[]): readonly string[] {
  const patterns = new Set<string>();
  walk(nodes, (node) => {
    if (!isCall(node) || !MATCHERS.has(lastName(node.callee) ?? '')) return;
    for (const text of constantsOf(...node.args.slice(0, 1)).strings) patterns.add(text);
  });
  return [...patterns].slice(0, MOST_BASES);
}

function isCall(node: object): node is Extract<Expression, { kind: 'call' }> {
  return 'kind' in node && node.kind === 'call';
}

/** Texts that match, and some that nearly do. */
function matchesOf(pattern: string): readonly string[] {
  const next = randomNumbers(SEED);
  const samples = Array.from({ length: SAMPLES }, () => sampleOf(pattern, (count) => next() % count));
  const matches = samples.filter((sample) => sample !== undefined);
  return matches.flatMap((text) => [text, `${text}\n`, `a${text}`, text.slice(0, -1)]);
}
