/** One Python session: supervises an interpreter in an isolate of its own, and keeps its files. */
import { DurableObject } from 'cloudflare:workers';
import { Background } from '../../src/lib/background.ts';
import { parseObjectName } from '../../src/lib/object-name.ts';
import { type ObjectState, openState, readable } from '../../src/lib/object-state.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import { type Cell, Cells } from '../../src/python/cells.ts';
import type { FileContent, FileEntry, OpenFile, WrittenFile } from '../../src/python/files.ts';
import { places } from '../../src/python/places.ts';
import type {
  CellResult,
  CheckpointFacts,
  FileTotals,
  InstallReport,
  InterruptResult,
  KernelHealth,
  Mount,
  MountFacts,
  OutputListener,
  PythonSessionApi,
  Restart,
  Restored,
  SessionState,
} from '../../src/python/protocol.ts';
import { bundleOf, INCLUDED_PACKAGES, type PythonEnv, readIncluded } from '../../wasm/python/isolate.ts';
import { ENTRY_LIMIT, MESSAGE_BYTES, SESSION_BYTES } from '../../wasm/python/kernel/file-limits.ts';
import { Serial } from '../../wasm/python/kernel/serial.ts';
import { Transcript } from '../../wasm/python/kernel/transcript.ts';
import type {
  CellRequest,
  CellStatus,
  ChangedPart,
  CodePosition,
  Completions,
  ContentId,
  EvaluationRequest,
  EvaluationResult,
  Inspection,
  InspectionRequest,
  KernelInfo,
  ScriptRequest,
  VariableList,
} from '../../wasm/python/kernel/types.ts';
import type { PythonKernel } from '../python-kernel/python-kernel.ts';
import { storeCell } from './cell-files.ts';
import { causeOf, erasedMeanwhile, lostMeanwhile, notBegun } from './cells-without-outcome.ts';
import { FACET, Interpreter, KEEP_ALIVE } from './interpreter.ts';
import { checkedResult } from './kernel-answers.ts';
import { PYTHON_SESSION_MIGRATIONS } from './migrations.ts';
import { OwnName } from './own-name.ts';
import { borrowPackages, lendPackages } from './package-loan.ts';
import { packagesRefused, SessionPackages } from './packages.ts';
import { endObject, endOfSandbox, planEnd } from './sandbox-end.ts';
import { importRows, type TableRows } from './session-copy.ts';
import { readContent } from './session-files.schema.ts';
import { SessionFiles } from './session-files.ts';
import { fork } from './session-fork.ts';
import { SessionHistory } from './session-history.ts';
import { SessionMount, type WorkspaceBinding } from './session-mount.ts';
import { uploadedWheels } from './uploaded-wheels.ts';

/** Milliseconds after which an interpreter that does not react to an interrupt is killed. */
const REACTION_MS = 2500;
/** Milliseconds after which an evaluation is given up: its steps are limited, so only C code without checks comes here. */
const EVALUATION_MS = 35_000;
/** Milliseconds after which completion and inspection are given up; the interpreter gives up much earlier by itself. */
const ANSWER_MS = 5000;

interface SessionEnv extends PythonEnv {
  /** All sessions: one copies itself into another. */
  readonly PYTHON_SESSION: DurableObjectNamespace<PythonSession>;
  /** Where a mounted workspace is read. */
  readonly WORKSPACE: WorkspaceBinding;
}

/** Of an evaluation whose result nobody waits for any more. */
const NOT_EVALUATED: EvaluationResult = { status: 'failed', message: 'The evaluation was interrupted.' };

/** What a session is made of. */
interface Parts {
  readonly storage: DurableObjectStorage;
  readonly packages: SessionPackages;
  readonly files: SessionFiles;
  readonly mount: SessionMount;
  readonly interpreter: Interpreter;
  readonly history: SessionHistory;
  readonly background: Background;
}

