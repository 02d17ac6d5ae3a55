import { expect, it } from 'vitest';
import { createDatabase } from '../../test/sqlite.ts';
import { HUNG_CALLS_SCHEMA, HungCalls } from './hung-calls.ts';

const CALL = { name: 'symbolic_check', args: { code: 'def f(): ...', function_name: 'f' } };
const REFUSED = { failure: { errorType: 'refused_call', details: { retry_after: 900 } } };

/** The calls of one user, at a time that the test sets. */
function calls() {
  let now = 1_000_000;
  const { sql } = createDatabase(HUNG_CALLS_SCHEMA);
  const hungCalls = new HungCalls(sql, () => now);
  const make = (call: typeof CALL, hung: boolean) =>
    hungCalls.track(
      call,
      () => hung,
      async () => {
        now += 30_000;
        if (hung) throw new Error('lost');
        return 'done';
      },
    );
  return {
    hungCalls,
    works: (call = CALL) => make(call, false),
    hangs: (call = CALL) => expect(make(call, true)).rejects.toThrow('lost'),
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

it('refuses a call over which an engine hung twice, and says how to change it', async () => {
  const { hangs, works } = calls();
  await hangs();
  await hangs();
  await expect(works()).rejects.toMatchObject(REFUSED);
  await expect(works()).rejects.toThrow('this very call of symbolic_check');
});

it('refuses no other call, not even of the same tool', async () => {
  const { hangs, works } = calls();
  await hangs();
  await hangs();
  expect(await works({ ...CALL, args: { ...CALL.args, function_name: 'g' } })).toBe('done');
  expect(await works({ ...CALL, name: 'analyze_branches' })).toBe('done');
});

it('forgets a hang once the call has come to an end', async () => {
  const { hangs, works } = calls();
  await hangs();
  await works();
  await hangs();
  expect(await works()).toBe('done');
});

it('takes the call again after a quarter of an hour', async () => {
  const { hangs, works, wait } = calls();
  await hangs();
  await hangs();
  wait(15 * 60_000);
  expect(await works()).toBe('done');
});

it('counts equal calls that ran at the same time once', async () => {
  const { hungCalls, works, wait } = calls();
  const end = Promise.withResolvers<never>();
  const both = [0, 1].map(() => {
    const begun = Promise.withResolvers<void>();
    const work = () => {
      begun.resolve();
      return end.promise;
    };
    return { begun: begun.promise, ended: hungCalls.track(CALL, () => true, work) };
  });
  const settled = Promise.allSettled(both.map(({ ended }) => ended));
  await Promise.all(both.map(({ begun }) => begun));
  wait(30_000);
  end.reject(new Error('lost'));
  await settled;
  expect(await works()).toBe('done');
});

it('remembers the last hundred', async () => {
  const { sql } = createDatabase(HUNG_CALLS_SCHEMA);
  let now = 0;
  const hungCalls = new HungCalls(sql, () => ++now);
  for (let number = 0; number < 150; number++) {
    const lost = () => Promise.reject(new Error('lost'));
    const call = { name: 'symbolic_check', args: { code: `f${number}` } };
    await expect(hungCalls.track(call, () => true, lost)).rejects.toThrow('lost');
  }
  expect(sql.exec('SELECT hung_at FROM hung_call').toArray()).toHaveLength(100);
});

it('refuses for no longer when the clock is set back', async () => {
  const { hangs, wait, works } = calls();
  await hangs();
  await hangs();
  wait(-86_400_000);
  await expect(works()).rejects.toMatchObject(REFUSED);
  wait(901_000);
  expect(await works()).toBe('done');
});
