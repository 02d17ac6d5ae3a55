import { expect, it } from 'vitest';
import { createDatabase } from '../../../test/sqlite.ts';
import { atOnce, WorkBudget } from '../../lib/sliced-work.ts';
import { failedResult } from './results.ts';
import { MOST_ATTEMPTS } from './service.ts';
import { CERTIFICATION_SCHEMA, CertificationStore, type StoredTest } from './store.ts';
import { testsOf } from './suite.ts';

function begun(): { readonly store: CertificationStore; readonly tests: readonly StoredTest[] } {
  const suite = { scaffolds: ['bfs', 'lis'], seed: 1, level: 1, count: 1 };
  const store = new CertificationStore(createDatabase(CERTIFICATION_SCHEMA));
  const tests = atOnce(testsOf(suite, new WorkBudget(Number.POSITIVE_INFINITY)));
  store.start({ id: 'c', suite, by: { kind: 'caller' } }, tests);
  return { store, tests };
}

it('counts a test as wrong after some failures of a model, and asks the others first meanwhile', () => {
  const { store, tests } = begun();
  const [first] = store.next(1);
  expect(first?.id).toBe(tests[0]?.id);
  if (first === undefined) return;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    store.miss(first, 'busy', true, { input: 2, output: 1 });
    expect(store.next(1)[0]?.id).not.toBe(first.id);
    expect(store.status()).toMatchObject({ done: attempt === MOST_ATTEMPTS ? 1 : 0, trouble: 'busy' });
  }
  expect(store.results()[0]).toMatchObject({ passed: false, error: 'busy', tokens: { input: 6, output: 3 } });
});

it('keeps the first result of a test', () => {
  const { store, tests } = begun();
  const [test] = tests;
  if (test === undefined) throw new Error('There are no tests.');
  const passed = { id: test.id, scaffold: test.scaffold, tier: test.tier, passed: true, message: '', response: 'x' };
  store.settle(passed, undefined);
  store.settle(failedResult(test, 'late'), undefined);
  expect(store.results()[0]).toMatchObject({ passed: true });
  expect(store.waiting(test.id)).toBeUndefined();
});

it('cuts a response that is long, and says so', () => {
  const { store, tests } = begun();
  const [test] = tests;
  if (test === undefined) throw new Error('There are no tests.');
  store.settle({ ...failedResult(test, ''), response: 'x'.repeat(100_000) }, undefined);
  expect(String(store.results()[0]?.response)).toMatch(/\[cut: 100000 characters\]$/);
});
