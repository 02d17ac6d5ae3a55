/** One Python session: supervises an interpreter in an isolate of its own, and keeps its files. */
import { DurableObject } from 'cloudflare:workers';
import { type Cell, type CellStop, Cells } from '../src/python/cells.ts';
import type { FileContent, FileEntry, OpenFile, WrittenFile } from '../src/python/files.ts';
import type {
  CellResult,
  InstallReport,
  InterruptResult,
  OutputListener,
  PythonSessionApi,
  SessionState,
  WorkspaceUsage,
} from '../src/python/protocol.ts';
import { bundleOf, newIsolate, type PythonEnv } from '../wasm/python/isolate.ts';
import { ENTRY_LIMIT, MESSAGE_BYTES, SESSION_BYTES } from '../wasm/python/kernel/file-limits.ts';
import { Serial } from '../wasm/python/kernel/serial.ts';
import { Transcript } from '../wasm/python/kernel/transcript.ts';
import type {
  CellRequest,
  CellStatus,
  CodePosition,
  Completions,
  EvaluationRequest,
  EvaluationResult,
  Inspection,
  InspectionRequest,
  KernelInfo,
  ScriptRequest,
  VariableList,
} from '../wasm/python/kernel/types.ts';
import { storeCell } from './cell-files.ts';
import type { PythonKernel } from './python-kernel.ts';
import { PACKAGES_SCHEMA } from './python-packages.schema.ts';
import { packagesRefused, SessionPackages } from './python-packages.ts';
import { PYTHON_SESSION_SCHEMA, readUsed, storeUsed } from './python-session.schema.ts';
import { readContent, SESSION_FILES_SCHEMA } from './session-files.schema.ts';
import { SessionFiles } from './session-files.ts';
import { workspaceWheels } from './workspace-wheels.ts';

/** Name of the interpreter's facet. */
const FACET = 'kernel';

/** Milliseconds after which an interpreter that does not react to an interrupt is killed. */
const REACTION_MS = 2500;
/** Milliseconds without a cell after which an interpreter may be evicted, and between the alarms that prevent it until then. */
const IDLE_MS = 30 * 60_000;
const KEEP_ALIVE_MS = 8000;

/** Milliseconds after which an evaluation is given up: its steps are limited, so only C code without checks comes here. */
const EVALUATION_MS = 35_000;

/** Milliseconds after which completion and inspection are given up; the interpreter gives up much earlier by itself. */
const ANSWER_MS = 5000;

const LOST =
  'The Python interpreter was restarted: variables and imports of earlier cells are lost, files in /workspace are kept.';

/** What a cell without an outcome answers. */
const NOTHING = {
  stdout: '',
  stderr: '',
  executionTime: 0,
  newFiles: [],
  modifiedFiles: [],
  deletedFiles: [],
  notices: [],
} as const;

/** The interpreter did not react in time. */
class Unresponsive extends Error {
  override readonly name = 'Unresponsive';
  readonly reason: 'timeout' | 'interrupted';
  constructor(reason: 'timeout' | 'interrupted') {
    super('The code ran in C without a place to interrupt it, so the interpreter was killed.');
    this.reason = reason;
  }
}

/** A session; its object's name is made of the principal, the kind and the handle. */
export class PythonSession extends DurableObject<PythonEnv> implements PythonSessionApi {
  readonly #serial = new Serial();
  readonly #cells = new Cells();
  readonly #packages: SessionPackages;
  readonly #files: SessionFiles;
  #kernel: Fetcher<PythonKernel> | undefined;
  #pythonVersion = '';
  /** When the last cell started, in milliseconds since 1970. */
  #lastUse = 0;
  /** Whether the interpreter works on something. */
  #busy = false;

  /** Hands out contents while a cell runs. */
  readonly #load = async (content: number, offset: number, length: number): Promise<Uint8Array> =>
    readContent(this.ctx.storage.sql, content, offset, Math.min(length, MESSAGE_BYTES));

