import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Counts, Tally } from './tally.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells together what came within its pause, and counts anew then', async () => {
  const told: Counts[] = [];
  const tell = async (counts: Counts) => void told.push(counts);
  const tally = new Tally(1000);
  const first = tally.add('a', tell);
  expect(tally.add('b', tell)).toBeUndefined();
  void tally.add('a', tell);
  await vi.advanceTimersByTimeAsync(999);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await first;
  expect(told).toEqual([{ a: 2, b: 1 }]);
  void tally.add('a', tell);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([{ a: 2, b: 1 }, { a: 1 }]);
});

it('goes on after a message that failed', async () => {
  const told: Counts[] = [];
  const tally = new Tally(1000);
  const failed = tally.add('a', () => Promise.reject(new Error('Nobody hears.')));
  const expected = expect(failed).rejects.toThrow('Nobody hears.');
  await vi.advanceTimersByTimeAsync(1000);
  await expected;
  void tally.add('a', async (counts) => void told.push(counts));
  await vi.advanceTimersByTimeAsync(1000);
  expect(told).toEqual([{ a: 1 }]);
});
