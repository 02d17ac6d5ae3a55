/**
 * Random numbers: any value that the function may give, so a proof holds for all of them.
 * https://docs.python.org/3/library/random.html
 */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { rangeElement, rangeLength } from '../../values/ranges.ts';
import { floatValue, intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { lengthOf } from '../objects/held-items.ts';
import { binary } from '../operators/arithmetic.ts';

import { subscript } from '../operators/subscripts.ts';

type Draw = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** More bits are left undecided. */
const MOST_BITS = 10_000n;

/** Functions of the module `random`, by dotted name; undefined for arguments without a meaning here. */
export const RANDOM_FUNCTIONS: Readonly<Record<string, Draw>> = {
  'random.seed': () => NONE,
  'random.random': (machine) => fraction(machine),
  'random.uniform': (machine, [low, high, ...more]) => {
    if (low === undefined || high === undefined || more.length > 0) return undefined;
    // CPython computes exactly this
    return binary(machine, '+', low, binary(machine, '*', binary(machine, '-', high, low), fraction(machine)));
  },
  'random.randint': (machine, [low, high, ...more]) => {
    if (!isKnownInteger(low) || !isKnownInteger(high) || more.length > 0) return undefined;
    const above = machine.terms.add(integerTerm(machine, high), machine.terms.one);
    return fromRange(machine, integerTerm(machine, low), above, machine.terms.one);
  },
  'random.randrange': (machine, [first, second, third, ...more]) => {
    const { terms } = machine;
    if (!isKnownInteger(first) || more.length > 0) return undefined;
    if (second === undefined) return fromRange(machine, terms.zero, integerTerm(machine, first), terms.one);
    if (!isKnownInteger(second) || !(third === undefined || isKnownInteger(third))) return undefined;
    const step = third === undefined ? terms.one : integerTerm(machine, third);
    return fromRange(machine, integerTerm(machine, first), integerTerm(machine, second), step);
  },
  'random.getrandbits': (machine, [bits, ...more]) => {
    const { terms } = machine;
    const count = isKnownInteger(bits) && more.length === 0 ? integerTerm(machine, bits) : undefined;
    if (count?.kind !== 'literal' || count.value > MOST_BITS) return undefined;
    if (count.value < 0n) return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
    return intValue(position(machine, terms.int(2n ** count.value)));
  },
  'random.choice': (machine, [options, ...more]) => {
    if (options === undefined || more.length > 0) return undefined;
    const length = lengthOfOptions(machine, options);
    if (length === undefined) return undefined;
    machine.raiseIf(machine.terms.le(length, machine.terms.zero), exceptionClass('IndexError'));
    if (options.kind === 'range') return intValue(rangeElement(machine.terms, options, position(machine, length)));
    return subscript(machine, options, intValue(position(machine, length)));
  },
};

function isKnownInteger(value: PlainValue | undefined): value is Extract<PlainValue, { kind: 'bool' | 'int' }> {
  return value !== undefined && isInteger(value);
}

function lengthOfOptions(machine: Machine, options: PlainValue): IntTerm | undefined {
  switch (options.kind) {
    case 'str':
      return machine.terms.length(options.term);
    case 'range':
      return rangeLength(machine.terms, options);
    case 'list':
    case 'tuple':
      return lengthOf(machine, options);
    default:
      return undefined;
  }
}

/** A float from 0.0 up to, and without, 1.0. */
function fraction(machine: Machine): PlainValue {
  const { terms } = machine;
  const drawn = terms.variable('float', nextName(machine));
  machine.assume(terms.floatCompare('fle', terms.float(0), drawn));
  machine.assume(terms.floatCompare('flt', drawn, terms.float(1)));
  return floatValue(drawn);
}

/** An integer from 0 up to, and without, `length`. */
function position(machine: Machine, length: IntTerm): IntTerm {
  const { terms } = machine;
  const drawn = terms.variable('int', nextName(machine));
  machine.assume(terms.le(terms.zero, drawn));
  machine.assume(terms.lt(drawn, length));
  return drawn;
}

/** An element of a range; raises ValueError where it is empty, or the step 0. */
function fromRange(machine: Machine, start: IntTerm, stop: IntTerm, step: IntTerm): Value | undefined {
  const { terms } = machine;
  if (step.kind !== 'literal') return undefined;
  const range = { kind: 'range', start, stop, step } as const;
  const isEmpty = step.value === 0n ? terms.true : terms.le(rangeLength(terms, range), terms.zero);
  machine.raiseIf(isEmpty, exceptionClass('ValueError'));
  return intValue(rangeElement(terms, range, position(machine, rangeLength(terms, range))));
}

/** A name that no other draw of the exploration has, nor one of another function. */
function nextName(machine: Machine): string {
  const [outermost] = machine.callStack;
  return `random ${outermost?.name ?? 'module'} ${machine.draw()}`;
}