/** A session; its object's name is made by `objectName`. */
export class PythonSession extends DurableObject<SessionEnv> implements PythonSessionApi {
  readonly #serial = new Serial();
  readonly #cells = new Cells();
  /** Throws `NewerState`, a `ToolFailure`, when a newer version wrote what is stored. */
  readonly #parts: ObjectState<Parts>;
  readonly #name = new OwnName(this.ctx);

  /** Hands out contents while a cell runs. */
  readonly #load = async (content: ContentId, offset: number, length: number): Promise<Uint8Array> => {
    const most = Math.min(length, MESSAGE_BYTES);
    if (typeof content === 'number') return readContent(this.#parts().storage.sql, content, offset, most);
    const included = await readIncluded(this.env, content);
    return included?.slice(offset, offset + most) ?? this.#mount.read(content, offset, most);
  };

  constructor(ctx: DurableObjectState, env: SessionEnv) {
    super(ctx, env);
    this.#parts = openState(ctx.storage, PYTHON_SESSION_MIGRATIONS, Date.now, (storage) => {
      const files = new SessionFiles(storage);
      const shelf = { bundle: bundleOf(env), included: INCLUDED_PACKAGES.packages };
      const packages = new SessionPackages(storage, shelf, uploadedWheels(storage.sql));
      const mount = new SessionMount(storage.sql, env.WORKSPACE, this.#name);
      const owners = [{ name: KEEP_ALIVE, turn: () => interpreter.turn() }, endOfSandbox(() => this.erase())];
      const background: Background = new Background(storage, owners);
      const surroundings = { storage, name: this.#name, files, packages, mount, serial: this.#serial, background };
      const interpreter = new Interpreter(ctx, env, surroundings);
      ctx.waitUntil(background.start());
      const history = new SessionHistory(storage.sql, interpreter);
      return { storage, files, packages, mount, interpreter, background, history };
    });
  }

