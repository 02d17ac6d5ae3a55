/** Versions of functions with real engines: what is shared, what exists twice, and what is not decided. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { VersionComparison } from '../service.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

type Files = Readonly<Record<string, string>>;

/** Compares `name` of `pkg/a.py`; `after` holds what changed. */
function compare(name: string, before: Files, after: Files, timeoutSeconds = 3): Promise<VersionComparison> {
  const sides = { before: { 'pkg/__init__.py': '', ...before }, after: { 'pkg/__init__.py': '', ...before, ...after } };
  return engine.versions('pkg/a.py', name, async (side, path) => (sides[side] as Files)[path], timeoutSeconds);
}

/** Compares `f` of one module. */
const one = (before: string, after: string, name = 'f', timeoutSeconds = 3) =>
  compare(name, { 'pkg/a.py': before }, { 'pkg/a.py': after }, timeoutSeconds);

const UTILS = `
LIMIT = 10
class Bad(ValueError):
    pass
def clamp(x, low, high):
    if low > high:
        raise Bad(low)
    return max(low, min(x, high))
`;

describe('unchanged', () => {
  test('where only comments, docstrings and annotations of functions differ', async () => {
    const after = 'def f(x: int) -> int:\n    """Doc."""\n    # more\n    return (x)\n';
    expect((await one('def f(x):\n    return x\n', after)).status).toBe('unchanged');
  });

  test('where what changed is not used', async () => {
    const code = 'K = 1\ndef g(): return K\ndef f(x): return x\n';
    expect((await one(code, code.replace('K = 1', 'K = 2'))).status).toBe('unchanged');
  });
});

describe('what the function uses', () => {
  const code = (body: string, imports = 'from .utils import clamp as cl, LIMIT') => ({
    'pkg/utils.py': UTILS,
    'pkg/a.py': `${imports}\ndef f(x: int) -> int:\n    ${body}\n`,
  });

  test('is linked from modules of the workspace, and shared', async () => {
    const result = await compare('f', code('return cl(x, 0, LIMIT)'), code('y = x\n    return cl(y, 0, LIMIT)'));
    expect(result).toMatchObject({ status: 'equivalent', reasons: [], isTyped: true });
  });

  test.each([
    ['import pkg.utils as u', 'u.clamp(x, 0, u.LIMIT)'],
    ['from . import utils', 'utils.clamp(x, 0, utils.LIMIT)'],
    ['import pkg.utils', 'pkg.utils.clamp(x, 0, pkg.utils.LIMIT)'],
    ['from pkg.utils import *', 'clamp(x, 0, LIMIT)'],
  ])('through %s', async (imports, call) => {
    const { status } = await compare('f', code('return cl(x, 0, LIMIT)'), code(`return ${call}`, imports));
    expect(status).toBe(imports.includes('*') ? 'unknown' : 'equivalent');
  });

  test('exists twice where it changed in another module', async () => {
    const result = await compare('f', code('return cl(x, 0, LIMIT)'), {
      'pkg/utils.py': UTILS.replace('= 10', '= 11'),
    });
    expect(result).toMatchObject({
      status: 'different',
      differences: [
        { before: { value: '10' }, after: { value: '11' }, message: 'before: returns 10; after: returns 11' },
      ],
    });
  });

  test('raises one class of exception on both sides', async () => {
    const before = code('return cl(x, 5, 1)');
    const after = code('if x > 3:\n        return cl(3, 5, 1)\n    return cl(x, 5, 1)');
    expect((await compare('f', before, after)).status).toBe('equivalent');
  });

  test('tells of new exceptions in lines of the files', async () => {
    const result = await compare('f', code('return cl(x, 0, 9)'), code('return cl(x, 9, 0)'));
    const [difference] = result.differences;
    expect(difference?.after).toMatchObject({ kind: 'raised', exception: 'Bad' });
    expect(JSON.stringify(difference?.after)).toMatch(/pkg\/a.py\\", line 3, in f.*pkg\/utils.py\\", line 7, in clamp/);
    expect(difference?.pytest).toContain('from pkg.a import f\n');
    expect(difference?.pytest).toContain('assert content(f(x)) == content(');
  });

  test.each([
    ['an assignment', "T = {'a': 1}", "T['a'] = 2", "T['a']"],
    [
      'a registering decorator',
      'R = []\ndef reg(g):\n    R.append(g(1))\n    return g',
      '@reg\ndef h(x): return x',
      'len(R)',
    ],
    ['an attribute of a function', 'def g(): return g.k', 'g.k = 4', 'g.k if hasattr(g, "k") else 0'],
    ['a call', 'R = []\ndef put(x):\n    R.append(x)', 'put(3)', 'len(R)'],
  ])('is changed by %s of the top level', async (_, first, second, value) => {
    const code = (middle: string) => `${first}\n${middle}\ndef f(x: int): return x + ${value}\n`;
    expect((await one(code('pass'), code(second))).status).toMatch(/different|unknown/);
  });

  test('may be built in on one side only', async () => {
    const code = 'def f(x: int): return max(x, 0)\n';
    const { status } = await one(code, `def max(a, b): return a\n${code}`);
    expect(status).not.toBe('equivalent');
  });
});

