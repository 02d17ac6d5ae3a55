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

test('code that nests too deep for CPython is not called wrong', async () => {
  const branches = Array.from({ length: 800 }, (_, index) => `    elif x == ${index}:\n        return ${index}`);
  const code = `def f(x: int) -> int:\n    if x < 0:\n        return 0\n${branches.join('\n')}\n    return -1\n`;
  expect(await verdict(code, 'f')).toEqual(['error', 'UnsupportedConstruct']);
});
