/** Makes CPython raise RecursionError before the engine's own stack overflows, which would lose the interpreter. */
import type { EmscriptenModule } from './glue.ts';

/**
 * Bytes of C stack that Python may use. The engine's stack, of 984 KB and out of reach, fills up at the same time: recursion
 * through Python functions was seen to fill it at 287 KB of C stack or more in optimized code, and later before it is optimized.
 * What needs less C stack for as much of the engine's is made to take more by the build: see `../build-stack-use.ts`.
 */
const STACK_BYTES = 250 << 10;

/** Sets the limit for the Python thread that is running now: each promising call has a thread state of its own. */
export function limitStack(module: EmscriptenModule): void {
  const end = module.stackSave() - STACK_BYTES;
  module._PyUnstable_ThreadState_SetStackProtection(module._PyThreadState_Get(), end, STACK_BYTES);
}
