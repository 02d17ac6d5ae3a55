/** Attacks what the engine calls proved, and replays what it calls refuted, on CPython. */
import { beforeAll, expect, test } from 'vitest';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic, type NodeSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { expectYield } from '../expect-yield.ts';
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
  const count = amount(90, 4);
  const claims = await checkContracts(symbolic, count);
  await expectTrue('contracts:', claims);
  expectYield(claims.proved.length, count * 0.3);
  expectYield(claims.refuted.length, count * 0.2);
});

test('no input breaks what the solver alone has proved, no input having been tried before', async () => {
  const count = amount(60, 3);
  const claims = await checkContracts(await loadSymbolic({ cpython: blind(kernel) }), count);
  await expectTrue('contracts without replay:', claims);
  expectYield(claims.proved.length, count * 0.3);
  expect(claims.refuted).toEqual([]);
});

test('no input breaks a verified loop', async () => {
  const count = amount(60, 3);
  const claims = await checkContracts(await loadSymbolic({ cpython: blind(kernel) }), count, randomLoopContract);
  await expectTrue('loops without replay:', claims);
  expectYield(claims.proved.length, count * 0.09);
});

test('no input breaks verified recursion', async () => {
  const count = amount(80, 4);
  const claims = await checkContracts(await loadSymbolic({ cpython: blind(kernel) }), count, randomRecursiveContract);
  await expectTrue('recursion without replay:', claims);
  expectYield(claims.proved.length, count * 0.1);
});

test('no input reaches an unreachable exception, and every triggering input reaches its own', async () => {
  const count = amount(60, 3);
  const claims = await searchExceptions(symbolic, count);
  await expectTrue('searches:', claims);
  expectYield(claims.proved.length, count * 0.2);
  expectYield(claims.refuted.length, count * 0.09);
});
