/** Values as Python source text. */
import type { Value } from '../terms/operations.ts';

/** An expression whose value is exactly this one. */
export function pythonSource(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'True' : 'False';
    case 'bigint':
      return integerSource(value);
    case 'number':
      return floatSource(value);
    case 'string':
      return stringSource(value);
  }
}

/** CPython reads no decimal literals beyond 4300 digits; hexadecimal ones of any length. */
function integerSource(value: bigint): string {
  const magnitude = value < 0n ? -value : value;
  return magnitude < 10n ** 4300n ? String(value) : `${value < 0n ? '-' : ''}0x${magnitude.toString(16)}`;
}

function floatSource(value: number): string {
  if (Number.isNaN(value)) return "float('nan')";
  if (!Number.isFinite(value)) return value > 0 ? "float('inf')" : "float('-inf')";
  if (Object.is(value, -0)) return '-0.0';
  const text = String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function stringSource(value: string): string {
  const body = [...value].map((character) => ESCAPES.get(character) ?? printable(character)).join('');
  return `'${body}'`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["'", "\\'"],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function printable(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  if (/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\U${code.toString(16).padStart(8, '0')}`;
}
