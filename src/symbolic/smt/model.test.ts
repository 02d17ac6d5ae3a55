import { describe, expect, test } from 'vitest';
import { literalText } from './literals.ts';
import { readValues, UnreadableModel } from './model.ts';

describe('values of every sort', () => {
  test.each([
    ['((v0 12) (v1 (- 5)) (v2 true) (v3 false))', [12n, -5n, true, false]],
    ['((v0 (fp #b1 #b10000000000 #x8000000000000)))', [-3]],
    ['((v0 (_ +oo 11 53)) (v1 (_ -oo 11 53)) (v2 (_ NaN 11 53)))', [Infinity, -Infinity, Number.NaN]],
    ['((v0 (_ +zero 11 53)) (v1 (_ -zero 11 53)))', [0, -0]],
    ['((v0 "a""b\\u{5c}\\u{1f600}\\u0041 ()"))', ['a"b\\😀A ()']],
    ['((v0 "")\n (v1 "x y"))', ['', 'x y']],
    ['((v0 "\\u{d83d}x"))', ['\ud83dx']],
    ['', []],
  ])('%s', (answer, values) => {
    expect(readValues(answer)).toEqual(values);
  });

  test('a string of paired surrogates cannot be held', () => {
    expect(readValues('((v0 "\\u{d83d}\\u{de00}"))')).toEqual([undefined]);
  });

  test('a condition that Z3 does not evaluate is no value', () => {
    expect(readValues('((v0 (forall ((q Int)) (not (<= q 0)))) (v1 (not (exists ((q Int)) (= q 0)))))')).toEqual([
      undefined,
      undefined,
    ]);
  });

  test.each(['((v0 ', '((v0 (seq.unit 1)))', '((v0 #x00))', 'v0', '((v0))'])('%s is refused', (answer) => {
    expect(() => readValues(answer)).toThrow(UnreadableModel);
  });
});

test('reads back what is written', () => {
  const values = [true, -(2n ** 70n), 0n, 0.1, -0, 5e-324, Number.NaN, -Infinity, 'a"\\u{41}\n\0é😀', ''];
  const answer = `(${values.map((value, i) => `(v${i} ${literalText(value)})`).join(' ')})`;
  expect(readValues(answer)).toEqual(values);
});
