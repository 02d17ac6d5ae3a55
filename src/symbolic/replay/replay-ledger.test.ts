/** Runs on CPython are counted work, and what is lost in them the solver does not get. */
import { describe, expect, test } from 'vitest';
import { bootNodeKernel } from '../../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../../scripts/lib/node-symbolic.ts';
import { ReplayLedger } from './replay-ledger.ts';
import { Replayer } from './replayer.ts';
import { conditions, contract } from './test-properties.ts';

const kernel = await bootNodeKernel();
const symbolic = await loadSymbolic();
const INPUTS = Array.from({ length: 60 }, (_, index) => ({ n: String(index) }));

/** How runs of a function end, and the seconds' worth of work that was lost in them. */
async function ran(body: string, seconds: number, prelude = '') {
  const charged: number[] = [];
  const ledger = new ReplayLedger(seconds, (spent) => charged.push(spent));
  const code = `${prelude}\ndef f(n):\n    ${body}\n`;
  const outcomes = await new Replayer(kernel, code, 'f', ledger).run(contract(), INPUTS);
  return { kinds: outcomes.map(({ kind }) => kind), charged, ledger };
}

describe('the ledger', () => {
  test('short runs cost little', async () => {
    const { kinds, charged, ledger } = await ran('return n + 1', 1);
    expect(new Set(kinds)).toEqual(new Set(['held']));
    expect(charged).toEqual([]);
    expect(ledger.meteredSteps).toBeGreaterThan(590_000);
    expect(ledger.isSpent).toBe(false);
  });

  test.each([
    ['a regular expression', 're.match("(a+)+$", "a" * 40 + "b")', 'import re'],
    ['texts counted over and over', 'while True: text.count("ab")', 'text = "a" * 1_000'],
  ])('%s is given up when the work is spent', async (_, body, prelude) => {
    const { kinds, charged, ledger } = await ran(body, 1, prelude);
    expect(new Set(kinds)).toEqual(new Set(['limit']));
    expect(ledger.isSpent).toBe(true);
    expect(charged.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(0);
  });

  test('inputs behind those that took all the work are not run', async () => {
    const { kinds } = await ran('for _ in range(19_000): pass', 0.5);
    expect(kinds[0]).toBe('held');
    expect(kinds.at(-1)).toBe('limit');
  });

  test.each([
    ['ranges', 'while True: sum(range(1_000_000))'],
    ['lists', 'while True: sorted([0] * 100_000)'],
    ['texts', 'while True: ("a" * 1_000_000).count("b")'],
  ])('C that goes through %s is counted by their length', async (_, body) => {
    const ledger = new ReplayLedger();
    const [outcome] = await new Replayer(kernel, `def f(n):\n    ${body}\n`, 'f', ledger).run(contract(), [{ n: '1' }]);
    expect(outcome).toMatchObject({ kind: 'limit', note: expect.stringContaining('step') });
  });

  test('a failure that is slow, and much to shrink, is kept', async () => {
    const code = `def f(items):\n    for _ in range(3000): sum(range(1000))\n    return len(items) < 2\n`;
    const promise = contract({ postconditions: conditions('__return__') });
    const inputs = Array.from({ length: 60 }, () => ({ items: `[${'7, '.repeat(40)}]` }));
    const [first] = await new Replayer(kernel, code, 'f', new ReplayLedger(5)).run(promise, inputs);
    expect(first).toMatchObject({ kind: 'failed' });
  });

  test('so is one of 500 parameters', async () => {
    const names = Array.from({ length: 500 }, (_, index) => `p${index}`);
    const code = `def f(${names.join(', ')}):\n    return ${names.join(' + ')}\n`;
    const promise = contract({ postconditions: conditions('__return__ != 7') });
    const input = Object.fromEntries(names.map((name) => [name, name === 'p3' ? '7' : '0']));
    const [first] = await new Replayer(kernel, code, 'f', new ReplayLedger(1)).run(promise, [input]);
    expect(first).toMatchObject({ kind: 'failed' });
  });

  test('the same input takes the same work', async () => {
    const [one, other] = [await ran('return sum(range(n * 1000))', 1), await ran('return sum(range(n * 1000))', 1)];
    expect(one.ledger.meteredSteps).toBe(other.ledger.meteredSteps);
  });
});

test('what is lost in runs, the solver does not get', async () => {
  const code =
    'import re\ndef f(t: str) -> bool:\n    """post: True"""\n    return re.match("(a+)+$", "a" * 40 + "b" + t) is None\n';
  const { work } = Object(await symbolic.check(code, 'f', 1));
  expect(work.fuelUsed).toBeGreaterThan(0);
});

test('sleeping takes no work and waits for nothing', async () => {
  const code = 'import time\ndef f(n: int) -> int:\n    """post: True"""\n    time.sleep(1)\n    return n\n';
  expect(await symbolic.check(code, 'f', 1)).toMatchObject({ status: 'unknown' });
  expect(await symbolic.find('import time\ndef f(n: int):\n    time.sleep(n)\n', 'f', 'ValueError', 1)).toMatchObject({
    status: 'found',
  });
});