  get #files(): SessionFiles {
    return this.#parts().files;
  }

  get #packages(): SessionPackages {
    return this.#parts().packages;
  }

  get #mount(): SessionMount {
    return this.#parts().mount;
  }

  get #interpreter(): Interpreter {
    return this.#parts().interpreter;
  }

  get #history(): SessionHistory {
    return this.#parts().history;
  }

  run(
    request: CellRequest | ScriptRequest,
    listener?: OutputListener,
    id: string = crypto.randomUUID(),
  ): Promise<CellResult> {
    const { interpreter } = this.#parts();
    const cell = this.#cells.add(id);
    return this.#serial.run(async () => {
      this.#cells.begin(id, cell);
      let status: CellStatus = 'died';
      try {
        const transcript = new Transcript(listener, () => void this.interrupt(id));
        const result = await this.#run(request, transcript, cell);
        await transcript.passedOn();
        status = result.status;
        return result;
      } catch (error) {
        if (cell.stop === undefined) throw error;
        status = 'interrupted';
        return notBegun(cell.stop);
      } finally {
        this.#cells.end(cell, { status, variablesKept: interpreter.kernel !== undefined });
      }
    });
  }

  evaluate(request: EvaluationRequest, id: string = crypto.randomUUID()): Promise<EvaluationResult> {
    const cell = this.#cells.add(id);
    return this.#serial.run(async (): Promise<EvaluationResult> => {
      this.#cells.begin(id, cell);
      let variablesKept = true;
      try {
        if (cell.stop !== undefined) return NOT_EVALUATED;
        const kernel = await this.#interpreter.started();
        if (cell.stop !== undefined) return NOT_EVALUATED;
        const evaluation = kernel.evaluate(request);
        const { reusable, result } = await this.#interpreter.supervise(evaluation, EVALUATION_MS, cell.abandoned);
        if (!reusable && this.#interpreter.pristine) this.#interpreter.discard();
        return result;
      } catch (error) {
        variablesKept = false;
        this.#interpreter.replace();
        return { status: 'failed', message: `The interpreter was lost. ${causeOf(error)}` };
      } finally {
        this.#cells.end(cell, { status: cell.stop === undefined ? 'ok' : 'interrupted', variablesKept });
      }
    });
  }

  install(requirements: readonly string[]): Promise<InstallReport> {
    return this.#serial.run(async () => {
      const { report, mounts, commit } = await this.#packages.prepare(requirements);
      if (mounts.length === 0) return report;
      const kernel = await this.#interpreter.started();
      const refused = await this.#interpreter.ask(this.#packages.mount(kernel, mounts), EVALUATION_MS);
      if (refused.length > 0) throw packagesRefused(refused);
      commit();
      try {
        if (await this.#interpreter.supervise(kernel.refreshImports(), EVALUATION_MS)) return report;
      } catch {
        // Its code holds up imports; the next interpreter has the packages from its start.
      }
      return { ...report, notices: [...report.notices, ...this.#interpreter.lose()] };
    });
  }

  complete(request: CodePosition): Promise<Completions> {
    const none = { matches: [], types: [], start: request.cursor, notices: [] };
    return this.#ask<Completions>((kernel) => kernel.complete(request), none);
  }

  inspect(request: InspectionRequest): Promise<Inspection> {
    return this.#ask<Inspection>((kernel) => kernel.inspect(request), { notices: [] });
  }

  variables(): Promise<VariableList> {
    return this.#ask<VariableList>((kernel) => kernel.variables(), { variables: [], notices: [] });
  }

  async listFiles(path: string): Promise<readonly FileEntry[]> {
    return this.#files.list(path);
  }

  async fileTotals(): Promise<FileTotals> {
    return this.#files.totals();
  }

  async readFile(path: string, offset: number, maxBytes: number): Promise<FileContent> {
    return this.#files.read(path, offset, maxBytes);
  }

  async openFile(path: string): Promise<OpenFile> {
    return this.#files.open(path);
  }

  writeFile(path: string, content: Uint8Array | ReadableStream<Uint8Array>): Promise<WrittenFile> {
    return this.#files.write(path, content);
  }

  async deleteFile(path: string, recursive: boolean): Promise<readonly string[]> {
    return this.#files.delete(path, recursive);
  }

  interrupt(id?: string): Promise<InterruptResult> {
    return this.#cells.interrupt(id, REACTION_MS, () => {
      // A busy interpreter answers only between its slices, or never: the time limit of the reaction decides.
      this.#interpreter.kernel?.interrupt().catch(() => {});
    });
  }

  async introduce(name: string): Promise<void> {
    if (!this.env.PYTHON_SESSION.idFromName(name).equals(this.ctx.id)) throw new Error(`${name} is another session.`);
    this.#name.keep(name);
  }

  async mount(mount: Mount): Promise<MountFacts> {
    this.#mount.set(mount);
    await planEnd(this.#parts().background, this.#name.value);
    return { ...mount, path: this.#mount.facts?.path ?? '' };
  }

  remount(mount: Mount): Promise<readonly string[]> {
    return this.#serial.run(() => this.#history.remount(this.#mount, mount));
  }

  async occupy(work: () => Promise<void>, onProgress: OnProgress): Promise<void> {
    const leave = await places.take(parseObjectName(this.#name.value).owner, onProgress);
    try {
      await work();
    } finally {
      await this.erase().finally(leave);
      await endObject(this.ctx);
    }
  }

  async erase(): Promise<FileTotals | undefined> {
    readable(this.#parts)?.interpreter.discard();
    this.#cells.erase();
    return this.#serial.run(async () => {
      const lost = readable(() => this.#files.totals());
      readable(this.#parts)?.interpreter.discard();
      await this.#parts.erase();
      this.ctx.facets.delete(FACET);
      return lost;
    });
  }

  async describe(): Promise<SessionState> {
    return {
      usage: this.#files.totals(),
      limits: { bytes: SESSION_BYTES, entries: ENTRY_LIMIT },
      waiting: this.#cells.waiting,
      ...(this.#mount.facts !== undefined && { mount: this.#mount.facts }),
      ...(await this.#interpreter.describe()),
    };
  }

  async health(): Promise<KernelHealth> {
    return { ...(await this.#interpreter.health()), waiting: this.#cells.waiting };
  }

  checkpoint(label?: string): Promise<CheckpointFacts> {
    return this.#serial.run(() => this.#history.checkpoint(label));
  }

  async checkpoints(): Promise<readonly CheckpointFacts[]> {
    return this.#history.list();
  }

  restore(id?: number): Promise<Restored> {
    return this.#serial.run(() => this.#history.restore(id));
  }

  async restart(preserve: boolean): Promise<Restart> {
    this.#cells.cancelWaiting();
    await this.interrupt();
    return this.#serial.run(() => this.#history.restart(preserve));
  }

  fork(id: string): Promise<void> {
    return this.#serial.run(() => fork(id, this.#name.value, this.env.PYTHON_SESSION, this.#parts()));
  }

  borrowPackages(session: string): Promise<void> {
    return borrowPackages(session, this.#name.value, this.env.PYTHON_SESSION);
  }

  /** Copies its packages into the session whose object has that name; whether it has some. */
  lendPackages(borrower: string): Promise<boolean> {
    return this.#serial.run(() => lendPackages(this.#parts().storage.sql, this.env.PYTHON_SESSION.getByName(borrower)));
  }

  /** Takes what another session of the same user stores; see {@link fork} and {@link lendPackages}. */
  receive(parts: readonly TableRows[]): Promise<void> {
    return this.#serial.run(async () => {
      const { interpreter, storage } = this.#parts();
      interpreter.discard();
      importRows(storage, parts);
    });
  }

  info(): Promise<KernelInfo> {
    return this.#serial.run(async () => {
      const kernel = await this.#interpreter.started();
      return this.#interpreter.ask(kernel.info(), ANSWER_MS);
    });
  }

  override alarm(): Promise<void> {
    return this.#parts().background.alarm();
  }

  /** Asks beside the cells; `none` is the answer of an interpreter that is lost over it. */
  #ask<T extends { readonly notices: readonly string[] }>(
    ask: (kernel: Fetcher<PythonKernel>) => Promise<T>,
    none: T,
  ): Promise<T> {
    return this.#serial.run(async () => {
      const kernel = await this.#interpreter.started();
      const lost = this.#interpreter.news();
      try {
        const answer = await this.#interpreter.supervise(ask(kernel), ANSWER_MS);
        return { ...answer, notices: [...lost, ...answer.notices] };
      } catch (error) {
        const undone = this.#interpreter.lose();
        return { ...none, notices: [...lost, `There is no answer. ${causeOf(error)}`, ...undone] };
      }
    });
  }

  async #run(request: CellRequest | ScriptRequest, transcript: Transcript, cell: Cell): Promise<CellResult> {
    if (cell.stop !== undefined) return notBegun(cell.stop);
    const kernel = await this.#interpreter.started();
    const lost = this.#interpreter.news();
    if (cell.stop !== undefined) return { ...notBegun(cell.stop), notices: lost };
    const asked = await this.#interpreter.begin();
    const started = Date.now();
    const release = this.#files.startCell();
    try {
      const contents = { update: this.#files.news(), load: this.#load };
      const running = kernel.run(request, contents, asked, (chunk) => transcript.hear(chunk));
      const limit = request.timeoutSeconds * 1000 + REACTION_MS;
      const result = checkedResult(await this.#interpreter.supervise(running, limit, cell.abandoned));
      const fetch = (parts: readonly ChangedPart[]) => this.#interpreter.supervise(kernel.changed(parts), ANSWER_MS);
      const outcome = await storeCell(this.#parts().storage, this.#files, result, fetch);
      const unkept = this.#interpreter.keep(asked, result);
      return { ...outcome, notices: [...lost, ...outcome.notices, ...unkept] };
    } catch (error) {
      const undone = this.#interpreter.lose();
      const executionTime = (Date.now() - started) / 1000;
      const seen = { executionTime, ...transcript.written };
      if (cell.stop === 'erased') return erasedMeanwhile(seen);
      return lostMeanwhile(error, seen, [...lost, ...undone]);
    } finally {
      release();
    }
  }
}
