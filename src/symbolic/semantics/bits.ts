/** Bitwise operators on unbounded two's complement integers: https://docs.python.org/3/library/stdtypes.html#bitwise-operations-on-integer-types */
import type { Machine } from '../execute/machine.ts';
import type { IntTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';

/** Shifts of literals by more bits than this are left undecided. */
const LARGEST_SHIFT = 100_000n;

type BitOperator = '&' | '|' | '^';

/** `left & right` and the like; exact for literals and for masks of low bits, else a function only known by name. */
export function bitwise(machine: Machine, operator: BitOperator, left: IntTerm, right: IntTerm): IntTerm {
  const { terms } = machine;
  if (left.kind === 'literal' && right.kind === 'literal') {
    return terms.int(FOLD[operator](left.value, right.value));
  }
  if (operator === '&') {
    for (const [mask, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (mask.kind === 'literal' && isLowMask(mask.value)) return terms.mod(other, terms.int(mask.value + 1n));
    }
  }
  return terms.opaque('int', `int ${operator}`, left.id < right.id ? [left, right] : [right, left]);
}

const FOLD: Readonly<Record<BitOperator, (left: bigint, right: bigint) => bigint>> = {
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
};

/** All ones up to some bit: 1, 3, 7, … */
function isLowMask(value: bigint): boolean {
  return value > 0n && (value & (value + 1n)) === 0n;
}

/** `left << right` and `left >> right`; a negative count raises ValueError. */
export function shift(machine: Machine, operator: '<<' | '>>', left: IntTerm, right: IntTerm): IntTerm {
  const { terms } = machine;
  machine.raiseIf(terms.lt(right, terms.zero), exceptionClass('ValueError'));
  if (right.kind !== 'literal')
    machine.cut(`${operator} with a variable count`, 'the shift count depends on the inputs');
  if (right.value > LARGEST_SHIFT) machine.cut(operator, `shifts by more than ${LARGEST_SHIFT} bits are not modelled`);
  const factor = terms.int(1n << right.value);
  return operator === '<<' ? terms.mul(left, factor) : terms.floorDiv(left, factor);
}
