/** Classes of growth of counts that are known. */
import { describe, expect, test } from 'vitest';
import { growthOf, type Point } from './growth.ts';

const DOUBLING = [8, 16, 32, 64, 128, 256, 512];

function points(steps: (n: number) => number, sizes = DOUBLING): readonly Point[] {
  return sizes.map((n) => ({ n, steps: Math.round(steps(n)) }));
}

describe('class of growth', () => {
  test.each([
    ['constant', points(() => 7)],
    ['log n', points((n) => 12 + 5 * Math.log2(n))],
    ['√n', points((n) => 4 + 3 * Math.sqrt(n))],
    ['n', points((n) => 20 + 4 * n)],
    ['n log n', points((n) => n * Math.log2(n) + 3 * n + 5)],
    ['n²', points((n) => n ** 2 / 2 + 9 * n + 11)],
    ['n³', points((n) => n ** 3 + 2 * n ** 2 + n, [8, 16, 32, 64])],
    ['2^n', points((n) => 3 * 1.618 ** n + 4, [8, 9, 10, 11, 12, 14, 16, 18, 20])],
  ])('%s', (name, given) => expect(growthOf(given)).toMatchObject({ class: name, certainty: 'sure' }));

  test('small noise makes it likely, not another class', () => {
    const noisy = points((n) => n ** 2 * (1 + 0.012 * Math.sin(n)));
    expect(growthOf(noisy)).toMatchObject({ class: 'n²', certainty: 'likely' });
  });

  test('what fits no class is unclear, with the power that was seen', () => {
    const between = growthOf(points((n) => n ** 1.585));
    expect(between).toMatchObject({ certainty: 'unclear', why: expect.stringContaining('n^1.59') });
  });

  test('many terms do not make a curve steeper than it is', () => {
    // Of a sieve: n + n / log log n, nearly.
    const steps = [760, 1328, 2371, 4298, 7984];
    const sieve = steps.map((count, at) => ({ n: 256 * 2 ** at, steps: count }));
    expect(growthOf(sieve)).toMatchObject({ class: 'n' });
  });

  test.each([
    ['n log log n', points((n) => n * Math.log2(Math.log2(n)) + n, [256, 512, 1024, 2048, 4096])],
    ['n² log n', points((n) => n ** 2 * Math.log2(n) + n, [32, 64, 128, 256, 512])],
    ['(log n)²', points((n) => 40 * Math.log2(n) ** 2 + 7, [256, 512, 1024, 2048, 4096])],
  ])('%s lies between the classes', (_, given) => expect(growthOf(given)).not.toMatchObject({ certainty: 'sure' }));

  test('three points are not enough', () => expect(growthOf(points((n) => n, [8, 16, 32]))).toBeUndefined());
});
