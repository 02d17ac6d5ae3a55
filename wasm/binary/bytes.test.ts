import { expect, test } from 'vitest';
import { UnexpectedModule, WasmReader, WasmWriter } from './bytes.ts';
import { readSections } from './format.ts';

test.each([0, 1, 127, 128, 300, 65_535, 2 ** 31, 2 ** 32 - 1, 2 ** 40 + 5])(
  'unsigned %i survives a round trip',
  (value) => {
    expect(new WasmReader(new WasmWriter().unsigned(value).written).unsigned()).toBe(value);
  },
);

test.each([
  [[0x00], 0],
  [[0x7f], -1],
  [[0x80, 0x7f], -128],
  [[0xc0, 0x00], 64],
  [[0xff, 0xff, 0xff, 0xff, 0x07], 2 ** 31 - 1],
  [[0x80, 0x80, 0x80, 0x80, 0x78], -(2 ** 31)],
])('signed %j is %i', (bytes, value) => {
  expect(new WasmReader(Uint8Array.from(bytes)).signed32()).toBe(value);
});

test('a padded integer is written in its shortest form', () => {
  const value = new WasmReader(Uint8Array.from([0x85, 0x80, 0x80, 0x00])).unsigned();
  expect([...new WasmWriter().unsigned(value).written]).toEqual([5]);
});

test('what is no module is refused', () => {
  expect(() => readSections(Uint8Array.from([1, 2, 3]))).toThrow(UnexpectedModule);
  expect(() => readSections(new TextEncoder().encode('not WebAssembly'))).toThrow(/version 1/);
});
