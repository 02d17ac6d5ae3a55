/**
 * What Pyodide's generated glue sees as its globals: a bare browser with nothing in it.
 * The build prepends an import of these names to `pyodide.asm.mjs`, so they shadow the real globals by module scoping.
 */

/** JavaScript Promise Integration and exceptions, which the type libraries do not know yet. */
interface NewerWebAssembly {
  /** Wraps an async function so that WebAssembly calling it suspends until it settles. */
  readonly Suspending: new (
    implementation: (...args: never[]) => Promise<unknown>,
  ) => () => unknown;
  readonly promising: unknown;
  readonly JSTag: unknown;
  readonly Tag: unknown;
  readonly Exception: unknown;
}

const engine = globalThis.WebAssembly as typeof globalThis.WebAssembly & NewerWebAssembly;

/** Largest module the glue compiles itself; anything larger would be user code. */
const LARGEST_RUNTIME_MODULE = 65_536;

const runtimeModules = new Map<string, WebAssembly.Module>();
let record: ((bytes: Uint8Array) => void) | undefined;

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function asBytes(source: BufferSource): Uint8Array {
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}

/** Workers refuse to compile bytes, so the glue's tiny run-time modules are looked up by their contents. */
function runtimeModule(source: BufferSource): WebAssembly.Module {
  const bytes = asBytes(source);
  const known = bytes.length <= LARGEST_RUNTIME_MODULE ? runtimeModules.get(hex(bytes)) : undefined;
  if (known !== undefined) return known;
  if (record === undefined) {
    throw new engine.CompileError(`WebAssembly cannot be compiled at run time here (${bytes.length} bytes).`);
  }
  const copy = bytes.slice();
  record(copy);
  return Reflect.construct(engine.Module, [copy]); // the Workers' types call the class abstract
}

/** Makes precompiled modules known by the hexadecimal text of their bytes. */
export function addRuntimeModules(modules: Readonly<Record<string, WebAssembly.Module>>): void {
  for (const [bytes, module] of Object.entries(modules)) runtimeModules.set(bytes, module);
}

/** Compiles unknown modules and hands their bytes to `listener`; for the build, where compiling is allowed. */
export function recordRuntimeModules(listener: (bytes: Uint8Array) => void): void {
  record = listener;
}

/** Makes an import during which WebAssembly is suspended. */
export function suspending(implementation: (...args: never[]) => Promise<unknown>): () => unknown {
  return new engine.Suspending(implementation);
}

/** A run of user code, for as long as its callbacks may come. */
export interface Run {
  readonly id: symbol;
}

const activeRuns = new Set<Run>();

/** What Python gave a timer: a function that holds a Python object until it is called or destroyed. */
interface TimerCallback {
  (...args: unknown[]): unknown;
  readonly destroy?: () => void;
}

/** A timer that has not fired, and the runs it belongs to. */
interface Pending {
  readonly callback: TimerCallback;
  readonly runs: readonly Run[];
  readonly timer: ReturnType<typeof globalThis.setTimeout>;
}

const pending = new Set<Pending>();

/** Lets timers set from now on fire, until {@link endRun}: callbacks do not outlive the run that scheduled them. */
export function beginRun(): Run {
  const run = { id: Symbol('run') };
  activeRuns.add(run);
  return run;
}

/**
 * Drops every timer that only belongs to runs that have ended, and what they hold; an isolate has one run at a time, Node may
 * have more. Throws what a destructor of Python ends in.
 */
export function endRun(run: Run): void {
  activeRuns.delete(run);
  for (const entry of pending) {
    if (entry.runs.some((other) => activeRuns.has(other))) continue;
    globalThis.clearTimeout(entry.timer);
    pending.delete(entry);
    entry.callback.destroy?.();
  }
  if (frozen === 0) for (const cleanup of postponed.splice(0)) cleanup();
}

