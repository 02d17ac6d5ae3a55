/** What generated suites expect of their generators. */
import { expect } from 'vitest';
import { RUN } from './generated.ts';

/**
 * Expects that more than `least` of what was generated is of use. Judged at full size only, where the programs are the same every time: of
 * the few of a day, by chance none may be.
 */
export function expectYield(found: number, least: number): void {
  if (RUN.SIZE === 'full') expect(found).toBeGreaterThan(least);
}
