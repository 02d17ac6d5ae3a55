/** What a comparison on CPython takes for the same. */
import { beforeAll, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { type Cpython, Replayer } from './replayer.ts';
import type { ComparisonProperty, Input } from './trial.ts';

let kernel: Cpython;
beforeAll(async () => {
  kernel = await bootNodeKernel();
});

const PROPERTY: ComparisonProperty = { kind: 'comparison', other: 'g', preconditions: [], assertLines: [] };

async function run(left: string, right: string, prelude = '', input: Input = { x: '3' }) {
  const define = (name: string, parameter: string, body: string): string =>
    `def ${name}(${parameter}):\n${body.replace(/^/gm, '    ')}\n`;
  const code = `${prelude}\n${define('f', 'x', left)}${define('g', 'y', right)}`;
  const [outcome] = await new Replayer(kernel, code, 'f').run(PROPERTY, [input]);
  return outcome?.kind === 'failed' ? outcome.counterexample.violates : outcome?.kind;
}

const POINT = 'class P:\n    def __init__(self, v): self.v = v\n';

test.each([
  ['nan', "return float('nan')", "return [float('nan')][0]"],
  ['containers', 'return [1, (2, {3: {4}})]', 'return [1, (2, {3: {4}})]'],
  ['dicts in another order', 'return {1: 2, 3: 4}', 'return {3: 4, 1: 2}'],
  ['objects of the module', `return P(x)`, 'return P(y)'],
  ['what a generator yields', 'return (i for i in range(x))', 'yield from range(y)'],
  ['exceptions of one type', 'raise ValueError(1)', 'raise ValueError(2)'],
  ['values that hold themselves', 'a = []\na.append(a)\nreturn a', 'b = []\nb.append(b)\nreturn b'],
])('the same: %s', async (_, left, right) => {
  expect(await run(left, right, POINT)).toBe('held');
});

test.each([
  ['types inside', 'return [1]', 'return [1.0]', 'return value'],
  ['an iterator and a list', 'return iter([1])', 'return [1]', 'return type: iterator and list'],
  ['types of keys', 'return {1: 2}', 'return {True: 2}', 'return value'],
  ['signs of zeros inside', 'return (0.0,)', 'return (-0.0,)', 'return value'],
  ['attributes', 'return P(x)', 'return P(y + 1)', 'return value'],
  ['ends of generators', 'yield 1', 'yield 1\nraise OSError', 'return value'],
  ['exceptions', 'raise OSError', 'raise P2', 'exception type: OSError and NameError'],
  ['types', 'return 1', 'return True', 'return type: int and bool'],
])('not the same: %s', async (_, left, right, violates) => {
  expect(await run(left, right, POINT)).toBe(violates);
});

test('arguments that are one object stay one on both sides', async () => {
  const code = 'def f(a, b):\n    a.append(1)\n    return len(b)\ndef g(c, d):\n    c.append(1)\n    return len(d)\n';
  const [outcome] = await new Replayer(kernel, code, 'f').run(PROPERTY, [{ a: '[]', b: 'a' }]);
  expect(outcome).toMatchObject({ kind: 'held', outcome: { value: '1' } });
});

test('each function has a module of its own', async () => {
  expect(await run('seen.append(x)\nreturn len(seen)', 'seen.append(y)\nreturn len(seen)', 'seen = []')).toBe('held');
});

test('functions cannot be compared, a limit and chance are no difference', async () => {
  expect(await run('return lambda: 1', 'return lambda: 2')).toBe('unusable');
  expect(await run('return f(x)', 'return 0')).toBe('limit');
  expect(await run('while True: pass', 'return 0')).toBe('limit');
});

test('what is pinned is no difference', async () => {
  const imports = 'import datetime, os, random, secrets, time, uuid';
  for (const read of [
    'random.random()',
    'datetime.datetime.now()',
    'time.time()',
    'time.time_ns()',
    'datetime.date.today()',
    'uuid.uuid4()',
    'secrets.token_hex()',
    'os.urandom(4)',
    'random.SystemRandom().random()',
    'os.environ.setdefault("X", "1")',
    'repr(object())',
    'list({str(i) for i in range(3)})',
  ]) {
    expect(await run(`return ${read}`, `y = ${read}\nreturn y`, imports), read).toBe('held');
    expect(await run(`return ${read}`, 'return None', imports), read).toMatch(/^return type/);
  }
});

test('what varies from run to run is no difference', async () => {
  for (const read of ['id(object())', 'hash(object())', 'time.perf_counter()', 'int(repr(object())[-8:-1], 16)'])
    expect(await run(`return ${read}`, `y = object()\nreturn ${read} + 1`, 'import time'), read).toBe('unstable');
});