  constructor(ctx: DurableObjectState, env: PythonEnv) {
    super(ctx, env);
    ctx.storage.sql.exec(PYTHON_SESSION_SCHEMA + PACKAGES_SCHEMA);
    this.#files = new SessionFiles(ctx.storage);
    this.#packages = new SessionPackages(ctx.storage, bundleOf(env), workspaceWheels(ctx.storage.sql));
  }

  run(
    request: CellRequest | ScriptRequest,
    listener?: OutputListener,
    id: string = crypto.randomUUID(),
  ): Promise<CellResult> {
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
        this.#cells.end(cell, { status, variablesKept: this.#kernel !== undefined });
      }
    });
  }

  evaluate(request: EvaluationRequest): Promise<EvaluationResult> {
    return this.#serial.run(async (): Promise<EvaluationResult> => {
      const kernel = await this.#started();
      try {
        const { reusable, result } = await this.#supervise(kernel.evaluate(request), EVALUATION_MS);
        if (!reusable) this.#discard();
        return result;
      } catch (error) {
        this.#discard();
        return { status: 'failed', message: `The interpreter was lost. ${text(error)}` };
      }
    });
  }

  install(requirements: readonly string[]): Promise<InstallReport> {
    return this.#serial.run(async () => {
      const { report, mounts, commit } = await this.#packages.prepare(requirements);
      if (mounts.length === 0) return report;
      const kernel = await this.#started();
      const refused = await this.#packages.mount(kernel, mounts);
      if (refused.length > 0) throw packagesRefused(refused);
      commit();
      try {
        if (await this.#supervise(kernel.refreshImports(), EVALUATION_MS)) return report;
      } catch {
        // Its code holds up imports; the next interpreter has the packages from its start.
      }
      this.#discard();
      return { ...report, notices: [...report.notices, LOST] };
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

  async fileTotals(): Promise<WorkspaceUsage> {
    return this.#files.totals();
  }

  async readFile(path: string, maxBytes: number): Promise<FileContent> {
    return this.#files.read(path, maxBytes);
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
      this.#kernel?.interrupt().catch(() => {});
    });
  }

  erase(): Promise<WorkspaceUsage> {
    this.#cells.erase();
    this.#discard();
    return this.#serial.run(async () => {
      const { storage } = this.ctx;
      const lost = this.#files.totals();
      this.#discard();
      this.ctx.facets.delete(FACET);
      await storage.deleteAlarm();
      await storage.deleteAll();
      storage.sql.exec(PYTHON_SESSION_SCHEMA + PACKAGES_SCHEMA + SESSION_FILES_SCHEMA);
      return lost;
    });
  }

  async describe(): Promise<SessionState> {
    // A busy interpreter may not answer.
    const running = this.#kernel !== undefined && (this.#busy || (await this.#kernel.started()));
    return {
      usage: this.#files.totals(),
      limits: { bytes: SESSION_BYTES, entries: ENTRY_LIMIT },
      kernel: running ? (this.#busy ? 'busy' : 'idle') : 'stopped',
      waiting: this.#cells.waiting,
      ...(running && { pythonVersion: this.#pythonVersion }),
    };
  }

  info(): Promise<KernelInfo> {
    return this.#serial.run(async () => (await this.#started()).info());
  }

  /** Keeps an idle interpreter, and with it the variables of its user, from being evicted. */
  override async alarm(): Promise<void> {
    if (this.#kernel === undefined || Date.now() - this.#lastUse > IDLE_MS) return;
    if (!this.#busy) await this.#kernel.started();
    await this.#keepAlive();
  }

  /** Asks beside the cells; `none` is the answer of an interpreter that is lost over it. */
  #ask<T extends { readonly notices: readonly string[] }>(
    ask: (kernel: Fetcher<PythonKernel>) => Promise<T>,
    none: T,
  ): Promise<T> {
    return this.#serial.run(async () => {
      const { sql } = this.ctx.storage;
      const used = readUsed(sql);
      const kernel = await this.#started();
      const lost = used && !readUsed(sql) ? [LOST] : [];
      try {
        const answer = await this.#supervise(ask(kernel), ANSWER_MS);
        return { ...answer, notices: [...lost, ...answer.notices] };
      } catch (error) {
        this.#discard();
        return { ...none, notices: [`There is no answer. ${text(error)} ${LOST}`] };
      }
    });
  }

  async #run(request: CellRequest | ScriptRequest, transcript: Transcript, cell: Cell): Promise<CellResult> {
    if (cell.stop !== undefined) return notBegun(cell.stop);
    const { sql } = this.ctx.storage;
    const used = readUsed(sql);
    const kernel = await this.#started();
    const lost = used && !readUsed(sql) ? [LOST] : [];
    this.#lastUse = Date.now();
    if ((await this.ctx.storage.getAlarm()) === null) await this.#keepAlive();
    if (cell.stop !== undefined) return { ...notBegun(cell.stop), notices: lost };
    storeUsed(sql, true);
    const started = Date.now();
    const release = this.#files.startCell();
    try {
      const contents = { update: this.#files.news(), load: this.#load };
      const running = kernel.run(request, contents, (chunk) => transcript.hear(chunk));
      const limit = request.timeoutSeconds * 1000 + REACTION_MS;
      const result = await this.#supervise(running, limit, cell.abandoned);
      const fetch = (path: string, offset: number, length: number) => kernel.changed(path, offset, length);
      const outcome = await storeCell(this.ctx.storage, this.#files, result, fetch);
      if (result.alive) return { ...outcome, notices: [...lost, ...outcome.notices] };
      this.#discard();
      return { ...outcome, notices: [...outcome.notices, LOST] };
    } catch (error) {
      this.#discard();
      const executionTime = (Date.now() - started) / 1000;
      if (cell.stop === 'erased') {
        return {
          ...NOTHING,
          status: 'interrupted',
          executionTime,
          ...transcript.written,
          message: 'The session was deleted while the cell ran.',
        };
      }
      return {
        ...NOTHING,
        status: error instanceof Unresponsive ? error.reason : 'died',
        message: text(error),
        executionTime,
        ...transcript.written,
        notices: [`${LOST} Files that this run changed are lost too; its output is shown as far as it came.`],
      };
    } finally {
      release();
    }
  }

  /** Returns the running interpreter, after starting it with the session's files when there is none. */
  async #started(): Promise<Fetcher<PythonKernel>> {
    if (this.#kernel !== undefined && (await this.#kernel.started())) return this.#kernel;
    const { facets, storage } = this.ctx;
    const kernel = facets.get<PythonKernel>(FACET, () => ({ class: newIsolate(this.env) }));
    const { pythonVersion } = await kernel.start(this.#files.entries());
    this.#pythonVersion = pythonVersion;
    await this.#packages.restore(kernel);
    storeUsed(storage.sql, false);
    this.#kernel = kernel;
    return kernel;
  }

  async #keepAlive(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + KEEP_ALIVE_MS);
  }

  /** Kills the interpreter; what follows starts a fresh one. */
  #discard(): void {
    this.#kernel = undefined;
    storeUsed(this.ctx.storage.sql, false);
    this.ctx.facets.abort(FACET, new Error('The interpreter was killed.'));
  }

  /** Waits for the interpreter, but not for ever. */
  #supervise<T>(work: Promise<T>, milliseconds: number, abandoned?: AbortSignal): Promise<T> {
    this.#busy = true;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Unresponsive('timeout')), milliseconds);
      abandoned?.addEventListener('abort', () => reject(new Unresponsive('interrupted')), { once: true });
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#busy = false;
      });
    });
  }
}

/** The answer of a cell that was told to end before its turn. */
function notBegun(stop: CellStop): CellResult {
  const message =
    stop === 'erased' ? 'The session was deleted before the cell began.' : 'The cell was cancelled before it began.';
  return { ...NOTHING, status: 'interrupted', message };
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
