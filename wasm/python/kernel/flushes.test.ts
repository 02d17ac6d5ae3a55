import { beforeEach, expect, test } from 'vitest';
import { loadArtifacts } from '../../../scripts/lib/node-kernel.ts';
import { Flushes } from './flushes.ts';
import { Kernel } from './kernel.ts';

let [now, flushed] = [0, 0];
beforeEach(() => {
  [now, flushed] = [0, 0];
});

/** Counts the flushes of `writes` writes, `pause` milliseconds apart. */
function flushesOf(writes: number, pause: number): number {
  const flushes = new Flushes(
    () => now,
    () => flushed++,
  );
  for (let write = 0; write < writes; write++, now += pause) flushes.written();
  return flushed;
}

test('what is written now and then is flushed at once, in bursts too', () => {
  expect(flushesOf(40, 0)).toBe(40);
  flushed = 0;
  expect(flushesOf(1000, 5)).toBe(1000);
});

test('a flood is flushed every few milliseconds', () => {
  expect(flushesOf(100_000, 0.01)).toBeLessThan(300);
});

test('code waits after each line until the line is out', async () => {
  const kernel = await Kernel.boot(await loadArtifacts());
  const events: string[] = [];
  await kernel.run(
    { code: 'print("a")\nprint("b"); x = list(map(print, "cd"))', timeoutSeconds: 20 },
    ({ text }) => events.push(text),
    async () => {
      events.push('begin');
      await new Promise((resolve) => setTimeout(resolve));
      events.push('end');
    },
  );
  expect(events.join(' ')).toBe('a \n begin end b \n begin end c \n d \n begin end');
});

test('code that JavaScript calls goes on, and waits when it is back', async () => {
  const kernel = await Kernel.boot(await loadArtifacts());
  const events: string[] = [];
  const code = `from pyodide.ffi import to_js
class Odd: pass
def convert(value, *_):
    print("in")
    return sum(range(1000))
to_js([Odd()], default_converter=convert)
for _ in range(20_000): pass`;
  const { outcome } = await kernel.run(
    { code, timeoutSeconds: 20 },
    ({ text }) => events.push(text),
    async () => {
      await new Promise((resolve) => setTimeout(resolve));
      events.push('flushed');
    },
  );
  expect(outcome.status).toBe('ok');
  expect(events.join(' ')).toBe('in \n flushed');
});

test('a flush that never ends does not hold up the code', async () => {
  const kernel = await Kernel.boot(await loadArtifacts());
  const { outcome } = await kernel.run(
    { code: 'print("a")\n1', timeoutSeconds: 20 },
    () => {},
    () => new Promise(() => {}),
  );
  expect(outcome).toMatchObject({ status: 'ok', stdout: 'a\n', result: '1' });
});
