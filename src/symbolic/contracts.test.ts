import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import type { CheckResult } from './service.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

async function check(code: string, name: string): Promise<CheckResult> {
  const result = await engine.check(code, name);
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

async function statuses(code: string, ...names: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names) found.push((await check(code, name)).status);
  return found;
}

const calls = ({ counterexamples }: CheckResult) => counterexamples.map(({ call, violates }) => [call, violates]);

describe('decorators', () => {
  test('conditions of icontract are proved and refuted', async () => {
    const code = [
      'from icontract import ensure, require, snapshot',
      'def positive(x): return x > 0',
      '@require(positive)',
      '@snapshot(lambda x: x + 1, name="next")',
      '@ensure(lambda result, OLD: result == OLD.next)',
      '@ensure(lambda x, result, least=1: result > x + least - 1)',
      'def kept(x: int) -> int:',
      '    x += 1',
      '    return x',
      '@ensure(lambda result: result != 987654)',
      'def broken(x: int) -> int:',
      '    return x - 1',
    ].join('\n');
    // a postcondition sees the argument, which the assignment to its name does not change
    expect(await statuses(code, 'kept')).toEqual(['verified']);
    expect(calls(await check(code, 'broken'))).toEqual([['broken(987655)', 'post: result != 987654']]);
  });

  test('deal passes arguments by position, all in _, or the result alone', async () => {
    const code = [
      'import deal',
      '@deal.chain(deal.pre(lambda _: _.x != 0 and _["x"] < 9), deal.post(lambda r: r == 1))',
      'def quotient(x: int) -> int: return x // x',
      '@deal.ensure(lambda p, q, result: result == p + q)',
      'def total(x: int, y: int) -> int: return y + x',
      '@deal.raises(ValueError)',
      'def listed(x: int) -> int:',
      '    if x == 5: raise ValueError',
      '    return 1 // (x - 7)',
    ].join('\n');
    expect(await statuses(code, 'quotient', 'total', 'listed')).toEqual(['verified', 'verified', 'counterexample']);
  });

  test('a name that only the function knows is unknown to its conditions', async () => {
    const code = 'import deal\n@deal.ensure(lambda result: result != x)\ndef f(x: int) -> int: return 12\n';
    const { status, counterexamples } = await check(code, 'f');
    expect(status).toBe('counterexample');
    expect(counterexamples[0]?.message).toContain("NameError: name 'x' is not defined");
  });

  test('a subcall outside its own precondition is a counterexample', async () => {
    const code = [
      'import deal',
      '@deal.pre(lambda x: x > 100)',
      'def inner(x: int) -> int: return x + 1',
      '@deal.post(lambda r: r == 2)',
      'def outer() -> int: return inner(1)',
    ].join('\n');
    expect(await statuses(code, 'outer')).toEqual(['counterexample']);
  });
});

describe('docstrings', () => {
  test('exceptions under Raises are no violation, whatever stands there that is none', async () => {
    const code = [
      'class Refused(Exception): pass',
      'def google(x: int) -> int:',
      '    """What it does.',
      '',
      '    Raises:',
      '        Refused, LookupError: if x is small,',
      '            or ArithmeticError.',
      '        Nothing: else.',
      '    """',
      '    if x == 7: raise Refused',
      '    if x == 8: raise KeyError',
      '    return x',
      'def numpy(x: int) -> int:',
      '    """What it does.',
      '',
      '    Raises',
      '    ------',
      '    ZeroDivisionError',
      '        If x is 987654.',
      '    """',
      '    return 1 // (x - 987654)',
      'def broken(x: int) -> int:',
      '    """What it does.',
      '',
      '    Raises:',
      '        Refused: if x is 987654.',
      '',
      '    Example:',
      '        Raises:',
      '            ZeroDivisionError: not here.',
      '    """',
      '    return 1 // (x - 987654)',
    ].join('\n');
    expect(await statuses(code, 'google', 'numpy')).toEqual(['verified', 'verified']);
    expect((await check(code, 'google')).obligations).toEqual(['no uncaught exception except Refused, LookupError']);
    expect(calls(await check(code, 'broken'))).toEqual([['broken(987654)', 'raises: Refused']]);
  });
});

describe('arguments afterwards', () => {
  const code = [
    'from typing import Tuple',
    'class Box:',
    '    def __init__(self, value: int) -> None: self.value = value',
    'def kept(box: Box) -> None:',
    '    """post[]: True"""',
    '    before = box.value',
    '    box.value = 3',
    '    box.value = before',
    'def changed(box: Box) -> None:',
    '    """post[]: True"""',
    '    if box.value == 987654: box.value = 3',
    'def allowed(box: Box) -> None:',
    '    """post[box]: box.value == __old__.box.value + 1"""',
    '    box.value += 1',
    'def both(a: Box, b: Box) -> None:',
    '    """post: b.value == __old__.b.value"""',
    '    a.value = b.value + 1',
    'def told(a: Box, b: Box) -> bool:',
    '    """post: not _"""',
    '    return a is b',
  ].join('\n');

  test('mutation is compared with the state at the entry', async () => {
    expect(await statuses(code, 'kept', 'allowed')).toEqual(['verified', 'verified']);
    expect(calls(await check(code, 'changed'))).toEqual([['changed(Box(987654))', 'no argument is mutated']]);
  });

  test('two arguments may be one object', async () => {
    expect((await check(code, 'both')).counterexamples[0]?.call).toMatch(/^both\(\(a := Box\(.*\)\), a\)$/);
    expect((await check(code, 'told')).counterexamples[0]?.call).toMatch(/^told\(\(a := Box\(.*\)\), a\)$/);
  });

  test('the solver knows of shared objects', async () => {
    const shared = [
      'from typing import List',
      'class Box:',
      '    def __init__(self, value: int) -> None: self.value = value',
      'def apart(a: Box, b: Box) -> None:',
      '    """',
      '    pre: a is not b',
      '    post: b.value == __old__.b.value',
      '    """',
      '    a.value = 3',
      'def within(boxes: List[Box], box: Box) -> None:',
      '    """post: True"""',
      '    if len(boxes) == 2 and box.value == 987654 and boxes[1].value != 5:',
      '        box.value = 5',
      '        assert boxes[1].value != 5',
    ].join('\n');
    expect(await statuses(shared, 'apart')).toEqual(['verified']);
    expect((await check(shared, 'within')).counterexamples).toMatchObject([
      {
        call: expect.stringMatching(/^within\(\[.*\(shared_boxes_\d := Box\(987654\)\).*\], shared_boxes_\d\)$/),
        foundBy: 'solver',
      },
    ]);
  });

  test('two items may be one object', async () => {
    const nested = [
      'from typing import List',
      'def f(rows: List[List[int]]) -> None:',
      '    """post: all(len(row) == len(__old__.rows[i]) + 1 for i, row in enumerate(rows))"""',
      '    for row in rows: row.append(0)',
    ].join('\n');
    expect((await check(nested, 'f')).counterexamples[0]?.call).toMatch(/^f\(\[\(shared := \[.*\]\), shared\]\)$/);
  });
});

