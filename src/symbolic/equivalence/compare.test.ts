/** compare_functions with real engines: verdicts, what they show, and what is at fault. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadSymbolic, type NodeSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import type { ComparisonResult } from '../service.ts';

let engine: NodeSymbolic;
beforeAll(async () => {
  engine = await loadSymbolic();
});

async function compare(code: string, precondition?: string): Promise<ComparisonResult> {
  const result = await engine.compare(code, 'f', 'g', precondition === undefined ? {} : { precondition });
  if (result.status === 'error') throw new Error(result.message);
  return result;
}

const pair = (left: string, right: string, parameters = 'x: int') =>
  `def f(${parameters}):\n${left.replace(/^/gm, '    ')}\ndef g(${parameters}):\n${right.replace(/^/gm, '    ')}\n`;

describe('differences', () => {
  test.each([
    ['a value', 'return x', 'return x if x != 3 else 4', 'return value', { x: 3 }],
    ['a type', 'return x', 'return x + 0.0 if x == 5 else x', 'return type: int and float', { x: 5 }],
    ['bool and int', 'return x == 1', 'return 1 if x == 1 else 0', 'return type: bool and int', { x: 0 }],
    ['an outcome', 'return 1', 'return 1 // (x - 7) and 1', 'outcome: int and ZeroDivisionError', { x: 7 }],
    ['an exception', 'raise ValueError', 'raise KeyError', 'exception type: ValueError and KeyError', { x: 0 }],
    ['the sign of zero', 'return 0.0 * abs(x)', 'return -0.0 * abs(x)', 'return value', { x: 0 }],
  ])('in %s', async (_, left, right, violates, args) => {
    const { status, confidence, differences } = await compare(pair(left, right));
    expect({ status, confidence }).toEqual({ status: 'different', confidence: 'proven' });
    expect(differences).toContainEqual(expect.objectContaining({ violates, args }));
  });

  test('in what becomes of an argument', async () => {
    const { differences } = await compare(pair('xs.append(1)', 'xs = xs + [1]', 'xs: list[int]'));
    expect(differences).toMatchObject([
      {
        violates: 'arguments afterwards',
        args: { xs: [] },
        outcome: { afterwards: { xs: '[1]' } },
        other: { afterwards: { xs: '[]' } },
      },
    ]);
  });

  test.each([
    ['of a list', 'x: int', 'y = [x, 1]\nreturn y, y', 'return [x, 1], [x, 1]'],
    ['by running all inputs', 'x: bool', 'y = [x]\nreturn [y, y]', 'return [[x], list((x,))]'],
    ['of objects', 'x: A', 'return x', 'return A(x.n)'],
    ['of an argument of any length', 'x: list[int]', 'return x', 'return x[:]'],
    [
      'of an argument that no run is given',
      'x: list[int]',
      'return [] if len(x) < 4711 else x',
      'return list(x) if len(x) > 4710 else []',
    ],
  ])('of an object and a copy of it are noted, %s', async (_, parameters, left, right) => {
    const code = `class A:\n    def __init__(self, n: int) -> None:\n        self.n = n\n\n${pair(left, right, parameters)}`;
    const { status, assumptions } = await compare(code);
    expect(status).toBe('equivalent');
    expect(assumptions).toContainEqual(expect.stringContaining('contents are compared, not identity'));
  });

  test('in what is printed, by running both', async () => {
    const { status, differences } = await compare(pair('print(x)\nreturn x', 'return x'));
    expect(status).toBe('different');
    expect(differences[0]).toMatchObject({
      violates: 'printed output',
      outcome: { afterwards: { 'standard output': "'0\\n'" } },
      other: { afterwards: { 'standard output': "''" } },
    });
    expect(differences[0]?.pytest).toBeUndefined();
  });

  test('in what is printed are not denied', async () => {
    const rare = await compare(pair('if x == 2 ** 40 + 12345:\n    print(x)\nreturn x', 'return x'));
    expect(rare).toMatchObject({ status: 'unknown', reasons: [{ construct: 'print' }] });
    expect(await compare(pair('y = x + 1\nprint(y)\nreturn y', 'z = 1 + x\nprint(z)\nreturn z'))).toMatchObject({
      status: 'equivalent',
    });
  });

  test('of later calls are not denied', async () => {
    const kept = await compare(`T = []\n${pair('return len(T)', 'T.append(x)\nreturn len(T) - 1')}`);
    expect(kept).toMatchObject({ status: 'unknown', differences: [] });
    expect(kept.reasons.at(-1)).toMatchObject({ construct: 'state' });
  });

  test('by the clock or by addresses are none', async () => {
    const clock = 'from datetime import datetime\n';
    const [before, after] = ['datetime.now() if now is None else now', 'now if now is not None else datetime.now()'];
    const parameters = 'now: datetime | None = None';
    const now = await compare(
      clock + pair(`return (${before}).isoformat()`, `return (${after}).isoformat()`, parameters),
    );
    expect(now).toMatchObject({ status: 'unknown', differences: [] });
    expect(now.assumptions).toContain(
      'In runs the clock stands at 2026-01-01 00:00 UTC, and random numbers begin with the same seed.',
    );
    const address = await compare(pair('return id([x])', 'y = [x, x]\nreturn id(y) + id([y])'));
    expect(address).toMatchObject({ status: 'unknown', differences: [] });
    expect(address.reasons[0]).toMatchObject({
      construct: 'varying',
      message: 'what the functions do varies from run to run: they read id',
    });
    const year = await compare(clock + pair('return datetime.now().year', 'return datetime.now().year + 1', ''));
    expect(year).toMatchObject({ status: 'different', differences: [{ outcome: { value: '2026' } }] });
  });

  test('of several kinds are all listed', async () => {
    const code = pair('return x', 'if x == 1: return None\nif x == 2: raise OSError\nreturn x');
    const { differences } = await compare(code);
    expect(differences.map(({ violates }) => violates).sort()).toEqual([
      'outcome: int and OSError',
      'return type: int and NoneType',
    ]);
  });

  test('are found by the solver where no constant tells of them', async () => {
    const code = pair('return 0', 'return int(x * x * x - 7 * x == 1331 * 343 * 8 - 1078)');
    expect(await compare(code)).toMatchObject({ status: 'different', differences: [{ args: { x: 154 } }] });
  });

  test('are sought among inputs of the annotated types', async () => {
    const sum = (item: string): string => `t = 0\nfor x in xs:\n    t += ${item}\nreturn t`;
    const { status } = await compare(pair(sum('x // 2'), sum('x >> 1'), 'xs: list[int]'));
    expect(status).not.toBe('different');
  });

  test('are shown for values that the annotation of either function allows', async () => {
    const code = 'def f(x):\n    return x\ndef g(x: Literal[700, 900]):\n    return 0\n';
    const { differences } = await compare(`from typing import Literal\n${code}`);
    expect(differences).toMatchObject([{ args: { x: 700 } }]);
  });

  test('have the condition of their path', async () => {
    const [found] = (await compare(pair('return x', 'return x if x < 12345 else 0'))).differences;
    expect(found?.pathCondition).toContain('x');
    expect(found?.message).toBe('f returns 12345; g returns 0');
  });
});

describe('no differences', () => {
  test.each([
    ['nan', 'return x', 'return x', 'x: float'],
    ['equal paths', 'return abs(x)', 'return x if x > 0 else -x', 'x: int'],
    ['parameters of other names', 'return x', 'return x', 'x: int'],
    ['all inputs run', 'return x and not y', 'return x > y', 'x: bool, y: bool'],
  ])('%s', async (_, left, right, parameters) => {
    expect(await compare(pair(left, right, parameters))).toMatchObject({
      status: 'equivalent',
      confidence: 'proven',
      reasons: [],
    });
  });

  test('where the precondition excludes them', async () => {
    expect(await compare(pair('return x', 'return x if x != 3 else 4'), 'x != 3')).toMatchObject({
      status: 'equivalent',
    });
  });

  test('in loops that the precondition bounds', async () => {
    const code = pair('return [k % 7 for k in range(x)]', 'return [k - k // 7 * 7 for k in range(x)]');
    expect(await compare(code, 'x <= 40')).toMatchObject({ status: 'equivalent' });
  });

  test('where the annotations of one function tell the types', async () => {
    const code = 'def f(x: int):\n    return x + x\ndef g(y):\n    return y * 2\n';
    expect(await compare(code)).toMatchObject({ status: 'equivalent', assumptions: [] });
  });

  test('where the annotations differ, which is said', async () => {
    const code = 'def f(x: int):\n    return x + x\ndef g(x: float):\n    return x * 2\n';
    expect(await compare(code)).toMatchObject({
      status: 'equivalent',
      assumptions: ['x is of the type that f declares (g declares another)'],
    });
  });

  test('among inputs that nobody can have', async () => {
    const { status, reasons } = await compare(pair('return 1', 'return 2'), 'x < x');
    expect(status).toBe('unknown');
    expect(reasons).toMatchObject([{ message: 'no input meets the preconditions' }]);
  });
});

describe('never a difference', () => {
  test('a limit that only one function reaches', async () => {
    const { status, reasons } = await compare(pair('return 0', 'while x == x: pass\nreturn 0'));
    expect(status).not.toBe('different');
    expect(reasons.length).toBeGreaterThan(0);
  });

  test('endless recursion', async () => {
    expect((await compare(pair('return f(x)', 'return 0'))).status).not.toBe('different');
  });

  test('chance', async () => {
    const code = `import random\n${pair('return random.random()', 'return random.random() + 0')}`;
    expect((await compare(code)).status).not.toBe('different');
  });
});

test('a sum begins with what its start was, not with what it becomes', async () => {
  const change = 'if x * x * x - 7 * x == 3651186: x = 5';
  const loop = 'for v in xs: t = t + v\nreturn t';
  const code = pair(`t = x\n${change}\n${loop}`, `${change}\nt = x\n${loop}`, 'x: int, xs: list[int]');
  expect((await compare(code)).status).not.toBe('equivalent');
});

test('what is not decided says why', async () => {
  const { status, confidence, reasons } = await compare(pair('return id(x)', 'return id(x) + 0', 'x: str'));
  expect(status).toBe('unknown');
  expect(confidence).toBe('partial');
  expect(reasons.length).toBeGreaterThan(0);
});

describe('input at fault', () => {
  const fault = (code: string, precondition?: string) =>
    engine.compare(code, 'f', 'g', precondition === undefined ? {} : { precondition });

  test('a function that is not there', async () => {
    expect(await fault('def f(x): return x\n')).toMatchObject({
      status: 'error',
      errorType: 'ValueError',
      message: expect.stringContaining("'g'"),
    });
  });

  test('signatures that do not match', async () => {
    const result = await fault('def f(x): return x\ndef g(x, *, y): return x\n');
    expect(result).toMatchObject({
      errorType: 'ValueError',
      line: 2,
      message: expect.stringContaining('g(x, keyword-only y)'),
    });
  });

  test('a precondition that does not parse is quoted', async () => {
    expect(await fault(pair('return x', 'return x'), 'x >')).toMatchObject({
      errorType: 'SyntaxError',
      message: expect.stringContaining('"x >"'),
    });
  });
});

test('the same call gives the same answer', async () => {
  const code = pair('return x', 'return x if x < 12345 else 0');
  const [first, second] = [await compare(code), await compare(code)];
  expect(JSON.stringify(second)).toBe(JSON.stringify(first));
});
