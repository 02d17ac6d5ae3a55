import { expect, test } from 'vitest';
import { OutputCapture, STREAM_LIMIT } from './output.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a character whose bytes come in two writes is shown once it is whole', () => {
  const chunks: string[] = [];
  const output = new OutputCapture(({ text }) => chunks.push(text));
  const [first, ...rest] = bytes('é');
  output.write('stdout', Uint8Array.of(first ?? 0));
  output.write('stdout', Uint8Array.from(rest));
  expect(chunks).toEqual(['é']);
  expect(output.finish().stdout).toBe('é');
});

test('bytes that never become a character are replaced', () => {
  const output = new OutputCapture();
  output.write('stderr', Uint8Array.of(0xc3));
  expect(output.finish().stderr).toBe('\ufffd');
});

test('exactly the limit is kept whole, one byte more is told', () => {
  const output = new OutputCapture();
  output.write('stdout', bytes('x'.repeat(STREAM_LIMIT)));
  output.write('stderr', bytes('x'.repeat(STREAM_LIMIT)));
  output.write('stderr', bytes('y'));
  const { stdout, stderr, notices } = output.finish();
  expect([stdout.length, stderr.length]).toEqual([STREAM_LIMIT, STREAM_LIMIT]);
  expect(notices).toEqual([`stderr was cut: the first ${STREAM_LIMIT} of ${STREAM_LIMIT + 1} bytes are shown.`]);
});
