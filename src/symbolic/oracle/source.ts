/** Known values as Python source text, which is how CPython is told of them. */
import type { Machine } from '../execute/machine.ts';
import { rangeLength } from '../semantics/ranges.ts';
import { contentOf } from '../semantics/sequences.ts';
import { builtinTypes } from '../values/classes.ts';
import type { PlainValue, Value } from '../values/value.ts';
import { foreignName } from './classes.ts';
import { classEntry, isForeignType, isPureBuiltin, libraryEntry } from './whitelist.ts';

/** Longer questions are not asked. */
const LONGEST = 200_000;
/** Containers may hold themselves. */
const DEEPEST = 20;
const LONGEST_RANGE = 100_000n;

/** The source text of a value that is known in the current state; undefined where it depends on the inputs. */
export function sourceOf(machine: Machine, value: Value): string | undefined {
  const source = textOf(machine, value, 0);
  return source === undefined || source.length > LONGEST ? undefined : source;
}

/** @param depth how many containers hold the value; inside, it is compared by identity first */
function textOf(machine: Machine, value: Value, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined;
  switch (value.kind) {
    case 'none':
      return 'None';
    case 'bool':
      if (value.term.kind !== 'literal') return undefined;
      return value.term.value ? 'True' : 'False';
    case 'int':
      return value.term.kind === 'literal' ? integerSource(value.term.value) : undefined;
    case 'float':
      // the same nan may be in several containers, and copies of it are not equal to it
      if (value.term.kind !== 'literal' || (depth > 0 && Number.isNaN(value.term.value))) return undefined;
      return floatSource(value.term.value);
    case 'str':
      return value.term.kind === 'literal' ? JSON.stringify(value.term.value) : undefined;
    case 'bytes':
      return value.term.kind === 'literal' ? bytesSource(value.term.value) : undefined;
    case 'tuple': {
      if (value.class !== undefined) return undefined;
      const items = joined(machine, value.items, depth + 1);
      return items === undefined ? undefined : `(${items}${value.items.length === 1 ? ',' : ''})`;
    }
    case 'list': {
      const items = value.class === undefined ? itemsOf(machine, value) : undefined;
      const inside = items && joined(machine, items, depth + 1);
      return inside === undefined ? undefined : `[${inside}]`;
    }
    case 'set':
    case 'frozenset': {
      const items = itemsOf(machine, value);
      // the order of several elements may differ, and with it the result
      const inside = items === undefined || items.length > 1 ? undefined : joined(machine, items, depth + 1);
      return inside === undefined ? undefined : `${value.kind}([${inside}])`;
    }
    case 'dict': {
      const entries = value.class === undefined ? itemsOf(machine, value) : undefined;
      const texts = entries?.map((entry) => entrySource(machine, entry, depth + 1));
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
      return depth > 0 && /nan/i.test(value.source) ? undefined : value.source;
    case 'builtin': {
      const [module, name] = splitDotted(value.name);
      const isKnown =
        module === '' ? isPureBuiltin(name) : (libraryEntry(module, name) ?? classEntry(module, name)) === 'function';
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

/** `module.name` in its parts; the module is empty for a built-in name. */
export function splitDotted(dotted: string): readonly [module: string, name: string] {
  const at = dotted.lastIndexOf('.');
  return at < 0 ? ['', dotted] : [dotted.slice(0, at), dotted.slice(at + 1)];
}

function itemsOf(machine: Machine, holder: Extract<PlainValue, { object: number }>): readonly Value[] | undefined {
  const content = contentOf(machine, holder.object);
  return content.kind === 'tuple' ? content.items : undefined;
}

function joined(machine: Machine, items: readonly Value[], depth: number): string | undefined {
  const texts: string[] = [];
  for (const item of items) {
    const text = textOf(machine, item, depth);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join(', ');
}

function entrySource(machine: Machine, entry: Value, depth: number): string | undefined {
  if (entry.kind !== 'tuple') return undefined;
  const [key, value] = entry.items.map((item) => textOf(machine, item, depth));
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
