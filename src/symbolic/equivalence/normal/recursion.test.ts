/** Which recursions are one with a loop; and which only look so. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../scripts/lib/node-engine.ts';
import { parseModule, type TreeParser } from '../../syntax/parse.ts';
import { pairWith } from '../pair.ts';
import { haveSameForm } from './same-form.ts';

let parser: TreeParser;
beforeAll(async () => {
  parser = await loadPythonParser();
});

/** Whether a loop has the form of a function `g` that calls itself. */
function areSame(parameters: string, loop: string, recursion: string, more = ''): boolean {
  const define = (name: string, body: string): string =>
    `def ${name}(${parameters}):\n${body.replace(/^/gm, '    ')}\n`;
  const module = parseModule(define('f', loop) + define('g', recursion) + more, parser);
  const definition = module.body[0];
  if (definition?.kind !== 'function') throw new TypeError('no function');
  return haveSameForm(module, pairWith(module, definition, 'g'));
}

const INTS = 'xs: list[int]';
const DIGITS = 't = 0\nwhile n > 0:\n    t += n % 10\n    n //= 10\nreturn t';
const DOWN = 'while n > 0:\n    acc += n\n    n -= 1\nreturn acc';

test.each([
  ['a sum', INTS, 'return sum(xs)', 'if not xs:\n    return 0\nreturn xs[0] + g(xs[1:])'],
  ['a sum behind', INTS, 'return sum(xs)', 'if len(xs) == 0:\n    return 0\nreturn g(xs[1:]) + xs[0]'],
  ['a list', INTS, 'return [x * 2 for x in xs]', 'if not xs:\n    return []\nreturn [xs[0] * 2] + g(xs[1:])'],
  [
    'a choice',
    INTS,
    'return [x for x in xs if x > 0]',
    'if not xs:\n    return []\nif xs[0] > 0:\n    return [xs[0]] + g(xs[1:])\nreturn g(xs[1:])',
  ],
  [
    'a search',
    `${INTS}, t: int`,
    'return t in xs',
    'if not xs:\n    return False\nif xs[0] == t:\n    return True\nreturn g(xs[1:], t)',
  ],
  ['a text turned round', 's: str', 'return s[::-1]', "if not s:\n    return ''\nreturn g(s[1:]) + s[0]"],
  ['digits', 'n: int', DIGITS, 'if n <= 0:\n    return 0\nreturn n % 10 + g(n // 10)'],
  ['an accumulator', 'n: int, acc: int', DOWN, 'if n <= 0:\n    return acc\nreturn g(n - 1, acc + n)'],
  [
    'a factorial',
    'n: int',
    'r = 1\nfor i in range(2, n + 1):\n    r *= i\nreturn r',
    'if n <= 1:\n    return 1\nreturn n * g(n - 1)',
  ],
  [
    'squares',
    'n: int',
    't = 0\nfor i in range(1, n + 1):\n    t += i * i\nreturn t',
    'if n < 1:\n    return 0\nreturn n * n + g(n - 1)',
  ],
  [
    'bools',
    'bs: list[bool]',
    't = 0\nfor b in bs:\n    t += b\nreturn t',
    'if not bs:\n    return 0\nreturn bs[0] + g(bs[1:])',
  ],
])('sees through %s', (_, parameters, loop, recursion) => {
  expect(areSame(parameters, loop, recursion)).toBe(true);
  // a name that may mean another function tells nothing
  expect(areSame(parameters, loop, recursion, 'g = f\n')).toBe(false);
});

