import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { exactValue, floatAtLeast, floatAtMost, nextDown, nextUp, roundingBoundary } from './float-neighbours.ts';
import { divideExactly } from './operations.ts';
import { Terms } from './strings.ts';

const TELLING = [
  0,
  -0,
  5e-324,
  -5e-324,
  0.1,
  -0.1,
  0.5,
  1,
  -1,
  1.5,
  3,
  1e15,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 60),
  1e300,
  Number.MAX_VALUE,
];

describe('neighbours', () => {
  test.each(TELLING)('of %s', (value) => {
    expect(nextUp(value)).toBeGreaterThan(value);
    expect(nextDown(value)).toBeLessThan(value);
    if (nextUp(value) < Infinity) expect(nextDown(nextUp(value)) === value).toBe(true);
    const { numerator, denominator } = exactValue(value);
    expect(divideExactly(numerator, denominator) === value).toBe(true);
  });

  test('around an integer', () => {
    const odd = 2n ** 53n + 1n;
    expect([floatAtMost(odd), floatAtLeast(odd)]).toEqual([2 ** 53, 2 ** 53 + 2]);
    expect([floatAtMost(-odd), floatAtLeast(-odd)]).toEqual([-(2 ** 53) - 2, -(2 ** 53)]);
    expect([floatAtMost(7n), floatAtLeast(7n)]).toEqual([7, 7]);
    expect([floatAtMost(2n ** 1024n), floatAtLeast(2n ** 1024n)]).toEqual([Number.MAX_VALUE, Infinity]);
    expect([floatAtMost(-(2n ** 1024n)), floatAtLeast(-(2n ** 1024n))]).toEqual([-Infinity, -Number.MAX_VALUE]);
  });
});

describe('rounding boundaries', () => {
  test.each(TELLING)('of %s', (value) => {
    const { at, reached } = roundingBoundary(value);
    const fine = 2n ** 80n;
    const round = (offset: bigint) => divideExactly(at.numerator * fine + offset, at.denominator * fine);
    expect(round(0n) >= value).toBe(reached);
    expect(round(1n)).toBeGreaterThanOrEqual(value);
    expect(round(-1n)).toBeLessThan(value);
  });
});

describe('a comparison of a quotient with a float becomes one of integers', () => {
  const terms = new Terms();
  const x = terms.variable('int', 'x');
  const literals = TELLING.map((value) => terms.float(value));
  const OPERATORS = ['flt', 'fle', 'feq'] as const;

  test.each([1n, 2n, 3n, 7n, 10n, 2n ** 70n])('divided by %s', (divisor) => {
    const quotient = divisor === 1n ? terms.intToFloat(x) : terms.trueDiv(x, terms.int(divisor));
    for (const literal of literals) {
      if (literal.kind !== 'literal') continue;
      const { numerator, denominator } = exactValue(literal.value);
      const near = (numerator * divisor) / denominator;
      for (const offset of [-(2n ** 20n), -513n, -3n, -2n, -1n, 0n, 1n, 2n, 3n, 513n, 2n ** 20n]) {
        const value = divideExactly(near + offset, divisor);
        if (!Number.isFinite(value)) continue;
        const model = new Map([['x', near + offset]]);
        for (const operator of OPERATORS) {
          const place = `${operator} ${literal.value} at ${near + offset}`;
          const [forward, backward] = [
            terms.floatCompare(operator, quotient, literal),
            terms.floatCompare(operator, literal, quotient),
          ];
          expect(evaluate(forward, model), place).toBe(
            evaluate(terms.floatCompare(operator, terms.float(value), literal), model),
          );
          expect(evaluate(backward, model), place).toBe(
            evaluate(terms.floatCompare(operator, literal, terms.float(value)), model),
          );
        }
      }
    }
  });

  test('and leaves no float behind', () => {
    const half = terms.trueDiv(x, terms.int(2));
    expect(terms.floatCompare('flt', half, terms.float(10))).toBe(terms.lt(x, terms.int(20)));
    expect(terms.floatCompare('feq', terms.intToFloat(x), terms.float(3))).toBe(terms.eq(x, terms.int(3)));
    expect(terms.floatCompare('feq', terms.intToFloat(x), terms.float(3.5))).toBe(terms.false);
    expect(terms.floatCompare('flt', half, terms.float(Infinity))).toBe(terms.true);
  });
});
