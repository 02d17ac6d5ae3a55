/** Claims within bounds, attacked on CPython with all small inputs; no trial ever fails, so the solver alone decides. */
import { beforeAll, expect, test } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { Random } from '../../src/lib/random.ts';
import { expectYield } from '../expect-yield.ts';
import { amount, seedOf } from '../generated.ts';
import type { Claim } from './python/attack.ts';
import { blind } from './python/attack.ts';
import { randomBoundedProgram } from './python/bounded-programs.ts';
import { claimOf, contractOf } from './python/claims.ts';
import { randomListContract } from './python/list-contracts.ts';
import { randomLoopContract } from './python/loop-contracts.ts';
import { randomRecursiveContract } from './python/recursion-contracts.ts';
import { attackWithin, type BoundedClaim } from './python/within.ts';

/** A second of work bounds loops to 8 rounds. */
const BUDGET = 1;

let kernel: NodeKernel;
let symbolic: NodeSymbolic;
beforeAll(async () => {
  kernel = await bootNodeKernel();
  symbolic = await loadSymbolic({ cpython: blind(kernel) });
});

type Program = Pick<Claim, 'code' | 'rows'>;

async function claimed({ code, rows }: Program): Promise<readonly BoundedClaim[]> {
  const result = await symbolic.check(code, 'f', BUDGET);
  if (result.status === 'error') throw new Error(`${result.message}\n${code}`);
  const { verifiedWithin } = result;
  return verifiedWithin === undefined ? [] : [{ ...claimOf(code, rows), within: verifiedWithin }];
}

const PROGRAMS: Readonly<Record<string, (seed: number) => Program>> = {
  'loops and recursion of helpers': (seed) => randomBoundedProgram(new Random(seed)),
  loops: (seed) => contractOf(seed, randomLoopContract),
  recursion: (seed) => contractOf(seed, randomRecursiveContract),
  lists: (seed) => randomListContract(new Random(seed), 200),
};

test.each(Object.entries(PROGRAMS))('no input within the bounds breaks what is claimed: %s', async (name, generate) => {
  const count = amount(150, 3);
  const claims: BoundedClaim[] = [];
  for (let index = 1; index <= count; index++) claims.push(...(await claimed(generate(seedOf(index)))));
  console.log(`within bounds, ${name}: ${claims.length} of ${count} claimed`);
  const broken = (await attackWithin(kernel, claims)).flatMap((text, at) =>
    text === null ? [] : [`${text} within ${claims[at]?.within}\n${claims[at]?.code}`],
  );
  expect(broken).toEqual([]);
  expectYield(claims.length, count * 0.02);
});

const SLOW = "def f(x: int, xs: list[int]) -> int:\n    '''\n    post: __return__ < 9 and len(xs) < 5\n    '''\n";

test.each([
  [
    'rounds',
    'i = 0\n    while i < x:\n        i += 1\n    return i',
    'at most 8 rounds of each loop and comprehension',
    '9 ',
  ],
  [
    'rounds of comprehensions',
    'return len([i for i in range(x)])',
    'at most 8 rounds of each loop and comprehension',
    '9 ',
  ],
  ['items', 'return 0', 'xs of at most 4 items', '5 '],
  ['calls', 'return 0 if x <= 0 else 1 + f(x - 1, [])', 'at most 9 calls of f at a time', '10 '],
])('the attack sees which runs keep to bounds: %s', async (_name, body, within, more) => {
  const rows = ['(3, [])', '(9, [])', '(0, [1, 2, 3, 4, 5])'].slice(within.startsWith('xs') ? 2 : 0).slice(0, 2);
  const claim = { ...claimOf(`${SLOW}    ${body}\n`, rows), within };
  const wider = { ...claim, within: within.replace(/\d+ /, more) };
  expect(await attackWithin(kernel, [claim, wider])).toEqual([null, expect.any(String)]);
});
