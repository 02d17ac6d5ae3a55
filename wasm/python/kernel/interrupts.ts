/** Connects CPython's signal checks and waits with the budget, by suspending the WebAssembly stack. */
import { type Budget, INSIST_MS } from './budget.ts';
import type { EmscriptenModule, Environment } from './glue.ts';
import { JsFrames } from './js-frames.ts';
import { type Failing, RaisePoints, type RaisePointTable } from './raise-points.ts';

/** CPython sets its countdown to this just before a periodic check. */
const COUNTDOWN_AT_CHECK = 50;
const SIGINT = 2;
/** Tells the signal shim to suspend the stack. */
const SUSPEND = -1;

/** Thrown through the interpreter's stack when code ignores every interrupt. */
export class KernelKilled extends Error {
  override readonly name = 'KernelKilled';
  constructor() {
    super('The code ignored every interrupt.');
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => globalThis.setTimeout(resolve, ms));

interface StackFunctions {
  saveState(): unknown;
  restoreState(state: unknown): void;
}

/** The glue's own functions among the imports. */
function stackFunctions(env: WebAssembly.ModuleImports): StackFunctions {
  const { saveState, restoreState } = env;
  if (typeof saveState !== 'function' || typeof restoreState !== 'function') {
    throw new Error('This build of Pyodide cannot save its stack.');
  }
  return { saveState: () => saveState(), restoreState: (state) => restoreState(state) };
}

/** What the build makes for interrupts. */
export interface InterruptArtifacts {
  readonly signalShim: WebAssembly.Module;
  readonly loopShim: WebAssembly.Module;
  readonly failingShim: WebAssembly.Module;
  readonly raisePoints: RaisePointTable;
}

/** Waits until written output has left the isolate. */
export type Flush = () => Promise<unknown>;

/** Longest wait for a flush. */
const FLUSH_MS = 200;
/** Milliseconds after which other events get a turn beside flushes: the isolates of a process speak to each other without one. */
const TURN_MS = 10;

export class Interrupts {
  #budget: Budget;
  #environment: Environment;
  #module: () => EmscriptenModule;
  /** Promising calls of the glue that have not returned: below one, suspension is legal. */
  #promising = 0;
  readonly #jsFrames = new JsFrames();
  /** Each ends one of the waits in which Python sleeps now. */
  readonly #waits = new Set<() => void>();
  /** Waits that were cut short, whose code is not interrupted yet: it must not go on as if they had ended. */
  #cuts = 0;
  /** The waits are to end when what runs now has ended. */
  #wakeLater = false;
  #raisePoints: RaisePoints | undefined;
  /** Address of the SQLite statement that runs; 0 while none does. */
  #statement: () => number = () => 0;
  /** The statement that was interrupted last. */
  #interrupted = 0;
  /** When other events last had a turn. */
  #turned = 0;
  /** Set while output waits to be flushed at the next check. */
  #flush: Flush | undefined;

  constructor(budget: Budget, environment: Environment, module: () => EmscriptenModule) {
    this.#budget = budget;
    this.#environment = environment;
    this.#module = module;
  }

  /** Whether the stack can be suspended now: not below a frame of JavaScript. */
  get maySuspend(): boolean {
    return this.#promising > 0 && this.#module().validSuspender.value && !this.#jsFrames.present;
  }

  /** Replaces the imports through which CPython checks for signals and waits. */
  install(
    env: WebAssembly.ModuleImports,
    { signalShim, loopShim, failingShim, raisePoints }: InterruptArtifacts,
  ): void {
    const { suspending } = this.#environment;
    const stack = stackFunctions(env);
    this.#jsFrames.watch(env);
    const { checkSignals } = new WebAssembly.Instance(signalShim, {
      kernel: { check: () => this.#check(), suspend: suspending(() => this.#suspend(stack)) },
    }).exports;
    const { loopsTurned } = new WebAssembly.Instance(loopShim, {
      kernel: { check: () => this.#spun(), suspend: suspending(() => this.#pause()) },
    }).exports;
    this.#raisePoints = new RaisePoints(raisePoints, failingShim, this.#module, (how) => {
      // Code that gets no memory may go on without: KeyboardInterrupt follows where it ends.
      if (how === 'raise' && this.#budget.insist() === 'kill') throw new KernelKilled();
    });
    if (typeof checkSignals !== 'function' || typeof loopsTurned !== 'function') {
      throw new Error('A shim does not export its function.');
    }
    env._Py_CheckEmscriptenSignals_Helper = checkSignals;
    env.emscripten_debugger = loopsTurned;
    env.syncifyHandler = suspending((first: unknown, second: unknown) => this.#wait(first ?? second));
    env.restoreState = (state: unknown) => {
      stack.restoreState(state);
      this.#budget.wake();
      this.countDown(0);
    };
  }

  /** Finds what the build makes the interpreter export. */
  watch({ running_sqlite_statement: statement }: WebAssembly.Exports): void {
    if (statement instanceof WebAssembly.Global) this.#statement = () => statement.value;
  }

  /** Called by the checks that the build puts into the loops of C code. */
  #spun(): number {
    const decision = this.#budget.spun(this.maySuspend);
    if (decision === 'kill') throw new KernelKilled();
    const failing = this.#budget.insistence();
    if (failing !== undefined) this.#insist(failing);
    return decision === 'suspend' ? SUSPEND : 0;
  }

  /** Loops in C that are late are stopped by what they call, and SQLite's by itself unless what it calls holds it up. */
  #insist(failing: Failing): void {
    const statement = this.#statement();
    if (statement === 0 || statement === this.#interrupted) {
      this.#raisePoints?.arm(failing);
      return;
    }
    this.#interrupted = statement;
    const { _sqlite3_db_handle, _sqlite3_interrupt } = this.#module();
    _sqlite3_interrupt(_sqlite3_db_handle(statement));
    if (this.#budget.insist() === 'kill') throw new KernelKilled();
  }

  /** Other events get a turn in the middle of C code, where Python is in no state to be called: its callbacks wait. */
  async #pause(): Promise<number> {
    const thaw = this.#environment.freeze();
    await delay(0);
    thaw();
    this.#budget.wake();
    return 0;
  }

