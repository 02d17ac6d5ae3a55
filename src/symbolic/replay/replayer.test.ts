import { describe, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { Replayer } from './replayer.ts';
import { conditions, contract, reaches } from './test-properties.ts';
import type { ContractProperty, ExceptionProperty, Input, TrialOutcome } from './trial.ts';

const kernel = await bootNodeKernel();

function post(...texts: string[]): Pick<ContractProperty, 'postconditions'> {
  return { postconditions: conditions(...texts) };
}

async function outcomes(
  code: string,
  property: ContractProperty | ExceptionProperty,
  inputs: readonly Input[],
  name = 'f',
) {
  return new Replayer(kernel, code, name).run(property, inputs);
}

async function kinds(...args: Parameters<typeof outcomes>): Promise<readonly TrialOutcome['kind'][]> {
  return (await outcomes(...args)).map(({ kind }) => kind);
}

async function failure(...args: Parameters<typeof outcomes>) {
  const [first] = await outcomes(...args);
  if (first?.kind !== 'failed') throw new Error(`Expected a failure, got ${JSON.stringify(first)}`);
  return first.counterexample;
}

function fault(code: string, name = 'f', property: ContractProperty | ExceptionProperty = contract()) {
  return new Replayer(kernel, code, name).prepare(property);
}

const IDENTITY = 'def f(x):\n    return x\n';

describe('faults of the code', () => {
  test('a syntax error has its line and message; sound code is ready', async () => {
    expect(await fault(IDENTITY)).toEqual({ status: 'ready', documented: [] });
    expect(await fault('x = 1\ndef f(:\n')).toEqual({
      status: 'error',
      errorType: 'SyntaxError',
      message: 'invalid syntax',
      line: 2,
    });
  });

  test('code that only the compiler refuses', async () => {
    expect(await fault('def f(x):\n    pass\nreturn 1\n')).toMatchObject({ errorType: 'SyntaxError', line: 3 });
    expect(await fault(`def f(x):\n    return ${'('.repeat(300)}x${')'.repeat(300)}\n`)).toMatchObject({
      errorType: 'SyntaxError',
    });
    expect(await fault('def f(x): return "\0"')).toMatchObject({ errorType: 'SyntaxError' });
  });

  test('an exception at import has its type, message and line', async () => {
    expect(await fault('import math\nimport no_such_module\ndef f(): pass\n')).toMatchObject({
      errorType: 'ModuleNotFoundError',
      message: expect.stringContaining("No module named 'no_such_module'"),
      line: 2,
    });
    expect(await fault('import sys\nsys.exit(3)\n')).toMatchObject({
      errorType: 'ImportError',
      exception: 'SystemExit',
      line: 2,
    });
  });

  test('a top level that never ends', async () => {
    expect(await fault('while True:\n    pass\ndef f(): pass\n')).toMatchObject({ errorType: 'TimeoutError' });
  });

  test('a missing function: the others are listed, nearest first', async () => {
    const code = 'def alpha(): pass\ndef compute(x): pass\nclass A:\n    def run(self): pass\nfrom math import sqrt\n';
    expect(await fault(code, 'computes')).toEqual({
      status: 'error',
      errorType: 'ValueError',
      message: "The code has no function 'computes'. It defines compute, A.run, alpha.",
    });
    expect(await fault('x = 1\n', 'x')).toMatchObject({ message: "'x' is not a function but int." });
  });

  test('an unknown exception has near names', async () => {
    expect(await fault(IDENTITY, 'f', reaches('ValueErorr'))).toMatchObject({
      errorType: 'ValueError',
      message: expect.stringContaining("no exception class 'ValueErorr'. Near names are ValueError"),
    });
    expect(await fault(IDENTITY, 'f', reaches('int'))).toMatchObject({ message: "'int' is not an exception class." });
    expect(await fault(IDENTITY, 'f', contract({ raises: ['Nope'] }))).toMatchObject({ errorType: 'ValueError' });
  });

  test('a condition that does not parse', async () => {
    expect(await fault(IDENTITY, 'f', contract(post('True', 'x >')))).toMatchObject({
      errorType: 'SyntaxError',
      message: expect.stringContaining("'x >'"),
      line: 3,
    });
  });

  test('run throws what prepare reports', async () => {
    await expect(outcomes('def f(:\n', contract(), [{ x: '1' }])).rejects.toThrow(ToolFailure);
  });
});

describe('contracts', () => {
  test('a precondition that is false or raises rejects the input', async () => {
    const code = 'def f(x, y):\n    return x // y\n';
    const property = contract({ preconditions: conditions('1 // y > 0 if x else True', 'y != 0') });
    const inputs = [
      { x: '1', y: '0' },
      { x: '0', y: '0' },
      { x: '5', y: '1' },
    ];
    expect(await kinds(code, property, inputs)).toEqual(['rejected', 'rejected', 'held']);
  });

  test('an exception is a violation unless it is listed', async () => {
    const code = 'class E(KeyError): pass\ndef f(x):\n    raise E(x)\n';
    expect(await kinds(code, contract(), [{ x: '1' }])).toEqual(['failed']);
    expect(await kinds(code, contract({ raises: ['LookupError'] }), [{ x: '1' }])).toEqual(['held']);
    expect(await kinds(code, contract({ raises: ['ValueError'] }), [{ x: '1' }])).toEqual(['failed']);
  });

  test('an AssertionError is a violation, but not of a leading assert', async () => {
    const code = 'def f(x):\n    assert (\n        x > 0\n    ), "m"\n    assert x < 10\n    return x\n';
    const inputs = [{ x: '-1' }, { x: '20' }, { x: '5' }];
    expect(await kinds(code, contract(), inputs)).toEqual(['failed', 'failed', 'held']);
    expect(await kinds(code, contract({ assertLines: [2] }), inputs)).toEqual(['rejected', 'failed', 'held']);
  });

  test('a leading assert that fails in an inner call is a violation', async () => {
    const recursive = 'def f(x):\n    assert x > 0\n    return f(x - 2)\n';
    expect(await kinds(recursive, contract({ assertLines: [2] }), [{ x: '0' }, { x: '3' }])).toEqual([
      'rejected',
      'failed',
    ]);
    const helper = 'def g():\n    assert False\ndef f(x):\n    assert g()\n';
    expect(await kinds(helper, contract({ assertLines: [4] }), [{ x: '0' }])).toEqual(['failed']);
  });

  test('a postcondition that is false or raises is a violation', async () => {
    expect(await failure(IDENTITY, contract(post('__return__ >= 0')), [{ x: '-1' }])).toEqual({
      args: { x: -1 },
      call: 'f(-1)',
      violates: 'post: __return__ >= 0',
      message: 'The postcondition is false: -1 was returned',
      outcome: { kind: 'returned', value: '-1' },
      pytest: expect.stringContaining('assert __return__ >= 0'),
    });
    const raising = await failure(IDENTITY, contract(post('1 // _ > -5')), [{ x: '0' }]);
    expect(raising.message).toContain('raised ZeroDivisionError: ');
  });

  test('postconditions see the old arguments, the module, nested scopes and implies', async () => {
    const code = 'LIMIT = 3\ndef f(xs, n):\n    xs.append(n)\n    return xs\n';
    const conditions = [
      'len(_) == len(__old__.xs) + 1',
      'all(any(y == n for y in xs) for x in xs if n < LIMIT)',
      'implies(n > 100,\n  False)',
      '__return__ is xs',
    ];
    const inputs = [
      { xs: '[1]', n: '2' },
      { xs: '[]', n: '101' },
    ];
    expect(await kinds(code, contract(post(...conditions)), inputs)).toEqual(['held', 'failed']);
  });

  test('arguments are reported as they were before the call', async () => {
    const code = 'def f(xs):\n    xs.clear()\n    raise ValueError("gone")\n';
    const counterexample = await failure(code, contract({ preconditions: conditions('len(xs) == 2') }), [
      { xs: '[0, 0]' },
    ]);
    expect(counterexample).toMatchObject({ args: { xs: [0, 0] }, call: 'f([0, 0])', message: 'ValueError: gone' });
  });

  test('tracebacks hold the frames of the module only, with source lines', async () => {
    const code = 'import json\ndef f(s):\n    return json.loads(s)\n';
    const { outcome } = await failure(code, contract(), [{ s: '""' }]);
    expect(outcome).toEqual({
      kind: 'raised',
      exception: 'json.decoder.JSONDecodeError',
      message: 'Expecting value: line 1 column 1 (char 0)',
      traceback:
        'Traceback (most recent call last):\n  File "module.py", line 3, in f\n    return json.loads(s)\n           ' +
        '~~~~~~~~~~^^^\njson.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)',
    });
  });

  test('a failure that needs earlier calls is not shown', async () => {
    const code = 'calls = 0\ndef f(x):\n    global calls\n    calls += 1\n    assert calls < 3\n';
    const inputs = [{ x: '1' }, { x: '2' }, { x: '3' }];
    expect(await kinds(code, contract(), inputs)).toEqual(['held', 'held', 'unstable']);
  });

  test('a failure that is not shown does not hide one of the same kind that stands', async () => {
    const code = 'calls = 0\ndef f(x):\n    global calls\n    calls += 1\n    assert calls != 2 and x != 9\n';
    const inputs = [{ x: '1' }, { x: '2' }, { x: '9' }, { x: '9' }];
    expect(await kinds(code, contract(), inputs)).toEqual(['held', 'unstable', 'failed', 'repeated']);
  });

  test('failures of one kind are reported once, different ones each', async () => {
    const code = 'def f(x):\n    if x > 0:\n        raise ValueError\n    return 1 // x\n';
    const inputs = [{ x: '4' }, { x: '5' }, { x: '0' }, { x: '-1' }];
    const all = await outcomes(code, contract(), inputs);
    expect(all.map(({ kind }) => kind)).toEqual(['failed', 'repeated', 'failed', 'held']);
    expect(all[1]).toEqual({ kind: 'repeated', of: 0 });
  });
});

describe('searching an exception', () => {
  test('subclasses count, other exceptions and look-alikes do not', async () => {
    const code = [
      'class NotAValueErrorReally(Exception): pass',
      'def f(x):',
      '    if x == 0: raise KeyError(x)',
      '    if x == 1: raise NotAValueErrorReally',
      '    return x',
    ].join('\n');
    const inputs = [{ x: '0' }, { x: '1' }, { x: '2' }];
    expect(await kinds(code, reaches('LookupError'), inputs)).toEqual(['failed', 'held', 'held']);
    expect(await kinds(code, reaches('ValueError'), inputs)).toEqual(['held', 'held', 'held']);
    expect(await kinds(code, reaches('NotAValueErrorReally'), inputs)).toEqual(['held', 'failed', 'held']);
  });

  test('dotted classes resolve through the module or an import', async () => {
    const code = 'import decimal\ndef f(s):\n    return decimal.Decimal(s)\n';
    expect(await kinds(code, reaches('decimal.InvalidOperation'), [{ s: '"x"' }])).toEqual(['failed']);
    expect(await kinds(code, reaches('json.JSONDecodeError'), [{ s: '"x"' }])).toEqual(['held']);
  });

  test('preconditions of both styles are respected', async () => {
    const code = 'def f(x):\n    assert x != 1\n    raise AssertionError\n';
    const property = reaches('AssertionError', { preconditions: conditions('x != 0'), assertLines: [2] });
    expect(await kinds(code, property, [{ x: '0' }, { x: '1' }, { x: '2' }])).toEqual([
      'rejected',
      'rejected',
      'failed',
    ]);
  });
});

describe('limits', () => {
  test.each([
    ['an endless loop', 'while True: pass'],
    ['a loop on a condition', 'while x: x = x or 1'],
    ['an endless for', 'import itertools\n    for _ in itertools.count(): x = 1'],
    ['an endless generator', 'return sum(1 for _ in iter(int, 1))'],
    ['a C loop over a huge range', 'return sum(range(10**20))'],
    ['a huge power', 'return x ** (10**12)'],
    ['recursion', 'return f(x)'],
    ['memory', 'return [0] * 10**9'],
    [
      'a loop that swallows everything',
      'while True:\n        try:\n            x += 1\n        except BaseException: pass',
    ],
    ['nested loops that swallow', 'while True:\n        try:\n            while True: pass\n        except: continue'],
    ['recursion that swallows', 'try:\n        f(x + 1)\n    except BaseException:\n        return f(x + 1)'],
  ])('%s ends, and the other inputs run', async (_, body) => {
    const code = `def f(x):\n    if x == 1: return 1\n    ${body}\n`;
    expect(await kinds(code, contract(), [{ x: '1' }, { x: '7' }, { x: '1' }])).toEqual(['held', 'limit', 'held']);
  });

  test('recursion that swallows may chain thousands of errors in input after input', async () => {
    const code = 'def f(x):\n    try:\n        f(x + 1)\n    except BaseException:\n        return f(x + 1)\n';
    expect(await kinds(code, contract(), [{ x: '1' }, { x: '2' }])).toEqual(['limit', 'limit']);
    const garbage = await kernel.evaluate({ program: 'import gc\ngc.collect()\n""', stepLimit: 1_000_000 });
    expect(garbage.status).toBe('ok');
  });

  test('a repr that never ends, in the value that is reported', async () => {
    const code = 'class C:\n    def __repr__(self):\n        while True: pass\ndef f(x):\n    return C()\n';
    expect(await outcomes(code, contract(), [{ x: '1' }])).toMatchObject([
      { kind: 'held', outcome: { value: '<repr raised WorkLimit>' } },
    ]);
  });

  test('what is searched for by name counts even when it is a limit', async () => {
    const code = 'def f(x):\n    return f(x)\n';
    expect(await kinds(code, reaches('RecursionError'), [{ x: '1' }])).toEqual(['failed']);
    expect(await kinds(code, reaches('RuntimeError'), [{ x: '1' }])).toEqual(['limit']);
  });

  test('more steps let a longer run end', async () => {
    const code = 'def f(n):\n    for i in range(n): pass\n';
    const replayer = new Replayer(kernel, code, 'f');
    expect(await replayer.run(contract(), [{ n: '100000' }])).toMatchObject([{ kind: 'limit' }]);
    expect(await replayer.run(contract(), [{ n: '100000' }], 200_000)).toMatchObject([{ kind: 'held' }]);
    expect(replayer.replays).toBe(2);
  });
});

describe('code that meddles', () => {
  test('printing, closed streams and replaced modules do not disturb the report', async () => {
    const code = [
      'import sys, json, traceback, copy, linecache',
      'print("noise")',
      'def f(x):',
      '    print("more"); sys.stdout.close(); sys.stdout = None',
      '    json.dumps = traceback.extract_tb = copy.deepcopy = None',
      '    linecache.clearcache(); sys.modules.pop(__name__, None)',
      '    raise ValueError(x)',
    ].join('\n');
    for (const _ of ['once', 'and again, since the modules are as before']) {
      expect(await failure(code, contract(), [{ x: '0' }])).toMatchObject({ message: 'ValueError: 0' });
    }
  });

  test('reprs and messages that raise', async () => {
    const code = [
      'class C:',
      '    def __repr__(self): raise ValueError',
      'class E(Exception):',
      '    def __str__(self): raise KeyError',
      '    def __bool__(self): raise TypeError',
      'def f(x):',
      '    if x: raise E',
      '    return C()',
    ].join('\n');
    const [held, failed] = await outcomes(code, contract(), [{ x: '0' }, { x: '1' }]);
    expect(held).toMatchObject({ outcome: { value: '<repr raised ValueError>' } });
    expect(failed).toMatchObject({ counterexample: { message: 'E: <str raised KeyError>' } });
  });

  test('long values are cut', async () => {
    const [held] = await outcomes('def f(x):\n    return "a" * x\n', contract(), [{ x: '100000' }]);
    expect(held).toMatchObject({ outcome: { value: expect.stringMatching(/^'a{499}\.\.\. \[100002 characters\]$/) } });
    const [int] = await outcomes('def f(x):\n    return x\n', contract(), [{ x: '3 ** 20000' }]);
    expect(int).toMatchObject({ outcome: { value: expect.stringMatching(/^0x[0-9a-f]+\.\.\. /) } });
  });

  test('the module leaves nothing behind', async () => {
    await outcomes(IDENTITY, contract(), [{ x: '1' }]);
    const program = 'import sys\nstr(("module_under_test" in sys.modules, sys.monitoring.get_tool(4)))';
    expect(await kernel.evaluate({ program, stepLimit: 10_000 })).toEqual({ status: 'ok', value: '(False, None)' });
  });
});

describe('inputs', () => {
  test('inputs that cannot be run say why, and the others run', async () => {
    const inputs = [{ x: '1 +' }, { y: '1' }, {}, { x: '1' }];
    expect(await outcomes(IDENTITY, contract(), inputs)).toMatchObject([
      { kind: 'unusable', note: expect.stringContaining('not an expression') },
      { kind: 'unusable', note: expect.stringContaining("unknown ['y'], missing ['x']") },
      { kind: 'unusable', note: expect.stringContaining("missing ['x']") },
      { kind: 'held' },
    ]);
  });

  test('arguments see the names of the module; one that cannot be built is rejected', async () => {
    const code = [
      'from __future__ import annotations',
      'import enum, dataclasses',
      'class Color(enum.Enum):\n    RED = 1',
      '@dataclasses.dataclass',
      'class Point:\n    x: int\n    y: int = 0\n    def __post_init__(self): assert self.x >= 0',
      'def f(c: Color, p: Point):\n    assert c.value != p.x',
    ].join('\n');
    const inputs = [
      { c: 'Color.RED', p: 'Point(-1)' },
      { c: 'Color.RED', p: 'Point(1, 7)' },
    ];
    expect(await outcomes(code, contract(), inputs)).toMatchObject([
      { kind: 'rejected' },
      {
        kind: 'failed',
        counterexample: { args: { c: 'Color.RED', p: 'Point(1, 7)' }, call: 'f(Color.RED, Point(1, 7))' },
      },
    ]);
  });

  test('every kind of parameter is bound and shown', async () => {
    const code = 'def f(a, /, b, c=3, *args, d, e=5, **more):\n    raise ValueError((a, b, c, args, d, e, more))\n';
    const inputs = [{ a: '1', b: '2', c: '0', args: '(4,)', d: '6', more: "{'z': 1}" }];
    const property = contract({
      preconditions: conditions('(a, b, c, args, d) == (1, 2, 0, (4,), 6)', "more == {'z': 1}"),
    });
    expect(await failure(code, property, inputs)).toMatchObject({
      call: "f(1, 2, 0, *(4,), d=6, **{'z': 1})",
      message: "ValueError: (1, 2, 0, (4,), 6, 5, {'z': 1})",
    });
    const skipping = await failure('def f(a=1, b=2):\n    return 1 // (b - a)\n', contract(), [{ b: '1' }]);
    expect(skipping.call).toBe('f(b=1)');
  });

  test('methods of every kind, decorated and asynchronous functions', async () => {
    const code = [
      'import functools',
      'class A:',
      '    def __init__(self, n): self.n = n',
      '    def div(self, x): return x // self.n',
      '    @classmethod\n    def make(cls, x): return 1 // x',
      '    @staticmethod\n    def plain(x): return 1 // x',
      '    @property\n    def inverse(self): return 1 // self.n',
      '@functools.lru_cache\ndef cached(x):\n    assert x\n    return 1 // x',
      'async def later(x): return 1 // x',
    ].join('\n');
    const call = async (name: string, input: Input) => (await failure(code, contract(), [input], name)).call;
    expect(await call('A.div', { self: 'A(0)', x: '1' })).toBe('A(0).div(0)');
    expect(await call('A.make', { x: '0' })).toBe('A.make(0)');
    expect(await call('A.plain', { x: '0' })).toBe('A.plain(0)');
    expect(await call('A.inverse', { self: 'A(0)' })).toBe('A(0).inverse');
    expect(await call('later', { x: '0' })).toBe('later(0)');
    expect(await kinds(code, contract({ assertLines: [13] }), [{ x: '0' }], 'cached')).toEqual(['rejected']);
  });
});

test('random numbers are the same in every run', async () => {
  const code = 'import random\nN = random.random()\ndef f(x):\n    return [N, random.random()]\n';
  const shown = async () => (await failure(code, contract(post('len(_) == 0')), [{ x: '0' }])).outcome;
  expect(await shown()).toEqual(await shown());
});
