/** C++ exceptions by Emscripten's JavaScript ABI (3.1), thrown as WebAssembly exceptions by the trampoline module. */
import type { Heap } from './marshal.ts';

/** The header stands right before the exception object; offsets from its start (`__cxa_exception` of libc++abi). */
const HEADER_BYTES = 24;
const TYPE_OFFSET = 4;
const DESTRUCTOR_OFFSET = 8;
const CAUGHT_OFFSET = 12;
const RETHROWN_OFFSET = 13;
const ADJUSTED_POINTER_OFFSET = 16;

/** What the exception code calls in Z3's module. */
export interface ExceptionRuntime {
  __cxa_can_catch(caughtType: number, thrownType: number, adjustedPointer: number): number;
  __cxa_increment_exception_refcount(pointer: number): void;
  __cxa_decrement_exception_refcount(pointer: number): void;
  __cxa_get_exception_ptr(pointer: number): number;
  _emscripten_tempret_set(value: number): void;
  setThrew(threw: number, value: number): void;
}

/** The exceptions in flight, and the imports that Z3's code handles them with. */
export class CppExceptions {
  #last = 0;
  #uncaught = 0;
  #caught: number[] = [];
  readonly #heap: Heap;
  readonly #runtime: <T>(use: (runtime: ExceptionRuntime) => T) => T;
  readonly #raiseInWasm: (pointer: number) => void;

  /** `runtime` calls Z3's module, which exists only after its imports; `raise` throws in WebAssembly. */
  constructor(heap: Heap, runtime: <T>(use: (runtime: ExceptionRuntime) => T) => T, raise: (pointer: number) => void) {
    this.#heap = heap;
    this.#runtime = runtime;
    this.#raiseInWasm = raise;
  }

  /** Forgets all exceptions in flight. */
  reset(): void {
    this.#last = 0;
    this.#uncaught = 0;
    this.#caught = [];
  }

  /** Functions by the names Z3's module imports them under. */
  imports(): Record<string, (...args: number[]) => number | undefined> {
    const findMatchingCatch = (...types: number[]) => this.#findMatchingCatch(types);
    return {
      __cxa_throw: (pointer = 0, type = 0, destructor = 0) => this.#throw(pointer, type, destructor),
      __cxa_rethrow: () => this.#rethrow(),
      __cxa_begin_catch: (pointer = 0) => this.#beginCatch(pointer),
      __cxa_end_catch: () => this.#endCatch(),
      __cxa_uncaught_exceptions: () => this.#uncaught,
      __resumeException: (pointer = 0) => this.#raise(this.#last || pointer),
      llvm_eh_typeid_for: (type) => type,
      __cxa_find_matching_catch_2: findMatchingCatch,
      __cxa_find_matching_catch_3: findMatchingCatch,
      __cxa_find_matching_catch_4: findMatchingCatch,
      __cxa_find_matching_catch_5: findMatchingCatch,
      __cxa_find_matching_catch_7: findMatchingCatch,
      __cxa_find_matching_catch_8: findMatchingCatch,
    };
  }

  #raise(pointer: number): undefined {
    this.#last = pointer;
    this.#raiseInWasm(pointer);
  }

  #throw(pointer: number, type: number, destructor: number): undefined {
    const header = pointer - HEADER_BYTES;
    this.#heap.setWord(header + ADJUSTED_POINTER_OFFSET, 0);
    this.#heap.setWord(header + TYPE_OFFSET, type);
    this.#heap.setWord(header + DESTRUCTOR_OFFSET, destructor);
    this.#uncaught++;
    this.#raise(pointer);
  }

  #rethrow(): undefined {
    const pointer = this.#caught.pop();
    if (pointer === undefined) throw new Error('Z3 rethrew an exception, but none is being handled.');
    const header = pointer - HEADER_BYTES;
    if (this.#heap.byte(header + RETHROWN_OFFSET) === 0) {
      this.#caught.push(pointer);
      this.#heap.setByte(header + RETHROWN_OFFSET, 1);
      this.#heap.setByte(header + CAUGHT_OFFSET, 0);
      this.#uncaught++;
    }
    this.#raise(pointer);
  }

  #beginCatch(pointer: number): number {
    const header = pointer - HEADER_BYTES;
    if (this.#heap.byte(header + CAUGHT_OFFSET) === 0) {
      this.#heap.setByte(header + CAUGHT_OFFSET, 1);
      this.#uncaught--;
    }
    this.#heap.setByte(header + RETHROWN_OFFSET, 0);
    this.#caught.push(pointer);
    return this.#runtime((runtime) => {
      runtime.__cxa_increment_exception_refcount(pointer);
      return runtime.__cxa_get_exception_ptr(pointer);
    });
  }

  #endCatch(): undefined {
    this.#runtime((runtime) => {
      runtime.setThrew(0, 0);
      runtime.__cxa_decrement_exception_refcount(this.#caught.pop() ?? 0);
    });
    this.#last = 0;
  }

  /** Returns the thrown object, and leaves the type that catches it in the temporary return register. */
  #findMatchingCatch(types: readonly number[]): number {
    return this.#runtime((runtime) => this.#matchingCatch(runtime, types));
  }

  #matchingCatch(runtime: ExceptionRuntime, types: readonly number[]): number {
    const thrown = this.#last;
    const header = thrown - HEADER_BYTES;
    const thrownType = thrown === 0 ? 0 : this.#heap.word(header + TYPE_OFFSET);
    if (thrown !== 0) this.#heap.setWord(header + ADJUSTED_POINTER_OFFSET, thrown);
    if (thrownType === 0) {
      runtime._emscripten_tempret_set(0);
      return thrown;
    }
    for (const type of types) {
      if (type === 0 || type === thrownType) break;
      if (runtime.__cxa_can_catch(type, thrownType, header + ADJUSTED_POINTER_OFFSET)) {
        runtime._emscripten_tempret_set(type);
        return thrown;
      }
    }
    runtime._emscripten_tempret_set(thrownType);
    return thrown;
  }
}
