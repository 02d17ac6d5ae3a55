/** `sum` of numbers with floats among them: https://docs.python.org/3/library/functions.html#sum */
import type { Machine } from '../../machine/machine.ts';
import type { FloatTerm } from '../../terms/term.ts';
import { floatValue, type PlainValue, type Value } from '../../values/value.ts';
import { absolute, floatTerm, isNumber } from '../numbers/numbers.ts';
import { binary } from '../operators/arithmetic.ts';

/** A running sum and what rounding has lost of it: Neumaier's compensated summation, as CPython's `cs_add`. */
interface CompensatedSum {
  readonly high: FloatTerm;
  readonly low: FloatTerm;
}

/** CPython adds integers by themselves while they fit in a C `long`, which has 32 bits or more. */
const SMALLEST_LONG = 2n ** 31n;

/**
 * `sum(items, start)` of numbers. Integers are added exactly up to the first float, and all that follows with compensation.
 * Cuts where items are not numbers, and where the platform decides.
 */
export function sumNumbers(machine: Machine, start: Value, items: readonly Value[]): Value {
  return machine.dispatch(start, (total) => {
    if (total.kind === 'float') return sumFloats(machine, { high: total.term, low: machine.terms.float(0) }, items);
    const [next, ...rest] = items;
    if (next === undefined) return total;
    if (total.kind !== 'int')
      return machine.cut('sum()', 'a sum of floats that starts with no plain number is not modelled');
    requirePortable(machine, total);
    return machine.dispatch(next, (item) => {
      if (!isNumber(item)) return refuse(machine);
      return sumNumbers(machine, binary(machine, '+', total, item), rest);
    });
  });
}

function requirePortable(machine: Machine, total: Extract<PlainValue, { kind: 'int' }>): void {
  const isSmall = machine.terms.lt(absolute(machine, total.term), machine.terms.int(SMALLEST_LONG));
  if (!machine.isProved(machine.state, isSmall)) {
    machine.cut('sum()', 'whether a sum of large integers and floats is compensated depends on the platform');
  }
}

function refuse(machine: Machine): never {
  return machine.cut('sum()', 'a sum of floats and other values is not modelled');
}

function sumFloats(machine: Machine, sum: CompensatedSum, [next, ...rest]: readonly Value[]): Value {
  if (next === undefined) return floatValue(result(machine, sum));
  return machine.dispatch(next, (item) => {
    if (!isNumber(item)) return refuse(machine);
    return sumFloats(machine, add(machine, sum, floatTerm(machine, item)), rest);
  });
}

function add({ terms }: Machine, { high, low }: CompensatedSum, item: FloatTerm): CompensatedSum {
  const total = terms.floatArithmetic('fadd', high, item);
  const lost = (larger: FloatTerm, smaller: FloatTerm): FloatTerm =>
    terms.floatArithmetic('fadd', terms.floatArithmetic('fsub', larger, total), smaller);
  const isLarger = terms.floatCompare('fle', terms.floatAbs(item), terms.floatAbs(high));
  const correction = terms.ite(isLarger, lost(high, item), lost(item, high));
  return { high: total, low: terms.floatArithmetic('fadd', low, correction) };
}

/** What was lost is added where it is finite, and where it cannot turn -0.0 into 0.0. */
function result({ terms }: Machine, { high, low }: CompensatedSum): FloatTerm {
  const isUsed = terms.and(terms.not(terms.floatCompare('feq', low, terms.float(0))), terms.isFinite(low));
  return terms.ite(isUsed, terms.floatArithmetic('fadd', high, low), high);
}
