/** Hashes of lines against what GitHub's own action computes for the same texts. */
import { expect, test } from 'vitest';
import { lineHashes } from './line-hash.ts';

const ENDS = [
  'e9496ae3ebfced30:1',
  'fb7c023a8b9ccb3f:1',
  'ce8ba1a563dcdaca:1',
  'e20e36e16fcb0cc8:1',
  'b3edc88f2938467e:1',
  'c8e28b0b4002a3a0:1',
  'c129715d7a2bc9a3:1',
];

test.each([
  ['an empty file', '', ['c129715d7a2bc9a3:1']],
  [
    'spaces and tabs',
    ' a\nb\n  \t\tc\n d',
    ['271789c17abda88f:1', '54703d4cd895b18:1', '180aee12dab6264:1', 'a23a3dc5e078b07b:1'],
  ],
  ['\\n', ' hello; \t\nworld!!!\n\n\n  \t\tGreetings\n End\n', ENDS],
  ['\\r', ' hello; \t\nworld!!!\r\r\r  \t\tGreetings\r End\r', ENDS],
  ['\\r\\n', ' hello; \t\r\nworld!!!\r\n\r\n\r\n  \t\tGreetings\r\n End\r\n', ENDS],
  ['line ends of all kinds', ' hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n', ENDS],
  [
    'equal lines',
    'Lorem ipsum dolor sit amet.\n'.repeat(10),
    [
      'a7f2ff13bc495cf2:1',
      'a7f2ff13bc495cf2:2',
      'a7f2ff13bc495cf2:3',
      'a7f2ff13bc495cf2:4',
      'a7f2ff13bc495cf2:5',
      'a7f2ff13bc495cf2:6',
      'a7f2ff1481e87703:1',
      'a9cf91f7bbf1862b:1',
      '55ec222b86bcae53:1',
      'cc97dc7b1d7d8f7b:1',
      'c129715d7a2bc9a3:1',
    ],
  ],
])('%s', (_, text, expected) => {
  const wanted = new Set(expected.map((_, index) => index + 1));
  expect([...lineHashes(text, wanted).values()]).toEqual(expected);
});

test('only wanted lines that exist', () => {
  expect([...lineHashes('a\nb\n', new Set([2, 9])).keys()]).toEqual([2]);
  expect(lineHashes('a\n', new Set()).size).toBe(0);
});
