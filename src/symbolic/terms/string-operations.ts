/** What the operators of strings do to values: sequences of code points. */
import { codePointLength, codePoints, compareCodePoints } from '../../lib/code-points.ts';
import { int, str } from './operands.ts';
import type { StrictOperator, Value } from './operations.ts';
import { classHas, matches, type Regex } from './regex.ts';
import type { Detail } from './term.ts';
import { mapText } from './text-functions.ts';

/** Longer results are not computed, so that a short term cannot ask for unbounded work. */
const MAX_CODE_UNITS = 4_000_000;

/** The value of an operator of strings; see `operate`. Throws TypeError for any other operator. */
export function operateOnStrings(
  operator: StrictOperator,
  values: readonly Value[],
  { name = '', regex }: Detail,
): Value | undefined {
  const [first, second, third] = values;
  switch (operator) {
    case 'concat':
      return concatenate(values);
    case 'length':
      return BigInt(codePointLength(str(first)));
    case 'substr':
      return slice(str(first), int(second), int(third));
    case 'contains':
      return findCodePoints(str(first), str(second), 0n) !== -1n;
    case 'prefixof':
      return startsWith(codePoints(str(second)), codePoints(str(first)), 0);
    case 'suffixof':
      return endsWith(codePoints(str(second)), codePoints(str(first)));
    case 'indexof':
      return findCodePoints(str(first), str(second), int(third));
    case 'lastindexof':
      return findLast(codePoints(str(first)), codePoints(str(second)));
    case 'count':
      return count(str(first), str(second));
    case 'replaceall':
      return replaceAll(str(first), str(second), str(third));
    case 'replacefirst':
      return replaceFirst(str(first), str(second), str(third));
    case 'strlt':
      return compareCodePoints(str(first), str(second)) < 0;
    case 'strle':
      return compareCodePoints(str(first), str(second)) <= 0;
    case 'inregex':
      return matches(present(regex), str(first));
    case 'lstrip': {
      const points = codePoints(str(first));
      const kept = points.findIndex((point) => !classHas(present(regex), point));
      return kept < 0 ? '' : points.slice(kept).join('');
    }
    case 'rstrip': {
      const points = codePoints(str(first));
      return points.slice(0, points.findLastIndex((point) => !classHas(present(regex), point)) + 1).join('');
    }
    case 'repeat':
      return repeat(str(first), int(second));
    case 'reverse':
      return concatenate(codePoints(str(first)).toReversed());
    case 'tocode': {
      const [point, more] = codePoints(str(first));
      return point === undefined || more !== undefined ? undefined : BigInt(point.codePointAt(0) ?? 0);
    }
    case 'fromcode':
      return int(first) < 0n || int(first) > 0x10ffffn ? undefined : String.fromCodePoint(Number(int(first)));
    case 'textmap':
      return mapText(name, str(first));
    default:
      throw new TypeError(`${operator} is no operator of strings`);
  }
}

function present(regex: Regex | undefined): Regex {
  if (regex === undefined) throw new TypeError('the operator names no language');
  return regex;
}

/** Undefined when a join would make two surrogates one code point, which a JavaScript string cannot avoid. */
function concatenate(parts: readonly Value[]): string | undefined {
  const texts = parts.map(str).filter((text) => text !== '');
  if (texts.reduce((total, text) => total + text.length, 0) > MAX_CODE_UNITS) return undefined;
  for (const [i, text] of texts.entries()) {
    if (makeOneCharacter(texts[i - 1] ?? '', text)) return undefined;
  }
  return texts.join('');
}

/** Whether two texts, neither of them empty, would have fewer code points joined than apart. */
export function makeOneCharacter(left: string, right: string): boolean {
  return HIGH_SURROGATE.test(left.at(-1) ?? '') && LOW_SURROGATE.test(right.charAt(0));
}

const HIGH_SURROGATE = /^[\uD800-\uDBFF]$/;
const LOW_SURROGATE = /^[\uDC00-\uDFFF]$/;

function slice(text: string, start: bigint, count: bigint): string {
  if (start < 0n || count <= 0n || start > BigInt(text.length)) return '';
  const from = unitAt(text, Number(start), 0);
  return start + count > BigInt(text.length) ? text.slice(from) : text.slice(from, unitAt(text, Number(count), from));
}

/** The position in UTF-16 units that is so many code points behind another one. */
function unitAt(text: string, points: number, from: number): number {
  let unit = from;
  for (let left = points; left > 0 && unit < text.length; left--)
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}

/** The first position of `needle` from `start` on in code points, -1 when there is none; undefined for a `start` outside. */
function findCodePoints(haystack: string, needle: string, start: bigint): bigint | undefined {
  const points = codePoints(haystack);
  if (start < 0n || start > BigInt(points.length)) return undefined;
  const sought = codePoints(needle);
  for (let at = Number(start); at + sought.length <= points.length; at++) {
    if (startsWith(points, sought, at)) return BigInt(at);
  }
  return -1n;
}

function startsWith(text: readonly string[], prefix: readonly string[], at: number): boolean {
  return at + prefix.length <= text.length && prefix.every((point, i) => text[at + i] === point);
}

function endsWith(text: readonly string[], suffix: readonly string[]): boolean {
  return suffix.length <= text.length && startsWith(text, suffix, text.length - suffix.length);
}

function replaceAll(text: string, old: string, replacement: string): string | undefined {
  const [points, sought] = [codePoints(text), codePoints(old)];
  if (sought.length === 0) return undefined;
  const parts: string[] = [];
  for (let at = 0; at < points.length; ) {
    const matches = startsWith(points, sought, at);
    parts.push(matches ? replacement : (points[at] ?? ''));
    at += matches ? sought.length : 1;
  }
  return concatenate(parts);
}

function findLast(text: readonly string[], sought: readonly string[]): bigint {
  for (let at = text.length - sought.length; at >= 0; at--) if (startsWith(text, sought, at)) return BigInt(at);
  return -1n;
}

function count(text: string, needle: string): bigint {
  const [points, sought] = [codePoints(text), codePoints(needle)];
  if (sought.length === 0) return BigInt(points.length + 1);
  let found = 0n;
  for (let at = 0; at < points.length; ) {
    const matches = startsWith(points, sought, at);
    if (matches) found += 1n;
    at += matches ? sought.length : 1;
  }
  return found;
}

function replaceFirst(text: string, old: string, replacement: string): string | undefined {
  const at = findCodePoints(text, old, 0n);
  if (at === undefined || at === -1n) return text;
  const points = codePoints(text);
  const end = Number(at) + codePointLength(old);
  return concatenate([points.slice(0, Number(at)).join(''), replacement, points.slice(end).join('')]);
}

function repeat(text: string, times: bigint): string | undefined {
  if (times <= 0n || text === '') return '';
  if (times * BigInt(text.length) > BigInt(MAX_CODE_UNITS)) return undefined;
  return concatenate(Array.from({ length: Number(times) }, () => text));
}
