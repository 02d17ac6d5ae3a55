/** Powers: https://docs.python.org/3/reference/expressions.html#the-power-operator */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm, FloatTerm, IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { floatValue, intValue, type Value } from '../../values/value.ts';
import { byCases, shortBound } from './cases.ts';
import { floatTerm, type NumberValue } from './numbers.ts';

/** Exponents up to here are expanded into products. */
const LARGEST_EXPANDED_EXPONENT = 64n;
/** Literal powers with more bits than this are left undecided. */
const MOST_BITS = 100_000n;
/** A power below this power of two is far from overflowing, however it is rounded. */
const SAFE_EXPONENT = 1000;

/** `base ** exponent` of integers: an integer, or a float where the exponent is negative. */
export function integerPower(machine: Machine, base: IntTerm, exponent: IntTerm): Value {
  const { terms } = machine;
  const isNegative = terms.lt(exponent, terms.zero);
  const side = machine.openSide(isNegative);
  if (side === 'no') return intValue(naturalPower(machine, base, exponent));
  const inverse = (): Value => {
    machine.raiseIf(terms.eq(base, terms.zero), exceptionClass('ZeroDivisionError'));
    return floatPower(machine, { kind: 'int', term: base }, { kind: 'int', term: exponent });
  };
  if (side === 'yes') return inverse();
  return machine.choose(isNegative, inverse, () => intValue(naturalPower(machine, base, exponent)));
}

/** `base ** exponent` for an exponent that is not negative on the current path. */
function naturalPower(machine: Machine, base: IntTerm, exponent: IntTerm): IntTerm {
  const { terms } = machine;
  if (exponent.kind !== 'literal') {
    const bound = base === terms.zero || base === terms.one ? undefined : shortBound(machine, exponent);
    return bound === undefined
      ? terms.power(base, exponent)
      : byCases(machine, exponent, bound, (value) => terms.power(base, terms.int(value)));
  }
  if (base.kind === 'literal') {
    const bits = BigInt(base.value.toString(2).length) * exponent.value;
    if (bits > MOST_BITS && base.value ** 2n > 1n) machine.cut('**', `the power has more than ${MOST_BITS} bits`);
  } else if (exponent.value > LARGEST_EXPANDED_EXPONENT) {
    machine.cut(
      '**',
      `powers above ${LARGEST_EXPANDED_EXPONENT} of a value that depends on the inputs are not expanded`,
    );
  }
  return terms.power(base, exponent);
}

/** `base ** exponent % modulus`, as `pow` computes it for integers; a negative exponent needs an inverse and is cut. */
export function modularPower(machine: Machine, base: IntTerm, exponent: IntTerm, modulus: IntTerm): IntTerm {
  const { terms } = machine;
  machine.raiseIf(terms.eq(modulus, terms.zero), exceptionClass('ValueError'));
  machine.branch(
    terms.lt(exponent, terms.zero),
    () => machine.cut('pow()', 'modular inverses are not modelled'),
    () => undefined,
    () => undefined,
  );
  const known = [base, exponent, modulus].map((one) => (one.kind === 'literal' ? one.value : undefined));
  const [b, e, m] = known;
  if (b !== undefined && e !== undefined && m !== undefined) return terms.int(powerModulo(b, e, m));
  return terms.mod(naturalPower(machine, base, exponent), modulus);
}

function powerModulo(base: bigint, exponent: bigint, modulus: bigint): bigint {
  const size = modulus < 0n ? -modulus : modulus;
  let [result, square] = [1n % size, ((base % size) + size) % size];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * square) % size;
    square = (square * square) % size;
  }
  return modulus < 0n && result !== 0n ? result + modulus : result;
}

/**
 * `base ** exponent` with a float on one side, by the cases of C's `pow`. The power itself is a function known only by name:
 * libraries round it differently.
 */
export function floatPower(machine: Machine, left: NumberValue, right: NumberValue): Value {
  const { terms } = machine;
  const [base, exponent] = [floatTerm(machine, left), floatTerm(machine, right)];
  const isBelowZero = terms.floatCompare('flt', base, terms.float(0));
  const isFraction = terms.and(terms.isFinite(exponent), terms.not(terms.isWhole(exponent)));
  const isComplex = terms.and(isBelowZero, isFraction, terms.not(terms.isInf(base)));
  if (isComplex !== terms.false && machine.isFeasible(isComplex)) {
    machine.branch(
      isComplex,
      () => machine.cut('**', 'a fractional power of a negative float is complex, which is not modelled'),
      () => undefined,
      () => undefined,
    );
  }
  const isZero = terms.floatCompare('feq', base, terms.float(0));
  // an infinite exponent gives infinity
  const divides = terms.and(isZero, terms.floatCompare('flt', exponent, terms.float(0)), terms.isFinite(exponent));
  machine.raiseIf(divides, exceptionClass('ZeroDivisionError'));
  return floatValue(realPower(machine, base, exponent, exceptionClass('OverflowError')));
}

/** C's `pow`, where it is real and finite for finite operands; raises where it overflows. */
export function realPower(
  machine: Machine,
  base: FloatTerm,
  exponent: FloatTerm,
  overflow: ReturnType<typeof exceptionClass>,
): FloatTerm {
  const { terms } = machine;
  const one = terms.float(1);
  const isTrivial = terms.or(terms.floatCompare('feq', exponent, terms.float(0)), terms.floatCompare('feq', base, one));
  const isItself = terms.floatCompare('feq', exponent, one);
  const isNan = terms.or(terms.isNan(base), terms.isNan(exponent));
  const areFinite = terms.and(terms.isFinite(base), terms.isFinite(exponent));
  const mayOverflow = terms.and(
    areFinite,
    terms.not(isTrivial),
    terms.not(isItself),
    terms.not(isSmall(machine, base, exponent)),
  );
  machine.raiseIf(terms.and(mayOverflow, terms.opaque('bool', 'pow overflows', [base, exponent])), overflow, 'float');
  const power = terms.opaque('float', 'pow', [base, exponent]);
  machine.assume(terms.implies(areFinite, terms.isFinite(power)));
  const isEven = exponent.kind === 'literal' && exponent.value % 2 === 0;
  const isPositive = isEven ? terms.true : terms.floatCompare('flt', terms.float(0), base);
  machine.assume(terms.implies(terms.and(isPositive, areFinite), terms.floatCompare('fle', terms.float(0), power)));
  return terms.ite(isTrivial, one, terms.ite(isNan, terms.float(Number.NaN), terms.ite(isItself, base, power)));
}

/** Whether the power is certainly far below the largest float; decided for literal exponents only. */
function isSmall({ terms }: Machine, base: FloatTerm, exponent: FloatTerm): BoolTerm {
  if (exponent.kind !== 'literal' || exponent.value === 0) return terms.false;
  const limit = 2 ** Math.trunc(SAFE_EXPONENT / exponent.value);
  const size = terms.floatAbs(base);
  return exponent.value > 0
    ? terms.floatCompare('fle', size, terms.float(limit))
    : terms.floatCompare('fle', terms.float(limit), size);
}

/** `1 << count` and the like: a power of two for a count from 0 up. */
export function powerOfTwo(machine: Machine, count: IntTerm): IntTerm {
  return naturalPower(machine, machine.terms.int(2), count);
}