export const WebAssembly = {
  // `new Module(bytes)` becomes a lookup; `instanceof` and the static methods keep working.
  Module: new Proxy(engine.Module, { construct: (_target, [source]: [BufferSource]) => runtimeModule(source) }),
  Instance: engine.Instance,
  Memory: engine.Memory,
  Table: engine.Table,
  Global: engine.Global,
  Tag: engine.Tag,
  Exception: engine.Exception,
  JSTag: engine.JSTag,
  CompileError: engine.CompileError,
  RuntimeError: engine.RuntimeError,
  Suspending: engine.Suspending,
  promising: engine.promising,
};

let frozen = 0;
/** Timers that are due, in their order, while Python cannot be called. */
const due: (() => void)[] = [];
/** Destructors; they wait for the end of a run. */
const postponed: (() => void)[] = [];

/** Keeps timers from calling Python, until the function that is returned is called. */
export function freeze(): () => void {
  frozen++;
  return () => {
    frozen--;
    if (due.length > 0) globalThis.setTimeout(callDue, 0);
  };
}

function callDue(): void {
  while (frozen === 0) {
    const call = due.shift();
    if (call === undefined) return;
    call();
  }
}

/** Nobody hears what a callback ends in, such as an interrupt that comes before its own code begins. */
function callUnheard(callback: TimerCallback, args: readonly unknown[]): void {
  try {
    const result = callback(...args);
    if (result instanceof Promise) result.catch(silent);
  } catch {}
}

export function setTimeout(callback: TimerCallback, delay?: number, ...args: unknown[]): unknown {
  const timer = globalThis.setTimeout(() => {
    due.push(() => {
      if (pending.delete(entry)) callUnheard(callback, args);
    });
    callDue();
  }, delay);
  const entry: Pending = { callback, runs: [...activeRuns], timer };
  pending.add(entry);
  return timer;
}

/** What garbage held is released at the end of a run, so that the heap of an interpreter at rest stays as it is. */
class PatientRegistry<Held> extends globalThis.FinalizationRegistry<Held> {
  constructor(cleanup: (held: Held) => void) {
    super((held) => postponed.push(() => cleanup(held)));
  }
}

const silent = (): void => {};
export const console = { log: silent, info: silent, warn: silent, error: silent, debug: silent };
export const fetch = (): Promise<never> => Promise.reject(new TypeError('There is no network access.'));
export const navigator = { userAgent: 'Cloudflare-Workers', language: 'en' };
export const window = { sessionStorage: {} };
export const process = undefined;
export const location = undefined;
export const document = undefined;
export const self = undefined;
export const importScripts = undefined;
export const XMLHttpRequest = undefined;
export const WebSocket = undefined;
export const indexedDB = undefined;
export const Worker = undefined;
export const SharedWorker = undefined;
export const prompt = undefined;
export const require = undefined;

const bareGlobal = {
  window, // makes the glue take its browser branch
  navigator,
  console,
  setTimeout,
  crypto,
  performance,
  clearTimeout: (timer: number) => globalThis.clearTimeout(timer),
  setImmediate: (callback: (...args: unknown[]) => void, ...args: unknown[]) => setTimeout(callback, 0, ...args),
  TextDecoder,
  TextEncoder,
  FinalizationRegistry: PatientRegistry,
  BigInt: globalThis.BigInt,
  BigInt64Array: globalThis.BigInt64Array,
  BigUint64Array: globalThis.BigUint64Array,
  addEventListener: silent,
};

export { bareGlobal as globalThis };

/** The names that the build makes the glue import from here. */
export const SHADOWED_GLOBALS = [
  'WebAssembly',
  'globalThis',
  'setTimeout',
  'console',
  'fetch',
  'navigator',
  'window',
  'process',
  'location',
  'document',
  'self',
  'importScripts',
  'XMLHttpRequest',
  'WebSocket',
  'indexedDB',
  'Worker',
  'SharedWorker',
  'prompt',
  'require',
] as const;

/** This module, as reached through the glue that shares its instance. */
export type Environment = {
  readonly addRuntimeModules: typeof addRuntimeModules;
  readonly recordRuntimeModules: typeof recordRuntimeModules;
  readonly suspending: typeof suspending;
  readonly beginRun: typeof beginRun;
  readonly freeze: typeof freeze;
  readonly endRun: typeof endRun;
};
