import { describe, expect, it } from 'vitest';
import { permutations, product } from './arrangements.ts';

const many = Array.from({ length: 5000 }, (_, index) => index);

describe('arrangements', () => {
  it('are made where there are few', () => {
    expect(product([['a', 'b'], ['c']], 1)).toEqual([
      ['a', 'c'],
      ['b', 'c'],
    ]);
    expect(product([[0, 1]], 2)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(product([], 10 ** 9)).toEqual([[]]);
    expect(permutations([1, 2, 3], 2)).toHaveLength(6);
    expect(permutations(many, 1)).toHaveLength(5000);
  });

  it('are refused by their number before any is made', () => {
    expect(product([[1]], 10 ** 9)).toBeUndefined();
    expect(permutations(many, 5000)).toBeUndefined();
    expect(permutations(many, 2)).toBeUndefined();
  });
});
