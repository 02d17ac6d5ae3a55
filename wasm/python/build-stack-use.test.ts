import { expect, test } from 'vitest';
import { UnexpectedModule } from '../binary/bytes.ts';
import { addStackUse } from './build-stack-use.ts';

const text = (value: string): number[] => [value.length, ...new TextEncoder().encode(value)];
const section = (id: number, ...items: readonly number[]): number[] => [id, items.length, ...items];

/** Exports `left(n)`: the stack pointer, which starts at 1000, below `n` calls of itself. */
function module(): Uint8Array {
  const deeper = [0x20, 0, 0x04, 0x7f, 0x20, 0, 0x41, 1, 0x6b, 0x10, 1, 0x05, 0x23, 0, 0x0b];
  const code = [0, ...deeper, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(2, 1, ...text('env'), ...text('emscripten_debugger'), 0, 0),
    ...section(3, 1, 1),
    ...section(6, 1, 0x7f, 1, 0x41, 0xe8, 0x07, 0x0b),
    ...section(7, 2, ...text('left'), 0, 1, ...text('__stack_pointer'), 3, 0),
    ...section(10, 1, code.length, ...code),
  ]);
}

test.each([16, 128, 256])('a function takes %i bytes of stack while it runs, and gives them back', (bytes) => {
  const compiled = new WebAssembly.Module(addStackUse(module(), { left: bytes }).slice());
  const env = { emscripten_debugger: () => undefined };
  const { left, __stack_pointer: pointer } = new WebAssembly.Instance(compiled, { env }).exports;
  if (typeof left !== 'function' || !(pointer instanceof WebAssembly.Global)) throw new Error('There is no function.');
  expect([left(0), left(2), pointer.value]).toEqual([1000 - bytes, 1000 - 3 * bytes, 1000]);
});

test('a module without the function is refused', () => {
  expect(() => addStackUse(module(), { right: 16 })).toThrow(UnexpectedModule);
});
