/** Claims about functions of modules, with real engines. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { userId } from '../../lib/object-name.ts';
import type { Claim, ClaimAnswer } from '../service.ts';

let symbolic: NodeSymbolic;
beforeAll(async () => {
  symbolic = await loadSymbolic();
});

const FILES: Readonly<Record<string, string>> = {
  'pkg/__init__.py': '',
  'pkg/limits.py': 'LIMIT = 10\n',
  'pkg/a.py': `from .limits import LIMIT

def clamp(x: int) -> int:
    """post: __return__ == 77"""
    return min(x, LIMIT)

def first(items: list[int], *, at: int = 0) -> int:
    return items[at]

def untyped(x):
    return abs(x)

class Box:
    def __init__(self, n: int):
        self.n = n
    def plus(self, k: int) -> int:
        return self.n + k
`,
  'top.py': 'def half(x: int) -> int:\n    return x // 2\n',
};

function ask(name: string, claim: Claim, path = 'pkg/a.py', types: Record<string, string> = {}): Promise<ClaimAnswer> {
  return symbolic.engine.checkClaim(
    { path, name, claim, types, timeoutSeconds: 10, owner: userId('test') },
    async (wanted) => FILES[wanted],
    async () => true,
  );
}

const contract = (after: string[], before: string[] = [], raises?: string[]): Claim => ({
  kind: 'contract',
  before,
  after,
  ...(raises !== undefined && { raises }),
});

describe('contracts', () => {
  test('are proved of a function with what it imports, whatever its own contract says', async () => {
    expect(await ask('clamp', contract(['__return__ <= LIMIT']))).toMatchObject({ status: 'holds' });
  });

  test('fail with an input that was replayed', async () => {
    const answer = await ask('clamp', contract(['__return__ == x'], ['x > 5']));
    expect(answer).toMatchObject({ status: 'fails', call: 'clamp(11)', outcome: { kind: 'returned', value: '10' } });
  });

  test('do not judge exceptions unless raises says which may escape', async () => {
    expect(await ask('first', contract(['True']))).not.toMatchObject({ status: 'fails' });
    expect(await ask('first', contract([], [], []))).toMatchObject({
      status: 'fails',
      outcome: { kind: 'raised', exception: 'IndexError' },
    });
  });

  test('of methods', async () => {
    expect(await ask('Box.plus', contract(['__return__ == self.n + k']))).toMatchObject({ status: 'holds' });
    expect(await ask('Box.plus', contract(['__return__ > k']))).toMatchObject({ status: 'fails' });
  });

  test('proved for guessed types are not decided', async () => {
    const claim = contract(['__return__ >= 0']);
    expect((await ask('untyped', claim)).status).toBe('undecided');
    expect((await ask('untyped', claim, 'pkg/a.py', { x: 'int' })).status).toBe('holds');
  });

  test.each(['x >', 'x == 1\nraises: Exception', '""" + '])(
    'that are no expression are not decided: %j',
    async (text) => {
      expect((await ask('clamp', contract([text]))).status).toBe('undecided');
    },
  );
});

describe('exceptions', () => {
  test('that escape are shown by an input', async () => {
    const claim: Claim = { kind: 'never', before: [], exception: 'IndexError' };
    expect(await ask('first', claim)).toMatchObject({ status: 'fails', outcome: { exception: 'IndexError' } });
  });

  test('that cannot escape are proved not to', async () => {
    const claim: Claim = { kind: 'never', before: ['at == 0', 'len(items) == 1'], exception: 'IndexError' };
    expect((await ask('first', claim)).status).toBe('holds');
    expect((await ask('clamp', { kind: 'never', before: [], exception: 'ValueError' })).status).toBe('holds');
  });
});

describe('functions', () => {
  test('that behave alike, and one that does not', async () => {
    const code = (body: string) => `def half(x):\n    return ${body}\n`;
    expect((await ask('half', { kind: 'behaves', code: code('x >> 1') }, 'top.py')).status).toBe('holds');
    expect(await ask('half', { kind: 'behaves', code: code('int(x / 2)') }, 'top.py')).toMatchObject({
      status: 'fails',
      call: expect.stringMatching(/^half\(-?\d+\)$/),
    });
  });

  test('of a package, and a method', async () => {
    const clamp = 'def clamp(x):\n    return x if x < 10 else 10\n';
    expect((await ask('clamp', { kind: 'behaves', code: clamp })).status).toBe('holds');
    const plus = 'def plus(self, k):\n    return k - self.n\n';
    expect((await ask('Box.plus', { kind: 'behaves', code: plus })).status).toBe('fails');
  });

  test('of two claims are told apart', async () => {
    const one = 'def clamp(x):\n    return min(x, 9)\n';
    const other = 'def clamp(x):\n    return min(x, 10)\n';
    expect(await ask('clamp', { kind: 'alike', code: one, other })).toMatchObject({
      status: 'fails',
      outcome: { value: '9' },
      other: { value: '10' },
    });
  });

  test('that are not there are not decided', async () => {
    expect((await ask('clamp', { kind: 'behaves', code: 'x = 1\n' })).message).toContain('does not define clamp');
    expect((await ask('nothing', contract(['True']))).status).toBe('undecided');
  });
});
