import { expect, test } from 'vitest';
import { OutputPump } from './pump.ts';
import type { OutputChunk } from './types.ts';

const chunk = (text: string, stream: OutputChunk['stream'] = 'stdout'): OutputChunk => ({ stream, text });

test('what is written while a message is on its way goes together with the next', async () => {
  const sent: OutputChunk[] = [];
  const pump = new OutputPump(
    async (message) => {
      sent.push(message);
      if (sent.length === 1)
        for (const part of [chunk('c'), chunk('d'), chunk('e', 'stderr'), chunk('f')]) pump.write(part);
      return true;
    },
    () => expect.unreachable(),
  );
  pump.write(chunk('a'));
  pump.write(chunk('b'));
  await pump.finish();
  expect(sent).toEqual([chunk('ab'), chunk('cd'), chunk('e', 'stderr'), chunk('f')]);
});

test.each([
  ['says so', async () => false],
  ['fails', () => Promise.reject(new Error('gone'))],
])('a listener that %s is abandoned once and hears no more', async (_name, answer) => {
  let [heard, abandoned] = [0, 0];
  const pump = new OutputPump(
    () => {
      heard++;
      return answer();
    },
    () => abandoned++,
  );
  pump.write(chunk('a'));
  pump.write(chunk('b'));
  await pump.finish();
  pump.write(chunk('c'));
  await pump.finish();
  expect([heard, abandoned]).toEqual([1, 1]);
});
