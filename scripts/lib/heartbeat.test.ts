/** Ticks are those of the tests: nothing here depends on the speed of the machine. */
import { expect, it } from 'vitest';
import { untilHung } from './heartbeat.ts';

/** Ticks until a process counts as hung whose heartbeats are answered as `answers` says, one after another; later ones never are. */
async function ticksUntilHung(...answers: readonly boolean[]): Promise<number> {
  let ticks = 0;
  let beats = 0;
  await untilHung({
    beat: () => (answers[beats++] === true ? Promise.resolve() : new Promise(() => undefined)),
    tick: async () => void ticks++,
  });
  return ticks;
}

it('counts a process as hung that misses two heartbeats in a row', async () => {
  expect(await ticksUntilHung()).toBe(30);
});

it('leaves a process alone that misses one and answers the next', async () => {
  expect(await ticksUntilHung(false, true, false, true)).toBe(15 + 1 + 15 + 1 + 30);
});

it('takes a process that cannot be reached for one that has ended, which others notice', async () => {
  let ticks = 0;
  let beats = 0;
  await untilHung({
    beat: () => (beats++ < 3 ? Promise.reject(new Error('ECONNREFUSED')) : new Promise(() => undefined)),
    tick: async () => void ticks++,
  });
  expect(ticks).toBe(3 + 30);
});

it('gives up a heartbeat that was missed', async () => {
  const signals: AbortSignal[] = [];
  await untilHung({
    beat: (signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    },
    tick: async () => undefined,
  });
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
