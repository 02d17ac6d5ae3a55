/** Proofs about lists of any length, attacked on CPython; nothing but the solver decides here, since no trial ever fails. */
import { beforeAll, expect, test } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { Random } from '../../src/lib/random.ts';
import { expectYield } from '../expect-yield.ts';
import { amount, seedOf } from '../generated.ts';
import { attack, blind } from './python/attack.ts';
import { checkCodes, claimOf } from './python/claims.ts';
import { randomListContract } from './python/list-contracts.ts';

const CONTRACTS = amount(160, 8);
const ROWS = 200;

let kernel: NodeKernel;
let symbolic: NodeSymbolic;
beforeAll(async () => {
  kernel = await bootNodeKernel();
  symbolic = await loadSymbolic({ cpython: blind(kernel) });
});

test('no input breaks what is verified of lists', async () => {
  const cases = Array.from({ length: CONTRACTS }, (_, index) =>
    randomListContract(new Random(seedOf(index + 1)), ROWS),
  );
  const { proved, statuses } = await checkCodes(symbolic, cases);
  console.log('lists:', statuses);
  const broken = (await attack(kernel, proved)).flatMap((text, at) =>
    text === null ? [] : [`${text}\n${proved[at]?.code}`],
  );
  expect(broken).toEqual([]);
  expectYield(proved.length, CONTRACTS * 0.12);
});

/** False claims that an iteration from any state seems to keep, each with an input that breaks it. */
const FALSE: Readonly<Record<string, readonly [row: string, signature: string, body: string]>> = {
  'items compared with a variable that changes later': [
    '([1, 2],)',
    'xs: list[int]',
    'out = []\n m = 0\n for x in xs:\n  if x > m:\n   out.append(x)\n  m += 1\n return all(v > m for v in out)',
  ],
  'items that were the variable once': [
    '([1, 2],)',
    'xs: list[int]',
    'out = []\n s = 0\n for x in xs:\n  out.append(s)\n  s += x\n return all(v == s for v in out)',
  ],
  'items that were a text once': [
    "(['a'],)",
    'xs: list[str]',
    "out = []\n b = ''\n for x in xs:\n  out.append(b)\n  b = x\n return all(v == b for v in out)",
  ],
  'items that were a bool once': [
    '([1],)',
    'xs: list[int]',
    'out = []\n b = False\n for x in xs:\n  out.append(b)\n  b = not b\n return all(v == b for v in out)',
  ],
  'items that the loop itself replaces': [
    '([0],)',
    'xs: list[int]',
    'for i in range(len(xs)):\n  if xs[i] > 0:\n   return True\n  xs[i] = 5\n return all(x <= 0 for x in xs)',
  ],
  'a filtered list for each item': [
    '([1, 2],)',
    'xs: list[int]',
    'out = [[y for y in xs if y >= x][0] for x in xs]\n return all(v == out[0] for v in out)',
  ],
  'a parameter named as positions are': [
    '([1], 1)',
    'xs: list[int], position: int',
    'ys = [position for x in xs]\n return all(ys[i] == i for i in range(len(ys)))',
  ],
};

test.each(Object.entries(FALSE))('%s are not verified', async (_name, [row, signature, body]) => {
  const code = [`def f(${signature}) -> bool:`, " '''", ' post: __return__', " '''", ` ${body}`, ''].join('\n');
  expect(await attack(kernel, [claimOf(code, [row])])).not.toEqual([null]);
  expect(await symbolic.check(code, 'f')).toMatchObject({ status: 'unknown' });
});
