/** Instantiates Z3: its imports, C++ exceptions, memory growth, fuel, and the state that every check starts from. */
import { processImports, wasiImports } from './environment.ts';
import { CppExceptions, type ExceptionRuntime } from './exceptions.ts';
import { type Allocator, Heap } from './marshal.ts';

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
}

/** Thrown out of Z3 when the fuel is spent. */
export class OutOfFuel extends Error {
  override readonly name = 'OutOfFuel';
}

/** 64 KiB pages. The maximum leaves room in an isolate of 128 MB for the parser and JavaScript. */
const INITIAL_PAGES = 384;
const MAXIMUM_PAGES = 1408;

/** Units of work that `sbrk` may take. */
const ENOUGH_TO_RESTORE = 1000;

/** An instance of Z3. After an exception has come out of one of its functions, only `restore` may be called next. */
export class Z3Instance {
  readonly heap = new Heap(INITIAL_PAGES, MAXIMUM_PAGES);
  readonly functions: Z3Functions;
  readonly #exports: Z3Exports;
  readonly #exceptions: CppExceptions;
  readonly #stackPointer: WebAssembly.Global;
  readonly #stackTop: number;
  #saved: Uint8Array = new Uint8Array();

  constructor({ z3, invoke, meta }: Z3Modules) {
    this.#stackTop = meta.stackTop;
    this.#stackPointer = new WebAssembly.Global({ value: 'i32', mutable: true }, meta.stackTop);
    const shared = {
      __stack_pointer: this.#stackPointer,
      __indirect_function_table: new WebAssembly.Table({ element: 'anyfunc', initial: meta.tableSize }),
    };
    const setThrew = (threw: number, value: number) => this.#exports.setThrew(threw, value);
    const trampolines = new WebAssembly.Instance(invoke, { env: { ...shared, setThrew } }).exports;
    // A module's functions have no static types; the build checks that these are the modules they belong to.
    const { throw_exception } = trampolines as unknown as TrampolineExports;
    this.#exceptions = new CppExceptions(this.heap, () => this.#exports, throw_exception);
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
      // The transform made this import what is called when the fuel is spent.
      emscripten_check_blocking_allowed: () => {
        throw new OutOfFuel();
      },
    };
    const { exports } = new WebAssembly.Instance(z3, { env, wasi_snapshot_preview1: wasiImports(this.heap) });
    this.#exports = exports as unknown as Z3Exports;
    this.functions = this.#exports;
    this.#exports.emscripten_stack_init();
    this.#exports.__wasm_call_ctors();
  }

  /** Units of work left: one is taken for every loop iteration and every entry of a function that calls. */
  get fuel(): number {
    return Math.max(0, Number(this.#exports.fuel.value));
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
    this.#exports.fuel.value = BigInt(fuel);
  }
}
