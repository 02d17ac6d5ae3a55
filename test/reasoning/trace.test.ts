/** `trace_execution_path` through MCP and the real Workers: what is read of a function, and what it does on CPython. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { callAs, type Facts, texts } from '../workspace/workspace-tools.ts';

const server = sharedServer();
const TOKEN = 'traces';
let base: URL;

/** Methods that only share their names with those of built-in types. */
const BARRELS = `class BarrelList:
    def append(self, value):
        return value

class Arrow:
    def format(self, value):
        return value
`;
const NAMED = `from barrels import Arrow

def plain(values):
    seen = []
    kept: list[int] = values
    for value in values:
        seen.append("{}".format(value))
    kept.append(1)
    return helper(seen)

def helper(seen):
    seen.append(2)
    return seen
`;
const ORDERS = `import os
from .money import Price, scaled

def total(amounts: list[int], rate: int) -> int:
    if rate > 3:
        raise ValueError("too much")
    return sum(scaled(each, rate) for each in amounts)

def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def take(queue, value):
    queue.append(value)
    first = queue.pop(0)
    return first

def handled(text):
    try:
        return number(text)
    except ValueError:
        return None

def number(text):
    return int(text)

def counted(most):
    for each in range(most):
        yield scaled(each, 2)

def endless():
    while True:
        try:
            while True:
                pass
        except:
            pass

def leaves():
    number("7")
    os._exit(3)

class Odd:
    def __repr__(self):
        while True:
            pass
    def __getattribute__(self, name):
        raise SystemExit
    __eq__ = __hash__ = __len__ = __repr__

def odd(value):
    return value

def text_of(size):
    return odd("x" * size)

def chosen(name):
    return getattr(os, name)() if name else PRICES["a"]()

PRICES = {"a": Price}
`;
const FILES = {
  'shop/__init__.py': '',
  'shop/orders.py': ORDERS,
  'shop/money.py':
    'class Price:\n    def __init__(self, cents=1):\n        self.cents = cents\n\n\ndef scaled(value: int, rate: int) -> int:\n    return value * rate\n',
  'broken.py': 'import nothing_of_this_name\n\ndef f():\n    return 1\n',
  'notes.txt': 'f()\n',
  'web.ts':
    'export function pairs(xs: number[]) {\n  return xs.map((x) => two(x));\n}\nfunction two(x: number) {\n  return 2 * x;\n}\n',
};

const ask = (function_name: string, more: Record<string, unknown> = {}, file = 'shop/orders.py'): Promise<Facts> =>
  callAs(base, TOKEN, 'trace_execution_path', { entry_point: { file, line: 1, function_name }, ...more });

const failure = async (args: Record<string, unknown>): Promise<string> => {
  const { body } = await callTool(base, 'trace_execution_path', args, { token: TOKEN });
  return JSON.stringify(body);
};

interface Run {
  readonly calls: readonly { readonly call: string; readonly outcome: string; readonly takes: readonly string[] }[];
  readonly frames: readonly Facts[];
  readonly unread_calls: readonly string[];
}

const runOf = (facts: Facts): Run => facts.executed as Run;

beforeAll(async () => {
  base = (await server.listen()).url;
  await callAs(base, TOKEN, 'put_files', texts(FILES));
});

it('takes no method of a built-in type for one of the workspace, and names what rests on a name last', async () => {
  const token = 'named-traces';
  await callAs(base, token, 'put_files', texts({ 'barrels.py': BARRELS, 'named.py': NAMED }));
  const facts = await callAs(base, token, 'trace_execution_path', {
    entry_point: { file: 'named.py', line: 3, function_name: 'plain' },
    inputs: ['plain([1, 2])'],
  });
  const { calls, findings } = facts as {
    calls: { caller: string; callee: string; certainty: string; reason: string }[];
    findings: { evidence: string[] };
  };
  expect(calls.map(({ caller, callee }) => `${caller} ${callee}`)).toEqual([
    'plain helper',
    'helper BarrelList.append',
  ]);
  expect(calls[1]).toMatchObject({
    certainty: 'name',
    reason: expect.stringContaining('its line ran, and it was not called'),
  });
  expect(findings.evidence.join()).not.toContain('BarrelList');
});

