import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

/** The verdict on a function, and the calls that show it. */
async function verdict(code: string, name: string): Promise<readonly string[]> {
  const result = await engine.check(code, name);
  if (result.status === 'error') return [result.status, result.errorType];
  return [result.status, ...result.counterexamples.map(({ call }) => call)];
}

describe('inherited methods', () => {
  const code = [
    'class A:',
    '    def __init__(self, v: int):',
    '        self.v = v',
    '    def m(self, x: int) -> int:',
    '        return 1 // (x - self.k() - 100)',
    '    def k(self) -> int:',
    '        return 0',
    'class B(A):',
    '    def k(self) -> int:',
    '        return 98765',
    'class C(B, int): pass',
    'class D(A):',
    '    m = None',
  ].join('\n');

  test('are those of the class that is named', async () => {
    expect(await verdict(code, 'B.m')).toEqual(['counterexample', 'B(0).m(98865)']);
  });

  test('are those of the first class in the order of several bases', async () => {
    const several = [
      'class A:',
      '    def m(self, x: int) -> int:',
      '        return 1 // (x - 4321)',
      'class B(A): pass',
      'class C(A):',
      '    def m(self, x: int) -> int:',
      '        return 1 // (x - 8765)',
      'class D(B, C): pass',
      'class E(B, int): pass',
    ].join('\n');
    expect(await verdict(several, 'D.m')).toEqual(['counterexample', 'D().m(8765)']);
    expect(await verdict(several, 'E.m')).toEqual(['error', 'ValueError']);
  });

  test('are not looked for where only Python tells which they are', async () => {
    expect(await verdict(code, 'C.m')).toEqual(['error', 'ValueError']);
    expect(await verdict(code, 'D.m')).toEqual(['error', 'ValueError']);
  });
});

describe('objects', () => {
  test('of a protocol, or of an abstract class without others, are not made: nothing is claimed of them', async () => {
    const code = [
      'from abc import ABC, abstractmethod',
      'from typing import Protocol',
      'class Sized(Protocol):',
      '    def size(self) -> int: ...',
      'class Shape(ABC):',
      '    @abstractmethod',
      '    def size(self) -> int: ...',
      'def f(s: Sized) -> int:',
      '    return 10 // s.size()',
      'def g(s: Shape) -> int:',
      '    return 10 // s.size()',
    ].join('\n');
    for (const name of ['f', 'g']) {
      expect((await engine.find(code, name, 'ZeroDivisionError')).status).toBe('unknown');
      expect(await verdict(code, name)).toEqual(['unknown']);
    }
  });

  test('of Self are of the class', async () => {
    const code = [
      'from typing import Self',
      'class P:',
      '    def __init__(self, v: int):',
      '        self.v = v',
      '    def add(self, o: Self) -> Self:',
      '        """post: _.v == self.v + o.v"""',
      '        return type(self)(self.v + o.v)',
      '    def div(self, o: Self) -> float:',
      '        return 1 / (o.v - 98765)',
    ].join('\n');
    expect(await verdict(code, 'P.add')).toEqual(['verified']);
    expect(await verdict(code, 'P.div')).toEqual(['counterexample', 'P(1).div(P(98765))']);
  });
});

