import { expect, test } from 'vitest';
import { comparePaired, shareOf } from './statistics.ts';

// Brown, Cai and DasGupta, Interval Estimation for a Binomial Proportion, 2001.
test.each([
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [8, 10, 0.4902, 0.9433],
  [1, 100, 0.0018, 0.0545],
])('%i of %i lie between %d and %d', (passed, total, low, high) => {
  const share = shareOf(passed, total);
  expect(share.rate).toBe(passed / total);
  expect(share.low).toBeCloseTo(low, 4);
  expect(share.high).toBeCloseTo(high, 4);
});

test('nothing tested says nothing', () => {
  expect(shareOf(0, 0)).toEqual({ passed: 0, total: 0, rate: 0, low: 0, high: 1 });
});

const outcomes = (text: string) => new Map([...text].map((outcome, at) => [String(at), outcome === '1'] as const));

// 2 · (C(10,0) + C(10,1)) / 2¹⁰ for 1 and 9 tests that only one passed.
test.each([
  ['1111111110 1', '0000000001 1', 0.021484375],
  ['10', '01', 1],
  ['1111', '1111', 1],
  ['11111', '00000', 0.0625],
])('%s and %s differ with p = %d', (one, other, p) => {
  expect(comparePaired(outcomes(one), outcomes(other)).p).toBeCloseTo(p, 12);
});

test('tests that only one has are left out, and thousands are no problem', () => {
  expect(comparePaired(outcomes('110'), outcomes('10'))).toMatchObject({ pairs: 2, bothPassed: 1, onlyFirst: 1 });
  const { p } = comparePaired(
    outcomes('1'.repeat(3000) + '0'.repeat(3000)),
    outcomes('0'.repeat(3000) + '1'.repeat(3000)),
  );
  expect(p).toBe(1);
  expect(comparePaired(outcomes('1'.repeat(5000)), outcomes('0'.repeat(5000))).p).toBeLessThan(1e-300);
});
