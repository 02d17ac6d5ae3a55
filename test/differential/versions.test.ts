/** Attacks what the engine calls equivalent or unchanged, on CPython. */
import { expect, test } from 'vitest';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { loadSymbolic } from '../../scripts/lib/node-symbolic.ts';
import { expectYield } from '../expect-yield.ts';
import { amount } from '../generated.ts';
import { compareChanges, differenceOf } from './python/version-claims.ts';

const COUNT = amount(300, 4);

test('versions of linked modules that are called equivalent or unchanged do the same', async () => {
  const [kernel, symbolic] = await Promise.all([bootNodeKernel(), loadSymbolic()]);
  const claims = await compareChanges(symbolic, COUNT);
  const same = claims.filter(({ status }) => status === 'equivalent' || status === 'unchanged');
  for (const claim of same) {
    const difference = await differenceOf(kernel, claim);
    expect(difference === null ? null : `${difference}\n${JSON.stringify(claim.change, null, 1)}`).toBeNull();
  }
  expectYield(claims.filter(({ status }) => status === 'equivalent').length, COUNT * 0.1);
  expectYield(claims.filter(({ status }) => status === 'different').length, COUNT * 0.3);
});

test('the judge sees a difference', async () => {
  const kernel = await bootNodeKernel();
  const change = {
    before: { a: 'from b import k\ndef f(x):\n    return x + k\n', b: 'k = 1\n' },
    after: { a: 'from b import k\ndef f(x):\n    return x + k\n', b: 'k = 2\n' },
    functions: [],
  };
  const difference = await differenceOf(kernel, { change, name: 'f', status: 'equivalent', rows: [['3']] });
  expect(difference).toBe(
    'f(3) returns int 4, arguments then list[int 3] before, returns int 5, arguments then list[int 3] after',
  );
});
