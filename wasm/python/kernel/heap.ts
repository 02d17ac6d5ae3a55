/** Caps the interpreter's heap: a refused growth becomes a MemoryError, and the session lives on. */
import type { EmscriptenModule } from './glue.ts';

/** Bytes of heap at which Python raises MemoryError. */
export const HEAP_LIMIT = 64 << 20;
/** Bytes of heap above which an interpreter serves no further evaluation: memory it took once is not given back. */
export const REUSABLE_HEAP = 44 << 20;
/** Opened after the first refusal of a run, so that the error can be handled. */
const RESERVE = 4 << 20;
/** Bytes that a heap has at most, unless user code grows it by itself. */
export const LARGEST_HEAP = HEAP_LIMIT + RESERVE;
const PAGE = 65_536;

export class HeapCap {
  #refused = false;

  /** A new run starts without the reserve. */
  begin(): void {
    this.#refused = false;
  }

  /** Replaces the imports with which C asks for memory. */
  install(env: WebAssembly.ModuleImports, module: () => EmscriptenModule): void {
    env.emscripten_get_heap_max = () => HEAP_LIMIT;
    env.emscripten_resize_heap = (bytes: number) => (this.#grow(module(), bytes >>> 0) ? 1 : 0);
  }

  #grow(module: EmscriptenModule, bytes: number): boolean {
    const limit = this.#refused ? LARGEST_HEAP : HEAP_LIMIT;
    if (bytes > limit) {
      this.#refused = true;
      return false;
    }
    const size = module.HEAPU8.length;
    const wanted = Math.min(limit, Math.max(bytes, size + (size >> 3)));
    return Boolean(module.growMemory(Math.ceil(wanted / PAGE) * PAGE));
  }
}