  /** Starts to deliver signals, once Python runs. `crashed` is called before the glue writes its own report of a crash. */
  enable(crashed: () => void): void {
    const module = this.#module();
    const apply = module.promisingApply;
    module.promisingApply = async (...args) => {
      this.#promising++;
      this.#budget.wake();
      try {
        return await apply(...args);
      } catch (error) {
        crashed();
        throw error;
      } finally {
        this.#promising--;
        this.#flush = undefined;
        if (this.#wakeLater) this.wake();
      }
    };
    module.HEAP8[module._Py_EMSCRIPTEN_SIGNAL_HANDLING] = 1;
  }

  /** Makes CPython ask after `steps` checks. */
  countDown(steps: number): void {
    const module = this.#module();
    module.HEAP32[module.__Py_emscripten_signal_clock >>> 2] = steps;
  }

  /** After a call. */
  end(): void {
    this.#raisePoints?.disarm();
  }

  /** Suspends at the next check, which follows the call that writes, until `flush` resolves; later where that cannot be. */
  flush(flush: Flush): void {
    this.#flush = flush;
    // The write itself is a call of JavaScript, which is over at the next check.
    if (this.#module().validSuspender.value) this.countDown(0);
  }

  /** Before a call: Python asks after `steps` checks. */
  begin(steps: number): void {
    this.#interrupted = 0;
    this.#cuts = 0;
    this.#wakeLater = false;
    this.countDown(steps);
  }

  /**
   * Ends the waits in which Python sleeps. A callback that runs while others wait is interrupted by the budget first: what it
   * stands on must not end before it does.
   */
  wake(): void {
    this.#wakeLater = this.#promising > this.#waits.size;
    if (this.#wakeLater) return;
    for (const wake of this.#waits) wake();
  }

  /** Returns 0, a signal's number or {@link SUSPEND}. */
  #check(): number {
    const module = this.#module();
    const { maySuspend } = this;
    if (this.#cuts > 0) {
      this.#cuts--;
      if (this.#budget.insist() === 'kill') throw new KernelKilled();
      this.#raisePoints?.disarm();
      this.countDown(this.#budget.quota);
      return SIGINT;
    }
    const periodic = module.HEAP32[module.__Py_emscripten_signal_clock >>> 2] === COUNTDOWN_AT_CHECK;
    // C code asks between the two writes of a `print`, too, which go together.
    if (this.#flush !== undefined && periodic && maySuspend) return SUSPEND;
    const decision = this.#budget.decide(periodic, maySuspend);
    if (periodic) this.countDown(this.#budget.quota);
    switch (decision) {
      case 'continue':
        return 0;
      case 'interrupt':
        this.#raisePoints?.disarm();
        return SIGINT;
      case 'suspend':
        return SUSPEND;
      case 'kill':
        throw new KernelKilled();
    }
  }

  async #suspend(stack: StackFunctions): Promise<number> {
    const flush = this.#flush;
    this.#flush = undefined;
    const state = stack.saveState();
    if (state === this.#module().error) return 0;
    // Callbacks of asyncio run where code awaits, not in the middle of it.
    const thaw = this.#environment.freeze();
    if (flush !== undefined) await Promise.race([flush(), delay(FLUSH_MS)]);
    if (flush === undefined || Date.now() - this.#turned >= TURN_MS) {
      await delay(0);
      this.#turned = Date.now();
    }
    thaw();
    stack.restoreState(state);
    const decision = this.#budget.resume(flush !== undefined);
    this.countDown(this.#budget.quota);
    if (decision === 'kill') throw new KernelKilled();
    if (decision !== 'interrupt') return 0;
    this.#raisePoints?.disarm();
    return SIGINT;
  }

  /** Python waits for a promise (sleep, asyncio): an interrupt cuts the wait short, and is seen right after it. */
  async #wait(promise: unknown): Promise<unknown> {
    let wake = (): void => {};
    const woken = new Promise<void>((resolve) => {
      wake = () => {
        if (this.#waits.delete(wake)) this.#cuts++;
        resolve();
      };
    });
    this.#waits.add(wake);
    if (this.#budget.stopReason !== undefined) delay(INSIST_MS).then(wake);
    try {
      return await Promise.race([promise, woken]);
    } catch (error) {
      if (error instanceof Error && 'pyodide_fatal_error' in error) throw error;
      const module = this.#module();
      module.syncify_error = error;
      return module.error;
    } finally {
      this.#waits.delete(wake);
    }
  }
}
