import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { UnexpectedModule, WasmReader, WasmWriter } from '../../../binary/bytes.ts';
import { MAGIC } from '../../../binary/format.ts';
import { copyInstruction } from './instructions.ts';
import { trampolineModule } from './trampolines.ts';
import { transformZ3 } from './transform.ts';

const BUILD = new URL('../../build/', import.meta.url);

describe('instructions', () => {
  test.each([
    ['a padded i32.const', [0x41, 0x85, 0x80, 0x80, 0x80, 0x00], [0x41, 0x05]],
    ['a padded negative i64.const', [0x42, 0xfe, 0xff, 0xff, 0x7f], [0x42, 0x7e]],
    ['a constant that needs its sign digit', [0x41, 0xc0, 0x00], [0x41, 0xc0, 0x00]],
    ['a padded call', [0x10, 0x83, 0x80, 0x00], [0x10, 0x03]],
    ['a branch table', [0x0e, 0x02, 0x00, 0x81, 0x00, 0x02], [0x0e, 0x02, 0x00, 0x01, 0x02]],
    ['a double', [0x44, 1, 2, 3, 4, 5, 6, 7, 8], [0x44, 1, 2, 3, 4, 5, 6, 7, 8]],
    ['a memory copy', [0xfc, 0x0a, 0x00, 0x00], [0xfc, 0x0a, 0x00, 0x00]],
  ])('%s', (_name, source, expected) => {
    const reader = new WasmReader(Uint8Array.from(source));
    const writer = new WasmWriter();
    expect(copyInstruction(reader, writer)).toBe(source[0]);
    expect([...writer.written]).toEqual(expected);
    expect(reader.done).toBe(true);
  });

  test('an unknown one is refused', () => {
    expect(() => copyInstruction(new WasmReader(Uint8Array.from([0xfb, 0])), new WasmWriter())).toThrow(
      UnexpectedModule,
    );
  });
});

describe('trampolines', () => {
  const stackPointer = new WebAssembly.Global({ value: 'i32', mutable: true }, 64);
  const table = new WebAssembly.Table({ element: 'anyfunc', initial: 1 });
  const calls: unknown[] = [];
  let isLong = 0;
  const module = new WebAssembly.Module(new Uint8Array(trampolineModule(['vi'], 1)));
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      __stack_pointer: stackPointer,
      __indirect_function_table: table,
      setThrew: (...values: number[]) => void calls.push(['setThrew', ...values, stackPointer.value]),
      refuel: () => isLong,
      suspend: () => void calls.push('suspend'),
    },
  });
  const { invoke_vi: invoke, throw_exception: raise, slice_spent: sliceSpent } = exports;
  if (typeof invoke !== 'function' || typeof raise !== 'function' || typeof sliceSpent !== 'function') {
    throw new Error('The exports are missing.');
  }
  afterEach(() => calls.splice(0));

  test('catch what throw_exception throws, restore the stack pointer and report it', () => {
    table.set(0, raise);
    expect(() => raise(7)).toThrow();
    invoke(0, 7);
    expect(calls).toEqual([['setThrew', 1, 0, 64]]);
  });

  test('suspend only where refuelling asks for it', () => {
    sliceSpent();
    expect(calls).toEqual([]);
    isLong = 1;
    sliceSpent();
    expect(calls).toEqual(['suspend']);
  });
});

test('an empty module is refused', () => {
  expect(() => transformZ3(Uint8Array.from(MAGIC))).toThrow(UnexpectedModule);
});

test('the built modules are valid', async () => {
  for (const name of ['z3.wasm', 'z3-invoke.wasm']) {
    expect(WebAssembly.validate(await readFile(new URL(name, BUILD)))).toBe(true);
  }
});