describe('classes', () => {
  const code = [
    'from dataclasses import dataclass',
    '@dataclass',
    'class Account:',
    '    """inv: self.balance >= 0"""',
    '    balance: int = 0',
    '    def deposit(self, amount: int) -> None:',
    '        """',
    '        pre: amount > 0',
    '        post[self]: self.balance == __old__.self.balance + amount',
    '        """',
    '        self.balance += amount',
    '    def withdraw(self, amount: int) -> None:',
    '        """post[self]: True"""',
    '        self.balance -= amount',
    '    def _reset(self) -> None:',
    '        """post[self]: True"""',
    '        self.balance = -1',
    'def richest(one: Account, other: Account) -> int:',
    '    """post: _ >= 0"""',
    '    return max(one.balance, other.balance)',
  ].join('\n');

  test('methods keep the invariant, helpers need not', async () => {
    expect(await statuses(code, 'Account.deposit', 'Account._reset')).toEqual(['verified', 'verified']);
    const { counterexamples } = await check(code, 'Account.withdraw');
    expect(counterexamples[0]?.violates).toBe('inv: self.balance >= 0');
  });

  test('arguments meet the invariant', async () => {
    expect(await statuses(code, 'richest')).toEqual(['verified']);
  });

  test('a class stands for its methods', async () => {
    const result = await check(code, 'Account');
    expect(result).toMatchObject({ status: 'counterexample', counterexamples: [{}] });
    expect(result.message).toContain('the contracts of withdraw');
    expect(result.counterexamples[0]?.violates).toBe('Account.withdraw: inv: self.balance >= 0');
    expect(result.obligations).toContain('Account.deposit: inv: self.balance >= 0');
  });

  test('constructors establish the invariant', async () => {
    const made = [
      'import icontract',
      '@icontract.invariant(lambda self: self.low <= self.high)',
      'class Range:',
      '    def __init__(self, low: int, high: int) -> None:',
      '        self.low, self.high = LOWER(low, high)',
      'def ordered(low, high): return (low, high) if low < high else (high, low)',
      'def taken(low, high): return low, high',
    ].join('\n');
    expect(await statuses(made.replace('LOWER', 'ordered'), 'Range.__init__', 'Range')).toEqual([
      'verified',
      'verified',
    ]);
    const { status, counterexamples } = await check(made.replace('LOWER', 'taken'), 'Range');
    expect(status).toBe('counterexample');
    expect(counterexamples[0]?.call).toMatch(/^Range\(-?\d+, -?\d+\)$/);
  });

  test('methods of every kind', async () => {
    const kinds = [
      'class Base:',
      '    """inv: self.n >= 0"""',
      '    LIMIT = 5',
      '    def __init__(self, n: int = 0, *, step: int = 1) -> None:',
      '        """pre: n >= 0"""',
      '        self.n, self.step = n, step',
      '    @property',
      '    def double(self) -> int:',
      '        """post: _ >= 0"""',
      '        return self.n * 2',
      '    @staticmethod',
      '    def add(a: int, b: int) -> int:',
      '        """post: _ == a + b"""',
      '        return b + a',
      '    @classmethod',
      '    def limit(cls) -> int:',
      '        """post: _ == 5"""',
      '        return cls.LIMIT',
      '    def __break(self) -> None:',
      '        """post: self.n < 0"""',
      '        self.n = -1',
      '    def reset(self) -> None:',
      '        """post: self.n == 0"""',
      '        self.__break()',
      '        self.n = 0',
      'class Derived(Base):',
      '    """inv: self.n < 1000"""',
      '    def grow(self) -> None:',
      '        """post: True"""',
      '        self.n += 1',
      'class Empty: pass',
    ].join('\n');
    const base = await check(kinds, 'Base');
    expect(base.status).toBe('verified');
    expect(base.message).toContain('__init__, double, add, limit, __break, reset are proved');
    expect(base.assumptions).toContain('Base.reset: objects of Base in self are as the constructor of Base makes them');
    expect(calls(await check(kinds, 'Derived'))).toMatchObject([
      [expect.stringContaining('999'), 'Derived.grow: inv: self.n < 1000'],
    ]);
    expect(await engine.check(kinds, 'Empty')).toMatchObject({
      status: 'error',
      message: expect.stringContaining('defines no method'),
    });
  });
});
