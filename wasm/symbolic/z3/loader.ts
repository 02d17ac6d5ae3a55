/** Instantiates Z3: its imports, C++ exceptions, memory growth, fuel in slices, and the state that every check starts from. */
import { processImports, wasiImports } from './environment.ts';
import { CppExceptions, type ExceptionRuntime } from './exceptions.ts';
import { type Allocator, Heap, MOST_PAGES } from './marshal.ts';

/** Facts about the built module that the runtime needs; the build writes them to `z3-meta.json`. */
export interface Z3Meta {
  /** Entries of the function table. */
  readonly tableSize: number;
  /** Address the C stack grows down from, to address 0. */
  readonly stackTop: number;
}

/** What the build makes: the solver, and the trampolines through which it throws and catches C++ exceptions. */
export interface Z3Modules {
  readonly z3: WebAssembly.Module;
  readonly invoke: WebAssembly.Module;
  readonly meta: Z3Meta;
}

/** Z3's functions that are used here. Strings, configurations and contexts are addresses. */
export interface Z3Functions extends Allocator {
  Z3_global_param_set(name: number, value: number): void;
  Z3_mk_config(): number;
  Z3_del_config(config: number): void;
  Z3_mk_context_rc(config: number): number;
  set_noop_error_handler(context: number): void;
  Z3_eval_smtlib2_string(context: number, script: number): number;
  Z3_get_error_code(context: number): number;
  Z3_get_error_msg(context: number, code: number): number;
  Z3_get_full_version(): number;
}

interface Z3Exports extends Z3Functions, ExceptionRuntime {
  readonly fuel: WebAssembly.Global;
  /** Moves the end of the heap by so many bytes and returns where it was. */
  sbrk(increment: number): number;
  emscripten_stack_init(): void;
  __wasm_call_ctors(): void;
  _emscripten_thread_init(thread: number, isMain: number, isRuntime: number, canBlock: number, stack: number): void;
  _emscripten_tls_init(): number;
}

interface TrampolineExports {
  throw_exception(pointer: number): void;
  slice_spent(): void;
}

/** JavaScript Promise Integration, which the type libraries do not know yet. */
interface StackSwitching {
  /** Wraps a function so that WebAssembly that calls it waits until its promise settles. */
  readonly Suspending: new (
    implementation: () => Promise<void>,
  ) => () => void;
  /** Wraps a function of WebAssembly so that it may wait: it runs on a stack of its own. */
  readonly promising: (run: Z3Functions['Z3_eval_smtlib2_string']) => EvaluateWaiting;
}

type EvaluateWaiting = (context: number, script: number) => Promise<number>;

const stackSwitching = globalThis.WebAssembly as typeof globalThis.WebAssembly & StackSwitching;

/** Thrown out of Z3 when the fuel is spent. */
export class OutOfFuel extends Error {
  override readonly name = 'OutOfFuel';
}

/** Lets others have the thread; an error that it throws comes out of the function of Z3 that is suspended. */
export type Pause = () => Promise<void>;

/** 64 KiB pages. */
const INITIAL_PAGES = 384;

/** Units of work that `sbrk` may take. */
const ENOUGH_TO_RESTORE = 1000;

/** Units of work between two looks at the clock: some 5 ms. */
const SLICE_FUEL = 500_000;
/** Milliseconds, and units of work, after which a function that may be suspended is: where Workers run, the clock stands still meanwhile. */
const STRETCH_MS = 20;
const STRETCH_FUEL = 6_000_000;

/** An instance of Z3. After an exception has come out of one of its functions, only `restore` may be called next. */
export class Z3Instance {
  readonly heap: Heap;
  readonly functions: Z3Functions;
  readonly #evaluateWaiting: EvaluateWaiting;
  readonly #exports: Z3Exports;
  readonly #exceptions: CppExceptions;
  readonly #stackPointer: WebAssembly.Global;
  readonly #stackTop: number;
  #saved: Uint8Array = new Uint8Array();
  /** Fuel that has not been put into the module's counter. */
  #reserve = 0;
  #pause: Pause | undefined;
  /** Calls of Z3 by JavaScript that Z3 itself has called: below them the stack cannot be suspended. */
  #nested = 0;
  #sincePause = 0;
  #pausedAt = 0;

