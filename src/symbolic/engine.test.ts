import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import type { CheckResult, ExceptionResult } from './service.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

async function check(code: string, name = 'f'): Promise<CheckResult> {
  const result = await symbolic.check(code, name);
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

async function find(code: string, exceptionType: string, name = 'f'): Promise<ExceptionResult> {
  const result = await symbolic.find(code, name, exceptionType);
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

describe('counterexamples', () => {
  it('finds the one input among all integers that raises', async () => {
    const result = await check(`
def f(x: int, y: int) -> int:
    if x == 12345 and y == 7 * x + 3:
        raise ValueError("found")
    return x
`);
    expect(result).toMatchObject({ status: 'counterexample', pathsExplored: 2, pathsVerified: 1, coverageEstimate: 1 });
    expect(result.counterexamples).toMatchObject([
      {
        args: { x: 12345, y: 86418 },
        call: 'f(12345, 86418)',
        violates: 'no uncaught exception',
        outcome: { kind: 'raised', exception: 'ValueError', message: 'found' },
        pathCondition: 'x == 12345 and y == 7 * x + 3',
        foundBy: 'solver',
      },
    ]);
  });

  it('minimises what a boundary input finds', async () => {
    const result = await check(`
def f(x: int) -> int:
    '''post: __return__ >= 0'''
    return x
`);
    expect(result).toMatchObject({
      status: 'counterexample',
      counterexamples: [{ args: { x: -1 }, foundBy: 'trial' }],
    });
  });

  it.each([
    ['bool is an int', 'def f(a: bool, b: bool) -> int:\n    "post: _ != 2"\n    return a + b', { a: true, b: true }],
    ['the message of an exception', 'def f(x: int) -> None:\n    if x == 4321: raise KeyError("k")', { x: 4321 }],
    [
      'a string constant',
      'def f(s: str) -> int:\n    "post: _ == 0"\n    return 1 if s == "secret!" else 0',
      { s: 'secret!' },
    ],
    ['a string equation', 'def f(s: str) -> None:\n    t = s + "b"\n    assert t != "aab"', { s: 'aa' }],
    [
      'old values',
      'def f(x: int) -> int:\n    "post: _ != __old__.x + 17"\n    if x > 1000: x += 16\n    return x + 1',
      null,
    ],
    ['a false implication', 'def f(x: int) -> int:\n    "post: implies(x > 99999, _ > x)"\n    return x', null],
    [
      'a postcondition that raises',
      'def f(x: int) -> int:\n    "post: 1 // _ >= 0 or True"\n    return x - 54321',
      { x: 54321 },
    ],
    ['the wrong exception', 'def f(x: int) -> int:\n    """raises: KeyError"""\n    raise ValueError', null],
  ])('finds %s', async (_name, code, args) => {
    const result = await check(code);
    expect(result.status).toBe('counterexample');
    if (args !== null) expect(result.counterexamples[0]?.args).toEqual(args);
  });
});

describe('proofs', () => {
  it.each([
    ['branches', 'def f(x: int) -> int:\n    "post: _ >= 0"\n    return -x if x < 0 else x'],
    [
      'floor division',
      'def f(x: int, y: int) -> int:\n    """\n    pre: y != 0\n    post: y * _ + x % y == x\n    """\n    return x // y',
    ],
    ['remainders', 'def f(x: int) -> int:\n    "post: 0 <= _ < 7"\n    return x % 7'],
    [
      'a bounded loop',
      'def f(n: int) -> int:\n    """\n    pre: 0 <= n <= 6\n    post: _ == n * (n + 1) // 2\n    """\n    s = 0\n    for i in range(n + 1):\n        s += i\n    return s',
    ],
    ['strings', 'def f(s: str) -> str:\n    "post: len(_) == len(s) + 2"\n    return "<" + s + ">"'],
    ['floats', 'def f(x: float) -> bool:\n    "post: _ == (x == x)"\n    return not (x != x)'],
    [
      'caught exceptions',
      'def f(x: int) -> int:\n    try:\n        return 10 // x\n    except ZeroDivisionError:\n        return 0',
    ],
    [
      'calls',
      'def g(x: int) -> int:\n    return x * x\n\ndef f(x: int) -> int:\n    "post: _ >= 1"\n    return g(x) + 1',
    ],
    [
      'finally',
      'def f(x: int) -> int:\n    "post: _ == 3"\n    y = 0\n    try:\n        y = x // x\n    except ZeroDivisionError:\n        y = 1\n    finally:\n        y = 3\n    return y',
    ],
    ['a listed exception', 'def f(x: int) -> int:\n    """raises: ArithmeticError"""\n    return 1 // x'],
    ['leading asserts', 'def f(x: int) -> float:\n    assert 0 < x < 10\n    return 1 / x'],
    [
      'optional values',
      'from typing import Optional\n\ndef f(x: Optional[int]) -> int:\n    "post: _ >= 0"\n    return 0 if x is None else x * x',
    ],
  ])('proves %s', async (_name, code) => {
    const result = await check(code);
    expect(result).toMatchObject({ status: 'verified', reasons: [], coverageEstimate: 1, counterexamples: [] });
    expect(result.pathsVerified).toBe(result.pathsExplored);
    expect(result.pathsExplored).toBeGreaterThan(0);
  });
});

describe('honesty', () => {
  it.each([
    [
      'an unbounded loop',
      'def f(n: int) -> int:\n    "pre: n > 0"\n    while n != 1:\n        n = n // 2 if n % 2 == 0 else 3 * n + 1\n    return n',
      'loop',
      3,
    ],
    ['unbounded recursion', 'def f(n: int):\n    "pre: n >= 0"\n    return 0 if n == 0 else f(n - 1)', 'recursion', 3],
    ['a construct', 'def f(x: int) -> int:\n    y = x\n    return eval("y")', 'eval', 3],
    ['a library call', 'import zlib\n\ndef f(x: int) -> int:\n    return zlib.crc32(bytes(x % 2))', 'zlib.crc32()', 4],
    ['a type', 'def f(x: complex) -> bool:\n    return x == x', 'the argument x', 2],
    ['a weak contract', 'def f(x: int) -> int:\n    "pre: x > x"\n    return x', 'precondition', 2],
    [
      'a class',
      'class A:\n    def __getattribute__(self, name): return 1\n\ndef f(x: int) -> int:\n    return A().x',
      'class A',
      5,
    ],
  ])('does not claim to have verified %s', async (_name, code, construct, line) => {
    const result = await check(code);
    expect(result.status).toBe('unknown');
    expect(result.reasons).toContainEqual(expect.objectContaining({ construct, line }));
    expect(result.coverageEstimate).toBeLessThan(1);
  });

  it('does not report a path behind an unsupported construct that no input reaches', async () => {
    const result = await check('def f(x: int) -> int:\n    if x * x < 0:\n        with open("f"): pass\n    return x');
    expect(result).toMatchObject({ status: 'verified', pathsExplored: 1 });
  });

  it('says that the budget was spent where it was', async () => {
    const code =
      'def f(x: int, y: int, z: int) -> None:\n    s = x * x * x + y * y * y + z * z * z\n    assert s != 114';
    const result = await symbolic.check(code, 'f', 1);
    expect(result).toMatchObject({ status: 'timeout' });
  });

  it.each([
    [
      'is not modelled',
      'import zlib\n\ndef f(x: int) -> int:\n    "pre: zlib.crc32(bytes(x % 2)) > 3"\n    return x',
      'Not decided',
    ],
    ['no input meets, as an assert', 'def f(x: int) -> int:\n    assert x * x < 0\n    return x', 'weak'],
    ['always raises', 'def f(x: int) -> int:\n    "pre: 1 // 0 > x"\n    return x', 'weak'],
  ])('says what it knows of a precondition that %s', async (_name, code, message) => {
    const result = await check(code);
    expect(result).toMatchObject({ status: 'unknown', message: expect.stringContaining(message) });
  });

  it('does not report what depends on the size of the machine', async () => {
    const result = await check('def f(y: int) -> int:\n    "pre: y >= 0"\n    return 1 << y');
    expect(result).toMatchObject({ status: 'unknown', counterexamples: [] });
  });

  it('answers the same twice', async () => {
    const code = 'def f(x: int, s: str) -> int:\n    "post: _ != 7"\n    return len(s) + x // 3 if x > 99 else 0';
    expect(await check(code)).toEqual(await check(code));
  });
});

describe('paths to an exception', () => {
  const code = `
class NotReallyAValueError(Exception):
    pass

def f(x: int) -> int:
    if x == 777001:
        raise ZeroDivisionError
    if x == 991002:
        raise KeyError(x)
    if x == 500003:
        raise NotReallyAValueError()
    return x
`;

  it('finds subclasses, behind other exceptions', async () => {
    const result = await find(code, 'LookupError');
    expect(result).toMatchObject({ status: 'found', pathsToException: 1, triggeringInputs: [{ args: { x: 991002 } }] });
  });

  it('does not take a name for a class', async () => {
    expect(await find(code, 'ValueError')).toMatchObject({ status: 'unreachable', reasons: [], pathsExplored: 4 });
  });

  it('finds a class of the module', async () => {
    const result = await find(code, 'NotReallyAValueError');
    expect(result).toMatchObject({ status: 'found', triggeringInputs: [{ args: { x: 500003 } }] });
  });

  it('keeps to the preconditions of the docstring and says so', async () => {
    const guarded = 'def f(x: int) -> float:\n    "pre: x > 0"\n    return 1 / x';
    const result = await find(guarded, 'ZeroDivisionError');
    expect(result.status).toBe('unreachable');
    expect(result.assumptions).toEqual([
      "only inputs that meet the function's own preconditions (pre:) are considered",
    ]);
  });

  it('treats a leading assert as code', async () => {
    expect(await find('def f(x: int) -> int:\n    assert x > 0\n    return x', 'AssertionError')).toMatchObject({
      status: 'found',
    });
  });

  it('never excludes what depends on the resources of the machine', async () => {
    expect(await find('def f(x: int) -> int:\n    return x', 'RecursionError')).toMatchObject({ status: 'unknown' });
  });
});

describe('input at fault', () => {
  it.each([
    ['syntax', 'def f(x: int) return x', 'SyntaxError', 1],
    [
      'what CPython reads and the parser does not',
      'def f(x: int):\n    a, *[b, c] = x, 2, 3',
      'UnsupportedConstruct',
      2,
    ],
    ['a missing function', 'def g(): pass', 'ValueError', undefined],
    ['a contract', 'def f(x: int) -> int:\n    """\n    post: x >\n    """\n    return x', 'SyntaxError', 3],
    ['an import', 'import no_such_module\n\ndef f(x: int): pass', 'ModuleNotFoundError', undefined],
  ])('reports %s', async (_name, code, errorType, line) => {
    const result = await symbolic.check(code, 'f');
    expect(result).toMatchObject({ status: 'error', errorType: expect.stringContaining(errorType) });
    if (line !== undefined) expect(result).toMatchObject({ line });
  });

  it('refuses an exception class that does not exist', async () => {
    const result = await symbolic.find('def f(x: int): pass', 'f', 'NoSuchError');
    expect(result).toMatchObject({ status: 'error', errorType: 'ValueError' });
  });

  it('survives deep nesting and endless recursion', async () => {
    const deep = `def f(x: int) -> int:\n    return ${'('.repeat(10_000)}x${')'.repeat(10_000)}`;
    expect(await symbolic.check(deep, 'f')).toMatchObject({ status: 'error' });
    const endless = await symbolic.check('def f(x: int) -> int:\n    return f(x + 1)', 'f');
    expect(endless).toMatchObject({ status: 'unknown' });
    expect(await symbolic.check('def f(x: int) -> int:\n    return x', 'f')).toMatchObject({ status: 'verified' });
  });
});
