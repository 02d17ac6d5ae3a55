/** One CPython interpreter with budgets, interrupts, a memory cap and a workspace; runs in workerd and in Node. */
import { missingImport } from '../packages/missing.ts';
import { type Artifacts, bootPython } from './boot.ts';
import { Budget, type RunLimits } from './budget.ts';
import { Displays } from './displays.ts';
import type { Run } from './environment.ts';
import { Flushes } from './flushes.ts';
import type { EmscriptenModule, Environment, PyCallable, Pyodide, PyProxy } from './glue.ts';
import { HeapCap, REUSABLE_HEAP } from './heap.ts';
import { asHashes, digest, HeapPages } from './heap-pages.ts';
import { type Flush, Interrupts } from './interrupts.ts';
import { INTROSPECTION, INTROSPECTION_MS, Introspection } from './introspection.ts';
import { LazyOpen } from './lazy-open.ts';
import { Loader } from './loader.ts';
import { OutputCapture } from './output.ts';
import { Packages } from './packages.ts';
import { Serial } from './serial.ts';
import { limitStack } from './stack.ts';
import { type Base, InterpreterState } from './state.ts';
import { FileStorage } from './storage.ts';
import type {
  CellOutcome,
  CellRequest,
  CellStatus,
  CodePosition,
  Completions,
  EvaluationRequest,
  EvaluationResult,
  Inspection,
  InspectionRequest,
  KernelCellResult,
  KernelInfo,
  MountedPackage,
  OutputChunk,
  ScriptRequest,
  SessionContents,
  StateRequest,
  StateResult,
  StoredEntry,
  VariableList,
} from './types.ts';
import { Workspace, workspaceRoot } from './workspace.ts';

/** Wall-clock guard of evaluations, for code that waits instead of computing. */
const EVALUATION_GUARD_MS = 30_000;

/** Milliseconds in which finders that user code may have installed have to forget what they cached. */
const REFRESH_MS = 3000;
/** Time limit of collecting garbage, which runs destructors. */
const COLLECT_MS = 2000;

/** Modules of the kernel's Python side, as the heap snapshot holds them. */
const RUNNER = '_kernel_runner';
const SCRIPT_RUNNER = '_kernel_script';

type Call =
  | { readonly kind: 'returned'; readonly fields: readonly (string | undefined)[] }
  /** The runner itself raised: a late interrupt landed in it, or user code broke what it stands on. */
  | { readonly kind: 'raised'; readonly message: string }
  | { readonly kind: 'died'; readonly message: string };

/** The runner answers with a tuple of strings and None. */
function textFields(answer: unknown): readonly (string | undefined)[] {
  if (!Array.isArray(answer)) throw new TypeError('The runner did not answer with a tuple.');
  return answer.map((field: unknown) => (typeof field === 'string' ? field : undefined));
}

/** An interpreter with its workspace. What it is asked for, it does one after another. */
export class Kernel {
  #pyodide: Pyodide;
  #environment: Environment;
  #budget: Budget;
  #heap: HeapCap;
  #interrupts: Interrupts;
  #storage: FileStorage;
  #workspace: Workspace;
  #loader: Loader;
  #runCell: PyCallable;
  #runProgram: PyCallable;
  #runScript: PyCallable;
  #refresh: PyCallable;
  #collect: PyCallable;
  #packages: Packages;
  #displays: Displays;
  #introspection: Introspection;
  #serial = new Serial();
  #output: OutputCapture | undefined;
  #flushes: Flushes | undefined;
  #dead = false;
  /** Held for good: collected as garbage, they would change the heap while nothing runs. */
  readonly held: readonly PyProxy[];
  /** Takes and restores the state, while nothing runs; see also {@link takeState}. */
  readonly state: InterpreterState;

