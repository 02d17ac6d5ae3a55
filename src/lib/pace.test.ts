import { expect, it, vi } from 'vitest';
import { Pace } from './pace.ts';
import { Cancelled, type Progress } from './work.ts';

const recorded = () => {
  const steps: Progress[] = [];
  const pace = new Pace(async (step) => {
    steps.push(step);
    return true;
  });
  return { steps, pace };
};

it('reports work that goes on, with numbers that grow', async () => {
  const { steps, pace } = recorded();
  await pace.begin('Working');
  pace.show(() => `${steps.length} reports`);
  while (steps.length < 3) await pace.pause();
  expect(steps.map(({ message }) => message)).toEqual(['Working', 'Working (1 reports)', 'Working (2 reports)']);
  const numbers = steps.map(({ done }) => done);
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
});

it('reports that it waits, and gives what was waited for', async () => {
  const { steps, pace } = recorded();
  const { promise, resolve } = Promise.withResolvers<string>();
  const waiting = pace.during(promise, 'Waiting');
  while (steps.length < 2) await new Promise((next) => setTimeout(next, 10));
  resolve('done');
  expect(await waiting).toBe('done');
  expect(steps.every(({ message }) => message === 'Waiting')).toBe(true);
});

it.each([
  ['says so', async () => false],
  ['cannot be told', () => Promise.reject(new Error('disconnected'))],
])('ends when the caller %s', async (_name, onProgress) => {
  const pace = new Pace(onProgress);
  await expect(pace.during(new Promise(() => undefined))).rejects.toThrow(Cancelled);
  expect(pace.signal.aborted).toBe(true);
  await expect(pace.pause()).rejects.toThrow(Cancelled);
});

it('lets other events run', async () => {
  const { pace } = recorded();
  const order: string[] = [];
  setTimeout(() => order.push('other'), 0);
  await pace.pause();
  order.push('work');
  expect(order).toEqual(['other', 'work']);
});

it('goes on to report when the clock is set back', async () => {
  const { steps, pace } = recorded();
  await pace.begin('Working');
  while (steps.length < 1) await pace.pause();
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 86_400_000);
  await pace.begin('Working on');
  await pace.end();
  clock.mockRestore();
  expect(steps.at(-1)?.message).toBe('Working on');
});
