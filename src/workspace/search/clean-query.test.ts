import { describe, expect, it } from 'vitest';
import { cleanQuery } from './clean-query.ts';
import { parseQuery } from './query.ts';

const ISSUE = `Point.vel() fails on moving frames
<!-- Describe the bug -->
Python 3.6.0 |Anaconda, Inc.| (default, Dec 23 2016, 12:22:00)
Type "help", "copyright", "credits" or "license" for more information.
>>> p.vel(N)
Out[3]: \`ReferenceFrame\` is unknown
numpy==1.2.3
| scipy | 1.4.1 |
Traceback (most recent call last):
  File "/home/me/site-packages/sympy/physics/vector/point.py", line 486, in vel
    raise ValueError(self)
~/lib/sympy/core/mul.py in flatten(cls, seq)
see src/frame.py:12\r
`;

describe('cleanQuery', () => {
  it('drops what says nothing of code', () => {
    const { text } = cleanQuery(ISSUE);
    for (const noise of [
      'Describe',
      'Anaconda',
      'copyright',
      '>>>',
      'Out[3]',
      'numpy',
      'scipy',
      'site-packages',
      '\r',
    ]) {
      expect(text).not.toContain(noise);
    }
    expect(text).toContain('p.vel(N)');
    expect(text).toContain('Point.vel() fails on moving frames');
  });

  it('takes names and paths of frames first, the innermost before the others', () => {
    const { names, paths } = cleanQuery(ISSUE);
    expect(names.slice(0, 2)).toEqual(['flatten', 'vel']);
    expect(names).toEqual(expect.arrayContaining(['ReferenceFrame', 'Point', 'ValueError']));
    expect(paths).toEqual([
      '~/lib/sympy/core/mul.py',
      '/home/me/site-packages/sympy/physics/vector/point.py',
      'src/frame.py',
    ]);
  });
});

describe('parseQuery', () => {
  it('counts words of a title more, and names such as x12 less', () => {
    const { terms } = parseQuery('cache eviction\nwhen x12 and page overflow');
    const weight = (term: string) => terms.get(term)?.weight ?? Number.NaN;
    expect(weight('cach')).toBeGreaterThan(1.4);
    expect(weight('x12')).toBeLessThan(0.3);
    expect(weight('page')).toBeLessThan(1.1);
  });

  it('joins neighbouring words only', () => {
    const { terms } = parseQuery('connection pool, f(left, right)');
    expect(terms.has('connectionpool')).toBe(true);
    expect(terms.has('leftright')).toBe(false);
  });

  it('keeps numbers where there is nothing else', () => {
    expect([...parseQuery('404').terms.keys()]).toEqual(['404']);
    expect([...parseQuery('numpy 1.2.3').terms.keys()]).toContain('numpi');
    expect([...parseQuery('error 404').terms.keys()]).not.toContain('404');
  });
});