describe('a run', () => {
  it('takes each branch with inputs of the symbolic engine, through the modules of the package', async () => {
    const facts = await ask('total');
    const { calls, frames, unread_calls } = runOf(facts);
    expect(facts).toMatchObject({ executed: { status: 'run', inputs_from: 'symbolic' } });
    expect(calls.flatMap(({ takes }) => takes).toSorted()).toEqual(
      expect.arrayContaining(['if rate > 3: no', 'if rate > 3: yes']),
    );
    expect(calls.map(({ outcome }) => outcome.replace(/ .*/, '')).toSorted()).toEqual(['raised', 'returned']);
    expect(frames[0]).toMatchObject({ id: '0.0', depth: 0, function: 'total', defined: 'shop/orders.py:4' });
    expect(unread_calls).toEqual([]);
  });

  it('records arguments, results and decisions of each call, and marks the calls that were read', async () => {
    const facts = await ask('total', { inputs: ['total([2, 3], 2)', 'total([], 9)'] });
    expect(facts).toMatchObject({
      calls: [{ callee: 'scaled', runs: 2 }],
      findings: { confidence_level: 5 },
      executed: {
        inputs_from: 'caller',
        calls: [{ outcome: 'returned 10' }, { outcome: "raised ValueError: 'too much'" }],
        frames: [
          { arguments: { amounts: '[2, 3]', rate: '2' }, outcome: 'returned 10', decisions: ['5 if rate > 3: no'] },
          { id: '0.1', parent: '0.0', function: 'scaled', defined: 'shop/money.py:6', called_at: 'shop/orders.py:7' },
          { outcome: 'returned 6' },
          { id: '1.0', outcome: "raised ValueError: 'too much' at line 6", lines: '5-6' },
        ],
      },
    });
    expect(JSON.stringify(Object(facts.findings).evidence)).toContain('executed total([2, 3], 2): total returned 10');
  });

  it('shows recursion, mutations, handled exceptions and generators', async () => {
    const outcomes = (facts: Facts) =>
      runOf(facts).frames.map((frame) => `${frame.id} ${frame.parent} ${frame.outcome}`);
    expect(outcomes(await ask('fib', { inputs: ['fib(2)'] }))).toEqual([
      '0.0 undefined returned 1',
      '0.1 0.0 returned 1',
      '0.2 0.0 returned 0',
    ]);
    expect(runOf(await ask('take', { inputs: ['take([1, 2], 3)'] })).frames).toMatchObject([
      { arguments: { queue: '[1, 2]' }, mutations: ['queue[0]: 1 -> 2', 'queue[1]: 2 -> 3'], outcome: 'returned 1' },
    ]);
    expect(outcomes(await ask('handled', { inputs: ['handled("x")'] }))).toEqual([
      '0.0 undefined returned None',
      expect.stringMatching(/^0\.1 0\.0 raised ValueError: .* at line 24$/),
    ]);
    const { calls, frames } = runOf(await ask('counted', { inputs: ['counted(5)'] }));
    expect(calls).toMatchObject([{ outcome: 'returned a generator of [0, 2, 4, 6, 8]' }]);
    expect(frames[0]).toMatchObject({ yields: ['0', '2', '4', '… 5 values'], outcome: 'returned None' });
  });

  it('looks into one frame', async () => {
    const facts = await ask('total', { inputs: ['total([2, 3], 2)'], frame: '0.0' });
    expect(facts).toMatchObject({
      calls: [],
      executed: { frames: [{ id: '0.0' }, { parent: '0.0' }, { parent: '0.0' }] },
    });
    const inner = runOf(await ask('take', { inputs: ['take([1, 2], 3)'], frame: '0.0' }));
    expect(inner.frames[0]?.steps).toEqual([
      '13: len(queue): 2 -> 3; queue[2] = 3',
      expect.stringContaining('first = 1'),
      '15',
    ]);
    expect(
      await failure({ entry_point: { file: 'shop/orders.py', line: 12 }, inputs: ['take([], 1)'], frame: '4.0' }),
    ).toMatch(/INVALID_INPUT.*no call 4/);
  });

  it('tells which calls reading did not find', async () => {
    const facts = await ask('chosen', { inputs: ['chosen("")'] });
    expect(runOf(facts).unread_calls).toEqual(['shop/orders.py:57 chosen -> Price.__init__ (shop/money.py:2)']);
  });

  it.each([
    ['f', 'return int(time.time())', 'the clock (rests.py:4)'],
    ['g', 'import no_such_package', 'what the sandbox lacks'],
  ])('says that how %s ends rests on where it runs: %s', async (name, body, rests_on) => {
    await callAs(base, TOKEN, 'put_files', texts({ 'rests.py': `import time\n\ndef ${name}():\n    ${body}\n` }));
    const { calls } = runOf(await ask(name, { inputs: [`${name}()`] }, 'rests.py'));
    expect(calls).toMatchObject([{ rests_on }]);
  });

  it('does not say that nothing happened after code sent it away', async () => {
    const text =
      'import sys\n\ndef f():\n    sys.monitoring.set_events(0, 0)\n    return g()\n\ndef g():\n    return 1\n';
    await callAs(base, TOKEN, 'put_files', texts({ 'away.py': text }));
    const { calls } = runOf(await ask('f', { inputs: ['f()'] }, 'away.py'));
    expect(calls).toMatchObject([{ outcome: expect.stringContaining('the code ended what watches it') }]);
  });

  it('repeats itself', async () => {
    const ask_ = async () => JSON.stringify(runOf(await ask('total')));
    expect(await ask_()).toBe(await ask_());
  });
});