describe('methods', () => {
  const box = (m: string, p = 'return k') =>
    `class Box:\n    def __init__(self, n: int):\n        self.n = n\n    def m(self, k: int):\n        ${m}\n    def p(self, k: int):\n        ${p}\n`;

  test('of one class are compared', async () => {
    expect((await one(box('return self.n + k'), box('return k + self.n'), 'Box.m')).status).toBe('equivalent');
    expect((await one(box('return self.n + k'), box('return self.n - k'), 'Box.m')).status).toBe('different');
  });

  test('of a class under a condition are compared', async () => {
    const under = (code: string) => `import sys\nif sys.version_info >= (3, 9):\n${code.replace(/^(?=.)/gm, '    ')}`;
    const [before, after] = ['return self.n + k', 'return k + self.n'].map((text) => under(box(text)));
    expect((await one(before ?? '', after ?? '', 'Box.m')).status).toBe('equivalent');
    const { status, differences } = await one(under(box('return k')), under(box('return k + 1')), 'Box.m');
    expect({ status, message: differences[0]?.message }).toEqual({
      status: 'different',
      message: 'before: returns 0; after: returns 1',
    });
  });

  test('call the version of their side', async () => {
    const result = await one(box('return self.p(k)'), box('return self.p(k)', 'return k + 1'), 'Box.m');
    expect(result).toMatchObject({
      status: 'different',
      differences: [{ message: 'before: returns 0; after: returns 1' }],
    });
  });

  test('are not proved on objects that the text does not tell, and run', async () => {
    const code = (p: string) => `${box('return 1', p)}def f(x: int):\n    return Box(1).p(x)\n`;
    expect(await one(code('return k'), code('return 0 + k'))).toMatchObject({
      status: 'unknown',
      reasons: [{ construct: '.p' }],
    });
    expect(await one(code('return k'), code('return k + 1'))).toMatchObject({ status: 'different' });
  });

  test('are not proved where the class changes in more, and run', async () => {
    const code = box('return self.n');
    const changed = (text: string) => one(code, code.replace('self.n = n', text), 'Box.m');
    const { reasons } = await changed('self.n = 0 + n');
    expect(reasons).toMatchObject([{ construct: 'class Box', line: 1 }]);
    expect(await changed('self.n = n + 1')).toMatchObject({ status: 'different' });
  });
});

describe('not decided', () => {
  test.each([
    [
      'a module that is not there',
      'import numpy as np\ndef f(x: int): return np.int64(x)\n',
      'module numpy cannot be had',
    ],
    ['names that cannot be seen', "def f(x: int): return globals()['f'](x)\n", 'may see names'],
    ['its own name', 'def f(x: int): return f.__name__\n', 'may tell versions'],
    ['computed attributes', 'def f(x: int, y: str): return getattr(x, y)\n', 'computed name'],
    ['imports inside functions', 'def f(x: int):\n    from .b import c\n    return x\n', 'module b cannot be had'],
  ])('%s', async (_, code, message) => {
    const { status, reasons } = await one(
      code,
      code.replace('return', 'x = x\n    return').replace(': x = x', ':\n    x = x'),
    );
    expect({ status, message: reasons[0]?.message }).toEqual({
      status: 'unknown',
      message: expect.stringContaining(message),
    });
  });

  test('for other types than those that are assumed where an annotation has no meaning here', async () => {
    const code = (value: string) =>
      `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from third import T\ndef f(x: int, y: "T | None"):\n    return ${value}\n`;
    const { status, isTyped, message } = await one(code('x + x'), code('2 * x'));
    expect({ status, isTyped }).toEqual({ status: 'unknown', isTyped: false });
    expect(message).toContain('of the types that were guessed');
  });
});

describe('a changed function that an unchanged one calls in a generator', () => {
  const code = (types: readonly [string, string]) =>
    `def discount(price${types[0]}, percent${types[0]}):\n    return price - price * percent // 100\n\n\n` +
    `def total(prices${types[1]}):\n    return sum(discount(price, 10) for price in prices)\n`;

  test.each([
    ['different', ': int', ': list[int]'],
    ['different', '', ': list'],
    ['different', ': int', ''],
  ])('makes it %s with types %j and %j', async (status, price, prices) => {
    const before = code([price, prices]);
    const result = await one(before, before.replace('// 100', '// 10'), 'total', 1);
    expect(result.status).toBe(status);
  });
});

