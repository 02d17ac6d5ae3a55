/** `hash(value)`: https://docs.python.org/3/library/functions.html#hash */
import type { Machine } from '../execute/machine.ts';
import { intValue, type PlainValue, type Value } from '../values/value.ts';
import { requireHashable } from './hashing.ts';
import { absolute, integerTerm, isInteger } from './numbers.ts';

/** The smallest modulus that integers are reduced by: that of platforms with 32 bits. */
const SMALLEST_MODULUS = 2n ** 31n - 1n;

/**
 * The hash: small integers are their own, except for -1; others are functions known only by name, since texts are hashed anew in
 * every process and large numbers by the platform. Undefined for containers and objects.
 */
export function hashOf(machine: Machine, value: PlainValue): Value | undefined {
  const { terms } = machine;
  requireHashable(machine, value);
  if (isInteger(value)) {
    const integer = integerTerm(machine, value);
    const isSmall = terms.lt(absolute(machine, integer), terms.int(SMALLEST_MODULUS));
    const small = terms.ite(terms.eq(integer, terms.int(-1)), terms.int(-2), integer);
    return intValue(terms.ite(isSmall, small, terms.opaque('int', 'hash', [integer])));
  }
  // the hash of nan depends on its identity, and equal numbers of other types have the same
  if (value.kind === 'str') return intValue(terms.opaque('int', 'hash', [value.term]));
  return undefined;
}