test.each([
  ['another start', INTS, 'return sum(xs)', 'if not xs:\n    return 1\nreturn xs[0] + g(xs[1:])'],
  ['an end that comes early', INTS, 'return sum(xs)', 'if len(xs) < 2:\n    return 0\nreturn xs[0] + g(xs[1:])'],
  ['every second item', INTS, 'return sum(xs)', 'if not xs:\n    return 0\nreturn xs[0] + g(xs[2:])'],
  ['differences', INTS, 'return sum(xs)', 'if not xs:\n    return 0\nreturn xs[0] - g(xs[1:])'],
  ['a bool at the end', INTS, 'return sum(xs)', 'if not xs:\n    return False\nreturn xs[0] + g(xs[1:])'],
  ['the last item', INTS, 'return sum(xs)', 'if not xs:\n    return 0\nreturn xs[-1] + g(xs[1:])'],
  ['a list turned round', INTS, 'return list(xs)', 'if not xs:\n    return []\nreturn g(xs[1:]) + [xs[0]]'],
  [
    'floats',
    'fs: list[float]',
    't = 0.0\nfor x in fs:\n    t = t + x\nreturn t',
    'if not fs:\n    return 0.0\nreturn fs[0] + g(fs[1:])',
  ],
  ['a text that is not turned round', 's: str', 'return s', "if not s:\n    return ''\nreturn g(s[1:]) + s[0]"],
  ['a digit that is left out', 'n: int', DIGITS, 'if n <= 1:\n    return 0\nreturn n % 10 + g(n // 10)'],
  ['calls without an end', 'n: int', DIGITS, 'if n == 0:\n    return 0\nreturn n % 10 + g(n // 10)'],
  ['less that is added', 'n: int, acc: int', DOWN, 'if n <= 0:\n    return acc\nreturn g(n - 1, acc + n - 1)'],
  ['an accumulator that is forgotten', 'n: int, acc: int', DOWN, 'if n <= 0:\n    return 0\nreturn g(n - 1, acc + n)'],
  [
    'arguments that are assigned one after the other',
    'a: int, b: int, n: int',
    'for _ in range(n):\n    a = b\n    b = a + b\nreturn a',
    'if n <= 0:\n    return a\nreturn g(b, a + b, n - 1)',
  ],
  [
    'another number that is sought',
    `${INTS}, t: int`,
    'return t in xs',
    'if not xs:\n    return False\nif xs[0] == t:\n    return True\nreturn g(xs[1:], t + 1)',
  ],
  ['a list and its copy', INTS, 'return xs', 'if not xs:\n    return xs\nreturn [xs[0]] + g(xs[1:])'],
  [
    'a list that grows',
    INTS,
    'return sum(xs)',
    'if not xs:\n    return 0\nxs.append(1)\nif len(xs) > 9:\n    return 0\nreturn xs[0] + g(xs[1:])',
  ],
  [
    'a sum that is given up',
    INTS,
    'for x in xs:\n    if x < 0:\n        return 0\nreturn sum(xs)',
    'if not xs:\n    return 0\nif xs[0] < 0:\n    return 0\nreturn xs[0] + g(xs[1:])',
  ],
  [
    'a default that a call falls back to',
    'n: int, k: int = 3',
    't = 0\nwhile n > 0:\n    t += k\n    n -= 1\nreturn t',
    'if n <= 0:\n    return 0\nreturn k + g(n - 1)',
  ],
  [
    'a result that is worked on',
    'n: int',
    't = 0\nfor i in range(n, -1, -1):\n    t = t * 2 + i\nreturn t',
    'if n < 0:\n    return 0\nreturn n + g(n - 1) * 2',
  ],
  [
    'a factorial without its last factor',
    'n: int',
    'r = 1\nfor i in range(2, n):\n    r *= i\nreturn r',
    'if n <= 1:\n    return 1\nreturn n * g(n - 1)',
  ],
])('does not take for the same: %s', (_, parameters, loop, recursion) => {
  expect(areSame(parameters, loop, recursion)).toBe(false);
});

const UP = (body: string): string => `t = 1\nfor i in range(1, n + 1):\n    ${body}\nreturn t`;
const BACK = (body: string): string => UP(body).replace('1, n + 1', 'n, 0, -1');

test.each([
  ['a sum that is counted down', BACK('t = t + i * i'), UP('t = t + i * i'), true],
  ['what the order shows in', BACK('t = t * 2 + i'), UP('t = t * 2 + i'), false],
  ['the last number', `${BACK('t = t + i')} + i`, `${UP('t = t + i')} + i`, false],
  [
    'steps of two',
    't = 1\nfor i in range(n, 0, -2):\n    t = t + i\nreturn t',
    't = 1\nfor i in range(1, n + 1, 2):\n    t = t + i\nreturn t',
    false,
  ],
  ['one number less', BACK('t = t + i * i'), UP('t = t + i * i').replace('n + 1', 'n'), false],
  [
    'a variable that counts and begins anew',
    't = 0\nfor j in range(3):\n    for n in range(n, 0, -1):\n        t = t + n\nreturn t',
    't = 0\nfor j in range(3):\n    for k in range(n, 0, -1):\n        t = t + k\nreturn t',
    false,
  ],
])('counts down: %s', (_, left, right, isOne) => {
  expect(areSame('n: int', left, right)).toBe(isOne);
});
