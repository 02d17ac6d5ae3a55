import { expect, it } from 'vitest';
import { bytesOf, countedBody } from './counted-body.ts';

it('counts what goes through, and tells the end once', async () => {
  const heard: (number | 'end')[] = [];
  const body = new Blob(['größer', ' x']).stream();
  const counted = countedBody(body, { onBytes: (bytes) => heard.push(bytes), onEnd: () => heard.push('end') });
  expect(body.locked).toBe(false);
  expect(await new Response(counted).text()).toBe('größer x');
  const bytes = heard.filter((each) => each !== 'end').reduce((sum, each) => sum + each, 0);
  expect([bytes, heard.at(-1), heard.filter((each) => each === 'end').length]).toEqual([bytesOf('größer x'), 'end', 1]);
});

it('ends the body when its reader goes while it waits', async () => {
  const ended = Promise.withResolvers<unknown>();
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({ cancel: (reason) => ended.resolve(reason) });
  let ends = 0;
  const reader = countedBody(silent, {
    onBytes: () => undefined,
    onEnd: () => {
      ends++;
    },
  }).getReader();
  const waiting = reader.read();
  await reader.cancel('gone');
  expect(await ended.promise).toBe('gone');
  expect([(await waiting).done, ends]).toEqual([true, 1]);
});
