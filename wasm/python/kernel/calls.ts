/** Calls functions of the kernel's Python side, one at a time, each within limits of time and memory. */
import type { Budget, RunLimits, StopReason } from './budget.ts';
import type { Run } from './environment.ts';
import { Flushes } from './flushes.ts';
import type { Environment, PyCallable } from './glue.ts';
import type { HeapCap } from './heap.ts';
import type { Flush, Interrupts } from './interrupts.ts';
import type { OutputCapture } from './output.ts';
import type { OutputChunk } from './types.ts';

/** How a call ended. */
export type Call =
  | { readonly kind: 'returned'; readonly fields: readonly (string | undefined)[] }
  /** The runner itself raised: a late interrupt landed in it, or user code broke what it stands on. */
  | { readonly kind: 'raised'; readonly message: string }
  | { readonly kind: 'died'; readonly message: string };

/** What a call may take; the time is wall-clock time. */
export interface CallLimits extends RunLimits {
  readonly timeoutMs: number;
}

/** Where the output of a call goes, and how what was written is sent while the code waits. */
export interface CallOutput {
  readonly capture: OutputCapture;
  readonly flush: Flush | undefined;
}

/** The calls into one interpreter. */
export class Calls {
  readonly #environment: Environment;
  readonly #budget: Budget;
  readonly #heap: HeapCap;
  readonly #interrupts: Interrupts;
  #output: OutputCapture | undefined;
  #flushes: Flushes | undefined;
  #dead = false;

  constructor(environment: Environment, budget: Budget, heap: HeapCap, interrupts: Interrupts) {
    this.#environment = environment;
    this.#budget = budget;
    this.#heap = heap;
    this.#interrupts = interrupts;
  }

  /** Makes limits and interrupts work, once Python is prepared: before the first call. */
  enable(): void {
    this.#interrupts.enable(() => {
      this.#output = undefined;
    });
  }

  /** False once the interpreter is lost: every call ends as `died` from then on. */
  get alive(): boolean {
    return !this.#dead;
  }

  /** Counts the interpreter as lost. */
  giveUp(): void {
    this.#dead = true;
  }

  /** Why the last call was told to stop; undefined when it was not. */
  get stopReason(): StopReason | undefined {
    return this.#budget.stopReason;
  }

  /** What the last call took; see `Budget`. */
  get work(): number {
    return this.#budget.work;
  }

  /** Calls a function that answers with a tuple of strings and None. */
  async call(
    callable: PyCallable,
    args: readonly unknown[],
    limits: CallLimits,
    output: CallOutput | undefined,
  ): Promise<Call> {
    if (this.#dead) return { kind: 'died', message: 'The interpreter is lost.' };
    const flush = output?.flush;
    this.#output = output?.capture;
    this.#flushes = flush && new Flushes(Date.now, () => this.#interrupts.flush(flush));
    this.#heap.begin();
    this.#budget.begin(limits);
    const run = this.#environment.beginRun();
    this.#interrupts.begin(this.#budget.quota);
    // A busy run meets its deadline in the checks; the timer is for one that waits.
    const timer = globalThis.setTimeout(() => this.stop('timeout'), limits.timeoutMs);
    try {
      const answer = await callable.callPromising(...args);
      const fields = textFields(answer.toJs());
      answer.destroy();
      return { kind: 'returned', fields };
    } catch (error) {
      if (error instanceof Error && error.name === 'PythonError') return { kind: 'raised', message: error.message };
      this.#dead = true;
      return { kind: 'died', message: `The interpreter was lost: ${cause(error)}` };
    } finally {
      globalThis.clearTimeout(timer);
      this.#interrupts.end();
      this.#budget.end();
      this.#output = undefined;
      this.#flushes = undefined;
      this.#endRun(run);
    }
  }

  /** Makes the running call raise KeyboardInterrupt. */
  stop(reason: 'timeout' | 'interrupted'): void {
    this.#budget.stop(reason);
    this.#interrupts.wake();
  }

  /** Takes what Python writes; returns how much it took, which is everything. */
  write(stream: OutputChunk['stream'], bytes: Uint8Array): number {
    this.#output?.write(stream, bytes);
    this.#flushes?.written();
    return bytes.length;
  }

  /** What waited in the background is dropped, which runs destructors: they have no run whose budget could stop them. */
  #endRun(run: Run): void {
    try {
      this.#environment.endRun(run);
    } catch {
      this.#dead = true;
    }
  }
}

function textFields(answer: unknown): readonly (string | undefined)[] {
  if (!Array.isArray(answer)) throw new TypeError('The runner did not answer with a tuple.');
  return answer.map((field: unknown) => (typeof field === 'string' ? field : undefined));
}

function cause(error: unknown): string {
  if (error instanceof RangeError) return 'recursion or nesting too deep for its stack.';
  return error instanceof Error ? error.message : String(error);
}
