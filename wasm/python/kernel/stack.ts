/** Makes CPython raise RecursionError before the engine's own stack overflows, which would lose the interpreter. */
import type { EmscriptenModule } from './glue.ts';

/**
 * Bytes of C stack that Python may use. The engine's stack, of about 1 MB and out of reach, fills up at the same time: this is
 * the largest size at which recursion through Python functions was seen to end in RecursionError, less a margin.
 */
const STACK_BYTES = 250 << 10;

/** Sets the limit for the Python thread that is running now: each promising call has a thread state of its own. */
export function limitStack(module: EmscriptenModule): void {
  const end = module.stackSave() - STACK_BYTES;
  module._PyUnstable_ThreadState_SetStackProtection(module._PyThreadState_Get(), end, STACK_BYTES);
}
