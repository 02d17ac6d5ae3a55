/** Functions whose loops are proved the same side by side, and others that look like them and are not. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../../../scripts/lib/node-engine.ts';
import { loadSymbolic, type NodeSymbolic } from '../../../../scripts/lib/node-symbolic.ts';
import { parseModule, type TreeParser } from '../../syntax/parse.ts';
import { pairWith } from '../pair.ts';
import { jointDefinitions } from './prove.ts';

let engine: NodeSymbolic;
let parser: TreeParser;
beforeAll(async () => {
  [engine, parser] = await Promise.all([loadSymbolic(), loadPythonParser()]);
});

const block = (text: string) => text.replace(/^/gm, '    ');
const pair = (left: string, right: string, parameters = 'xs: list[int]') =>
  `def f(${parameters}):\n${block(left)}\ndef g(${parameters}):\n${block(right)}\n`;

async function statusOf(code: string): Promise<string> {
  const { status, message } = await engine.compare(code, 'f', 'g');
  return status === 'error' ? message : status;
}

const CLAMPED = 'total = 0\nfor x in xs:\n    total += x\n    if total < 0:\n        total = 0\nreturn total';
const LONGEST =
  'run = 0\nbest = 0\nfor x in xs:\n    if x == 0:\n        run += 1\n    else:\n        run = 0\n    best = max(best, run)\nreturn best';

describe('loops over lists of any length are proved the same', () => {
  test.each([
    ['a branch and max()', CLAMPED, 'level = 0\nfor v in xs:\n    level = max(0, level + v)\nreturn level'],
    [
      'variables that follow one another',
      LONGEST,
      'n = 0\nmost = 0\nfor x in xs:\n    n = n + 1 if x == 0 else 0\n    if n > most:\n        most = n\nreturn most',
    ],
    [
      'a flag and a sign',
      'up = True\ns = 0\nfor x in xs:\n    if up:\n        s += x\n    else:\n        s -= x\n    up = not up\nreturn s',
      'sign = 1\ns = 0\nfor x in xs:\n    s += sign * x\n    sign = -sign\nreturn s',
    ],
    [
      'two counts and their difference',
      'p = 0\nn = 0\nfor x in xs:\n    if x > 0:\n        p += 1\n    elif x < 0:\n        n += 1\nreturn p - n',
      's = 0\nfor x in xs:\n    if x > 0:\n        s += 1\n    if x < 0:\n        s -= 1\nreturn s',
    ],
    [
      'returns from within',
      'c = 0\nfor x in xs:\n    if x < 0:\n        return -1\n    c += x\n    if c > 100:\n        c = 100\nreturn c',
      'c = 0\nfor x in xs:\n    if x >= 0:\n        c = min(100, c + x)\n        continue\n    return -1\nreturn c',
    ],
    [
      'items and positions',
      'm = 0\nfor x in xs:\n    if x > m:\n        m = x\n    else:\n        m = m - 1\nreturn m',
      'm = 0\nfor i in range(len(xs)):\n    if m < xs[i]:\n        m = xs[i]\n        continue\n    m -= 1\nreturn m',
    ],
    [
      'lists that both build',
      'out = []\nlast = 0\nfor x in xs:\n    out.append(x - last)\n    last = x\nreturn out',
      'out = []\nlast = 0\nfor x in xs:\n    d = x - last\n    last += d\n    out.append(d)\nreturn out',
    ],
    [
      'a loop and a comprehension',
      'out = []\nfor x in xs:\n    if x % 2 == 0:\n        out.append(x * x)\n    else:\n        out.append(x)\nreturn out',
      'return [x if x % 2 else x ** 2 for x in xs]',
    ],
  ])('%s', async (_, left, right) => {
    expect(await statusOf(pair(left, right))).toBe('equivalent');
  });
});

describe('what only looks alike is never proved the same', () => {
  test.each([
    ['a value that takes many rounds', LONGEST, LONGEST.replace('return best', 'return min(best, 40)')],
    [
      'another start',
      CLAMPED,
      CLAMPED.replace('total = 0\nfor', 'total = -1\nfor').replace('return total', 'return total'),
    ],
    ['another order of steps', CLAMPED, 'level = 0\nfor v in xs:\n    level = max(0, level) + v\nreturn level'],
    ['one item less', CLAMPED, CLAMPED.replace('in xs', 'in xs[1:]')],
    [
      'another type',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n > 9',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn 1 if n > 9 else 0',
    ],
    [
      'a return in a later round',
      'for x in xs:\n    if x > 50:\n        return x\nreturn 0',
      'last = 0\nfor x in xs:\n    if x > 50:\n        last = x\nreturn last',
    ],
    [
      'what a loop does to its argument',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nif n == 77:\n    xs.append(1)\nreturn n',
    ],
    [
      'an alias of the argument that is changed',
      'ys = xs\nn = 0\nfor x in xs:\n    n = max(n, x)\nif n > 60:\n    ys.append(0)\nreturn n',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n',
    ],
    [
      'an exception',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n',
      'n = 0\nfor x in xs:\n    n = max(n, x)\nreturn n * (n - 71) // (n - 71)',
    ],
  ])('%s', async (_, left, right) => {
    expect(await statusOf(pair(left, right))).not.toBe('equivalent');
  });

  test('where a module has its own enumerate', async () => {
    const shadow = 'def enumerate(xs):\n    return []\n';
    const left = 'm = 0\nfor x in xs:\n    m = x if x > m else m - 1\nreturn m';
    const right =
      'm = 0\nfor i in range(len(xs)):\n    m = xs[i] if xs[i] > m else m - 1\nreturn m + (1 if m == 66 else 0)';
    expect(await statusOf(shadow + pair(left, right))).not.toBe('equivalent');
  });
});

describe('functions run side by side only where neither can see the other', () => {
  const joint = (code: string): number => {
    const module = parseModule(code, parser);
    const left = module.body.find((one) => one.kind === 'function' && one.name === 'f');
    if (left?.kind !== 'function') throw new Error('f is not there');
    return jointDefinitions(module, pairWith(module, left, 'g')).length;
  };
  const plain = 'n = 0\nfor x in xs:\n    n += 1 if n > x else 0\nreturn n';

  test('which is so for plain loops', () => {
    expect(joint(pair(plain, plain))).toBeGreaterThan(0);
  });

  test.each([
    ['an argument that changes', `xs.append(1)\nxs.pop()\n${plain}`],
    ['an argument under another name that changes', `ys = xs\nys.append(1)\n${plain}`],
    ['an item that changes', `for x in xs:\n    x.append(1)\n${plain}`],
    ['an argument that is added to in place', `xs += [1]\n${plain}`],
    ["an argument that changes before its name is another list's", `xs.append(1)\nxs = []\n${plain}`],
    ['an item of an argument that is set', `xs[0] = 1\n${plain}`],
    ['a variable of the module', `global n\n${plain}`],
    ['a function of the module', `helper(xs)\n${plain}`],
    ['a name of the module', `n = LIMIT\n${plain}`],
    ['a key function', `n = max(xs, key=helper)\n${plain}`],
    ['an iterator', `n = next(iter(xs))\n${plain}`],
    ['a handler', `try:\n    n = xs[0]\nexcept IndexError:\n    n = 0\n${plain}`],
    ['a generator', `yield 1\n${plain}`],
  ])('not with %s', (_, left) => {
    const module = 'LIMIT = 3\ndef helper(xs):\n    return 1\n';
    expect(joint(module + pair(left, plain))).toBe(0);
    expect(joint(module + pair(plain, left))).toBe(0);
  });

  test('not with arguments of which the type is not known', () => {
    expect(joint(pair(plain, plain, 'xs'))).toBe(0);
    expect(joint(pair(plain, plain, 'xs: list'))).toBe(0);
  });
});
