/** Functions that keep state in the module: what is proved holds after any number of earlier calls. */
import { describe, expect, test } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';

const symbolic = await loadSymbolic();

const OPEN = [
  [
    'a list that is turned over',
    'T = [False]',
    'x: int',
    'T[0] = not T[0]\nif not T[0]:\n    raise ValueError\nreturn x',
  ],
  ['one without arguments', 'T = [False]', '', 'T[0] = not T[0]\nif not T[0]:\n    raise ValueError'],
  ['one with few inputs', 'T = [0]', 'x: bool', 'T[0] += 1\nif T[0] == 5000:\n    raise ValueError'],
  ['a global number', 'n = 0', 'x: int', 'global n\nn += 1\nif n > 5000:\n    raise ValueError'],
  [
    'a global that has no value at first',
    'last = None',
    'x: int',
    'global last\nif last == 987654321:\n    raise ValueError\nlast = x',
  ],
  ['a list that grows', 'seen = []', 'x: int', 'seen.append(x)\nif len(seen) > 5000:\n    raise ValueError'],
  ['a set', 'seen = set()', 'x: int', 'if 987654321 in seen:\n    raise ValueError\nseen.add(x)'],
  ['an attribute of a class', 'class C:\n    n = 0', 'x: int', 'C.n += 1\nif C.n > 5000:\n    raise ValueError'],
  [
    'an object of the module',
    'class A:\n    def __init__(self): self.n = 0\n    def more(self):\n        self.n += 1\n        return self.n\na = A()',
    'x: int',
    'assert a.more() < 5000',
  ],
  [
    'a closure of the module',
    'def make():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g\ng = make()',
    'x: int',
    'assert g() < 5000',
  ],
  ['an iterator of the module', 'it = iter([1, 2, 3])', 'x: int', 'return next(it)'],
  [
    'what constructors of the arguments change',
    'class C:\n    made = 0\n    def __init__(self, x: int):\n        C.made += 1',
    'c: C',
    'assert C.made < 5000',
  ],
  [
    'what a call changes that raises',
    'T = [0]',
    'x: int',
    'if T[0] == 1:\n    raise ValueError\nif x == 987654321:\n    T[0] = 1\n    raise KeyError',
  ],
  [
    'a flag that another function sets',
    'ON = False\ndef turn():\n    global ON\n    ON = True',
    'x: int',
    'if ON and x == 987654321:\n    raise ValueError',
  ],
  [
    'a list that another function fills',
    'REST = []\ndef note(x):\n    REST.append(x)',
    'x: int',
    'if len(REST) > 5000:\n    raise ValueError',
  ],
  [
    'what a method of another class sets',
    'LIMIT = {"a": 1}\nclass C:\n    def set(self, x):\n        LIMIT["a"] = x',
    'x: int',
    'assert LIMIT["a"] == 1',
  ],
  ['a global that a call deletes', 'g = 1', 'x: int', 'global g\nif x == 987654321:\n    del g\nelse:\n    return g'],
] as const;

function program(prelude: string, parameters: string, body: string): string {
  return `${prelude}
def f(${parameters}):
    """
    post: True
    raises: KeyError
    """
${body.replace(/^/gm, '    ')}
`;
}

describe('not verified', () => {
  test.each(OPEN)('%s', async (_, prelude, parameters, body) => {
    expect(await symbolic.check(program(prelude, parameters, body), 'f')).toMatchObject({
      status: 'unknown',
      counterexamples: [],
    });
  });
});

describe('verified', () => {
  test.each([
    ['a log that nobody reads', 'LOG = []', 'LOG.append(x)\nreturn x'],
    ['a counter that does not matter', 'n = 0', 'global n\nn += 1\nreturn x'],
    ['a cell that is written before it is read', 'T = [0]', 'T[0] = x\nassert T[0] == x\nreturn x'],
    ['a counter that only grows', 'n = [0]', 'm = n[0]\nn[0] += 1\nassert n[0] > m'],
    ['a table', 'T = {1: 2}', 'assert T.get(1) == 2\nreturn T.get(x)'],
    ['a local of the name of a global', 'n = 0\ndef g(x):\n    n = x\n    return n', 'assert n == 0\nreturn x'],
    ['a global that nobody reads', 'n = 0\ndef g(x):\n    global n\n    n = x', 'return x'],
    ['a cached function', 'from functools import cache\n@cache\ndef g(y: int): return y * 2', 'assert g(x) == 2 * x'],
  ])('%s', async (_, prelude, body) => {
    expect(await symbolic.check(program(prelude, 'x: int', body), 'f')).toMatchObject({ status: 'verified' });
  });
});

test('what goes wrong in the first call is still found', async () => {
  const code = program(
    'T = [0]',
    'x: int',
    'T[0] += 1\nif T[0] == 1 and x * x == 998001 * 998001:\n    raise ValueError',
  );
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'counterexample' });
});

test('a cached function that reads what changes is not known by its cache', async () => {
  const code = program(
    'from functools import cache\nT = [0]\n@cache\ndef g(y: int): return y + T[0]',
    'x: int',
    'T[0] += 1\nassert g(x) == x + T[0]',
  );
  expect(await symbolic.check(code, 'f')).not.toMatchObject({ status: 'verified' });
});

test('an exception that only a later call raises is not unreachable', async () => {
  const code = program('T = [0]', 'x: int', 'T[0] += 1\nif T[0] > 1000:\n    raise ValueError');
  expect(await symbolic.find(code, 'f', 'ValueError')).toMatchObject({ status: 'unknown' });
});

test('a side that only a later call takes is not unreachable', async () => {
  const code = program('T = [0]', 'x: int', 'T[0] += 1\nif T[0] > 1000:\n    return 1\nreturn 0');
  const { branches } = Object(await symbolic.branches(code, 'f', true));
  expect(JSON.stringify(branches)).not.toContain('unreachable');
});
