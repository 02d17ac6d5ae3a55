import { expect, test } from 'vitest';
import { assemblePageHash } from './build-page-hash.ts';

const PAGE = 1024;
const memory = new WebAssembly.Memory({ initial: 1 });
const heap = new Uint8Array(memory.buffer);
const module = new WebAssembly.Module(assemblePageHash(PAGE).slice());
const { low, high } = new WebAssembly.Instance(module, { interpreter: { memory } }).exports;

function hash(page: number): string {
  if (typeof low !== 'function' || typeof high !== 'function') throw new Error('This is no page hash.');
  const lower: number = low(page * PAGE);
  return [high(), lower].map((half: number) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

test('it is XXH64 of a page', () => {
  heap.set(
    Uint8Array.from({ length: PAGE }, (_, index) => index),
    PAGE,
  );
  expect(hash(0)).toBe('27742888f085accd');
  expect(hash(1)).toBe('6f3914f18fe4df57');
});

test('no flipped bit, and no two in the highest bits of words, go unseen or look like others', () => {
  const seen = new Set([hash(2)]);
  const flip = (bit: number) => {
    heap[2 * PAGE + (bit >> 3)] = (heap[2 * PAGE + (bit >> 3)] ?? 0) ^ (1 << (bit & 7));
  };
  const see = (...bits: readonly number[]) => {
    bits.forEach(flip);
    seen.add(hash(2));
    bits.forEach(flip);
  };
  const words = Array.from({ length: PAGE / 8 }, (_, word) => 64 * word + 63);
  for (let bit = 0; bit < 8 * PAGE; bit++) see(bit);
  for (const first of words) for (const second of words) if (first < second) see(first, second);
  expect(seen.size).toBe(1 + 8 * PAGE + (words.length * (words.length - 1)) / 2);
});
