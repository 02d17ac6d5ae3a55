import { expect, it } from 'vitest';
import { lastAddress } from './address.ts';

it.each([
  ['A B <a@b>', 4, 8],
  ['A <x> B <a@b>', 8, 12],
  ['A <<a@b>', 2, 7],
  ['A > <a>', 4, 6],
  ['A B', -1, -1],
  ['A >', -1, 2],
  ['> <', -1, 0],
  ['<'.repeat(100_000), -1, -1],
  [`${'<'.repeat(100_000)}>`, 0, 100_000],
])('%.20s', (text, start, end) => {
  expect(lastAddress(text)).toEqual({ start, end });
});