describe('type variables', () => {
  test('with constraints are one of them in a call', async () => {
    const code = [
      'from typing import TypeVar',
      'S = TypeVar("S", int, str)',
      'def one[T: (int, str)](x: T, y: T) -> T:',
      '    """post: True"""',
      '    return x + y',
      'def two(x: S, y: S) -> S:',
      '    """post: _ != 98765"""',
      '    return x + y',
    ].join('\n');
    expect(await verdict(code, 'one')).toEqual(['verified']);
    const [status, call] = await verdict(code, 'two');
    expect([status, call]).toEqual(['counterexample', expect.stringMatching(/^two\(-?\d+, -?\d+\)$/)]);
  });

  test('with constraints that stand in other types as well are not decided', async () => {
    const code = [
      'class Box[T: (int, str)]:',
      '    def __init__(self, v: T):',
      '        self.v = v',
      '    def both(self, o: T) -> T:',
      '        """post: True"""',
      '        return self.v + o',
      'def first[T: (int, str)](x: list[T], y: T) -> T:',
      '    return x[0] + y if x else y',
    ].join('\n');
    expect(await verdict(code, 'Box.both')).toEqual(['unknown']);
    expect(await verdict(code, 'first')).toEqual(['unknown']);
  });

  test('for several types, and for parameters, may be declared', async () => {
    const code = 'def f[*Ts, **P](x: int) -> int:\n    return 1 // (x - 98765)\n';
    expect(await verdict(code, 'f')).toEqual(['counterexample', 'f(98765)']);
  });
});

test('NewType is the type it is over, and literals may hold others', async () => {
  const code = [
    'from typing import Literal, NewType',
    'Id = NewType("Id", int)',
    'Mode = Literal["r", "w"]',
    'def f(x: Id) -> float:',
    '    return 1 / (x - 98765)',
    'def g(x: Literal[Mode, Literal["x"]]) -> int:',
    '    """post: _ < 3"""',
    '    return {"r": 1, "w": 2, "x": 3}[x]',
  ].join('\n');
  expect(await verdict(code, 'f')).toEqual(['counterexample', 'f(98765)']);
  expect(await verdict(code, 'g')).toEqual(['counterexample', "g('x')"]);
});

test('hundreds of elif are no obstacle', async () => {
  const branches = Array.from({ length: 300 }, (_, index) => `    elif x == ${index}:\n        return ${index}`);
  const code = `def f(x: int) -> int:\n    if x < 0:\n        return 0\n${branches.join('\n')}\n    return 1 // (x - 98765)\n`;
  expect(await verdict(code, 'f')).toEqual(['counterexample', 'f(98765)']);
});

test('code that nests too deep for CPython is not called wrong', async () => {
  const branches = Array.from({ length: 800 }, (_, index) => `    elif x == ${index}:\n        return ${index}`);
  const code = `def f(x: int) -> int:\n    if x < 0:\n        return 0\n${branches.join('\n')}\n    return -1\n`;
  expect(await verdict(code, 'f')).toEqual(['error', 'UnsupportedConstruct']);
});

describe('dataclasses with slots', () => {
  const code = [
    'from dataclasses import dataclass, field',
    'from abc import ABC',
    '@dataclass(slots=True)',
    'class P:',
    '    x: int',
    '    y: int = 7',
    '    @property',
    '    def twice(self) -> int:',
    '        return 2 * self.x',
    '    @twice.setter',
    '    def twice(self, to: int) -> None:',
    '        self.x = to',
    '    def norm(self) -> int:',
    '        """post: __return__ >= 0"""',
    '        return self.x * self.x + self.y * self.y',
    'class Q(P): pass',
    '@dataclass(slots=True, frozen=True)',
    'class R:',
    '    x: int',
    'def f(p: P) -> int:',
    '    return 10 // (p.x - 4321)',
    'def other(x: int) -> int:',
    '    """post: __return__ == x"""',
    '    p = P(x)',
    '    try:',
    '        p.z = 1',
    '    except AttributeError:',
    '        p.twice = x',
    '        return p.x',
    '    return x + 1',
    'def of_subclass(x: int) -> int:',
    '    """post: __return__ == x"""',
    '    q = Q(x)',
    '    q.z = x',
    '    return q.z',
    'def default(x: int) -> int:',
    '    """post: __return__ == 7"""',
    '    return P.y',
    'def frozen(x: int) -> int:',
    '    """post: __return__ == x"""',
    '    r = R(x)',
    '    try:',
    '        r.x = 0',
    '    except AttributeError:',
    '        return r.x',
    '    return 0',
  ].join('\n');

  test.each([
    ['P.norm', 'verified'],
    ['other', 'verified'],
    ['of_subclass', 'verified'],
    ['frozen', 'verified'],
    ['f', 'counterexample'],
    ['default', 'counterexample'],
  ])('%s is %s', async (name, status) => {
    expect((await verdict(code, name))[0]).toBe(status);
  });
});

