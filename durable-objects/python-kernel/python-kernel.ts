/** The program of an interpreter's isolate: one kernel, reached only by the session that started it. */
import { DurableObject } from 'cloudflare:workers';
import artifacts from '../../wasm/python/build/isolate-artifacts.mjs';
import { Kernel } from '../../wasm/python/kernel/kernel.ts';
import { type OutputListener, OutputPump } from '../../wasm/python/kernel/pump.ts';
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
  ScriptRequest,
  SessionContents,
  StateBatch,
  StateChunk,
  StateHeader,
  StateRequest,
  StateResult,
  StoredEntry,
  Surroundings,
  VariableList,
} from '../../wasm/python/kernel/types.ts';

/** The facet with the interpreter; `start` comes first. */
export class PythonKernel extends DurableObject {
  #kernel: Kernel | undefined;

  /** Boots the interpreter with the session's files and what it may read besides; the other methods need it. */
  async start(files: readonly StoredEntry[], surroundings: Surroundings = {}): Promise<KernelInfo> {
    this.#kernel = await Kernel.boot(artifacts, files);
    this.#kernel.attach(surroundings);
    return this.#kernel.info();
  }

  /** Answers while code runs, unless that keeps the whole isolate busy; without facts when nothing was started. */
  async ping(): Promise<{ readonly info?: KernelInfo }> {
    return this.#kernel === undefined ? {} : { info: this.#kernel.info() };
  }

  /** False in a new instance, since an idle one is evicted with its interpreter, and when that was lost over an evaluation. */
  async started(): Promise<boolean> {
    return this.#kernel?.alive === true;
  }

  /** Runs a cell or a script, and takes the state after it where `state` asks for it. */
  async run(
    request: CellRequest | ScriptRequest,
    contents: SessionContents,
    state?: StateRequest,
    listener?: OutputListener,
  ): Promise<KernelCellResult> {
    const kernel = this.#started();
    const result = await this.#run(kernel, request, contents, listener);
    return kernel.alive && state !== undefined ? { ...result, state: await kernel.takeState(state) } : result;
  }

  /** Whether the interpreter runs an empty cell. */
  async check(): Promise<boolean> {
    return this.#started().check();
  }

  /** Parts of files that the last cell changed and whose bytes its result did not carry, one after another. */
  async changed(parts: readonly ChangedPart[]): Promise<Uint8Array> {
    return this.#started().changed(parts);
  }

  async evaluate(
    request: EvaluationRequest,
  ): Promise<{ readonly reusable: boolean; readonly result: EvaluationResult }> {
    const kernel = this.#started();
    const result = await kernel.evaluate(request);
    return { reusable: kernel.reusable, result };
  }

  /** Puts a package into site-packages; returns why it cannot be there, if so. */
  async mount(mounted: MountedPackage): Promise<string | undefined> {
    return this.#started().mount(mounted);
  }

  /** Makes imports find what was mounted; returns whether the interpreter lives. */
  async refreshImports(): Promise<boolean> {
    return this.#started().refreshImports();
  }

  async complete(request: CodePosition): Promise<Completions> {
    return this.#answer((kernel) => kernel.complete(request));
  }

  async inspect(request: InspectionRequest): Promise<Inspection> {
    return this.#answer((kernel) => kernel.inspect(request));
  }

  async variables(): Promise<VariableList> {
    return this.#answer((kernel) => kernel.variables());
  }

  takeState(request: StateRequest): Promise<StateResult> {
    return this.#started().takeState(request);
  }

  takeMore(): Promise<StateBatch> {
    return this.#started().state.takeMore();
  }

  async beginRestore(header: StateHeader): Promise<void> {
    this.#started().state.beginRestore(header);
  }

  writeChunks(chunks: readonly StateChunk[]): Promise<void> {
    return this.#started().state.writeChunks(chunks);
  }

  async endRestore(id: number): Promise<void> {
    this.#started().state.endRestore(id);
  }

  async interrupt(): Promise<void> {
    this.#started().interrupt();
  }

  async info(): Promise<KernelInfo> {
    return this.#started().info();
  }

  /** Throws when the interpreter was lost over the answer. */
  async #answer<T>(ask: (kernel: Kernel) => Promise<T>): Promise<T> {
    const kernel = this.#started();
    const answer = await ask(kernel);
    if (!kernel.alive) throw new Error('The interpreter was lost.');
    return answer;
  }

  async #run(
    kernel: Kernel,
    request: CellRequest | ScriptRequest,
    contents: SessionContents,
    listener?: OutputListener,
  ): Promise<KernelCellResult> {
    if (listener === undefined) return kernel.run(request, undefined, undefined, contents);
    const pump = new OutputPump(listener, () => kernel.interrupt());
    const result = await kernel.run(
      request,
      (chunk) => pump.write(chunk),
      () => pump.finish(),
      contents,
    );
    await pump.finish();
    return result;
  }

  #started(): Kernel {
    if (this.#kernel === undefined) throw new Error('The interpreter was not started.');
    return this.#kernel;
  }
}
