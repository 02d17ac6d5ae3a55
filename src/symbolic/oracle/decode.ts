/** Reads the answers of the oracle's program into types. */
import type { Answer, Known } from '../machine/oracle.ts';

/** The program's output does not have the form it should have. */
export class OracleFormatError extends Error {
  override readonly name = 'OracleFormatError';
}

/** Decodes the answers to a batch. @throws OracleFormatError */
export function decodeAnswers(json: string): readonly Answer[] {
  const parsed: unknown = JSON.parse(json);
  return list(parsed).map(answer);
}

function answer(encoded: unknown): Answer {
  const [kind, first, second] = list(encoded);
  switch (kind) {
    case 'value':
      return { kind, value: known(first) };
    case 'raised':
      return { kind, class: text(first), ...(second === null ? {} : { args: list(second).map(known) }) };
    case 'refused':
      return { kind };
    default:
      throw new OracleFormatError(`unknown kind of answer: ${String(kind)}`);
  }
}

function known(encoded: unknown): Known {
  if (encoded === null) return { kind: 'none' };
  if (typeof encoded === 'boolean') return { kind: 'bool', value: encoded };
  if (typeof encoded === 'string') return { kind: 'str', value: encoded };
  const [kind, first, second] = list(encoded);
  switch (kind) {
    case 'int':
      return { kind, value: integer(first) };
    case 'float':
      return { kind, value: float(text(first)) };
    case 'bytes':
      return { kind, value: text(first) };
    case 'tuple':
    case 'list':
    case 'set':
    case 'frozenset':
      return { kind, items: list(first).map(known) };
    case 'dict':
      return { kind, entries: list(first).map((entry) => pair(entry)) };
    case 'range': {
      const [start, stop, step] = list(first);
      return { kind, start: integer(start), stop: integer(stop), step: integer(step) };
    }
    case 'foreign':
      return { kind, type: text(first), source: text(second) };
    default:
      throw new OracleFormatError(`unknown kind of value: ${String(kind)}`);
  }
}

function pair(encoded: unknown): readonly [Known, Known] {
  const [key, value] = list(encoded);
  return [known(key), known(value)];
}

/** Python's hexadecimal digits, so that integers of any size pass. */
function integer(encoded: unknown): bigint {
  const digits = text(encoded);
  return digits.startsWith('-') ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}

/** Python's repr of a float, which reads back exactly. */
function float(repr: string): number {
  if (repr === 'nan') return Number.NaN;
  if (repr === 'inf' || repr === '-inf') return repr === 'inf' ? Infinity : -Infinity;
  return Number(repr);
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new OracleFormatError('not a list');
  return value;
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new OracleFormatError('not a text');
  return value;
}
