/** Telling values of Python's scalar types as source text, the most ordinary first. */
import type { ConstantValue } from '../syntax/ast.ts';
import type { Value } from '../terms/operations.ts';
import type { Constants } from './constants.ts';

const MAX_CONSTANTS = 12;
const MAX_SUMS = 12;
const MOST_DERIVED = 100;

const ORDINARY_INTS = [1n, 0n, -1n, 2n];
const FURTHER_INTS = [3n, 10n, -2n, 7n, 100n];
const LARGE_INTS = ['2**31', '2**53 + 1', '2**63', '10**20', '10**309', '-2**31', '-2**63 - 1', '-10**20', '-10**309'];
const ORDINARY_FLOATS = ['1.0', '0.0', '-1.0', '0.5'];
const FURTHER_FLOATS = ["float('nan')", "float('inf')", '-0.0', '2.0', '0.1', '-0.5', "float('-inf')", '3.0'];
const EXTREME_FLOATS = [
  '1e308',
  '-1e308',
  '5e-324',
  '2.0**53',
  '1e-9',
  '-5e-324',
  '1e16',
  '2.5',
  '1.5',
  '0.3',
  '1e154',
];
const ORDINARY_STRINGS = ['a', '', '0', 'ab'];
const FURTHER_STRINGS = [
  ...['A', ' ', '12', 'aa', 'ba', '\n', '-1', 'é', '😀', '²', 'a b', 'abc', 'aba', 'ß', 'Ab', 'aB', '1.5', 'a,b', '\t'],
  ...[
    'ª',
    'ǅ',
    'Ⅷ',
    'e\u0301',
    'İ',
    '٣',
    'True',
    '+1',
    '1_0',
    ' 1 ',
    '\u2028',
    'a\nb',
    '()',
    '[]',
    '\0',
    'nan',
    'zz',
    '~',
  ],
];

/** The list without repetitions. */
export function distinct<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

/** Source text of an int. Python reads decimal literals of at most 4300 digits, and hexadecimal ones of any length. */
export function intSource(value: bigint): string {
  const digits = value.toString();
  if (digits.length <= 4000) return digits;
  return value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

/** Source text of a float. */
export function floatSource(value: number): string {
  if (!Number.isFinite(value)) return `float('${Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf'}')`;
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}

/** Source text of a str; JSON's escapes are a subset of Python's. */
export function strSource(value: string): string {
  return JSON.stringify(value);
}

/** Ints: small ones, the constants with their neighbours, sums and differences, and large ones. */
export function intCandidates({ ints }: Constants): readonly string[] {
  const constants = ints.slice(0, MAX_CONSTANTS);
  const near = constants.flatMap((constant) => [constant, constant + 1n, constant - 1n, -constant]);
  const sums = constants.flatMap((left, index) => {
    return constants.slice(index + 1).flatMap((right) => [left + right, left - right, right - left]);
  });
  const small = [...ORDINARY_INTS, ...near, ...FURTHER_INTS, ...sums.slice(0, MAX_SUMS)];
  return distinct([...small.map(intSource), ...LARGE_INTS]);
}

/** Floats: small ones, the constants, infinities, nan and extremes. Int constants count, since floats are compared with them. */
export function floatCandidates({ ints, floats }: Constants): readonly string[] {
  const constants = distinct([...floats, ...ints.map(Number)]).slice(0, MAX_CONSTANTS);
  const near = constants.flatMap((constant) => [constant, -constant, constant + 0.5]).map(floatSource);
  return distinct([...ORDINARY_FLOATS, ...FURTHER_FLOATS.slice(0, 3), ...near, ...FURTHER_FLOATS, ...EXTREME_FLOATS]);
}

/** Strings: short ones, the constants with their prefixes and extensions, digits, spaces, and what is not ASCII. */
export function strCandidates({ strings }: Constants, derived: readonly string[] = []): readonly string[] {
  const constants = strings.slice(0, MAX_CONSTANTS);
  const near = constants.flatMap((constant) => {
    const points = [...constant];
    return [constant, points.slice(0, -1).join(''), `${constant}a`, `a${constant}`, constant + constant];
  });
  return distinct(
    [...ORDINARY_STRINGS, ...near, ...derived.slice(0, MOST_DERIVED), ...FURTHER_STRINGS].filter((text) =>
      text.isWellFormed(),
    ),
  ).map(strSource);
}

/** Source text of bytes. */
export function bytesSource(values: readonly number[]): string {
  const text = values.map((value) =>
    value < 32 || value > 126 || value === 39 || value === 92
      ? `\\x${value.toString(16).padStart(2, '0')}`
      : String.fromCharCode(value),
  );
  return `b'${text.join('')}'`;
}

/** Bytes: short ones, the ends of the range, and the constants with what is near them. */
export function bytesCandidates(
  { bytes, ints }: Constants,
  derived: readonly (readonly number[])[] = [],
): readonly string[] {
  const near = bytes.slice(0, MAX_CONSTANTS).flatMap((constant) => {
    return [constant, constant.slice(0, -1), [...constant, 97], [97, ...constant], [...constant, ...constant]];
  });
  const own = ints.filter((value) => value >= 0n && value < 256n).slice(0, MAX_CONSTANTS);
  const all = [
    [97],
    [],
    [0],
    [97, 98],
    [255],
    [97, 97],
    [48],
    ...near,
    ...derived.slice(0, MOST_DERIVED),
    ...own.map((value) => [Number(value)]),
  ];
  return distinct(all.map(bytesSource));
}

/** Source text of a constant; undefined for `...` and imaginary numbers. */
export function constantSource(value: ConstantValue): string | undefined {
  switch (value.type) {
    case 'none':
      return 'None';
    case 'bool':
      return value.value ? 'True' : 'False';
    case 'int':
      return intSource(value.value);
    case 'float':
      return floatSource(value.value);
    case 'str':
      return strSource(value.value);
    case 'bytes':
      return bytesSource([...value.value]);
    default:
      return undefined;
  }
}

/** An expression whose value is exactly this one. */
export function pythonSource(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False';
    case 'bigint':
      return intSource(value);
    case 'number':
      return floatSource(value);
    case 'string':
      return strSource(value);
  }
}
