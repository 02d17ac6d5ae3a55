/** Runs the pytest modules of counterexamples on CPython: on the code that was refuted, and on code without the fault. */
import { describe, expect, it } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const kernel = await bootNodeKernel();
const symbolic = await loadSymbolic({ cpython: kernel });

/** Runs the test functions of `test` beside `code`, with the one part of pytest that they use; `passed`, or what was raised. */
async function outcome(code: string, test: string): Promise<string> {
  const program = `
import contextlib, sys, types

@contextlib.contextmanager
def raises(expected):
    try:
        yield
    except expected:
        return
    raise AssertionError("nothing was raised")

def outcome(code, test):
    added = {name: types.ModuleType(name) for name in ("module_under_test", "pytest", "icontract", "deal")}
    for name in ("require", "ensure", "snapshot", "invariant", "pre", "post", "inv"):
        for library in ("icontract", "deal"):
            setattr(added[library], name, lambda *args, **keywords: lambda decorated: decorated)
    added["pytest"].raises = raises
    sys.modules.update(added)
    try:
        exec(code, added["module_under_test"].__dict__)
        names = {"__name__": "test_module"}
        exec(compile(test, "test_module.py", "exec"), names)
        tests = [value for name, value in names.items() if name.startswith("test_")]
        for one in tests:
            one()
        return f"passed" if len(tests) == 1 else f"{len(tests)} tests"
    except Exception as error:
        return type(error).__name__
    finally:
        for name in added:
            del sys.modules[name]

outcome(${JSON.stringify(code)}, ${JSON.stringify(test)})
`;
  const result = await kernel.evaluate({ program, stepLimit: 1_000_000 });
  if (result.status !== 'ok') throw new Error(JSON.stringify(result));
  return result.value;
}

async function testOf(code: string, functionName: string): Promise<string> {
  const result = await symbolic.check(code, functionName);
  const test = result.status === 'error' ? undefined : result.counterexamples[0]?.pytest;
  if (test === undefined) throw new Error(`No test: ${JSON.stringify(result)}`);
  return test;
}

interface Refuted {
  readonly about: string;
  readonly functionName: string;
  readonly code: string;
  /** A part of the code, and what stands in its place where the fault is mended. */
  readonly mend: readonly [string, string];
  /** What ends the test as long as the fault is there. */
  readonly fails: string;
}

const CONTRACTS: readonly Refuted[] = [
  {
    about: 'an exception',
    functionName: 'f',
    code: 'def f(x: int, y: int) -> int:\n    return x // y if x > 3 else 0\n',
    mend: ['if x > 3', 'if y'],
    fails: 'ZeroDivisionError',
  },
  {
    about: 'a postcondition with names of the module, old values and a default',
    functionName: 'f',
    code: `
from enum import Enum
LIMIT = 7
class Mode(Enum):
    UP = 1
def small(n):
    return n < LIMIT
def f(xs: list[int], mode: Mode = Mode.UP, *rest: int, deep: bool = False) -> int:
    """
    post: implies(small(len(xs)), __return__ == len(__old__.xs)) and mode is mode and not rest == 1
    post: all(_ >= 0 for n in xs)
    """
    xs.append(1)
    return len(xs)
`,
    mend: ['return len(xs)', 'return len(xs) - 1'],
    fails: 'AssertionError',
  },
  {
    about: 'an exception that is not among those allowed',
    functionName: 'f',
    code: `
class Refused(Exception): pass
def f(d: dict[str, int], k: str) -> int:
    """
    raises: Refused, decimal.InvalidOperation
    """
    return d[k]
`,
    mend: ['return d[k]', 'raise Refused'],
    fails: 'KeyError',
  },
  {
    about: 'a method, a private one, and the invariant of its class',
    functionName: 'A.__grow',
    code: `
class A:
    """
    inv: self.n >= 0
    """
    def __init__(self, n: int):
        self.n = n
    def __grow(me, by: int) -> None:
        """
        post: me.n >= 0
        """
        me.n -= by if by > 0 else 0
`,
    mend: ['-=', '+='],
    fails: 'AssertionError',
  },
  {
    about: 'a constructor that breaks an invariant',
    functionName: 'A',
    code: 'class A:\n    """\n    inv: self.n >= 0\n    """\n    def __init__(self, n: int):\n        self.n = n\n',
    mend: ['= n', '= abs(n)'],
    fails: 'AssertionError',
  },
  {
    about: 'a property',
    functionName: 'A.half',
    code: `
class A:
    def __init__(self, n: int):
        self.n = n
    @property
    def half(self) -> int:
        return 10 // self.n
`,
    mend: ['10 // self.n', 'self.n // 2'],
    fails: 'ZeroDivisionError',
  },
  {
    about: 'mutation of an argument',
    functionName: 'f',
    code: 'class P:\n    def __init__(self, n: int):\n        self.n = n\ndef f(p: P) -> None:\n    """\n    post[]: True\n    """\n    p.n = 3\n',
    mend: ['p.n = 3', 'p.n'],
    fails: 'AssertionError',
  },
  {
    about: 'snapshots of icontract',
    functionName: 'f',
    code: `
import icontract
@icontract.snapshot(lambda xs: len(xs), name="size")
@icontract.ensure(lambda OLD, xs, result:
                  len(xs) == OLD.size + result)
def f(xs: list[int]) -> int:
    xs.append(1)
    return 2
`,
    mend: ['return 2', 'return 1'],
    fails: 'AssertionError',
  },
  {
    about: 'the bag of deal',
    functionName: 'f',
    code: 'import deal\n@deal.ensure(lambda _: _.result > _["x"])\ndef f(x: int) -> int:\n    return x\n',
    mend: ['return x', 'return x + 1'],
    fails: 'AssertionError',
  },
  {
    about: 'one object as two arguments',
    functionName: 'f',
    code: 'def f(xs: list[int], ys: list[int]) -> None:\n    """\n    post: len(ys) == len(__old__.ys)\n    """\n    xs.append(1)\n',
    mend: ['xs.append(1)', 'xs.clear'],
    fails: 'AssertionError',
  },
  {
    about: 'a coroutine',
    functionName: 'f',
    code: 'async def f(x: int) -> int:\n    """\n    post: __return__ != 4\n    """\n    return x * x\n',
    mend: ['x * x', 'x * 3 + 2'],
    fails: 'AssertionError',
  },
];

