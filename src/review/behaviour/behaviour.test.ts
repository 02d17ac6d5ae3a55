/** The check with real engines: which changes of behaviour are findings, and which are facts. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { userId } from '../../lib/object-name.ts';
import type { SymbolicApi } from '../../symbolic/service.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Subject } from '../source.ts';
import { type BehaviourReport, behaviourCheck } from './behaviour.ts';

let symbolic: SymbolicApi;
beforeAll(async () => {
  const { engine } = await loadSymbolic();
  symbolic = Object.assign(engine, { info: async () => ({ z3Version: '', version: '', heapBytes: 0, running: 0 }) });
});

/** Checks a change of files; those that are on one side only are added or deleted. */
function checked(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
  message?: string,
  { most = 10, totalSeconds = 100 }: { readonly most?: number; readonly totalSeconds?: number } = {},
): Promise<BehaviourReport> {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const files = paths
    .filter((path) => before[path] !== after[path])
    .map((path): DiffFile => {
      const status = before[path] === undefined ? 'added' : after[path] === undefined ? 'deleted' : 'modified';
      return { path, status, binary: false, hunks: [] };
    });
  const tree = (texts: Readonly<Record<string, string>>) => ({
    read: async (path: string) => texts[path],
    paths: async () => Object.keys(texts),
  });
  const subject: Subject = {
    diff: { files },
    before: tree(before),
    after: tree(after),
    ...(message !== undefined && { message }),
    byRisk: files,
  };
  const check = behaviourCheck(symbolic, { owner: userId('test'), timeoutSeconds: 5, totalSeconds, most });
  return check.run(subject, async () => true);
}

const one = (before: string, after: string, message?: string) =>
  checked({ 'a.py': before }, { 'a.py': after }, message);

