/** Functions of integers in the module math: https://docs.python.org/3/library/math.html#number-theoretic-functions */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { intValue, type PlainValue, type Value } from '../../values/value.ts';
import { byCases, shortBound } from './cases.ts';
import { absolute, integerTerm, isInteger } from './numbers.ts';

type IntegerFunction = (machine: Machine, args: readonly IntTerm[]) => IntTerm | undefined;

/** A choice of up to this many elements is written as a product. */
const MOST_CHOSEN = 16n;

const FUNCTIONS: Readonly<Record<string, IntegerFunction>> = {
  'math.comb': (machine, [n, k, ...more]) =>
    n === undefined || k === undefined || more.length > 0 ? undefined : combinations(machine, n, k),
  'math.factorial': (machine, [n, ...more]) => (n === undefined || more.length > 0 ? undefined : factorial(machine, n)),
  'math.gcd': ({ terms }, args) => args.reduce((divisor, one) => terms.gcd(divisor, one), terms.zero),
  'math.isqrt': (machine, [n, ...more]) => {
    if (n === undefined || more.length > 0) return undefined;
    raiseBelowZero(machine, n);
    return machine.terms.isqrt(n);
  },
  'math.lcm': (machine, args) =>
    args.reduce((multiple, one) => leastMultiple(machine, multiple, one), machine.terms.one),
  'math.perm': (machine, [n, k, ...more]) => {
    if (n === undefined || more.length > 0) return undefined;
    return k === undefined ? factorial(machine, n) : arrangements(machine, n, k);
  },
};

/** These functions as built-in functions, by dotted name; undefined results are not modelled. */
export const INTEGER_FUNCTIONS: Readonly<
  Record<string, (machine: Machine, args: readonly PlainValue[]) => Value | undefined>
> = Object.fromEntries(
  Object.entries(FUNCTIONS).map(([name, apply]) => [
    name,
    (machine: Machine, args: readonly PlainValue[]): Value | undefined => {
      if (args.some((arg) => arg.kind === 'instance')) return undefined;
      const result = apply(
        machine,
        args.map((arg) => integerOf(machine, arg)),
      );
      return result && intValue(result);
    },
  ]),
);

function integerOf(machine: Machine, value: PlainValue): IntTerm {
  if (isInteger(value)) return integerTerm(machine, value);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

function raiseBelowZero(machine: Machine, operand: IntTerm): void {
  machine.raiseIf(machine.terms.lt(operand, machine.terms.zero), exceptionClass('ValueError'));
}

function factorial(machine: Machine, n: IntTerm): IntTerm | undefined {
  const { terms } = machine;
  raiseBelowZero(machine, n);
  const bound = shortBound(machine, n);
  if (bound !== undefined) return byCases(machine, n, bound, (value) => terms.int(product(1n, BigInt(value))));
  if (n.kind === 'literal') return undefined;
  const result = terms.opaque('int', 'factorial', [n]);
  machine.assume(terms.and(terms.le(terms.one, result), terms.le(n, result)));
  return result;
}

/** `from * (from + 1) * … * to`. */
function product(from: bigint, to: bigint): bigint {
  let result = 1n;
  for (let factor = from; factor <= to; factor++) result *= factor;
  return result;
}

/** `n * (n - 1) * …` of k factors; undefined where k is not known to be short. */
function arrangements(machine: Machine, n: IntTerm, k: IntTerm): IntTerm | undefined {
  const { terms } = machine;
  raiseBelowZero(machine, n);
  raiseBelowZero(machine, k);
  if (k.kind === 'literal') return k.value > MOST_CHOSEN ? undefined : fallingProduct(machine, n, Number(k.value));
  const bound = shortBound(machine, k);
  if (bound === undefined || bound > MOST_CHOSEN) return undefined;
  const falling = byCases(machine, k, bound, (value) => fallingProduct(machine, n, value));
  return terms.ite(terms.lt(n, k), terms.zero, falling);
}

/** Of more factors than n there is a zero among them. */
function fallingProduct({ terms }: Machine, n: IntTerm, count: number): IntTerm {
  let result = terms.one;
  for (let at = 0; at < count; at++) result = terms.mul(result, terms.sub(n, terms.int(at)));
  return result;
}

function combinations(machine: Machine, n: IntTerm, k: IntTerm): IntTerm | undefined {
  const { terms } = machine;
  raiseBelowZero(machine, n);
  raiseBelowZero(machine, k);
  const divided = (count: number): IntTerm =>
    terms.floorDiv(fallingProduct(machine, n, count), terms.int(product(1n, BigInt(count))));
  if (k.kind === 'literal') return k.value > MOST_CHOSEN ? undefined : divided(Number(k.value));
  const bound = shortBound(machine, k);
  return bound === undefined || bound > MOST_CHOSEN ? undefined : byCases(machine, k, bound, divided);
}

function leastMultiple(machine: Machine, left: IntTerm, right: IntTerm): IntTerm {
  const { terms } = machine;
  if (left === terms.one) return absolute(machine, right);
  const isZero = terms.or(terms.eq(left, terms.zero), terms.eq(right, terms.zero));
  const multiple = terms.floorDiv(absolute(machine, terms.mul(left, right)), terms.gcd(left, right));
  return terms.ite(isZero, terms.zero, multiple);
}
