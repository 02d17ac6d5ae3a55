import { describe, expect, it } from 'vitest';
import { comparedLines, findCited } from './cited-lines.ts';

const CODE = ['import a', '', 'def one():', '    return 1', '', 'def two():', '    return 2'];
const ONE = { start: 3, end: 4 };

describe('findCited', () => {
  it('finds lines where they were, whatever changed around them', () => {
    expect(findCited(CODE, ['import b', ...CODE.slice(1)], ONE)).toEqual({ kind: 'at', start: 3 });
  });

  it('finds lines that others came before', () => {
    expect(findCited(CODE, ['"""Doc."""', ...CODE], ONE)).toEqual({ kind: 'at', start: 4 });
    expect(findCited(CODE, CODE.slice(2), ONE)).toEqual({ kind: 'at', start: 1 });
    expect(findCited(CODE, ['import a', 'import b', ...CODE.slice(1)], { start: 2, end: 2 })).toEqual({
      kind: 'at',
      start: 3,
    });
  });

  it('tells equal lines apart by what is around them', () => {
    const before = ['a = 1', 'return None', 'b = 2', 'return None', 'c = 3'];
    const after = ['first = 0', ...before, 'return None'];
    expect(findCited(before, after, { start: 4, end: 4 })).toEqual({ kind: 'at', start: 5 });
  });

  it('finds code that changed its place among others', () => {
    const after = ['import a', '', 'def two():', '    return 2', '', 'def one():', '    return 1', 'def three(): pass'];
    expect(findCited(CODE, after, ONE)).toEqual({ kind: 'at', start: 6 });
  });

  it('finds no lines that were changed, or that others came between', () => {
    expect(findCited(CODE, [...CODE.slice(0, 3), '    return 3', ...CODE.slice(4)], ONE)).toEqual({ kind: 'gone' });
    expect(findCited(CODE, [...CODE.slice(0, 3), '    print()', ...CODE.slice(3)], ONE)).toEqual({ kind: 'gone' });
    expect(findCited(CODE, [], ONE)).toEqual({ kind: 'gone' });
  });

  it('does not choose among several places, and does not recognize braces', () => {
    const one = ['def one():', '    return 1'];
    const others = ['import a', 'import b', 'import c'];
    const twice = [...others, ...one, '', ...one];
    expect(findCited([...one, ...others], twice, { start: 1, end: 2 })).toEqual({ kind: 'several' });
    expect(findCited(['}', 'a', 'b'], ['a', 'b', '}'], { start: 1, end: 1 })).toEqual({ kind: 'gone' });
  });

  it('does not take lines for others like them', () => {
    const two = ['def a():', '    return 1', '', 'def b():', '    return 1'];
    const second = { start: 2, end: 2 };
    const changed = ['def a():', '    return 2', ...two.slice(2)];
    expect(findCited(two, changed, second).kind).not.toBe('at');
    expect(findCited(two, two.slice(3), second).kind).not.toBe('at');
    expect(findCited(two, two.slice(3), { start: 5, end: 5 })).toEqual({ kind: 'at', start: 2 });
    expect(findCited(two, ['import c', ...two], second)).toEqual({ kind: 'at', start: 3 });
  });

  it('takes texts of equal lines in a time that does not grow with their square', () => {
    const lines = Array.from({ length: 50_000 }, () => 'the same line');
    const found = findCited(lines, ['another', ...lines.slice(1), 'one more'], { start: 1, end: 200 });
    expect(found.kind).not.toBe('gone');
  });
});

it('compares lines without the white space at their ends', () => {
  expect(comparedLines('a \r\n\tb\t\nc')).toEqual(['a', '\tb', 'c']);
  expect(comparedLines('a\n')).toEqual(['a']);
  expect(comparedLines('')).toEqual([]);
});
