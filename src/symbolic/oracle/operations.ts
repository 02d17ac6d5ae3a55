/** Questions about calls, methods and attributes: their source text, where CPython may be asked. */
import type { Machine } from '../machine/machine.ts';
import type { StrTerm } from '../terms/term.ts';
import type { Arguments } from '../values/arguments.ts';
import type { PlainValue, Value } from '../values/value.ts';
import { strValue, typeName } from '../values/value.ts';
import { settleKnown } from './settle.ts';
import { isComparedByIdentity, sourceOf } from './source.ts';
import { foreignEntry, isPureMethod } from './whitelist.ts';

/** Calls a function or a class: by its own meaning, else as CPython answers where nothing depends on the inputs. */
export function settleCall(machine: Machine, callee: Value, args: Arguments, own: () => Value): Value {
  if (sourceOf(machine, callee) === undefined) return own();
  return settleKnown(machine, operandsOf(args), own, () => callQuestion(machine, callee, args));
}

/** Calls a method, likewise. */
export function settleMethod(
  machine: Machine,
  receiver: PlainValue,
  name: string,
  args: Arguments,
  own: () => Value,
): Value {
  if (!isPure(receiver, name)) return own();
  const operands = [receiver, ...operandsOf(args)];
  return settleKnown(machine, operands, own, () => methodQuestion(machine, receiver, name, args));
}

function operandsOf({ positional, named }: Arguments): readonly Value[] {
  return [...positional, ...named.values()];
}

function isPure(receiver: PlainValue, name: string): boolean {
  if (receiver.kind === 'foreign') return foreignEntry(receiver.type, name) === 'method';
  return isPureMethod(typeName(receiver), name);
}

/** `callee(arguments)` for a function or a class that may be asked; undefined otherwise. */
function callQuestion(machine: Machine, callee: Value, args: Arguments): string | undefined {
  const function_ = sourceOf(machine, callee);
  if (function_ === undefined || !isAffordable(function_, args)) return undefined;
  // one of several operands is the result itself, so it must not be copied
  if ((function_ === 'max' || function_ === 'min') && args.positional.some((one) => 'object' in one)) return undefined;
  return applied(machine, function_, args);
}

/** `receiver.name(arguments)` for a method of an immutable value; undefined otherwise. */
function methodQuestion(machine: Machine, receiver: PlainValue, name: string, args: Arguments): string | undefined {
  if (!isAffordable(name, args)) return undefined;
  const object = sourceOf(machine, receiver);
  return object === undefined ? undefined : applied(machine, `(${object}).${name}`, args);
}

/** Functions that do not look at the identity of what a container holds, as comparing and hashing does. */
const BY_VALUE = /^(sum|str|repr|ascii|format|min|max|round|math\..*|json\.dumps|statistics\.f?mean)$/;

function applied(machine: Machine, function_: string, { positional, named }: Arguments): string | undefined {
  const isIdentitySeen = !BY_VALUE.test(function_);
  const texts: string[] = [];
  for (const value of positional) {
    const text = sourceOf(machine, value, isIdentitySeen);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  for (const [name, value] of named) {
    const text = sourceOf(machine, value, isIdentitySeen);
    if (text === undefined) return undefined;
    texts.push(`${name}=${text}`);
  }
  return `${function_}(${texts.join(', ')})`;
}

/** Functions whose work grows with the size of an integer, not with its digits. */
const COSTLY =
  /^(math\.(factorial|comb|perm|pow|prod)|pow|operator\.(pow|mul|lshift|concat)|bytes|range|ljust|rjust|center|zfill|expandtabs|to_bytes|ldexp)$/;
const LARGEST_COUNT = 3_000n;
/** A width or a precision of so many digits asks for a text of that length. */
const WIDE = /\d{5}/;

function isAffordable(name: string, { positional, named }: Arguments): boolean {
  const values = operandsOf({ positional, named });
  const isFormat = /^(format|format_map|str|repr|__mod__)$/.test(name);
  if (isFormat && values.some((value) => isWide(value))) return false;
  if (name === 'pow' && positional.length === 3) return true;
  return !COSTLY.test(name) || !values.some(isLarge);
}

function isLarge(value: Value): boolean {
  if (value.kind !== 'int' || value.term.kind !== 'literal') return false;
  return value.term.value > LARGEST_COUNT || value.term.value < -LARGEST_COUNT;
}

function isWide(value: Value): boolean {
  return value.kind === 'str' && value.term.kind === 'literal' && WIDE.test(value.term.value);
}

/** `left operator right`, where CPython may be asked. */
export function binaryQuestion(
  machine: Machine,
  operator: string,
  left: PlainValue,
  right: PlainValue,
): string | undefined {
  if (isGrowing(operator, left, right) && [left, right].some(isLarge)) return undefined;
  if (operator === '%' && isWide(left)) return undefined;
  // CPython is given copies, which such objects are not equal to
  if (isComparedByIdentity(left) && isComparedByIdentity(right)) return undefined;
  const [first, second] = [sourceOf(machine, left), sourceOf(machine, right)];
  return first === undefined || second === undefined ? undefined : `(${first}) ${operator} (${second})`;
}

/** Whether the size of the result grows with the value of an integer, and not only with its digits. */
function isGrowing(operator: string, left: PlainValue, right: PlainValue): boolean {
  const isNumeric = (one: PlainValue): boolean => /^(int|bool|float|foreign)$/.test(one.kind);
  if (operator === '*') return !(isNumeric(left) && isNumeric(right));
  return operator === '<<' || (operator === '**' && left.kind !== 'float' && right.kind !== 'float');
}

/** An operation on an object of the library and other values, which only CPython knows; cuts where it has no answer. */
export function settleForeign(
  machine: Machine,
  operands: readonly PlainValue[],
  ask: (...sources: readonly string[]) => string,
): Value {
  const sources = operands.map((operand) => sourceOf(machine, operand));
  const known = sources.filter((source) => source !== undefined);
  const question = known.length === sources.length ? ask(...known) : undefined;
  return settleKnown(
    machine,
    operands,
    () => machine.cut('library', 'this operation is not modelled'),
    () => question,
  );
}

/** `format(value, specification)`, where CPython may be asked. */
export function formatQuestion(machine: Machine, value: PlainValue, specification: StrTerm): string | undefined {
  const text = strValue(specification);
  const [object, format] = [sourceOf(machine, value), isWide(text) ? undefined : sourceOf(machine, text)];
  return object === undefined || format === undefined ? undefined : `format(${object}, ${format})`;
}

/** Any operation on one operand as CPython answers it, such as `len(value)`; undefined where it depends on the inputs. */
export function questionAbout(machine: Machine, value: Value, ask: (source: string) => string): string | undefined {
  const source = sourceOf(machine, value);
  return source === undefined ? undefined : ask(source);
}
