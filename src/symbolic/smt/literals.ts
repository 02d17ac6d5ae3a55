/** Values as SMT-LIB text. */
import type { Value } from '../terms/operations.ts';
import type { Sort } from '../terms/term.ts';

export const SORT_NAMES: Readonly<Record<Sort, string>> = {
  bool: 'Bool',
  int: 'Int',
  float: 'Float64',
  str: 'String',
};

/** A value as an SMT-LIB constant; a string's code points are all at most U+2FFFF, the last one SMT-LIB has. */
export function literalText(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return String(value);
    case 'bigint':
      return value < 0n ? `(- ${-value})` : String(value);
    case 'number':
      return floatText(value);
    case 'string':
      return `"${[...value].map(characterText).join('')}"`;
  }
}

/** The integer that a text of {@link literalText} stands for; undefined for any other text. */
export function numeralOf(text: string): bigint | undefined {
  const [, positive, negative] = /^(?:([0-9]+)|\(- ([0-9]+)\))$/.exec(text) ?? [];
  if (positive !== undefined) return BigInt(positive);
  return negative === undefined ? undefined : -BigInt(negative);
}

function floatText(value: number): string {
  if (Number.isNaN(value)) return '(_ NaN 11 53)';
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0).toString(2).padStart(64, '0');
  const significand = BigInt(`0b${bits.slice(12)}`)
    .toString(16)
    .padStart(13, '0');
  return `(fp #b${bits.slice(0, 1)} #b${bits.slice(1, 12)} #x${significand})`;
}

function characterText(character: string): string {
  if (character === '"') return '""';
  return /^[ -~]$/.test(character) && character !== '\\'
    ? character
    : `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
