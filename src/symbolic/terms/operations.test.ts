import { describe, expect, test } from 'vitest';
import { divideExactly, floorDivide, floorModulo, operate } from './operations.ts';

describe('floor division', () => {
  // quotient and remainder as CPython prints them
  test.each([
    [7n, 2n, 3n, 1n],
    [-7n, 2n, -4n, 1n],
    [7n, -2n, -4n, -1n],
    [-7n, -2n, 3n, -1n],
    [6n, -2n, -3n, 0n],
    [-6n, 2n, -3n, 0n],
    [0n, -5n, 0n, 0n],
    [1n, 10n ** 30n, 0n, 1n],
    [-1n, 10n ** 30n, -1n, 10n ** 30n - 1n],
  ])('%s by %s', (dividend, divisor, quotient, remainder) => {
    expect(floorDivide(dividend, divisor)).toBe(quotient);
    expect(floorModulo(dividend, divisor)).toBe(remainder);
  });

  test('has no value by 0', () => {
    expect(operate('floordiv', [1n, 0n])).toBeUndefined();
    expect(operate('mod', [1n, 0n])).toBeUndefined();
    expect(operate('truediv', [1n, 0n])).toBeUndefined();
  });
});

describe('true division', () => {
  // results of CPython 3.14
  test.each([
    [1n, 3n, 0.3333333333333333],
    [2n ** 53n + 1n, 1n, 9007199254740992],
    [2n ** 53n + 3n, 1n, 9007199254740996],
    [10n ** 400n, 10n ** 399n, 10],
    [1n, 2n ** 1074n, 5e-324],
    [1n, 2n ** 1075n, 0],
    [3n, 2n ** 1076n, 5e-324],
    [-1n, 10n ** 400n, -0],
    [0n, -5n, -0],
    [0n, 5n, 0],
    [2n ** 1024n - 2n ** 970n - 1n, 1n, Number.MAX_VALUE],
  ])('%s / %s', (dividend, divisor, quotient) => {
    expect(divideExactly(dividend, divisor)).toBe(quotient);
  });

  test('overflows at half a unit above the largest float', () => {
    expect(divideExactly(2n ** 1024n - 2n ** 970n, 1n)).toBe(Infinity);
    expect(operate('truediv', [2n ** 1024n - 2n ** 970n, 1n])).toBeUndefined();
    expect(operate('inttofloat', [-(2n ** 1024n)])).toBeUndefined();
  });

  test('of exactly representable numbers is the division of floats', () => {
    for (let a = -60n; a <= 60n; a++) {
      for (let b = -60n; b <= 60n; b++) {
        if (b !== 0n && a !== 0n)
          expect(divideExactly(a * 999_999_999_989n, b)).toBe(Number(a * 999_999_999_989n) / Number(b));
      }
    }
  });
});

describe('strings are sequences of code points', () => {
  test('positions and lengths', () => {
    expect(operate('length', ['a😀b'])).toBe(3n);
    expect(operate('substr', ['a😀b', 1n, 1n])).toBe('😀');
    expect(operate('indexof', ['😀b', 'b', 0n])).toBe(1n);
    expect(operate('indexof', ['abc', '', 3n])).toBe(3n);
    expect(operate('indexof', ['abc', 'a', 4n])).toBeUndefined();
    expect(operate('substr', ['abc', -1n, 2n])).toBe('');
    expect(operate('substr', ['abc', 1n, 10n ** 30n])).toBe('bc');
  });

  test('half of a code point is not found in it', () => {
    expect(operate('contains', ['😀', '\ude00'])).toBe(false);
    expect(operate('prefixof', ['\ud83d', '😀'])).toBe(false);
    expect(operate('suffixof', ['\ude00', '😀'])).toBe(false);
    expect(operate('replaceall', ['😀', '\ude00', 'x'])).toBe('😀');
  });

  test('two surrogates that would become one code point have no text here', () => {
    expect(operate('concat', ['\ud83d', '\ude00'])).toBeUndefined();
    expect(operate('concat', ['\ud83d', 'x', '\ude00'])).toBe('\ud83dx\ude00');
    expect(operate('replaceall', ['\ud83dx\ude00', 'x', ''])).toBeUndefined();
  });

  test('order is by code point, not by UTF-16 unit', () => {
    expect(operate('strlt', ['\uffff', '😀'])).toBe(true);
    expect(operate('strle', ['a', 'a'])).toBe(true);
    expect(operate('strlt', ['', 'a'])).toBe(true);
  });

  test('integers and their texts', () => {
    expect(operate('inttostr', [-12n])).toBe('-12');
    expect(operate('strtoint', ['007'])).toBe(7n);
    expect(operate('strtoint', ['-7'])).toBe(-1n);
    expect(operate('strtoint', [''])).toBe(-1n);
    expect(operate('strtoint', ['٣'])).toBe(-1n);
    expect(operate('strtoint', ['7\n'])).toBe(-1n);
  });
});

describe('floats', () => {
  test('identity tells zeros apart and joins nan', () => {
    expect(operate('same', [0, -0])).toBe(false);
    expect(operate('same', [Number.NaN, Number.NaN])).toBe(true);
    expect(operate('feq', [0, -0])).toBe(true);
    expect(operate('feq', [Number.NaN, Number.NaN])).toBe(false);
  });

  test('comparisons with integers are exact', () => {
    expect(operate('inteqfloat', [2n ** 53n + 1n, 2 ** 53])).toBe(false);
    expect(operate('intltfloat', [2n ** 53n, 2 ** 53 + 2])).toBe(true);
    expect(operate('intltfloat', [10n ** 400n, Infinity])).toBe(true);
    expect(operate('intlefloat', [0n, Number.NaN])).toBe(false);
    expect(operate('inteqfloat', [0n, Infinity])).toBe(false);
  });

  test('only finite floats have an integer part', () => {
    expect(operate('floattoint', [-2.9])).toBe(-2n);
    expect(operate('floattoint', [Number.NaN])).toBeUndefined();
    expect(operate('floattoint', [-Infinity])).toBeUndefined();
  });
});

test('huge results are not computed', () => {
  const huge = 1n << 1_000_001n;
  expect(operate('mul', [huge, huge])).toBeUndefined();
  const long = 'ab'.repeat(1_500_000);
  expect(operate('concat', [long, long])).toBeUndefined();
});
