/** Known values as Python source text, which is how CPython is told of them. */
import type { Machine } from '../machine/machine.ts';
import { builtinTypes } from '../values/classes.ts';
import { rangeLength } from '../values/ranges.ts';
import type { PlainValue, Value } from '../values/value.ts';
import { foreignName } from './classes.ts';
import { classEntry, isForeignType, isPureBuiltin, isPureMethod, libraryEntry } from './whitelist.ts';

/** Longer questions are not asked. */
const LONGEST = 200_000;
/** Containers may hold themselves. */
const DEEPEST = 20;
const LONGEST_RANGE = 100_000n;

/**
 * The source text of a value that is known in the current state; undefined where it depends on the inputs.
 * @param isIdentitySeen whether what is done with it can tell an object inside a container from an equal one
 */
export function sourceOf(machine: Machine, value: Value, isIdentitySeen = true): string | undefined {
  const source = textOf({ machine, isIdentitySeen, depth: 0 }, value);
  return source === undefined || source.length > LONGEST ? undefined : source;
}

/** How a value is read. */
interface Reading {
  readonly machine: Machine;
  readonly isIdentitySeen: boolean;
  /** How many containers hold the value. */
  readonly depth: number;
}

function textOf(reading: Reading, value: Value): string | undefined {
  const { machine, isIdentitySeen, depth } = reading;
  if (depth > DEEPEST) return undefined;
  const isShared = isIdentitySeen && depth > 0;
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      if (value.term.kind !== 'literal') return undefined;
      return value.term.value ? 'True' : 'False';
    case 'int':
      return value.term.kind === 'literal' ? integerSource(value.term.value) : undefined;
    case 'float':
      // one nan may be in several containers, where it is equal to itself and its copies are not
      if (value.term.kind !== 'literal' || (isShared && Number.isNaN(value.term.value))) return undefined;
      return floatSource(value.term.value);
    case 'str':
      return value.term.kind === 'literal' ? JSON.stringify(value.term.value) : undefined;
    case 'bytes':
      return value.term.kind === 'literal' ? bytesSource(value.term.value) : undefined;
    case 'tuple': {
      if (value.class !== undefined) return undefined;
      const items = joined(reading, value.items);
      return items === undefined ? undefined : `(${items}${value.items.length === 1 ? ',' : ''})`;
    }
    case 'list': {
      const items = value.class === undefined ? itemsOf(machine, value) : undefined;
      const inside = items && joined(reading, items);
      return inside === undefined ? undefined : `[${inside}]`;
    }
    case 'set':
    case 'frozenset': {
      const items = itemsOf(machine, value);
      // the order of several elements may differ, and with it the result
      const inside = items === undefined || items.length > 1 ? undefined : joined(reading, items);
      return inside === undefined ? undefined : `${value.kind}([${inside}])`;
    }
    case 'dict': {
      const entries = value.class === undefined ? itemsOf(machine, value) : undefined;
      const texts = entries?.map((entry) => entrySource(reading, entry));
      return texts?.includes(undefined) ? undefined : texts && `{${texts.join(', ')}}`;
    }
    case 'range': {
      const length = rangeLength(machine.terms, value);
      if (length.kind !== 'literal' || length.value > LONGEST_RANGE) return undefined;
      const bounds = [value.start, value.stop, value.step].map((term) =>
        term.kind === 'literal' ? integerSource(term.value) : undefined,
      );
      return bounds.includes(undefined) ? undefined : `range(${bounds.join(', ')})`;
    }
    case 'foreign':
      if (!isForeignType(value.type)) return undefined;
      return isShared && !hasValueEquality(value) ? undefined : value.source;
    case 'builtin': {
      const [module, name] = splitDotted(value.name);
      const isKnown =
        module === ''
          ? isPureBuiltin(name)
          : isPureMethod(module, name) || (libraryEntry(module, name) ?? classEntry(module, name)) === 'function';
      return isKnown ? value.name : undefined;
    }
    case 'class':
      if (builtinTypes().get(value.class.name) === value.class && isPureBuiltin(value.class.name))
        return value.class.name;
      return foreignName(value.class);
    default:
      return undefined;
  }
}

/** Whether an object of the library is equal to its copies; those of a nan are not. */
export function hasValueEquality(value: Extract<PlainValue, { kind: 'foreign' }>): boolean {
  return !isComparedByIdentity(value) && !/nan/i.test(value.source);
}

/** Whether the value is equal to nothing but itself. */
export function isComparedByIdentity(value: PlainValue): boolean {
  return value.kind === 'foreign' && IDENTIFIED.has(value.type);
}

const IDENTIFIED = new Set(['hashlib.hash', 're.Match', 'string.Template']);

/** `module.name` in its parts; the module is empty for a built-in name. */
export function splitDotted(dotted: string): readonly [module: string, name: string] {
  const at = dotted.lastIndexOf('.');
  return at < 0 ? ['', dotted] : [dotted.slice(0, at), dotted.slice(at + 1)];
}

function itemsOf(machine: Machine, holder: Extract<PlainValue, { object: number }>): readonly Value[] | undefined {
  const content = machine.contentOf(holder.object);
  return content.kind === 'tuple' ? content.items : undefined;
}

function joined(reading: Reading, items: readonly Value[]): string | undefined {
  const inside = { ...reading, depth: reading.depth + 1 };
  const texts: string[] = [];
  for (const item of items) {
    const text = textOf(inside, item);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join(', ');
}

function entrySource(reading: Reading, entry: Value): string | undefined {
  const inside = { ...reading, depth: reading.depth + 1 };
  if (entry.kind !== 'tuple') return undefined;
  const [key, value] = entry.items.map((item) => textOf(inside, item));
  return key === undefined || value === undefined ? undefined : `${key}: ${value}`;
}

/** In hexadecimal where it has more digits than CPython reads in decimal; negative numbers in parentheses. */
function integerSource(value: bigint): string {
  const digits = value < 0n ? -value : value;
  const text = digits < 10n ** 40n ? digits.toString() : `0x${digits.toString(16)}`;
  return value < 0n ? `(-${text})` : text;
}

function floatSource(value: number): string {
  if (!Number.isFinite(value)) return `float('${Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf'}')`;
  const text = Object.is(value, -0) ? '-0.0' : String(value);
  const isFloat = /[.e]/.test(text);
  return value < 0 || text.startsWith('-') ? `(${text}${isFloat ? '' : '.0'})` : `${text}${isFloat ? '' : '.0'}`;
}

function bytesSource(value: string): string {
  const hex = [...value].map((character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);
  return `b"${hex.join('')}"`;
}
