/** Which spellings of copies, and of what goes through dictionaries, are one; and which only look so. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../../syntax/parse.ts';
import { pairWith } from '../pair.ts';
import { haveSameContent, haveSameForm } from './same-form.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const PARAMETERS =
  'n: int, xs: list[int], t: tuple[int, ...], d: dict[str, int], e: dict, ss: set[int], s: str, ws: list[str], rows: list[list[int]], rs: list[float], q';

function compared(compare: typeof haveSameForm, left: string, right: string, more = ''): boolean {
  const define = (name: string, body: string): string =>
    `def ${name}(${PARAMETERS}):\n${body.replaceAll('SELF', name).replace(/^/gm, '    ')}\n`;
  const module = parseModule(define('f', left) + define('g', right) + more, parser);
  const definition = module.body[0];
  if (definition?.kind !== 'function') throw new TypeError('no function');
  return compare(module, pairWith(module, definition, 'g'));
}

test.each([
  ['a display of all items', 'return [*xs]', 'return xs[:]'],
  ['nothing that is added', 'return xs + []', 'return [] + xs'],
  ['one time', 'return xs * 1', 'return xs.copy()'],
  ['a list that is added to', 'ys = list(xs)\nys.append(n)\nreturn ys', 'return [*xs, n]'],
  ['a list that is sorted', 'ys = xs[:]\nys.sort()\nreturn ys', 'return sorted(xs)'],
  ['a list that is turned round', 'ys = xs[:]\nys.reverse()\nreturn ys', 'return xs[::-1]'],
  ['lists behind each other', 'ys = []\nys.append(n)\nys.append(1)\nreturn ys', 'return [n, 1]'],
  ['a tuple of a list', 'return tuple(xs)', 'return (*xs,)'],
  ['a tuple', 'return t[:]', 'return tuple(t)'],
  ['copies of dictionaries', 'return d.copy()', 'return {**d}'],
  ['entries one by one', 'return {k: v for k, v in d.items()}', 'return dict(d.items())'],
  ['keys one by one', 'return {k: d[k] for k in d}', 'return d | {}'],
  ['keys', 'return list(d.keys())', 'return [k for k in d]'],
  ['a key', 'return s in d.keys()', 'return s in d'],
  ['entries that are chosen', 'return [k for k, v in d.items() if v > n]', 'return [k for k in d if d[k] > n]'],
  ['a text', 'return "".join(list(s))', 'return s[:]'],
  ['texts', 'return s.join(list(ws))', 'return s.join(ws)'],
  ['how often', 'k = 0\nfor x in xs:\n    if x == n:\n        k += 1\nreturn k', 'return xs.count(n)'],
  [
    'sums of sums',
    'k = 0\nfor r in rows:\n    for x in r:\n        k += x\nreturn k',
    'return sum(sum(r) for r in rows)',
  ],
  [
    'groups',
    'out = {}\nfor w in ws:\n    out.setdefault(w, []).append(n)\nreturn out',
    'out = {}\nfor w in ws:\n    if w not in out:\n        out[w] = []\n    out[w].append(n)\nreturn out',
  ],
])('sees through %s', (_, left, right) => {
  expect(compared(haveSameForm, left, right)).toBe(true);
});

test.each([
  ['a list for its copy that changes', 'ys = xs\nys.append(n)\nreturn ys', 'ys = list(xs)\nys.append(n)\nreturn ys'],
  ['a list that is sorted in place', 'xs.sort()\nreturn xs', 'return sorted(xs)'],
  ['a list under another name', 'ys = xs\nys.sort()\nreturn ys', 'return sorted(xs)'],
  ['a copy that is made later', 'ys = xs[:]\nxs.append(n)\nreturn ys', 'xs.append(n)\nys = xs[:]\nreturn ys'],
  ['a copy before a change', 'return [*xs, xs.pop()]', 'return xs + [xs.pop()]'],
  [
    'one copy for two',
    'ys = list(s)\nzs = ys\nzs.append(s)\nreturn ys',
    'ys = list(s)\nzs = list(s)\nzs.append(s)\nreturn ys',
  ],
  ['a copy that changes after it was made', 'ys = list(s)\nys.append(s)\nreturn ys', 'return list(s)'],
  ['two times', 'return xs * 2', 'return xs + []'],
  ['the same tuple', 'return tuple(list(t)) is t', 'return tuple(t) is t'],
  ['the order of a set', 'return list(set(xs[::-1]))', 'return list(set(xs))'],
  ['the order of a copy of a set', 'return list({x for x in ss})', 'return list(set(ss))'],
  ['the order of a set of keys', 'return list(set(d.keys()))', 'return list(set(d))'],
  ['values for keys', 'return list(d.values())', 'return list(d)'],
  ['another dictionary', 'return {k: e[k] for k in d}', 'return dict(d)'],
  ['keys that are changed', 'return {s + k: v for k, v in d.items()}', 'return dict(d)'],
  ['keys of unknown types', 'return {k: v for k, v in e.items()}', 'return dict(e)'],
  ['what is not known to be a list', 'return q[:]', 'return list(q)'],
  ['what is not known to be a dictionary', 'return q.copy()', 'return dict(q)'],
  [
    'a dictionary that changes on the way',
    'return [d.pop(k) + v for k, v in d.items()]',
    'return [d.pop(k) + d[k] for k in d]',
  ],
  ['how often nan', 'return sum(1 for r in rs if r == rs[0])', 'return rs.count(rs[0])'],
  ['pieces of a text', 'return sum(1 for c in s if c == ws[0])', 'return s.count(ws[0])'],
  ['sums of sums of floats', 'return sum(sum(rs) for r in rows)', 'return sum(x for r in rows for x in rs)'],
  [
    'a group that is begun with something',
    'out = {}\nfor w in ws:\n    out.setdefault(w, [0]).append(n)\nreturn out',
    'out = {}\nfor w in ws:\n    if w not in out:\n        out[w] = []\n    out[w].append(n)\nreturn out',
  ],
])('does not take for the same: %s', (_, left, right) => {
  expect(compared(haveSameForm, left, right)).toBe(false);
});

test.each([
  ['a list', 'return xs', 'return xs[:]'],
  ['one of several returns', 'if n:\n    return xs\nreturn []', 'return list(xs) if n else []'],
  ['a dictionary', 'return d', 'return {k: v for k, v in d.items()}'],
  ['a set', 'return ss | set()', 'return {x for x in ss}'],
  ['a set with nothing taken away', 'return ss', 'return ss.copy() - set()'],
  ['a tuple', 'return t', 'return (*t,)'],
])('contents are the same for %s and its copy', (_, left, right) => {
  expect(compared(haveSameForm, left, right)).toBe(false);
  expect(compared(haveSameContent, left, right)).toBe(true);
});

test.each([
  ['a list that is returned inside', 'xs.append(xs)\nreturn xs', 'xs.append(xs[:])\nreturn xs'],
  [
    'what a finally clause changes',
    'try:\n    return xs\nfinally:\n    xs.append(n)',
    'try:\n    return xs[:]\nfinally:\n    xs.append(n)',
  ],
  ['another type', 'return t', 'return list(t)'],
  ['a frozen set', 'return ss', 'return frozenset(ss)'],
  ['a set that is taken from nothing', 'return ss', 'return set() - ss'],
  ['what is given out piece by piece', 'yield 1\nreturn xs', 'yield 1\nreturn xs[:]'],
  [
    'what an inner function returns',
    'def h():\n    return xs\nh().append(n)\nreturn xs',
    'def h():\n    return xs[:]\nh().append(n)\nreturn xs',
  ],
  [
    'what the function itself goes on with',
    'if n > 0:\n    SELF(0, xs, t, d, e, ss, s, ws, rows, rs, q).append(n)\nreturn xs',
    'if n > 0:\n    SELF(0, xs, t, d, e, ss, s, ws, rows, rs, q).append(n)\nreturn xs[:]',
  ],
])('contents are not taken for the same: %s', (_, left, right) => {
  expect(compared(haveSameContent, left, right)).toBe(false);
});

test('a function that the module calls returns what it returns', () => {
  const [left, right] = ['return xs', 'return xs[:]'];
  expect(compared(haveSameContent, left, right, 'h = 1\n')).toBe(true);
  expect(compared(haveSameContent, left, right, 'h = f\n')).toBe(false);
});

test('a decorator sees which object is returned', () => {
  const code =
    'def k(h):\n    return h\n@k\ndef f(xs: list[int]):\n    return xs\n@k\ndef g(xs: list[int]):\n    return xs[:]\n';
  const module = parseModule(code, parser);
  const definition = module.body[1];
  if (definition?.kind !== 'function') throw new TypeError('no function');
  expect(haveSameContent(module, pairWith(module, definition, 'g'))).toBe(false);
});
