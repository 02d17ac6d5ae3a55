/** Generic functions and classes: what type parameters stand for, and that nothing is claimed of what they do not. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

const IMPORTS = 'from typing import *\nfrom dataclasses import dataclass\n';
const BOX = '@dataclass\nclass Box[T]:\n    value: T\n';
const BASE =
  'T = TypeVar("T")\nclass Base(Generic[T]):\n    def __init__(self, v: T) -> None:\n        self.v = v\n    def put(self, x: T) -> int:\n        """post: __return__ >= 0"""\n        return len(x) + len(self.v)\n';
const SHAPE =
  'class Shape(Protocol):\n    def area(self) -> int: ...\nclass Square(Shape):\n    def area(self) -> int:\n        return 1\n';

/** The function `f` of a module, with the postcondition. */
function f(head: string, post: string, body: string): string {
  return `def f${head}:\n    """post: ${post}"""\n    return ${body}\n`;
}

/** What a check of `f` says: the verdict, and what its first counterexample calls. */
async function verdict(code: string, name = 'f'): Promise<readonly (string | undefined)[]> {
  const result = await engine.check(IMPORTS + code, name);
  return result.status === 'error' ? [result.status] : [result.status, result.counterexamples[0]?.call];
}

describe('a type parameter', () => {
  const isInt = f('[T](x: T) -> bool', '__return__', 'isinstance(x, int)');
  test.each([
    ['an alias', `T = int\n${isInt}`],
    ['a TypeVar', `T = TypeVar("T", bound=int)\n${isInt}`],
    ['a class', `class T(int):\n    pass\n${isInt}`],
  ])('hides %s of its name', async (_, code) => {
    expect((await verdict(code))[0]).toBe('counterexample');
  });

  test('of a class hides names in its methods', async () => {
    const code =
      'T = TypeVar("T", bound=int)\nclass C[T]:\n    def f(self, x: T) -> bool:\n        """post: __return__"""\n        return isinstance(x, int)\n';
    expect((await verdict(code, 'C.f'))[0]).toBe('counterexample');
  });

  test.each([
    ['a bool', f('[T: int](x: T) -> bool', '__return__', 'type(x) is int'), 'f(True)'],
    ['an int', f('[T: float](x: T) -> bool', '__return__', 'hasattr(x, "hex")'), 'f(1)'],
  ])('with a bound may be %s', async (_, code, call) => {
    expect(await verdict(code)).toEqual(['counterexample', call]);
  });
});

describe('type arguments', () => {
  test.each([
    ['of a dataclass', BOX + f('(b: Box[int]) -> int', '__return__ == b.value + 1', 'b.value + 1')],
    ['of a NamedTuple', `class P[T](NamedTuple):\n    a: T\n${f('(p: P[int]) -> int', 'True', 'p.a - 1')}`],
    ['of an alias', `T = TypeVar("T")\nTwo = tuple[T, T]\n${f('(p: Two[int]) -> int', 'True', 'p[0] + p[1]')}`],
    ['of what an alias names', `L = list\n${f('(xs: L[int]) -> bool', '__return__', 'all(x == x for x in xs)')}`],
    ['of a base', `${BASE}class S(Base[str]):\n    pass\n${f('(s: S) -> int', '__return__ >= 0', 'len(s.v)')}`],
    ['within others', BOX + f('(b: Box[Box[int]]) -> int', 'True', 'b.value.value + 1')],
  ])('%s are what is passed', async (_, code) => {
    expect(await verdict(code)).toEqual(['verified', undefined]);
  });

  test('of a base are those of methods that are inherited', async () => {
    expect(await verdict(`${BASE}class S(Base[str]):\n    pass\n`, 'S.put')).toEqual(['verified', undefined]);
  });

  test('are not lost', async () => {
    const code = BOX + f('(b: Box[str]) -> bool', '__return__', 'b.value != "needle"');
    expect(await verdict(code)).toEqual(['counterexample', "f(Box('needle'))"]);
  });

  test.each([
    [
      'one of several types',
      'class C[T: (int, str)]:\n    def __init__(self, v: T) -> None:\n        self.v = v\n',
      'C',
    ],
    ['classes derive from it', `${BASE}class S(Base[str]):\n    pass\n`, 'Base[int]'],
    ['too many are given', BOX, 'Box[int, int]'],
  ])('are not modelled where %s', async (_, code, type) => {
    expect(await verdict(code + f(`(b: ${type}) -> bool`, '__return__', 'b is not None'))).toEqual([
      'unknown',
      undefined,
    ]);
  });
});

describe('a protocol', () => {
  test('is kept by classes that only have its methods', async () => {
    const debt = 'class Debt:\n    def area(self) -> int:\n        return -1\n';
    const code = SHAPE + debt + f('(s: Shape) -> int', '__return__ >= 0', 's.area()');
    expect(await verdict(code)).toEqual(['counterexample', 'f(Debt())']);
  });

  test('is kept by others, too, which is an assumption', async () => {
    const code = IMPORTS + SHAPE + f('[T: Shape](s: T) -> int', '__return__ == 1', 's.area()');
    expect(await engine.check(code, 'f')).toMatchObject({
      status: 'verified',
      assumptions: expect.arrayContaining(['s is taken to be a Square, which is one kind of Shape']),
    });
  });
});

describe('overloads', () => {
  const stubs = (one: string, other: string): string =>
    `@overload\ndef f(${one}): ...\n@overload\ndef f(${other}): ...\n`;

  test('say what a function without annotations takes', async () => {
    const code = stubs('x: int', 'x: str') + f('(x)', 'isinstance(__return__, int)', 'x * 2');
    expect((await verdict(code))[0]).toBe('counterexample');
  });

  test('say which types go together', async () => {
    const all = f('(x: int | str, y: int | str)', 'True', 'x + y');
    expect(await verdict(stubs('x: int, y: int', 'x: str, y: str') + all)).toEqual(['verified', undefined]);
  });

  test('are not modelled where they take different arguments', async () => {
    expect(await verdict(stubs('x: int', 'x: int, y: int') + f('(x: int, y: int = 0)', 'True', 'x + y'))).toEqual([
      'unknown',
      undefined,
    ]);
  });
});

test('what constructors take without annotation is an assumption', async () => {
  const code = `class C:\n    def __init__(self, v):\n        self.v = v\n${f('(c: C) -> int', 'True', 'c.v + 1')}`;
  expect(await engine.check(IMPORTS + code, 'f')).toMatchObject({
    status: 'verified',
    assumptions: expect.arrayContaining(['v of the constructor of C has no annotation and is taken to be int']),
  });
});
