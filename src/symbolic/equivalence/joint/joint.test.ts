/** Functions whose loops are proved the same side by side, and others that look like them and are not. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser, loadSolvers } from '../../../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../../../scripts/lib/node-symbolic.ts';
import { amount, seedOf } from '../../../../test/generated.ts';
import { FUEL_PER_SECOND } from '../../../../wasm/symbolic/z3/fuel.ts';
import { userId } from '../../../lib/object-name.ts';
import { Pace } from '../../../lib/pace.ts';
import { parseModule } from '../../syntax/parse.ts';
import { type Host, openRun, type Run } from '../../verify/run.ts';
import { contractOf, type Pair, pairWith } from '../pair.ts';
import { DECEIVING_LOOPS } from './deceiving-loops.ts';
import { DECEIVING_VALUES } from './deceiving-values.ts';
import { jointDefinitions, proveJointly } from './prove.ts';

let host: Host;
let engine: NodeSymbolic;
beforeAll(async () => {
  const [parser, smt, cpython] = await Promise.all([loadPythonParser(), loadSolvers(), bootNodeKernel()]);
  const rate = { fuelPerSecond: FUEL_PER_SECOND, stepsPerSecond: 200_000 };
  host = { parser, smt, cpython: () => cpython, rate, version: 'here' };
  engine = await loadSymbolic({ smt, cpython });
});

const block = (text: string) => text.replace(/^/gm, '    ');
const pair = (left: string, right: string, parameters = 'xs: list[int]') =>
  `def f(${parameters}):\n${block(left)}\ndef g(${parameters}):\n${block(right)}\n`;

/** A request for a comparison of `f` and `g`, of which nothing has been tried yet. */
async function runOf(code: string, timeoutSeconds = 2): Promise<Run> {
  const request = { code, functionName: 'f', timeoutSeconds, owner: userId('test') };
  const pace = new Pace(async () => true);
  const run = await openRun(host, request, pace, () => ({
    kind: 'comparison',
    other: 'g',
    preconditions: [],
    assertLines: [],
  }));
  return { ...run, subject: { ...run.subject, contract: contractOf(undefined) } };
}

function functionsOf({ subject }: Run): Pair {
  return pairWith(subject.module, subject.definition, 'g');
}

async function isProved(code: string, timeoutSeconds?: number): Promise<boolean> {
  const run = await runOf(code, timeoutSeconds);
  return (await proveJointly(run, functionsOf(run))) !== undefined;
}

const CLAMPED = 'total = 0\nfor x in xs:\n    total += x\n    if total < 0:\n        total = 0\nreturn total';
const MAXIMA = 'level = 0\nfor v in xs:\n    level = max(0, level + v)\nreturn level';
const LONGEST =
  'run = 0\nbest = 0\nfor x in xs:\n    if x == 0:\n        run += 1\n    else:\n        run = 0\n    best = max(best, run)\nreturn best';

describe('loops over lists of any length are proved the same', () => {
  test.each([
    ['a branch and max()', CLAMPED, MAXIMA],
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
    expect(await isProved(pair(left, right), 10)).toBe(true);
  });

  test('as the answer to a comparison', async () => {
    const { status, message } = await engine.compare(pair(CLAMPED, MAXIMA), 'f', 'g');
    expect([status, message]).toEqual(['equivalent', expect.stringContaining('side by side')]);
  });
});

/** A part of them each day, and all of them at full size. */
const SOME = [...DECEIVING_LOOPS, ...DECEIVING_VALUES].filter((_, index) => seedOf(index) % amount(1, 8) === 0);

describe('what only looks alike is never proved the same', () => {
  // trials would find most of these, so the prover is asked without them
  test.each(SOME)('$what', async ({ parameters, left, right }) => {
    expect(await isProved(pair(left, right, parameters))).toBe(false);
  });

  test('where a module has its own enumerate', async () => {
    const shadow = 'def enumerate(xs):\n    return []\n';
    const left = 'm = 0\nfor x in xs:\n    m = x if x > m else m - 1\nreturn m';
    const right = 'm = 0\nfor i in range(len(xs)):\n    m = xs[i] if xs[i] > m else m - 1\nreturn m';
    expect(await isProved(pair(left, right))).toBe(true);
    expect(await isProved(shadow + pair(left, right))).toBe(false);
  });

  test('where an argument of one has the name of a built-in function in the other', async () => {
    const body = (m: string) => `${m} = 0\nfor x in xs:\n    ${m} = max(${m}, x)\nreturn len if ${m} == 4711 else 0`;
    const code = `def f(len: int, xs: list[int]):\n${block(body('n'))}\ndef g(n: int, xs: list[int]):\n${block(body('m'))}\n`;
    expect(await isProved(code)).toBe(false);
  });
});

test('an attempt leaves most of the work to what comes after it, and nothing else behind', async () => {
  const run = await runOf(pair(LONGEST, LONGEST.replace('return best', 'return min(best, 40)')));
  const { fuel, queries } = run.solver.budget;
  const before = run.terms.variable('int', 'probe').id;
  expect(await proveJointly(run, functionsOf(run))).toBeUndefined();
  expect(run.solver.budget.queries).toBeGreaterThan(queries);
  expect(run.solver.budget.fuel).toBeLessThan(fuel);
  expect(run.solver.budget.fuel).toBeGreaterThanOrEqual(Math.floor(fuel * 0.75));
  expect(run.terms.variable('int', 'next probe').id).toBe(before + 1);
});

describe('functions run side by side only where neither can see the other', () => {
  const joint = (code: string): number => {
    const module = parseModule(code, host.parser);
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
    [
      'a loop with an else',
      `for x in xs:\n    for y in xs:\n        if y == 1:\n            break\n    else:\n        break\n${plain}`,
    ],
    ['an item of a copy that changes in place', `ys = list(xs)\nys[0] |= xs\n${plain}`],
    ['a comprehension that sets an item', `ys = [0 for xs[0] in xs]\n${plain}`],
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
