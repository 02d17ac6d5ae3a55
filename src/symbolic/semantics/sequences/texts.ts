/** What strings and bytes have in common: both are sequences of code points, of bytes only those up to 255. */
import type { Machine } from '../../machine/machine.ts';
import { raiseNamed } from '../../machine/raising.ts';
import type { BoolTerm, IntTerm, StrTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import type { PlainValue, Value } from '../../values/value.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { use } from '../objects/unmodelled.ts';
import { fromEnd } from './sequences.ts';

/** A string or bytes. */
export type TextValue = Extract<PlainValue, { kind: 'str' | 'bytes' }>;

/** A method of strings, of bytes, or of both; undefined where its arguments are not modelled. */
export type TextMethod = (
  machine: Machine,
  self: TextValue,
  args: readonly (PlainValue | undefined)[],
  named: NamedArguments,
) => Value | undefined;

export function isText(value: PlainValue): value is TextValue {
  return value.kind === 'str' || value.kind === 'bytes';
}

/** A text of the same kind. */
export function likeText({ kind }: TextValue, term: StrTerm): TextValue {
  return { kind, term };
}

/** An argument that has to be a text of the method's own kind; raises TypeError for another. */
export function textArgument(machine: Machine, self: TextValue, argument: PlainValue): StrTerm {
  if (argument.kind === 'unmodelled' || argument.kind === 'unbound') return use(machine, argument);
  if (argument.kind === self.kind) return argument.term;
  return refuse(machine, argument);
}

/** An argument that has to be an integer; raises TypeError for another. */
export function integerArgument(machine: Machine, argument: PlainValue): IntTerm {
  if (argument.kind === 'unmodelled' || argument.kind === 'unbound') return use(machine, argument);
  return isInteger(argument) ? integerTerm(machine, argument) : refuse(machine, argument);
}

/** Sizes that every platform has, and sizes that the largest has. */
const [SMALLEST_PLATFORM, LARGEST_PLATFORM] = [2n ** 31n, 2n ** 63n];

/** A size that has to fit the platform: raises OverflowError where it fits none, and is not decided where it fits some. */
export function asSize(machine: Machine, size: IntTerm): IntTerm {
  const { terms } = machine;
  const isOutside = (limit: bigint): BoolTerm =>
    terms.or(terms.lt(size, terms.int(-limit)), terms.le(terms.int(limit), size));
  machine.raiseIf(isOutside(LARGEST_PLATFORM), exceptionClass('OverflowError'));
  machine.cutIf(isOutside(SMALLEST_PLATFORM), 'size', 'whether a size beyond 2**31 is allowed depends on the platform');
  return size;
}

/** Objects of classes may convert themselves; nothing else does. */
function refuse(machine: Machine, argument: PlainValue): never {
  if (argument.kind === 'instance' || argument.kind === 'foreign') {
    machine.cut('argument', `a value of type ${argument.kind} as an argument is not modelled`);
  }
  return raiseNamed(machine, 'TypeError');
}

/** Whether an argument is there and not None. */
export function isGiven(argument: PlainValue | undefined): argument is PlainValue {
  return argument !== undefined && argument.kind !== 'none';
}

/** A part of a text from which a search starts and at which it ends. */
export interface Window {
  readonly text: StrTerm;
  /** The part's position in the whole. */
  readonly start: IntTerm;
  /** Whether its bounds are in order: nothing is found in a part that ends before it starts. */
  readonly exists: BoolTerm;
}

/** The part between the optional bounds of `find` and its like, which count from the end where they are negative. */
export function windowOf(machine: Machine, text: StrTerm, start?: PlainValue, end?: PlainValue): Window {
  const { terms } = machine;
  if (!isGiven(start) && !isGiven(end)) return { text, start: terms.zero, exists: terms.true };
  const length = terms.length(text);
  const from = isGiven(start)
    ? atLeastZero(machine, fromEnd(machine, integerArgument(machine, start), length))
    : terms.zero;
  const to = isGiven(end) ? clamp(machine, integerArgument(machine, end), length) : length;
  return { text: terms.substr(text, from, terms.sub(to, from)), start: from, exists: terms.le(from, to) };
}

/** A slice bound as a position from 0 to the length. */
export function clamp(machine: Machine, bound: IntTerm, length: IntTerm): IntTerm {
  const { terms } = machine;
  const position = atLeastZero(machine, fromEnd(machine, bound, length));
  return terms.ite(terms.lt(length, position), length, position);
}

function atLeastZero({ terms }: Machine, position: IntTerm): IntTerm {
  return terms.ite(terms.lt(position, terms.zero), terms.zero, position);
}

/** A literal integer argument. */
export function literalInteger(value: PlainValue | undefined): bigint | undefined {
  return value?.kind === 'int' && value.term.kind === 'literal' ? value.term.value : undefined;
}

/** A literal text argument. */
export function literalText(value: PlainValue | undefined): string | undefined {
  return value !== undefined && isText(value) && value.term.kind === 'literal' ? value.term.value : undefined;
}
