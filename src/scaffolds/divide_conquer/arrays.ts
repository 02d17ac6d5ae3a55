/** Arrays of numbers as instances have them. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Tier } from '../scaffold.ts';

/** Numbers of an instance. */
export const MOST_NUMBERS = 100_000;

/** At most {@link MOST_NUMBERS} of them. */
export const numbers = z.array(z.number()).max(MOST_NUMBERS);

/** Numbers of an instance of a tier. */
export function lengthOf(random: Random, tier: Tier, level: number): number {
  return tier === 'simple' ? 3 + 2 * level + random.below(3) : 6 + 4 * level + random.below(5);
}

/** Whole numbers from `-most` to `most`. */
export function randomNumbers(random: Random, count: number, most: number): number[] {
  return Array.from({ length: count }, () => random.below(2 * most + 1) - most);
}

/** From the least to the greatest. */
export function ascending(one: number, other: number): number {
  return one - other;
}

/** The array in words. */
export function listNumbers(array: readonly number[]): string {
  return `[${array.join(', ')}]`;
}
