import { expect, test, vi } from 'vitest';
import { inTurn } from './turns.ts';

test('one after the other', async () => {
  const log: string[] = [];
  const work = (name: string) =>
    inTurn(async () => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 20));
      log.push(`${name} ends`);
    });
  await Promise.all([work('a'), work('b'), work('c')]);
  expect(log.map((line) => line.slice(2))).toEqual(['begins', 'ends', 'begins', 'ends', 'begins', 'ends']);
});

test('what fails gives its turn back', async () => {
  await expect(inTurn(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await inTurn(async () => 1)).toBe(1);
});

test('a request that was given up holds up the next one for a while only', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }); // its heart stands still
  void inTurn(() => new Promise(() => undefined));
  await Promise.resolve();
  vi.useRealTimers();
  expect(await inTurn(async () => 'next')).toBe('next');
}, 10_000);
