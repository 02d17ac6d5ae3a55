/** The same call gives the same result, whatever was asked before it and by whichever process. */
import { expect, test } from 'vitest';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { Random } from '../../src/lib/random.ts';
import { amount, seedOf } from '../generated.ts';
import { randomClassProgram } from './python/class-programs.ts';
import { randomListContract } from './python/list-contracts.ts';
import { randomLoopContract } from './python/loop-contracts.ts';

const SEEDS = amount(6, 1);

const modules = Array.from({ length: SEEDS }, (_, index) => [
  randomListContract(new Random(seedOf(index + 1)), 1).code,
  randomLoopContract(new Random(seedOf(index + 1))).code,
  randomClassProgram(new Random(seedOf(index + 1))).code,
]).flat();

/** Each module's results by all tools, asked in this order by engines of their own. */
async function answers(order: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const symbolic = await loadSymbolic();
  const told = new Map<string, string>();
  for (const code of order) {
    const results = [
      await symbolic.check(code, 'f', 1),
      await symbolic.find(code, 'f', 'ValueError', 1),
      await symbolic.branches(code, 'f', true, 1),
      await symbolic.compare(code, 'f', 'f', { timeoutSeconds: 1 }),
    ];
    told.set(code, JSON.stringify(results));
  }
  return told;
}

test('results do not depend on what was asked before', { timeout: 300_000 }, async () => {
  const [forwards, backwards] = [await answers(modules), await answers(modules.toReversed())];
  for (const code of modules) expect(backwards.get(code), code).toBe(forwards.get(code));
});