describe('a test of a contract', () => {
  it.each(CONTRACTS)('fails as long as the fault is there: $about', async ({ functionName, code, mend, fails }) => {
    const test = await testOf(code, functionName);
    expect(await outcome(code, test)).toBe(fails);
    expect(code).toContain(mend[0]);
    expect(await outcome(code.replace(...mend), test)).toBe('passed');
  });

  it('is short', async () => {
    const code = 'def f(x: int) -> int:\n    """\n    post: __return__ > x\n    """\n    return x\n';
    expect(await testOf(code, 'f')).toBe(`# Fails while the function breaks: post: __return__ > x.
# Put the name of your module for module_under_test.
from module_under_test import f


def test_f():
    x = 0
    __return__ = f(x)
    assert __return__ > x
`);
  });

  it.each([
    'class P:\n    def __init__(self, n: int):\n        self.n = n\ndef f(P: "P") -> int:\n    return 1 // P.n\n',
    'import deal\n@deal.ensure(lambda result: result != a)\ndef f(a: int) -> int:\n    return 12\n',
  ])('is left out where one name would stand for two things: %j', async (code) => {
    const result = await symbolic.check(code, 'f');
    expect(result).toMatchObject({ status: 'counterexample' });
    expect(result).not.toHaveProperty('counterexamples.0.pytest');
  });
});

describe('a test of an exception', () => {
  it.each([
    ['int(s)', 'ValueError', '0'],
    ['decimal.Decimal(s)', 'decimal.InvalidOperation', 'decimal.Decimal(0)'],
    ['check(s)', 'Refused', 'None'],
  ])('passes as long as %s raises %s', async (call, exception, mended) => {
    const code = `
import decimal
class Refused(Exception): pass
def check(s):
    if s == "no": raise Refused
def f(s: str):
    return ${call}
`;
    const result = await symbolic.find(code, 'f', exception);
    const test = result.status === 'error' ? undefined : result.triggeringInputs[0]?.pytest;
    expect(await outcome(code, test ?? '')).toBe('passed');
    expect(await outcome(code.replace(`return ${call}`, `return ${mended}`), test ?? '')).toBe('AssertionError');
  });
});

describe('a test of a difference', () => {
  it.each([
    ['return value', 'def f(x: float):\n    return x\n', 'def g(y: float):\n    return y + 0.0\n'],
    ['type', 'def f(x: int):\n    return [x]\n', 'def g(x: int):\n    return [float(x)]\n'],
    ['exception', 'def f(x: int):\n    return 1 // x\n', 'def g(x: int):\n    return 1 / x if x else int("")\n'],
    ['mutation', 'def f(xs: list[int]):\n    xs.sort()\n', 'def g(xs: list[int]):\n    sorted(xs)\n'],
    ['generators', 'def f(n: int):\n    yield n\n', 'def g(n: int):\n    yield n\n    if n > 2: yield n\n'],
    [
      'keywords',
      'def f(*a: int, k: int = 0):\n    return k, a\n',
      'def g(*b: int, j: int = 0):\n    return j + len(b), b\n',
    ],
  ])('fails as long as they differ: %s', async (_what, f, g) => {
    const result = await symbolic.compare(f + g, 'f', 'g');
    const test = result.status === 'error' ? undefined : result.differences[0]?.pytest;
    expect(await outcome(f + g, test ?? '')).toBe('AssertionError');
    expect(await outcome(`${f}g = f\n`, test?.replace(/j=k/, 'k=k') ?? '')).toBe('passed');
  });
});