describe('preconditions of docstrings', () => {
  const code = (pre: string, value: string, parameters = 'x: int') =>
    `LOW = 0\ndef ok(x):\n    return x > LOW\ndef f(${parameters}):\n    """${pre}"""\n    return ${value}\n`;
  const statusOf = async (pre: string, now: string, after = code(now, '10 // x')) =>
    (await one(code(pre, '10 // max(x, 1)'), after)).status;

  test.each([
    ['before', 'pre: x > LOW', ''],
    ['after', '', 'pre: ok(x)'],
  ])('limit the inputs of a comparison: %s', async (_, pre, now) => {
    expect(await statusOf(pre, now)).toBe('equivalent');
  });

  test('admit inputs that differ', async () => {
    const { differences, assumptions } = await one(code('', '10 // max(x, 1)'), code('pre: x > -1', '10 // x'));
    expect(differences).toMatchObject([{ call: 'f(0)' }]);
    expect(assumptions).toContain('inputs are those of the docstrings: (x > -1)');
  });

  test('are those of their own version, and of its parameters', async () => {
    const wider = code('pre: ok(x)', '10 // x').replace('LOW = 0', 'LOW = -5');
    expect(await statusOf('pre: ok(x)', '', wider)).toBe('equivalent');
    const placed = code('', '10 // max(x, 1)', 'x: int, /');
    expect((await one(placed, code('pre: n > k', '10 // n', 'n: int, /, k: int = 0'))).status).toBe('equivalent');
  });

  test('are not decided where they are no conditions', async () => {
    expect(await statusOf('', 'pre: x must be positive')).toBe('unknown');
    expect(await statusOf('', 'pre: positive')).toBe('unknown');
  });
});

describe('numbers that outgrow floats or texts', () => {
  test.each([
    ['x', 'int(x * 1.0) * 0 + x'],
    ['[x]', '[x, str(x)][:1]'],
  ])('are no difference: %s and %s', async (before, after) => {
    const { status } = await one(`def f(x: int): return ${before}\n`, `def f(x: int): return ${after}\n`, 'f', 1);
    expect(status).not.toBe('different');
  });
});

describe('signatures', () => {
  test('may get parameters with defaults', async () => {
    const after = 'def f(x: int, *, twice: bool = False):\n    return x * 2 if twice else x\n';
    expect((await one('def f(x: int):\n    return x\n', after)).status).toBe('equivalent');
    expect((await one('def f(x: int):\n    return x\n', after.replace('False', 'True'))).status).toBe('different');
  });

  test('are told where they are incompatible', async () => {
    expect((await one('def f(x): return x\n', 'def f(x, y): return x\n')).status).toBe('signature');
    expect((await one('def f(x, y): return x\n', 'def f(x): return x\n')).status).toBe('signature');
  });

  test('with other defaults are never equivalent', async () => {
    expect((await one('def f(x: int = 1): return x\n', 'def f(x: int = 2): return x\n')).status).toBe('unknown');
    const code = 'K = 1\ndef f(x: int = K): return x\n';
    expect((await one(code, code.replace('K = 1', 'K = 2'))).status).toBe('unknown');
  });
});

describe('how a function is called', () => {
  test('a parameter of another name is no proof for calls that name it', async () => {
    const renamed = await one('def f(x: int):\n    return x\n', 'def f(y: int):\n    return y\n');
    expect(renamed).toMatchObject({
      status: 'unknown',
      reasons: [{ message: 'calls that name x have to name y now' }],
    });
    const differs = await one('def f(x: int):\n    return x\n', 'def f(y: int):\n    return y + 1\n');
    expect(differs.status).toBe('different');
    const closed = await one('def f(x: int, /):\n    return x + 0\n', 'def f(y: int, /):\n    return 0 + y\n');
    expect(closed.status).toBe('equivalent');
    const method = (self: string, body: string) => `class A:\n    def f(${self}, x: int):\n        return ${body}\n`;
    expect((await one(method('self', 'x + 1'), method('this', '1 + x'), 'A.f')).status).toBe('equivalent');
  });

  test.each(['property', 'classmethod'])('a %s that becomes a plain method is called in another way', async (mark) => {
    const code = (decorator: string) => `class A:\n    ${decorator}def f(self):\n        return 1\n`;
    expect((await one(code(`@${mark}\n    `), code(''), 'A.f')).status).toBe('signature');
  });
});
