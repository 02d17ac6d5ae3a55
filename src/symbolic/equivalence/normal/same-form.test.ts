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

const WIDER =
  'n: int, xs: list[int], ys: list[int], s: str, d: dict[str, int], rs: list[float], bs: list[bool], ws: list[str], q';

test.each([
  ['orders that a sum does not tell', 'return sum(reversed(xs))', 'return sum(xs)'],
  [
    'orders that a sum of a function does not tell',
    'return sum(x * x for x in xs[::-1])',
    'return sum(x * x for x in xs)',
  ],
  ['sorting twice', 'return sorted(sorted(xs))', 'return sorted(list(xs))'],
  ['copies', 'return xs[:]', 'return [x for x in xs]'],
  ['copies in reverse', 'return list(reversed(xs))', 'return xs[::-1]'],
  ['counting', 'return len([x for x in xs if x < 0])', 'return sum(x < 0 for x in xs)'],
  ['a length', 'k = 0\nfor x in xs:\n    k += 1\nreturn k', 'return len(xs)'],
  ['a search', 'return any(x == n for x in xs)', 'return n in xs'],
  ['what a dict has', 'return d[s] if s in d else 0', 'return d.get(s, 0)'],
  ['terms on the other side', 'return n + 1 < len(s)', 'return n < len(s) - 1'],
  ['the last item', 'return xs[len(xs) - 1]', 'return xs[-1]'],
  ['shifts and masks', 'return (n << 3) + (n & 1)', 'return n % 2 + 8 * n'],
  ['arithmetic right shifts', 'return n >> 2', 'return n // 4'],
  ['members of a literal', 'return n in (1, 2)', 'return n == 1 or n == 2'],
  ['polynomials', 'return (n + 1) ** 2', 'return n * n + n + n + 1'],
  ['a high power', 'return n ** 5 + n', 'return n + n ** 5'],
  ['products of ints and bools', 'return 3 * (n > 1)', 'return (n > 1) * 3'],
  ['what cancels out', 'return n + len(s) - n', 'return len(s)'],
  ['positions', 'return [xs[i] + 1 for i in range(len(xs))]', 'return [x + 1 for x in xs]'],
  [
    'positions that are used',
    "return [f'{i}{ws[i]}' for i in range(len(ws))]",
    "return [f'{i}{w}' for i, w in enumerate(ws)]",
  ],
  ['positions backwards', 't = 0\nfor i in range(len(xs) - 1, -1, -1):\n    t += xs[i]\nreturn t', 'return sum(xs)'],
  ['a text that grows', 't = ""\nfor w in ws:\n    t += w\nreturn t', 'return "".join(ws)'],
  ['a text that grows in front', 't = ""\nfor c in s:\n    t = c + t\nreturn t', 'return s[::-1]'],
  [
    'an assignment in a test',
    'if (k := len(xs)) > 3:\n    return k\nreturn 0',
    'k = len(xs)\nif k > 3:\n    return k\nreturn 0',
  ],
  [
    'the sum of a range',
    't = 0\nfor i in range(1, n + 1):\n    t += i\nreturn t',
    'return n * (n + 1) // 2 if n > 0 else 0',
  ],
])('sees through %s', (_, left, right) => {
  expect(areSame(left, right, WIDER)).toBe(true);
});

test.each([
  ['the order of floats that are added', 'return sum(reversed(rs))', 'return sum(rs)'],
  ['nan among floats that are sorted', 'return sorted(sorted(rs))', 'return sorted(rs)'],
  ['which of equal values of two types is kept', 'return set(reversed([*xs, *bs]))', 'return set([*xs, *bs])'],
  ['the list itself for its copy', 'return xs', 'return xs[:]'],
  ['an iterator for its list', 'return list(reversed(xs))', 'return reversed(xs)'],
  ['a text in a text', 'return any(c == s for c in s)', 'return s in s'],
  ['nan that is in a list', 'return any(r == rs[0] for r in rs)', 'return rs[0] in rs'],
  ['a fallback that raises', 'return d[s] if s in d else n // n', 'return d.get(s, n // n)'],
  ['a key that cannot be hashed', 'return d[q] if q in d else 0', 'return d.get(q, 0)'],
  ['the last but one', 'return xs[len(xs) - 2]', 'return xs[-2]'],
  ['shifts by what may be negative', 'return n << len(xs)', 'return n * 2 ** len(xs)'],
  ['masks that are no remainder', 'return n & 2', 'return n % 3'],
  ['truths as numbers', 'return len([x for x in xs if x < 0])', 'return sum(x <= 0 for x in xs)'],
  ['unpacking that raises', 'return sum(1 for a, b in ws)', 'return len(ws)'],
  ['the order in which unpacking raises', 'return sum(1 for a, b in ws[::-1])', 'return sum(1 for a, b in ws)'],
  ['an order of its own', 'return [x for x in reversed(q)]', 'return list(reversed(q))'],
  ['counted numbers', 'return len(xs)', 'return sum(x for x in xs)'],
  ['other powers that are no polynomials', 'return n ** 5', 'return n ** 6'],
  ['polynomials that raise', 'return xs[0] - xs[0]', 'return 0'],
  ['polynomials with other signs', 'return (n - 1) ** 2', 'return n * n - n - n - 1'],
  ['a bound that is one off', 'return n + 1 < len(s)', 'return len(s) - n >= 1'],
  ['terms of floats on the other side', 'return rs[0] + 1.0 < 2.0', 'return rs[0] < 1.0'],
  ['sums of floats as polynomials', 'return rs[0] + rs[1] + rs[2]', 'return rs[2] + rs[1] + rs[0]'],
  ['positions of another list', 'return [ys[i] for i in range(len(xs))]', 'return [y for y in ys]'],
  ['positions but the first', 'return [xs[i] for i in range(1, len(xs))]', 'return [x for x in xs]'],
  [
    'positions backwards where the order shows',
    'return [xs[i] for i in range(len(xs) - 1, -1, -1)]',
    'return list(xs)',
  ],
  [
    'positions of a list that changes',
    'return [xs.pop() + xs[i] for i in range(len(xs))]',
    'return [xs.pop() + x for x in xs]',
  ],
  ['positions that are looked at later', 'return (xs[i] for i in range(len(xs)))', 'return (x for x in xs)'],
  ['a text that grows the other way', 't = ""\nfor c in s:\n    t = c + t\nreturn t', 'return s'],
  [
    'an assignment behind a test',
    'k = 1\nif n > 3 and (k := n) > 4:\n    return k\nreturn k',
    'k = n\nif n > 3 and k > 4:\n    return k\nreturn k',
  ],
  ['the sum of an empty range', 't = 0\nfor i in range(1, n + 1):\n    t += i\nreturn t', 'return n * (n + 1) // 2'],
])('does not take for the same: %s', (_, left, right) => {
  expect(areSame(left, right, WIDER)).toBe(false);
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
