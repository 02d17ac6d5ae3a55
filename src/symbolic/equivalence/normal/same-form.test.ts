/** Which rewritings the normal form sees through, and which changes it does not take for one. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../../syntax/parse.ts';
import { pairWith } from '../pair.ts';
import { haveSameForm } from './same-form.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

const PARAMETERS = 'n: int, xs: list[int], s: str, r: float, q';

function areSame(left: string, right: string, parameters = PARAMETERS): boolean {
  const define = (name: string, body: string): string =>
    `def ${name}(${parameters}):\n${body.replaceAll('SELF', name).replace(/^/gm, '    ')}\n`;
  const module = parseModule(define('f', left) + define('g', right), parser);
  const definition = module.body[0];
  if (definition?.kind !== 'function') throw new TypeError('no function');
  return haveSameForm(module, pairWith(module, definition, 'g'));
}

test.each([
  ['names of locals', 'a = n\na += 1\nreturn a', 'b = n\nb = b + 1\nreturn b'],
  ['flipped comparisons', 'return n < len(s)', 'return len(s) > n'],
  ['a flipped comparison with nan', 'return r <= 1.0', 'return 1.0 >= r'],
  ['int bounds', 'return n <= 4', 'return not n > 4'],
  ['a negated test', 'if not q:\n    return 1\nelse:\n    return 2', 'if q:\n    return 2\nreturn 1'],
  ['De Morgan', 'return not (n > 1 and n < 5)', 'return n <= 1 or n >= 5'],
  ['chained comparisons', 'return 0 <= n < 9', 'return n >= 0 and n < 9'],
  [
    'an early return',
    'if n > 3:\n    return 1\nn += 1\nreturn n',
    'if n > 3:\n    return 1\nelse:\n    n += 1\n    return n',
  ],
  ['one return for two', 'if n:\n    v = 1\nelse:\n    v = 2\nreturn v', 'return 1 if n != 0 else 2'],
  ['commuted sums and products', 'return n + 2 * n - 1', 'return n * 2 - 1 + n'],
  ['the order of max', 'return max(n, len(s))', 'return max(len(s), n)'],
  ['no default for range', 'return [x for x in range(n)]', 'return list(x for x in range(0, n, 1))'],
  ['emptiness', 'return 1 if len(xs) == 0 else 2', 'return 2 if xs else 1'],
  ['any and all', 'return all(x > n for x in xs)', 'return not any(x <= n for x in xs)'],
  [
    'a loop that searches',
    'for x in xs:\n    if x == n:\n        return True\nreturn False',
    'return any(n == x for x in xs)',
  ],
  [
    'a loop that collects',
    'return [x + 1 for x in xs if x]',
    'a = []\nfor y in xs:\n    if y != 0:\n        a.append(1 + y)\nreturn a',
  ],
  ['a loop that adds up', 'return sum(x * x for x in xs)', 't = 0\nfor x in xs:\n    t += x * x\nreturn t'],
  [
    'nested loops',
    'return [x * y for x in xs for y in range(n)]',
    'a = []\nfor x in xs:\n    for y in range(n):\n        a.append(x * y)\nreturn a',
  ],
  ['a dict', 'return {x: x + 1 for x in xs}', 'd = {}\nfor x in xs:\n    d[x] = x + 1\nreturn d'],
  ['a counter', 'for i in range(n):\n    q.f(i)', 'k = 0\nend = n\nwhile k < end:\n    i = k\n    q.f(i)\n    k += 1'],
  [
    'a counter that goes down',
    'for i in range(n, -1, -1):\n    q.f(i)',
    'i = n\nwhile i >= 0:\n    q.f(i)\n    i -= 1',
  ],
  [
    'a counter behind an exit',
    'for i in range(n):\n    if q.f(i):\n        return i',
    'i = 0\nwhile i < n:\n    if q.f(i):\n        return i\n    i += 1',
  ],
  ['a loop that breaks at once', 'while True:\n    if q.f():\n        break\n    q.g()', 'while not q.f():\n    q.g()'],
  ['a temporary', 't = sorted(xs)\nreturn t[0]', 'return sorted(xs)[0]'],
  ['a comparison with an int literal', 'return q > 3', 'return 3 < q'],
  ['a temporary behind a method', 'return s.join([q.f(x) for x in xs])', 't = [q.f(x) for x in xs]\nreturn s.join(t)'],
  [
    'functions inside',
    'def h(v):\n    if v > 1:\n        return v\n    return n\nreturn h(q)',
    'def k(w):\n    if not 1 < w:\n        return n\n    else:\n        return w\nreturn k(q)',
  ],
  [
    'recursion',
    'return 1 if n == 0 else n * SELF(n - 1, xs, s, r, q)',
    'if n != 0:\n    return n * SELF(-1 + n, xs, s, r, q)\nreturn 1',
  ],
])('sees through %s', (_, left, right) => {
  expect(areSame(left, right)).toBe(true);
});

test.each([
  ['types that are not known', 'return q < n', 'return n > q'],
  ['orders with nan', 'return r < 1.0', 'return not r >= 1.0'],
  ['sums of floats', 'return r + 0.1 + 0.2', 'return r + 0.2 + 0.1'],
  ['the order of max for floats', 'return max(r, 0.0)', 'return max(0.0, r)'],
  ['concatenation', 'return s + "a"', 'return "a" + s'],
  ['the order of exceptions', 'return xs[0] < n % n', 'return n % n > xs[0]'],
  ['a list changed in place', 'a = xs\na += [1]\nreturn a', 'a = xs\na = a + [1]\nreturn a'],
  [
    'a counter that is read',
    'i = 0\nwhile i < n:\n    i += 1\nreturn i',
    'i = 0\nfor i in range(n):\n    pass\nreturn i',
  ],
  [
    'a step that is left out',
    'for i in range(n):\n    if q.f(i):\n        continue\n    q.g()',
    'i = 0\nwhile i < n:\n    if q.f(i):\n        continue\n    q.g()\n    i += 1',
  ],
  [
    'an end that moves',
    'for i in range(len(xs)):\n    xs.append(i)',
    'i = 0\nwhile i < len(xs):\n    xs.append(i)\n    i += 1',
  ],
  ['a sum of what is not an int', 't = 0\nfor x in q:\n    t += x\nreturn t', 'return sum(q)'],
  [
    'a list that is read on the way',
    'a = []\nfor x in xs:\n    a.append(len(a))\nreturn a',
    'return [len([]) for x in xs]',
  ],
  ['a comparison with a float literal', 'return q > 3.5', 'return 3.5 < q'],
  ['a method that is not known to be there', 'return q.f([n // n])', 't = [n // n]\nreturn q.f(t)'],
  ['a generator without a yield that is reached', 'return\nyield n', 'return'],
  ['a generator inside', 'def h():\n    return\n    yield n\nreturn h()', 'def h():\n    return\nreturn h()'],
  [
    'a variable of the function inside',
    'v = n\ndef h():\n    return v\n    v = 1\nreturn h()',
    'v = n\ndef h():\n    return v\nreturn h()',
  ],
  ['other operands', 'return n - 1', 'return 1 - n'],
  ['other constants', 'return 1', 'return 1.0'],
  ['zeros of other signs', 'return 0.0', 'return -0.0'],
  ['a global of the same name', 'v = 1\nreturn v', 'w = 1\nreturn v'],
  ['arguments that changed places', 'return (n, s)', 'return (s, n)'],
  [
    'recursion with other arguments',
    'return SELF(n - 1, xs, s, r, q) if n else 0',
    'return SELF(n - 2, xs, s, r, q) if n else 0',
  ],
])('does not take for the same: %s', (_, left, right) => {
  expect(areSame(left, right)).toBe(false);
});

test('an annotation counts only where no call breaks it', () => {
  const [left, right] = ['return SELF(q) if n < 0 else max(n, 0)', 'return SELF(q) if n < 0 else max(0, n)'];
  expect(areSame(left, right, 'n: int, q=1')).toBe(false);
  const [typed, swapped] = [left, right].map((body) => body.replace('SELF(q)', 'SELF(-n)'));
  expect(areSame(typed ?? '', swapped ?? '', 'n: int')).toBe(true);
});

test('functions that are called have to be the same as well', () => {
  const code = (helper: string) =>
    `def h(x):\n    return x if x else 0\ndef k(y):\n    return ${helper}\ndef f(n: int):\n    return h(n)\ndef g(m: int):\n    return k(m)\n`;
  const same = (helper: string): boolean => {
    const module = parseModule(code(helper), parser);
    const definition = module.body[2];
    if (definition?.kind !== 'function') throw new TypeError('no function');
    return haveSameForm(module, pairWith(module, definition, 'g'));
  };
  expect(same('0 if not y else y')).toBe(true);
  expect(same('1 if not y else y')).toBe(false);
});
