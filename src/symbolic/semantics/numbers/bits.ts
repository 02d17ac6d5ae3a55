/** Bitwise operators on unbounded two's complement integers: https://docs.python.org/3/library/stdtypes.html#bitwise-operations-on-integer-types */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm, IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { powerOfTwo } from './powers.ts';

/** Shifts of literals by more bits than this are left undecided. */
const LARGEST_SHIFT = 100_000n;

/** `left & right` and the like. */
export function bitwise({ terms }: Machine, operator: '&' | '|' | '^', left: IntTerm, right: IntTerm): IntTerm {
  switch (operator) {
    case '&':
      return terms.bitAnd(left, right);
    case '|':
      return terms.bitOr(left, right);
    case '^':
      return terms.bitXor(left, right);
  }
}

/** `left << right` and `left >> right`; a negative count raises ValueError. */
export function shift(machine: Machine, operator: '<<' | '>>', left: IntTerm, right: IntTerm): IntTerm {
  const { terms } = machine;
  machine.raiseIf(terms.lt(right, terms.zero), exceptionClass('ValueError'));
  if (left === terms.zero) return left;
  if (right.kind === 'literal' && right.value > LARGEST_SHIFT) {
    machine.cut(operator, `shifts by more than ${LARGEST_SHIFT} bits are not modelled`);
  }
  if (operator === '<<') refuseHuge(machine, left, right);
  const factor = powerOfTwo(machine, right);
  return operator === '<<' ? terms.mul(left, factor) : terms.floorDiv(left, factor);
}

/** No platform holds integers of 2 ** 70 bits; some raise OverflowError before, others run out of memory. */
function refuseHuge(machine: Machine, left: IntTerm, count: IntTerm): void {
  const { terms } = machine;
  const isAtLeast = (bits: bigint): BoolTerm =>
    terms.and(terms.le(terms.int(1n << bits), count), terms.not(terms.eq(left, terms.zero)));
  machine.raiseIf(isAtLeast(70n), exceptionClass('OverflowError'));
  machine.cutIf(isAtLeast(31n), '<<', 'whether an integer of more than 2**31 bits is allowed depends on the platform');
}

/** How many bits of the magnitude are ones; exact for integers proved to be of 16 bits, else a function known only by name. */
export function bitCount(machine: Machine, operand: IntTerm): IntTerm {
  const { terms } = machine;
  const size = terms.ite(terms.lt(operand, terms.zero), terms.neg(operand), operand);
  if (size.kind === 'literal') return terms.int(size.value.toString(2).replaceAll('0', '').length);
  const width = [4, 8, 16].find((bits) =>
    machine.isProved(machine.state, terms.lt(size, terms.int(1n << BigInt(bits)))),
  );
  if (width !== undefined) {
    const bits = Array.from({ length: width }, (_, at) =>
      terms.mod(terms.floorDiv(size, terms.int(1n << BigInt(at))), terms.int(2)),
    );
    return terms.add(...bits);
  }
  const count = terms.opaque('int', 'bit count', [size]);
  machine.assume(terms.and(terms.le(terms.zero, count), terms.le(count, terms.bitLength(size))));
  return count;
}
