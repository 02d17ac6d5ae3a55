/** Clock and random bytes of programs that are evaluated: the same program always sees the same ones. */
import type { InterpreterImports } from './boot.ts';
import type { EmscriptenModule } from './glue.ts';

/** What the clock on the wall says, in milliseconds: 2026-01-01T00:00:00Z. */
const NOW = Date.UTC(2026, 0, 1);
/** WASI's number of that clock. */
const REALTIME = 0;

type Imported = (...args: readonly unknown[]) => unknown;

/**
 * While it is pinned, the clock on the wall stands still, the others go on by a millisecond each time they are read, and random bytes are a
 * sequence that begins anew with each program.
 */
export class PinnedSources {
  #isPinned = false;
  #reads = 0;
  #random = 0;

  /** Replaces the imports through which C reads clocks and random bytes. */
  install({ env, wasi_snapshot_preview1: wasi }: InterpreterImports, module: () => EmscriptenModule): void {
    const replace = (imports: WebAssembly.ModuleImports, name: string, pinned: Imported): void => {
      const real = imports[name];
      if (typeof real !== 'function') throw new Error(`The interpreter imports no ${name}.`);
      const called = (...args: readonly unknown[]) => (this.#isPinned ? pinned(...args) : real(...args));
      imports[name] = Object.assign(called, real); // the glue keeps signatures as properties
    };
    replace(env, 'emscripten_date_now', () => NOW);
    replace(env, 'emscripten_get_now', () => ++this.#reads);
    replace(wasi, 'clock_time_get', (clock, _precision, at) => {
      const milliseconds = clock === REALTIME ? NOW : ++this.#reads;
      const { buffer } = module().HEAPU8;
      new DataView(buffer).setBigUint64(Number(at), BigInt(milliseconds) * 1_000_000n, true);
      return 0;
    });
    replace(wasi, 'random_get', (at, size) => {
      const bytes = module().HEAPU8;
      for (let index = 0; index < Number(size); index++) bytes[Number(at) + index] = this.#nextByte();
      return 0;
    });
  }

  begin(): void {
    this.#isPinned = true;
    this.#reads = 0;
    this.#random = 1;
  }

  end(): void {
    this.#isPinned = false;
  }

  /** Of a linear congruential generator (Numerical Recipes). */
  #nextByte(): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return this.#random >>> 24;
  }
}