describe('findings', () => {
  test('an exception that nobody raises, with a test', async () => {
    const before = 'def f(x: int, y: int) -> int:\n    return x // y if y else 0\n';
    const { findings, changes } = await one(before, before.replace(' if y else 0', ''));
    expect(findings).toMatchObject([
      {
        rule: 'behaviour/new_exception',
        severity: 'HIGH',
        file: 'a.py',
        line: 1,
        title: 'f can now end in ZeroDivisionError',
      },
    ]);
    expect(findings[0]?.test).toContain('from a import f');
    expect(changes?.[0]).toMatch(/^f \(a\.py:1\): different for f\(/);
  });

  test('a refactoring that behaves differently', async () => {
    const [before, after] = ['def f(x: int): return x > 3\n', 'def f(x: int): return x >= 3\n'];
    expect((await one(before, after)).findings).toEqual([]);
    expect((await one(before, after, 'Refactor f')).findings).toMatchObject([
      { rule: 'behaviour/refactoring_differs', severity: 'MEDIUM' },
    ]);
  });

  test('a contract of a new function, and one that was kept before', async () => {
    const code = (value: string) =>
      `def f(x: int) -> int:\n    """\n    post: __return__ >= 0\n    """\n    return ${value}\n`;
    const added = await checked({}, { 'a.py': code('x') });
    expect(added.findings).toMatchObject([{ rule: 'behaviour/contract_broken', severity: 'HIGH' }]);
    expect((await one(code('x * x'), code('x'))).findings.map(({ rule }) => rule)).toContain(
      'behaviour/contract_broken',
    );
    expect((await one(code('x - 1'), code('x'))).findings).toEqual([]);
  });
});

describe('facts only', () => {
  test.each([
    ['raise', 'if x < 0:\n        raise ValueError(x)\n    return x'],
    ['assert', 'assert x >= 0\n    return x'],
    ['raise on the line of its condition', 'if x < 0: raise ValueError(x)\n    return x'],
    ['raise of several lines', 'if x < 0:\n        raise ValueError(\n            x,\n        )\n    return x'],
    [
      'raise from another',
      'try:\n        return x // x * x\n    except ArithmeticError as e:\n        raise KeyError(x) from e',
    ],
    ['assert on the line of its condition', 'if x < 9: assert x >= 0, x\n    return x'],
    ['base class in the docstring', "'''Raises ArithmeticError for 0.'''\n    return x // x * x"],
    ['precondition', "'''pre: x > 0'''\n    return x // x * x + (x > 3)"],
    ['another value', 'return x + 1'],
  ])('%s', async (_, body) => {
    const { findings, behaviour } = await one('def f(x: int):\n    return x\n', `def f(x: int):\n    ${body}\n`);
    expect({ findings, status: behaviour[0]?.status }).toEqual({ findings: [], status: 'different' });
  });

  test('methods of nested classes, and what reads a changed variable of its class', async () => {
    const code = (size: string, limit: string) =>
      `class A:\n    LIMIT = ${limit}\n    @staticmethod\n    def over(x: int): return x > A.LIMIT\n    class B:\n        @staticmethod\n        def size(x: int): return ${size}\n`;
    const { behaviour, changes, different } = await one(code('x', '3'), code('x + 1', '4'));
    expect(behaviour.map(({ function: name, status }) => [name, status])).toEqual([
      ['A.B.size', 'unknown'],
      ['A.over', 'different'],
    ]);
    expect(changes?.join('\n')).toContain('A.B.size (a.py:7)');
    expect(different).toEqual(['A.over (a.py:4)']);
  });

  test('an exception that a function of another file raises', async () => {
    const before = {
      'a.py': 'from b import check\ndef f(x: int):\n    return x\n',
      'b.py': 'def check(x):\n    if x < 0: raise ValueError(x)\n',
    };
    const { findings, behaviour } = await checked(before, {
      ...before,
      'a.py': before['a.py'].replace('return', 'check(x)\n    return'),
    });
    expect({ findings, status: behaviour[0]?.status }).toEqual({ findings: [], status: 'different' });
  });

  test('a recursion without an end, which only the machine stops', async () => {
    const before = 'def f(x: int):\n    return x\n';
    const { findings, behaviour } = await one(before, before.replace('return x', 'return x if x < 9 else f(x)'));
    expect({ findings, status: behaviour[0]?.status }).toEqual({ findings: [], status: 'unknown' });
  });

  test('inputs of guessed types', async () => {
    const { findings, behaviour } = await one('def f(x): return x\n', 'def f(x): return x[0]\n');
    expect({ findings, status: behaviour[0]?.status }).toEqual({ findings: [], status: 'different' });
  });

  test('what is proved, new, removed, or called in another way', async () => {
    const before = 'def f(x: int): return x + x\ndef g(x): return x\ndef old(x): return x\n';
    const after = 'def f(x: int): return 2 * x\ndef g(x, y): return x\ndef new(x): return x\n';
    const { behaviour } = await one(before, after);
    expect(behaviour.map(({ function: name, status }) => [name, status])).toEqual([
      ['f', 'equivalent'],
      ['g', 'signature'],
      ['new', 'new'],
      ['old', 'removed'],
    ]);
  });

  test('callers of what changed in their file', async () => {
    const code = (k: number) =>
      `K = ${k}\ndef g(x: int): return x + K\ndef f(x: int): return g(x)\ndef h(x: int): return x\n`;
    const { behaviour } = await one(code(1), code(2));
    expect(behaviour.map(({ function: name, status }) => [name, status])).toEqual([
      ['g', 'different'],
      ['f', 'different'],
    ]);
  });
});

test('what was not looked at is told', async () => {
  const code = (value: number) => [1, 2, 3].map((at) => `def f${at}(x: int): return ${value}\n`).join('');
  const files = (value: number) => ({
    'a.py': code(value),
    'test_a.py': code(value),
    'b.py': value === 1 ? 'x = 1\n' : 'def (\n',
  });
  const { omitted, executed } = await checked(files(1), files(2), undefined, { most: 2 });
  expect(executed).toBe(2);
  expect(omitted.map(({ what }) => what).sort()).toEqual(['a.py: f3', 'b.py', 'test_a.py']);
});

test('what the shared work is not enough for is told', async () => {
  const code = (value: number) => [1, 2, 3].map((at) => `def f${at}(x: int): return x * x + ${value}\n`).join('');
  const { behaviour, executed } = await checked({ 'a.py': code(1) }, { 'a.py': code(2) }, undefined, {
    totalSeconds: 0.001,
  });
  expect(executed).toBe(1);
  expect(behaviour.map(({ function: name, status, message }) => [name, status, message.slice(0, 16)])).toEqual([
    ['f1', 'different', 'The versions dif'],
    ['f2', 'timeout', 'The work of 0.00'],
    ['f3', 'timeout', 'The work of 0.00'],
  ]);
});
