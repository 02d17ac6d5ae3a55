import { expect, it } from 'vitest';
import { hasPassed } from './passed.ts';

it.each([
  [999, false],
  [1000, true],
  [1001, true],
  [0, false],
  // The clock was set back.
  [-1, true],
  [-86_400_000, true],
])('says of %d ms whether a second has passed', (passed, expected) => {
  expect(hasPassed(1000, 5_000_000, 5_000_000 + passed)).toBe(expected);
});

it('says of what never was that it is long ago', () => {
  expect(hasPassed(1000, -Infinity, 0)).toBe(true);
});
