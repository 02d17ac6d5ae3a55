import { expect, it } from 'vitest';
import { loadPythonParser } from '../../../scripts/lib/node-engine.ts';
import { listFunctions } from './listed-functions.ts';

const parser = await loadPythonParser();

it('lists functions and methods, and says which of them say something', () => {
  const code = `
import deal
from typing import overload

def plain(x): return x
def typed(x: int): return x
def returns(x) -> int: return x
def documented(x):
    """
    post: __return__ == x
    """
    return x
def asserted(x):
    assert x > 0
    return x
def raising(x):
    """:raises ValueError: sometimes"""
    return x
@deal.pre(lambda x: x > 0)
def decorated(x): return x
def wrong(x):
    """
    post: __return__ ==
    """
@overload
def many(x: int) -> int: ...
def many(x): return x
class Account:
    """
    inv: self.balance >= 0
    """
    def pay(self, amount): self.balance -= amount
    def _help(self): pass
    async def wait(self) -> None: ...
    class Inner:
        def deep(self) -> int: return 1
if True:
    def conditional() -> int: return 1
`;
  const listed = listFunctions(code, parser);
  expect(listed.filter(({ isStated }) => isStated).map(({ name }) => name)).toEqual([
    'typed',
    'returns',
    'documented',
    'asserted',
    'raising',
    'decorated',
    'wrong',
    'Account.pay',
    'Account.wait',
  ]);
  expect(listed.filter(({ isStated }) => !isStated).map(({ name }) => name)).toEqual([
    'plain',
    'many',
    'Account._help',
  ]);
  expect(listed[0]).toEqual({ name: 'plain', line: 5, isStated: false });
});
