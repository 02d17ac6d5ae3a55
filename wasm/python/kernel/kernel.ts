/** One CPython interpreter with budgets, interrupts, a memory cap and a session's files; runs in workerd and in Node. */
import { INCLUDED, includedFiles } from '../packages/included.ts';
import { missingImport } from '../packages/missing.ts';
import { type Artifacts, bootPython } from './boot.ts';
import { Budget } from './budget.ts';
import { Calls } from './calls.ts';
import { Displays } from './displays.ts';
import { endingOf } from './ending.ts';
import type { EmscriptenModule, Environment, PyCallable, Pyodide, PyProxy } from './glue.ts';
import { HeapCap, LARGEST_HEAP, REUSABLE_HEAP } from './heap.ts';
import { asHashes, HeapPages } from './heap-pages.ts';
import { type Flush, Interrupts } from './interrupts.ts';
import { INTROSPECTION, INTROSPECTION_MS, Introspection } from './introspection.ts';
import { filesRoot, KeptFiles } from './kept-files.ts';
import { LazyOpen } from './lazy-open.ts';
import { Loader } from './loader.ts';
import { mountTree } from './mounted-tree.ts';
import { OutputCapture } from './output.ts';
import { Packages } from './packages.ts';
import { PinnedSources } from './pinned.ts';
import { Serial } from './serial.ts';
import { limitStack } from './stack.ts';
import { type Base, InterpreterState } from './state.ts';
import { FileStorage } from './storage.ts';
import type {
  CellRequest,
  ChangedPart,
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
  Surroundings,
  VariableList,
} from './types.ts';

/** Wall-clock guard of evaluations, for code that waits instead of computing. */
const EVALUATION_GUARD_MS = 30_000;

/** Milliseconds in which finders that user code may have installed have to forget what they cached. */
const REFRESH_MS = 3000;
/** What an empty cell may take: it needs next to nothing, but others may keep the machine busy meanwhile. */
const CHECK_LIMITS = { stepLimit: 500_000, timeoutMs: 10_000 } as const;
/** Names in a notice. */
const MOST_NAMES = 20;
/** Time limit of collecting garbage, which runs destructors. */
const COLLECT_MS = 2000;

/** Modules of the kernel's Python side, as the heap snapshot holds them. */
const RUNNER = '_kernel_runner';
const SCRIPT_RUNNER = '_kernel_script';

