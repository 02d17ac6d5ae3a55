import { describe, expect, test } from 'vitest';
import { Terms } from '../terms/strings.ts';
import { Slicer } from './slices.ts';

const terms = new Terms();
const [w, x, y, z] = ['w', 'x', 'y', 'z'].map((name) => terms.variable('int', name));
if (w === undefined || x === undefined || y === undefined || z === undefined) throw new Error('no variables');

describe('split', () => {
  test('keeps together what shares a variable, also through others', () => {
    const [a, b, c, d] = [terms.le(x, terms.one), terms.le(z, w), terms.le(x, y), terms.le(y, terms.int(7))];
    expect(new Slicer().split([a, b, c, d])).toEqual([[a, c, d], [b]]);
  });

  test('joins parts that a later assertion connects', () => {
    const [a, b, c] = [terms.le(x, terms.one), terms.le(y, terms.one), terms.lt(y, x)];
    expect(new Slicer().split([a, b, c])).toEqual([[a, b, c]]);
  });

  test('an opaque function connects its applications: equal arguments give equal results', () => {
    const applied = (term: typeof x) => terms.le(terms.opaque('int', 'hash', [term]), terms.zero);
    const other = terms.le(terms.opaque('int', 'size', [z]), terms.zero);
    expect(new Slicer().split([applied(x), applied(y), other])).toEqual([[applied(x), applied(y)], [other]]);
  });

  test('one name with two sorts is two variables', () => {
    const parts = [terms.le(x, terms.one), terms.isNan(terms.variable('float', 'x'))];
    expect(new Slicer().split(parts)).toEqual(parts.map((part) => [part]));
  });

  test('nothing has no parts', () => {
    expect(new Slicer().split([])).toEqual([]);
  });
});