  private constructor(
    pyodide: Pyodide,
    environment: Environment,
    budget: Budget,
    heap: HeapCap,
    interrupts: Interrupts,
    lazyOpen: LazyOpen,
    pages: HeapPages,
    base: Base,
    artifacts: Artifacts,
    files: readonly StoredEntry[],
  ) {
    this.#pyodide = pyodide;
    this.#environment = environment;
    this.#budget = budget;
    this.#heap = heap;
    this.#interrupts = interrupts;
    pyodide.setStdout({ isatty: false, write: (bytes) => this.#write('stdout', bytes) });
    pyodide.setStderr({ isatty: false, write: (bytes) => this.#write('stderr', bytes) });
    const runner = pyodide.pyimport(RUNNER);
    const scripts = pyodide.pyimport(SCRIPT_RUNNER);
    const { prepare, run, evaluate, refresh, collect } = runner;
    const { run_script } = scripts;
    if (!prepare || !run || !evaluate || !refresh || !collect || !run_script)
      throw new Error('The runner is incomplete.');
    this.#displays = new Displays(pyodide.FS);
    const introspection = pyodide.pyimport(INTROSPECTION);
    this.#introspection = new Introspection(introspection, (callable, args) => this.#ask(callable, args));
    prepare(
      () => limitStack(pyodide._module),
      () => budget.settle(),
      (path: string, mimeType: string) => this.#displays.keep(path, mimeType),
      (notice: string) => this.#displays.notice(notice),
      (name: string, standard: boolean) => missingImport(artifacts.packages, name, standard),
    );
    this.held = [runner, scripts, introspection];
    this.#runCell = run;
    this.#runProgram = evaluate;
    this.#runScript = run_script;
    this.#refresh = refresh;
    this.#collect = collect;
    this.#storage = new FileStorage(pyodide.FS, () => workspaceRoot(pyodide.FS));
    this.#packages = new Packages(pyodide.FS, artifacts.sideModules, (write) => this.#storage.exempt(write));
    this.#workspace = new Workspace(pyodide.FS, this.#storage);
    this.#workspace.apply({ put: files, removed: [] });
    this.#loader = new Loader(this.#storage);
    lazyOpen.files = this.#loader;
    interrupts.enable(() => {
      this.#output = undefined;
    });
    this.state = new InterpreterState(pyodide._module, pages, base);
  }

  /**
   * Boots an interpreter whose workspace holds `files`.
   * @throws Error when the artifacts do not fit together
   */
  static async boot(artifacts: Artifacts, files: readonly StoredEntry[] = []): Promise<Kernel> {
    const { environment } = artifacts.glue;
    let created: EmscriptenModule | undefined;
    const module = (): EmscriptenModule => {
      if (created === undefined) throw new Error('The interpreter is not instantiated yet.');
      return created;
    };
    const budget = new Budget(Date.now);
    const heap = new HeapCap();
    const interrupts = new Interrupts(budget, environment, module);
    const lazyOpen = new LazyOpen(environment, module, () => interrupts.maySuspend);
    let pages: HeapPages | undefined;
    const pyodide = await bootPython(artifacts, {
      imports(env) {
        interrupts.install(env, artifacts.signalShim, artifacts.loopShim);
        lazyOpen.install(env, artifacts.openShim);
        heap.install(env, module);
      },
      memory(memory) {
        pages = new HeapPages(artifacts.pageHash, memory);
      },
      created(instance) {
        created = instance;
      },
    });
    if (pages === undefined) throw new Error('The interpreter exports no memory.');
    const hashes = asHashes(artifacts.bootHashes);
    const base = { id: `${artifacts.buildId}:${digest(hashes)}`, hashes };
    return new Kernel(pyodide, environment, budget, heap, interrupts, lazyOpen, pages, base, artifacts, files);
  }

  /** False once the interpreter is lost: it answers nothing any more. */
  get alive(): boolean {
    return !this.#dead;
  }

  /** Whether another evaluation runs as in a new interpreter: this one lives, and did not take much memory. */
  get reusable(): boolean {
    return this.alive && this.info().heapBytes <= REUSABLE_HEAP;
  }

  info(): KernelInfo {
    const { HEAPU32, HEAPU8, _Py_Version } = this.#pyodide._module;
    const version = HEAPU32[_Py_Version >>> 2] ?? 0;
    return {
      pythonVersion: [24, 16, 8].map((shift) => (version >>> shift) & 255).join('.'),
      heapBytes: HEAPU8.length,
      fileBytes: this.#storage.heldBytes,
    };
  }

  /**
   * Runs a cell in the user's namespace, or a script; `listener` hears output while it is written, and `flush`, with which it
   * sends what it has heard, is waited for before code goes on. `contents` are the session's files.
   */
  run(
    request: CellRequest | ScriptRequest,
    listener?: (chunk: OutputChunk) => void,
    flush?: Flush,
    contents?: SessionContents,
  ): Promise<KernelCellResult> {
    return this.#serial.run(async () => {
      if (contents !== undefined) this.#workspace.apply(contents.update);
      this.#loader.begin(contents?.load);
      this.#flushes = flush === undefined ? undefined : new Flushes(Date.now, () => this.#interrupts.flush(flush));
      const output = new OutputCapture(listener);
      const started = Date.now();
      const limits = { timeoutMs: request.timeoutSeconds * 1000 };
      this.#displays.begin();
      const call =
        'code' in request
          ? await this.#call(this.#runCell, [request.code], limits, output)
          : await this.#call(this.#runScript, [[request.path, ...request.args].join('\0')], limits, output);
      const executionTime = (Date.now() - started) / 1000;
      const ending = this.#ending(call);
      const shown = this.#displays.finish();
      const { changes, report } = await this.#workspace.collect((node) => this.#loader.load(node));
      const fileNotices = await this.#loader.end();
      const { stdout, stderr, notices } = output.finish();
      const { skipped, ...files } = report;
      const unkept =
        skipped.length === 0 ? [] : [`Not kept, being neither files nor directories: ${skipped.join(', ')}.`];
      return {
        alive: this.alive,
        changes,
        outcome: {
          ...ending,
          ...exitCode(call),
          ...(shown.images.length > 0 && { images: shown.images }),
          stdout,
          stderr,
          executionTime,
          ...files,
          notices: [...notices, ...shown.notices, ...unkept, ...fileNotices],
        },
      };
    });
  }

  /** Runs a program in a namespace of its own, without output. */
  evaluate(request: EvaluationRequest): Promise<EvaluationResult> {
    return this.#serial.run(async (): Promise<EvaluationResult> => {
      const limits = { stepLimit: request.stepLimit, timeoutMs: EVALUATION_GUARD_MS };
      const call = await this.#call(this.#runProgram, [request.program], limits, undefined);
      const stopped = this.#budget.stopReason;
      if (stopped === 'interrupted') return { status: 'failed', message: 'The evaluation was interrupted.' };
      if (stopped !== undefined) return { status: 'limit' };
      if (call.kind !== 'returned') return { status: 'failed', message: call.message };
      const [status, text = ''] = call.fields;
      return status === 'ok' ? { status, value: text } : { status: 'failed', message: text };
    });
  }

