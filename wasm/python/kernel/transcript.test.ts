import { expect, test } from 'vitest';
import { STREAM_LIMIT } from './output.ts';
import { Transcript } from './transcript.ts';
import type { OutputChunk } from './types.ts';

test('it keeps what it hears, of each stream as much as the interpreter does', async () => {
  const transcript = new Transcript(undefined, () => expect.unreachable());
  expect(await transcript.hear({ stream: 'stdout', text: 'a' })).toBe(true);
  await transcript.hear({ stream: 'stderr', text: 'x'.repeat(STREAM_LIMIT) });
  await transcript.hear({ stream: 'stderr', text: 'y' });
  await transcript.hear({ stream: 'stdout', text: 'b' });
  expect(transcript.written).toEqual({ stdout: 'ab', stderr: 'x'.repeat(STREAM_LIMIT) });
});

test('a broken interpreter sends its caller no more than a working one', async () => {
  let heard = 0;
  const transcript = new Transcript(
    async ({ text }) => {
      heard += text.length;
      return true;
    },
    () => expect.unreachable(),
  );
  for (let times = 0; times < 3; times++) await transcript.hear({ stream: 'stdout', text: 'x'.repeat(STREAM_LIMIT) });
  const nonsense: OutputChunk = JSON.parse('{"stream": "__proto__", "text": {}}');
  expect(await transcript.hear(nonsense)).toBe(false);
  await transcript.passedOn();
  expect(heard).toBe(STREAM_LIMIT);
});

test('a slow caller does not hold up the run, and hears everything', async () => {
  const heard: OutputChunk[] = [];
  const slow = Promise.withResolvers<boolean>();
  const transcript = new Transcript(
    (chunk) => {
      heard.push(chunk);
      return slow.promise;
    },
    () => expect.unreachable(),
  );
  for (const text of ['a', 'b']) {
    expect(await transcript.hear({ stream: 'stdout', text })).toBe(true);
  }
  slow.resolve(true);
  await transcript.passedOn();
  expect(heard.map(({ text }) => text).join('')).toBe('ab');
});

test('a caller that is gone ends the run', async () => {
  let abandoned = 0;
  const transcript = new Transcript(
    async () => false,
    () => abandoned++,
  );
  await transcript.hear({ stream: 'stdout', text: 'a' });
  await transcript.passedOn();
  expect(await transcript.hear({ stream: 'stdout', text: 'b' })).toBe(false);
  expect(abandoned).toBe(1);
});