describe('hostile code', () => {
  it('is ended where it goes on for ever, even when it catches that', async () => {
    const { calls } = runOf(await ask('endless', { inputs: ['endless()'] }));
    expect(calls).toMatchObject([{ outcome: expect.stringContaining('more than 200000 steps') }]);
  });

  it('may end its interpreter', async () => {
    const facts = await ask('leaves', { inputs: ['number("7")', 'leaves()', 'leaves()'] });
    expect(runOf(facts).calls[1]?.outcome).toMatch(/^not run: /);
    expect(JSON.stringify(facts.not_seen)).toContain('The code ended its interpreter');
  });

  it('is not asked what its values are', async () => {
    expect(
      runOf(await ask('odd', { inputs: ['odd(Odd())', 'odd(10 ** 5000)', 'odd([[[[1]]]])'] })).frames,
    ).toMatchObject([
      { arguments: { value: '<Odd>' }, outcome: 'returned <Odd>' },
      { arguments: { value: '<integer of 16610 bits>' } },
      { arguments: { value: '[[[<list>]]]' } },
    ]);
    const { frames } = runOf(await ask('text_of', { inputs: ['text_of(10 ** 7)'] }));
    expect(String(frames[1]?.outcome)).toMatch(/^returned 'x+'… 10000000 long$/);
  });
});

describe('what cannot be run', () => {
  it.each([
    ['f', 'broken.py', ['f()'], /Importing the module: ModuleNotFoundError/],
    ['fib', 'shop/orders.py', ['fib('], /no Python expression: SyntaxError/],
    ['fib', 'shop/orders.py', ['1 + 1'], /returned 2, without reaching the entry/],
  ])('%s of %s with %j is said', async (name, file, inputs, why) => {
    expect(runOf(await ask(name, { inputs }, file)).calls[0]?.outcome).toMatch(why);
  });

  it('is read only', async () => {
    expect(await ask('pairs', {}, 'web.ts')).toMatchObject({
      executed: { status: 'not_run', why: 'Only Python is run, and this is typescript.' },
      calls: [{ callee: 'two' }],
    });
    expect(await ask('odd')).toMatchObject({ executed: { status: expect.any(String) } });
    expect((await ask('fib', { run: false })).executed).toBeUndefined();
  });

  it('is refused with what would do', async () => {
    expect(await failure({ entry_point: { file: 'shop/orders.py', line: 1 } })).toMatch(
      /SYMBOL_NOT_FOUND.*No function stands around line 1/,
    );
    expect(await failure({ entry_point: { file: 'none.py', line: 1 } })).toMatch(/FILE_NOT_FOUND/);
    expect(await failure({ entry_point: { file: 'notes.txt', line: 1 } })).toMatch(/INVALID_INPUT.*no language/);
  });
});
