import { expect, test } from 'vitest';
import { UnexpectedModule } from '../binary/bytes.ts';
import { exposeStatement, RUNNING_STATEMENT } from './build-sqlite-statement.ts';

const text = (value: string): number[] => [value.length, ...new TextEncoder().encode(value)];
const section = (id: number, ...items: readonly number[]): number[] => [id, items.length, ...items];

/** Exports `step(n)`: calls the import `env.emscripten_debugger`, and `step(n - 1)` before that when n > 1; returns n + 1. */
function module(name: string): Uint8Array {
  const deeper = [0x20, 0, 0x41, 1, 0x4a, 0x04, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x10, 1, 0x1a, 0x0b];
  const code = [0, ...deeper, 0x10, 0, 0x20, 0, 0x41, 1, 0x6a, 0x0b];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f),
    ...section(2, 1, ...text('env'), ...text('emscripten_debugger'), 0, 0),
    ...section(3, 1, 1),
    ...section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
    ...section(7, 1, ...text(name), 0, 1),
    ...section(10, 1, code.length, ...code),
  ]);
}

test('the running statement is known while it runs, also within another one, and none is afterwards', () => {
  const seen: unknown[] = [];
  const running = (): unknown => {
    const global = exports[RUNNING_STATEMENT];
    return global instanceof WebAssembly.Global ? global.value : undefined;
  };
  const env = { emscripten_debugger: () => seen.push(running()) };
  const compiled = new WebAssembly.Module(exposeStatement(module('sqlite3_step')).slice());
  const { exports } = new WebAssembly.Instance(compiled, { env });
  const { sqlite3_step: step } = exports;
  if (typeof step !== 'function') throw new Error('There is no function.');
  expect(step(3)).toBe(4);
  expect([seen, running()]).toEqual([[1, 2, 3], 0]);
});

test('a module without SQLite is refused', () => {
  expect(() => exposeStatement(module('step'))).toThrow(UnexpectedModule);
});