describe('aliases that mean themselves', () => {
  test.each([
    'type Tree = int | list[Tree]',
    "Tree = int | list['Tree']",
    "from typing import Union\nTree = Union[int, list['Tree']]",
  ])('%s: inputs are made some levels deep, and nothing is proved beyond', async (alias) => {
    const code = [
      alias,
      'def at_two(t: Tree) -> int:',
      '    if isinstance(t, list) and len(t) == 2 and isinstance(t[1], list) and len(t[1]) == 1 and t[1][0] == 4321:',
      '        raise ValueError',
      '    return 0',
      'def depth(t: Tree) -> int:',
      '    """post: __return__ < 9"""',
      '    return 0 if isinstance(t, int) else 1 + max((depth(one) for one in t), default=0)',
      'def is_whole(t: Tree) -> bool:',
      '    """post: __return__"""',
      '    return isinstance(t, int) or isinstance(t, list)',
    ].join('\n');
    expect((await verdict(code, 'at_two'))[1]).toContain(', [4321]])');
    expect(await verdict(code, 'depth')).toEqual(['unknown']);
    const whole = await engine.check(code, 'is_whole');
    expect(whole).toMatchObject({
      status: 'verified',
      assumptions: ['what t holds is taken to be a tree: none of it holds itself'],
    });
  });

  test('one that only means itself has no inputs', async () => {
    expect(await verdict('type A = A\ndef f(a: A) -> int:\n    return len(a)', 'f')).toEqual(['unknown']);
  });
});

test('Literal lists members of enumerations', async () => {
  const code = [
    'from enum import Enum',
    'from typing import Literal',
    'class Color(Enum):',
    '    RED = 1',
    '    GREEN = 2',
    '    BLUE = 3',
    'def one(c: Literal[Color.RED]) -> int:',
    '    """post: __return__ == 1"""',
    '    return c.value',
    'def two(c: Literal[Color.RED, Color.BLUE, "x"]) -> int:',
    '    """post: __return__ != 2"""',
    '    return 0 if c == "x" else c.value',
    'def broken(c: Literal[Color.RED, Color.BLUE]) -> int:',
    '    """post: __return__ == 1"""',
    '    return c.value',
  ].join('\n');
  expect(await verdict(code, 'one')).toEqual(['verified']);
  expect(await verdict(code, 'two')).toEqual(['verified']);
  expect(await verdict(code, 'broken')).toEqual(['counterexample', 'broken(Color.BLUE)']);
});

describe('a bool is an int and an int passes as a float where they are told apart', () => {
  const ask = '    """post: __return__"""\n';
  test.each([
    ['by a condition', 'def f(x: int) -> int:\n    """post: not isinstance(x, bool)"""\n    return 1\n'],
    [
      'by a function that is called',
      `def g(x: int) -> bool:\n    return type(x) is int\ndef f(x: int) -> bool:\n${ask}    return g(x)\n`,
    ],
    [
      'by a method that is called',
      `class A:\n    def __init__(self, n: int) -> None:\n        self.n = n\n    def g(self) -> bool:\n        return type(self.n) is int\ndef f(a: A) -> bool:\n${ask}    return a.g()\n`,
    ],
    ['by isinstance', `def f(x: float) -> bool:\n${ask}    return isinstance(x, float)\n`],
    [
      'by a pattern',
      `def f(x: float) -> bool:\n${ask}    match x:\n        case float():\n            return True\n    return False\n`,
    ],
  ])('%s', async (_, code) => {
    expect((await verdict(code, 'f'))[0]).toBe('counterexample');
  });
});
