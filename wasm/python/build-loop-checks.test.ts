import { expect, test } from 'vitest';
import { UnexpectedModule } from '../binary/bytes.ts';
import { addLoopChecks } from './build-loop-checks.ts';

const text = (value: string): number[] => [value.length, ...new TextEncoder().encode(value)];
const section = (id: number, ...items: readonly number[]): number[] => [id, items.length, ...items];

/**
 * Exports `_PyEval_EvalFrameDefault(n)` and `count(n)`, the same loop: `do { n = n - 1 } while (n != 0)`.
 * Imports `env.emscripten_debugger` unless another name is given.
 */
function module(report = 'emscripten_debugger'): Uint8Array {
  const loop = [0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x0b];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, 2, 0x60, 0, 0, 0x60, 1, 0x7f, 0),
    ...section(2, 1, ...text('env'), ...text(report), 0, 0),
    ...section(3, 2, 1, 1),
    ...section(6, 1, 0x7f, 1, 0x41, 0, 0x0b),
    ...section(7, 2, ...text('_PyEval_EvalFrameDefault'), 0, 1, ...text('count'), 0, 2),
    ...section(10, 2, loop.length, ...loop, loop.length, ...loop),
  ]);
}

function reports(turns: number, name: string): number {
  let count = 0;
  const env = { emscripten_debugger: () => count++ };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(addLoopChecks(module(), 100).slice()), { env });
  const run = exports[name];
  if (typeof run !== 'function') throw new Error(`no function ${name}`);
  run(turns);
  return count;
}

test('a loop reports whenever its counter has run down', () => {
  expect(reports(1, 'count')).toBe(1);
  expect(reports(1001, 'count')).toBe(10);
});

test('the bytecode loop has no counter', () => {
  expect(reports(1001, '_PyEval_EvalFrameDefault')).toBe(0);
});

test('a module without the import for the report is refused', () => {
  expect(() => addLoopChecks(module('emscripten_log'), 100)).toThrow(UnexpectedModule);
});
