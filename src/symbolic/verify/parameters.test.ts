/** Symbolic arguments of every kind, with the real solver and the real CPython. */
import { describe, expect, test } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { CheckResult } from '../service.ts';

const symbolic = await loadSymbolic();

async function check(code: string): Promise<CheckResult> {
  const result = await symbolic.check(code, 'f');
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

describe('what is proved for all arguments', () => {
  test.each([
    [
      'lists up to a length that the function refuses to exceed',
      `def f(xs: list[int]) -> int:
    "post: _ >= 0"
    if len(xs) > 8:
        return 0
    n = 0
    for x in xs:
        if x > 0:
            n += x
    return n`,
    ],
    [
      'lists that a precondition bounds, changed in place',
      `def f(xs: list[int]) -> None:
    """
    pre: len(xs) <= 3
    post: len(xs) == len(__old__.xs) + 1 and xs[:-1] == __old__.xs
    """
    xs.append(1)`,
    ],
    [
      'functions that only measure',
      'def f(xs: list[int]) -> int:\n    "post: _ == len(xs) + 1"\n    return 1 + len(xs) if xs else 1',
    ],
    ['tuples of any length', 'def f(x: tuple[int, ...]) -> bool:\n    "post: _ == (len(x) > 0)"\n    return bool(x)'],
    [
      'sets hold no element twice',
      'def f(s: set[bool]) -> int:\n    """\n    pre: len(s) < 4\n    post: _ <= 2\n    """\n    return len(s)',
    ],
    [
      'keys of dictionaries differ',
      `def f(d: dict[int, int]) -> int:
    """
    pre: len(d) == 2
    post: _ == 2
    """
    return len(set(d.keys()))`,
    ],
    [
      'bytes',
      'def f(b: bytes) -> int:\n    """\n    pre: len(b) == 1\n    post: 0 <= _ < 256\n    """\n    return b[0]',
    ],
    ['digits of bytes', 'def f(b: bytes) -> str:\n    "post: len(_) == 2 * len(b)"\n    return b.hex()'],
    [
      'dictionaries with known keys',
      `from typing import TypedDict
class D(TypedDict):
    n: int
def f(d: D) -> int:
    "post: _ >= 0"
    return abs(d["n"])`,
    ],
    [
      'members of enumerations',
      `import enum
class Color(enum.Enum):
    RED = 1
    BLUE = 5
def f(c: Color) -> int:
    "post: 1 <= _ <= 5"
    return c.value`,
    ],
    [
      'objects that a constructor accepts',
      `class Account:
    def __init__(self, balance: int, limit: int = 0):
        if balance < limit:
            raise ValueError
        self.balance, self.limit = balance, limit
def f(a: Account) -> int:
    "post: _ >= 0"
    return a.balance - a.limit`,
    ],
    ['collected arguments', 'def f(*args: int) -> int:\n    "post: _ >= 0"\n    return len(args)'],
    ['what is passed on unseen', 'def f(x: "complex", n: int) -> complex:\n    "post: n == n"\n    return x'],
    [
      'a deque',
      'from collections import deque\ndef f(q: deque[int]) -> int:\n    """\n    pre: len(q) < 3\n    post: _ == len(__old__.q) + 1\n    """\n    q.append(1)\n    return len(q)',
    ],
  ])('%s', async (_name, code) => {
    expect(await check(code)).toMatchObject({ status: 'verified', reasons: [] });
  });
});

describe('what stays undecided', () => {
  test('where nothing is known of the class that an annotation names', async () => {
    const result = await check('def f(p: "elsewhere.Point") -> int:\n    "post: True"\n    return p.x');
    expect(result).toMatchObject({ status: 'unknown', reasons: [{ construct: 'the argument p', line: 3 }] });
  });

  test('where an argument that is not modelled is looked into', async () => {
    const result = await check('def f(x: complex) -> bool:\n    "post: _ in (True, False)"\n    return x == x');
    expect(result).toMatchObject({ status: 'unknown', reasons: [{ construct: 'the argument x', line: 3 }] });
  });

  test('where an argument of any type may be another one of a certain type', async () => {
    const code = `def f(x: object, ys: list[int]) -> bool:
    """
    pre: len(ys) < 2
    post: not _
    """
    return type(x) is list and len(x) == 1 and len(ys) == 1 and x is ys`;
    expect((await check(code)).status).not.toBe('verified');
  });
});

describe('inputs from models', () => {
  test.each([
    [
      'a dictionary without a key that may be missing',
      'from typing import TypedDict\nclass D(TypedDict, total=False):\n    a: int\ndef f(d: D) -> int:\n    "post: True"\n    return d["a"]',
      /^f\(\{\}\)$/,
    ],
    [
      'an object of a derived class',
      'class A:\n    n = 1\nclass B(A):\n    n = 2\ndef f(a: A) -> int:\n    "post: _ == 1"\n    return a.n',
      /^f\(B\(\)\)$/,
    ],
    [
      'lists in a list that is compared with what it was',
      'def f(xs: list[list[int]]) -> None:\n    "post[xs]: xs == __old__.xs"\n    if xs and len(xs[0]) == 2 and xs[0][0] * xs[0][1] == 2491 and xs[0][0] > 47: xs[0].pop()',
      /^f\(\[\[/,
    ],
    [
      'a list',
      'def f(xs: list[int]) -> None:\n    if len(xs) == 3 and xs[0] * xs[1] == 2021 and xs[2] == xs[0] + 4: raise ValueError',
      /^f\(\[\d+, \d+, \d+\]\)$/,
    ],
    ['a long list', 'def f(xs: list[int]) -> None:\n    if len(xs) == 77: raise ValueError', /^f\(/],
    [
      'a dictionary',
      'def f(d: dict[int, int]) -> None:\n    if len(d) == 1 and d.get(31) == 731 - 13: raise ValueError',
      /^f\(\{31: 718\}\)$/,
    ],
    [
      'an object',
      'from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n    y: int = 0\ndef f(p: P) -> None:\n    if p.x * p.x + p.y == 1000003: raise ValueError',
      /^f\(P\(/,
    ],
  ])('%s', async (_name, code, call) => {
    const result = await check(code);
    expect(result.status).toBe('counterexample');
    expect(result.counterexamples[0]?.call).toMatch(call);
  });
});

test('what an argument is taken to be is told', async () => {
  const code =
    'from typing import Sequence\ndef f(xs: Sequence[int], y: object, z) -> bool:\n    "post: _"\n    return True';
  const { assumptions, status } = await check(code);
  expect({ assumptions, status }).toEqual({
    status: 'verified',
    assumptions: [
      'xs is taken to be a list, which is one kind of Sequence',
      'y is taken to be None, a bool, int, float, str, list, dict or short tuple, or an object without attributes',
      'z has no annotation and is taken to be int',
    ],
  });
});
