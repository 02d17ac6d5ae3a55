/**
 * Stops code in C that never asks for signals, such as `sum(range(10 ** 12))`.
 *
 * Nothing may be raised in the middle of such code, but it calls functions that may fail at any time: the next item of an
 * iterator, a comparison, a hash, an allocation. WebAssembly calls them by their numbers in a table. When code is to stop, their
 * places in the table are given to functions that fail; the first call puts everything back. Until then nothing costs anything.
 */
import type { EmscriptenModule } from './glue.ts';

/** Numbers of functions in the interpreter's table by what they do: three kinds raise KeyboardInterrupt, three refuse memory. */
export type RaisePointTable = Readonly<Record<(typeof RAISING)[number] | (typeof REFUSING)[number], readonly number[]>>;

const RAISING = ['next', 'hash', 'compare'] as const;
const REFUSING = ['malloc', 'calloc', 'realloc'] as const;

/** Which functions fail: those that raise KeyboardInterrupt, or besides them those that give memory, which ends in MemoryError. */
export type Failing = 'raise' | 'refuse';

export class RaisePoints {
  readonly #table: RaisePointTable;
  readonly #module: () => EmscriptenModule;
  readonly #failing: Readonly<Record<string, unknown>>;
  #armed: Failing | undefined;
  /** What was in the places that are taken. */
  #originals = new Map<number, unknown>();

  /** `shim` holds the functions that fail; `failed` is called when one of them does. */
  constructor(
    table: RaisePointTable,
    shim: WebAssembly.Module,
    module: () => EmscriptenModule,
    failed: (how: Failing) => void,
  ) {
    this.#table = table;
    this.#module = module;
    const raise = (): void => {
      this.disarm();
      failed('raise');
      const { HEAPU32, _PyExc_KeyboardInterrupt, _PyErr_SetNone } = module();
      _PyErr_SetNone(HEAPU32[_PyExc_KeyboardInterrupt >>> 2] ?? 0);
    };
    const refuse = (): void => {
      this.disarm();
      failed('refuse');
    };
    this.#failing = new WebAssembly.Instance(shim, { kernel: { raise, refuse } }).exports;
  }

  /** From now on the next call of such a function fails. */
  arm(how: Failing): void {
    if (this.#armed === how) return;
    this.disarm();
    this.#armed = how;
    const { wasmTable } = this.#module();
    for (const kind of how === 'raise' ? RAISING : [...RAISING, ...REFUSING]) {
      for (const place of this.#table[kind]) {
        this.#originals.set(place, wasmTable.get(place));
        wasmTable.set(place, this.#failing[kind]);
      }
    }
  }

  /** Everything works again. */
  disarm(): void {
    if (this.#armed === undefined) return;
    this.#armed = undefined;
    const { wasmTable } = this.#module();
    for (const [place, original] of this.#originals) wasmTable.set(place, original);
    this.#originals.clear();
  }
}