/** An interpreter with its session's files. What it is asked for, it does one after another. */
export class Kernel {
  #pyodide: Pyodide;
  #calls: Calls;
  #storage: FileStorage;
  #kept: KeptFiles;
  #loader: Loader;
  #runCell: PyCallable;
  #runProgram: PyCallable;
  #runScript: PyCallable;
  #refresh: PyCallable;
  #collect: PyCallable;
  #packages: Packages;
  #pinned: PinnedSources;
  #displays: Displays;
  #introspection: Introspection;
  #serial = new Serial();
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
    pinned: PinnedSources,
    pages: HeapPages,
    base: Base,
    artifacts: Artifacts,
    files: readonly StoredEntry[],
  ) {
    this.#pyodide = pyodide;
    const calls = new Calls(environment, budget, heap, interrupts);
    this.#calls = calls;
    this.#pinned = pinned;
    pyodide.setStdout({ isatty: false, write: (bytes) => calls.write('stdout', bytes) });
    pyodide.setStderr({ isatty: false, write: (bytes) => calls.write('stderr', bytes) });
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
    this.#storage = new FileStorage(pyodide.FS, () => filesRoot(pyodide.FS));
    this.#packages = new Packages(pyodide.FS, artifacts.sideModules, (write) => this.#storage.exempt(write));
    this.#kept = new KeptFiles(pyodide.FS, this.#storage);
    this.#kept.apply({ put: files, removed: [] });
    this.#loader = new Loader(this.#storage);
    lazyOpen.files = this.#loader;
    calls.enable();
    this.state = new InterpreterState(pyodide._module, pages, base);
  }

  /**
   * Boots an interpreter whose session keeps `files`.
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
    const pinned = new PinnedSources();
    let pages: HeapPages | undefined;
    const pyodide = await bootPython(artifacts, {
      imports(imports) {
        const { env } = imports;
        pinned.install(imports, module);
        interrupts.install(env, artifacts);
        lazyOpen.install(env, artifacts.openShim);
        heap.install(env, module);
      },
      exports(exports) {
        interrupts.watch(exports);
        if (exports.memory instanceof WebAssembly.Memory) pages = new HeapPages(artifacts.pageHash, exports.memory);
      },
      created(instance) {
        created = instance;
      },
    });
    if (pages === undefined) throw new Error('The interpreter exports no memory.');
    const hashes = asHashes(artifacts.bootHashes);
    const base = { id: `${artifacts.buildId}:${pages.digest(hashes)}`, hashes };
    return new Kernel(pyodide, environment, budget, heap, interrupts, lazyOpen, pinned, pages, base, artifacts, files);
  }

  /** False once the interpreter is lost: it answers nothing any more. */
  get alive(): boolean {
    return this.#calls.alive;
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
      if (contents !== undefined) this.#kept.apply(contents.update);
      this.#loader.begin(contents?.load);
      const capture = new OutputCapture(listener);
      const output = { capture, flush };
      const started = Date.now();
      const limits = { timeoutMs: request.timeoutSeconds * 1000 };
      this.#displays.begin();
      const call =
        'code' in request
          ? await this.#calls.call(this.#runCell, [request.code], limits, output)
          : await this.#calls.call(this.#runScript, [[request.path, ...request.args].join('\0')], limits, output);
      const executionTime = (Date.now() - started) / 1000;
      const ending = endingOf(call, this.#calls.stopReason);
      const shown = this.#displays.finish();
      const { changes, report } = await this.#kept.collect((node) => this.#loader.load(node));
      const fileNotices = await this.#loader.end();
      await this.#check();
      const { stdout, stderr, notices } = capture.finish();
      const { skipped, ...files } = report;
      const unkept =
        skipped.length === 0 ? [] : [`Not kept, being neither files nor directories: ${firstOf(skipped)}.`];
      return {
        alive: this.alive,
        changes,
        outcome: {
          ...ending,
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

  /** Runs a program in a namespace of its own, without output; its clock and random bytes are pinned. */
  evaluate(request: EvaluationRequest): Promise<EvaluationResult> {
    return this.#serial.run(async (): Promise<EvaluationResult> => {
      const limits = { stepLimit: request.stepLimit, timeoutMs: EVALUATION_GUARD_MS };
      this.#pinned.begin();
      const call = await this.#calls
        .call(this.#runProgram, [request.program], limits, undefined)
        .finally(() => this.#pinned.end());
      const stopped = this.#calls.stopReason;
      if (stopped === 'interrupted') return { status: 'failed', message: 'The evaluation was interrupted.' };
      if (stopped !== undefined) return { status: 'limit', work: this.#calls.work };
      if (call.kind !== 'returned') return { status: 'failed', message: call.message };
      const [status, text = ''] = call.fields;
      return status === 'ok' ? { status, value: text } : { status: 'failed', message: text };
    });
  }

  /** Lets Python read files besides the session's; before anything runs. */
  attach({ tree, included }: Surroundings): void {
    const { FS } = this.#pyodide;
    if (tree !== undefined) mountTree(FS, this.#storage, tree, () => tree.files);
    if (included !== undefined)
      mountTree(FS, this.#storage, { path: INCLUDED, writable: false }, () => includedFiles(included));
  }

  /** Puts a package where Python finds it; returns why it cannot be there, if so. */
  mount(mounted: MountedPackage): Promise<string | undefined> {
    return this.#serial.run(() => this.#packages.mount(mounted));
  }

  /** Makes imports look anew for what was mounted while Python runs. Returns {@link alive}. */
  refreshImports(): Promise<boolean> {
    return this.#serial.run(async () => {
      await this.#calls.call(this.#refresh, [''], { timeoutMs: REFRESH_MS }, undefined);
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
    const call = await this.#calls.call(callable, args, { timeoutMs: INTROSPECTION_MS }, undefined);
    if (this.#calls.stopReason !== undefined) return { answered: false, text: 'finding out took too long.' };
    if (call.kind !== 'returned') return { answered: false, text: call.message };
    const [status, text = ''] = call.fields;
    return status === 'ok' ? { answered: true, text } : { answered: false, text: `${text} was raised.` };
  }

  /** Whether the interpreter runs an empty cell; it counts as lost when it does not. */
  check(): Promise<boolean> {
    return this.#serial.run(() => this.#check());
  }

  /** User code may have broken what the runner stands on: then there would be no way out of the session. Or it took memory. */
  async #check(): Promise<boolean> {
    const call = await this.#calls.call(this.#runCell, [''], CHECK_LIMITS, undefined);
    const sound = call.kind === 'returned' && call.fields[0] === 'ok';
    if (!sound || this.info().heapBytes > LARGEST_HEAP) this.#calls.giveUp();
    return this.alive;
  }

  /** Parts of files that the last cell changed and whose bytes its result did not carry, one after another; as many as a message holds. */
  changed(parts: readonly ChangedPart[]): Uint8Array {
    return this.#kept.outgoing(parts);
  }

  /** Takes the state; what stands in the way may be garbage, which is collected first then. */
  takeState(request: StateRequest): Promise<StateResult> {
    return this.#serial.run(async () => {
      const result = await this.state.take(request);
      if (result.kind !== 'refused') return result;
      await this.#calls.call(this.#collect, [], { timeoutMs: COLLECT_MS }, undefined);
      return this.alive ? this.state.take(request) : result;
    });
  }

  /** Makes the running cell or evaluation raise KeyboardInterrupt. */
  interrupt(): void {
    this.#calls.stop('interrupted');
  }
}

/** Some names, and how many more there are. */
function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