  /** Puts a package where Python finds it; returns why it cannot be there, if so. */
  mount(mounted: MountedPackage): Promise<string | undefined> {
    return this.#serial.run(() => this.#packages.mount(mounted));
  }

  /** Makes imports look anew for what was mounted while Python runs. Returns {@link alive}. */
  refreshImports(): Promise<boolean> {
    return this.#serial.run(async () => {
      await this.#call(this.#refresh, [''], { timeoutMs: REFRESH_MS }, undefined);
      return this.alive;
    });
  }

  /** What may stand at a cursor, by the user's namespace and the code before it. */
  complete(request: CodePosition): Promise<Completions> {
    return this.#serial.run(() => this.#introspection.complete(request));
  }

  /** What is known of the expression at a cursor. */
  inspect(request: InspectionRequest): Promise<Inspection> {
    return this.#serial.run(() => this.#introspection.inspect(request));
  }

  variables(): Promise<VariableList> {
    return this.#serial.run(() => this.#introspection.variables());
  }

  async #ask(callable: PyCallable, args: readonly unknown[]): Promise<{ answered: boolean; text: string }> {
    const call = await this.#call(callable, args, { timeoutMs: INTROSPECTION_MS }, undefined);
    if (this.#budget.stopReason !== undefined) return { answered: false, text: 'finding out took too long.' };
    if (call.kind !== 'returned') return { answered: false, text: call.message };
    const [status, text = ''] = call.fields;
    return status === 'ok' ? { answered: true, text } : { answered: false, text: `${text} was raised.` };
  }

  /** Part of a file that the last cell changed and whose bytes its result did not carry. */
  changed(path: string, offset: number, length: number): Uint8Array {
    return this.#workspace.outgoing(path, offset, length);
  }

  /** Takes the state; what stands in the way may be garbage, which is collected first then. */
  takeState(request: StateRequest): Promise<StateResult> {
    return this.#serial.run(async () => {
      const result = await this.state.take(request);
      if (result.kind !== 'refused') return result;
      await this.#call(this.#collect, [], { timeoutMs: COLLECT_MS }, undefined);
      return this.alive ? this.state.take(request) : result;
    });
  }

  /** Makes the running cell or evaluation raise KeyboardInterrupt. */
  interrupt(): void {
    this.#stop('interrupted');
  }

  #stop(reason: 'timeout' | 'interrupted'): void {
    this.#budget.stop(reason);
    this.#interrupts.wake();
  }

  #write(stream: OutputChunk['stream'], bytes: Uint8Array): number {
    this.#output?.write(stream, bytes);
    this.#flushes?.written();
    return bytes.length;
  }

  async #call(
    callable: PyCallable,
    args: readonly unknown[],
    limits: RunLimits & { readonly timeoutMs: number },
    output: OutputCapture | undefined,
  ): Promise<Call> {
    if (this.#dead) return { kind: 'died', message: 'The interpreter is lost.' };
    this.#output = output;
    this.#heap.begin();
    this.#budget.begin(limits);
    const run = this.#environment.beginRun();
    this.#interrupts.countDown(this.#budget.quota);
    // A busy run meets its deadline in the checks; the timer is for one that waits.
    const timer = globalThis.setTimeout(() => this.#stop('timeout'), limits.timeoutMs);
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
      this.#budget.end();
      this.#output = undefined;
      this.#flushes = undefined;
      this.#endRun(run);
    }
  }

  /** What waited in the background is dropped, which runs destructors: they have no run whose budget could stop them. */
  #endRun(run: Run): void {
    try {
      this.#environment.endRun(run);
    } catch {
      this.#dead = true;
    }
  }

  /** How a cell ended: a stop that the code swallowed still counts as one. */
  #ending(call: Call): Pick<CellOutcome, 'status' | 'result' | 'errorType' | 'message' | 'traceback'> {
    const reason = this.#budget.stopReason;
    const stopped: CellStatus | undefined = reason === 'limit' ? 'timeout' : reason;
    if (call.kind === 'died') return { status: stopped ?? 'died', message: call.message };
    const [, result, errorType, message, traceback] = call.kind === 'returned' ? call.fields : [];
    const details = { ...(result !== undefined && { result }), ...(traceback !== undefined && { traceback }) };
    if (stopped !== undefined) {
      const why = stopped === 'timeout' ? 'The time limit ended the cell.' : 'The cell was interrupted.';
      return { status: stopped, message: why, ...details };
    }
    if (call.kind === 'raised') return { status: 'error', message: call.message };
    return {
      status: cellStatus(call.fields[0]),
      ...details,
      ...(errorType !== undefined && { errorType }),
      ...(message !== undefined && { message }),
    };
  }
}

function cause(error: unknown): string {
  if (error instanceof RangeError) return 'recursion or nesting too deep for its stack.';
  return error instanceof Error ? error.message : String(error);
}

function exitCode(call: Call): Pick<CellOutcome, 'exitCode'> {
  const code = call.kind === 'returned' ? call.fields[5] : undefined;
  return code === undefined ? {} : { exitCode: Number(code) };
}

function cellStatus(status: string | undefined): CellStatus {
  return status === 'ok' || status === 'exit' ? status : 'error';
}