  /** @param maximumPages 64 KiB pages that its memory may grow to; less leaves more of the isolate to others */
  constructor({ z3, invoke, meta }: Z3Modules, maximumPages = MOST_PAGES) {
    this.heap = new Heap(INITIAL_PAGES, maximumPages);
    this.#stackTop = meta.stackTop;
    this.#stackPointer = new WebAssembly.Global({ value: 'i32', mutable: true }, meta.stackTop);
    const shared = {
      __stack_pointer: this.#stackPointer,
      __indirect_function_table: new WebAssembly.Table({ element: 'anyfunc', initial: meta.tableSize }),
    };
    const imports = {
      ...shared,
      setThrew: (threw: number, value: number) => this.#exports.setThrew(threw, value),
      refuel: () => Number(this.#refuel()),
      suspend: new stackSwitching.Suspending(() => this.#suspend()),
    };
    const trampolines = new WebAssembly.Instance(invoke, { env: imports }).exports;
    // A module's functions have no static types; the build checks that these are the modules they belong to.
    const { throw_exception, slice_spent } = trampolines as unknown as TrampolineExports;
    this.#exceptions = new CppExceptions(this.heap, (use) => this.#nest(use), throw_exception);
    const env = {
      ...trampolines,
      ...shared,
      memory: this.heap.memory,
      ...this.#exceptions.imports(),
      ...processImports(this.heap),
      _emscripten_init_main_thread_js: (thread: number) => {
        this.#exports._emscripten_thread_init(thread, 0, 1, 1, meta.stackTop);
        this.#exports._emscripten_tls_init();
      },
      // The transform made this import what is called when a slice of fuel is spent.
      emscripten_check_blocking_allowed: slice_spent,
    };
    const { exports } = new WebAssembly.Instance(z3, { env, wasi_snapshot_preview1: wasiImports(this.heap) });
    this.#exports = exports as unknown as Z3Exports;
    this.functions = this.#exports;
    this.#evaluateWaiting = stackSwitching.promising(this.#exports.Z3_eval_smtlib2_string);
    this.#exports.emscripten_stack_init();
    this.#exports.__wasm_call_ctors();
  }

  /** Units of work left: one is taken for every loop iteration and every entry of a function that calls. */
  get fuel(): number {
    return this.#reserve + Math.max(0, Number(this.#exports.fuel.value));
  }

  /** Remembers the present state for `restore`. To be called while no function of Z3 runs. */
  save(): void {
    this.#saved = this.heap.copy(this.#stackTop, this.#exports.sbrk(0));
    this.heap.clearStack(this.#stackTop);
  }

  /**
   * Puts back the saved state (memory, stack, exceptions), whatever ended the work since, and gives `fuel` units of
   * work, a whole number. When they are spent, {@link OutOfFuel} comes out of the running function.
   */
  restore(fuel: number): void {
    this.#stackPointer.value = this.#stackTop;
    this.#exports.fuel.value = BigInt(ENOUGH_TO_RESTORE);
    this.heap.restore(this.#stackTop, this.#saved, this.#exports.sbrk(0));
    this.heap.clearStack(this.#stackTop);
    this.#exceptions.reset();
    this.#exports.fuel.value = 0n;
    this.#reserve = fuel;
  }

  /** `Z3_eval_smtlib2_string`, suspended for a pause some 20 times a second. Nothing else of the instance may run meanwhile. */
  async evaluateWaiting(context: number, script: number, pause: Pause): Promise<number> {
    this.#pause = pause;
    this.#pausedAt = performance.now(); // what went before is counted, and may be long ago
    try {
      return await this.#evaluateWaiting(context, script);
    } finally {
      this.#pause = undefined;
    }
  }

  /** The counter has gone below 0: fills it from the reserve. Gives whether the stack is to be suspended first. */
  #refuel(): boolean {
    if (this.#reserve <= 0) throw new OutOfFuel();
    const slice = Math.min(SLICE_FUEL, this.#reserve);
    this.#reserve -= slice;
    this.#exports.fuel.value = BigInt(slice - 1);
    this.#sincePause += slice;
    const isLong = this.#sincePause >= STRETCH_FUEL || performance.now() - this.#pausedAt >= STRETCH_MS;
    return isLong && this.#pause !== undefined && this.#nested === 0;
  }

  async #suspend(): Promise<void> {
    await this.#pause?.();
    this.#sincePause = 0;
    this.#pausedAt = performance.now();
  }

  #nest<T>(use: (runtime: ExceptionRuntime) => T): T {
    this.#nested++;
    try {
      return use(this.#exports);
    } finally {
      this.#nested--;
    }
  }
}
