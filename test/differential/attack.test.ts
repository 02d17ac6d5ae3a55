/** Attacks what the engine calls proved, and replays what it calls refuted, on CPython. */
import { beforeAll, expect, test } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { amount } from '../generated.ts';
import { attack, blind } from './python/attack.ts';
import { type Claims, checkContracts, searchExceptions } from './python/claims.ts';
import { randomLoopContract } from './python/loop-contracts.ts';
import { randomRecursiveContract } from './python/recursion-contracts.ts';

let symbolic: NodeSymbolic;
let kernel: NodeKernel;
beforeAll(async () => {
  [symbolic, kernel] = await Promise.all([loadSymbolic(), bootNodeKernel()]);
});

async function expectTrue(name: string, { proved, refuted, statuses }: Claims): Promise<void> {
  console.log(name, statuses);
  const broken = await attack(kernel, proved);
  expect(
    broken.flatMap((violation, index) => (violation === null ? [] : [`${violation}\n${proved[index]?.code}`])),
  ).toEqual([]);
  const confirmed = await attack(kernel, refuted);
  expect(confirmed.flatMap((violation, index) => (violation === null ? [refuted[index]] : []))).toEqual([]);
}

test('no input breaks a verified contract, and every counterexample breaks its own', async () => {
  const count = amount(90, 24);
  const claims = await checkContracts(symbolic, count);
  await expectTrue('contracts:', claims);
  expect(claims.proved.length).toBeGreaterThan(count * amount(0.3, 0.15));
  expect(claims.refuted.length).toBeGreaterThan(count * amount(0.2, 0.05));
});

test('no input breaks what the solver alone has proved, no input having been tried before', async () => {
  const count = amount(60, 16);
  const claims = await checkContracts(await loadSymbolic({ cpython: blind(kernel) }), count);
  await expectTrue('contracts without replay:', claims);
  expect(claims.proved.length).toBeGreaterThan(count * amount(0.3, 0.15));
  expect(claims.refuted).toEqual([]);
});

test('no input breaks a verified loop', async () => {
  const count = amount(60, 16);
  const claims = await checkContracts(await loadSymbolic({ cpython: blind(kernel) }), count, randomLoopContract);
  await expectTrue('loops without replay:', claims);
  // one in seven is verified: of a few, it may be none
  expect(claims.proved.length).toBeGreaterThanOrEqual(amount(count * 0.1, 0));
});

test('no input breaks verified recursion', async () => {
  const count = amount(80, 20);
  const claims = await checkContracts(await loadSymbolic({ cpython: blind(kernel) }), count, randomRecursiveContract);
  await expectTrue('recursion without replay:', claims);
  expect(claims.proved.length).toBeGreaterThan(amount(count * 0.1, 0));
});

test('no input reaches an unreachable exception, and every triggering input reaches its own', async () => {
  const count = amount(60, 16);
  const claims = await searchExceptions(symbolic, count);
  await expectTrue('searches:', claims);
  expect(claims.proved.length).toBeGreaterThan(count * 0.2);
  // one in six is found: of a few, it may be none
  expect(claims.refuted.length).toBeGreaterThanOrEqual(amount(count * 0.1, 0));
});
