import { beforeAll, describe, expect, it } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

describe('arguments whose elements cannot be compared', () => {
  it.each([
    ['objects that the engine passes on unseen', 'from datetime import date', 'set[date]'],
    ['keys that are such objects', 'from datetime import date', 'dict[tuple[int, date], int]'],
    ['functions', 'from typing import Callable', 'frozenset[Callable[[int], int]]'],
  ])('are any that are there: %s', async (_, imports, type) => {
    const code = `${imports}\ndef f(items: ${type}) -> int:\n    '''post: __return__ >= 0'''\n    return len(items)\n`;
    expect((await symbolic.check(code, 'f')).status).toBe('verified');
  });

  it('are any that are there: objects whose comparison raises', async () => {
    const code = `
class Odd:
    def __init__(self, value: int):
        self.value = value

    def __eq__(self, other):
        raise ValueError("never equal")

    def __hash__(self):
        return self.value

def f(items: set[Odd]) -> int:
    '''post: __return__ >= 0'''
    return len(items)
`;
    expect((await symbolic.find(code, 'f', 'TypeError')).status).toBe('unreachable');
  });

  it('are not left out of a proof', async () => {
    const code = `
from datetime import date
def f(items: dict[int | date, int], x: int) -> bool:
    '''post: __return__'''
    return x * 7 + 3 != 86419749 or len(items) != 3 or any(isinstance(key, int) for key in items)
`;
    const result = await symbolic.check(code, 'f');
    expect(result.status).not.toBe('verified');
  });
});

describe('an exception of the engine', () => {
  it('does not leave it where an input is followed whose values nest too deeply', async () => {
    const code = `
def f(x: int) -> int:
    one, other = [], []
    for _ in range(900):
        one, other = [one], [other]
    if one == other and x == 3:
        raise ValueError
    return x
`;
    const result = await symbolic.find(code, 'f', 'ValueError');
    expect(result).toMatchObject({ status: 'found', triggeringInputs: [{ args: { x: 3 } }] });
  });
});
