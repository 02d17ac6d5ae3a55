/** A session's interpreter: started with files, packages and the last checkpoint, watched, and replaced when it is lost. */
import type { Background, Turn } from '../../src/lib/background.ts';
import { internalError } from '../../src/lib/errors.ts';
import { logLine } from '../../src/lib/log-line.ts';
import { within } from '../../src/lib/within.ts';
import { InterpreterLost } from '../../src/python/interpreter-lost.ts';
import type { KernelHealth, SessionState } from '../../src/python/protocol.ts';
import { INCLUDED_PACKAGES, newIsolate, type PythonEnv } from '../../wasm/python/isolate.ts';
import type { Serial } from '../../wasm/python/kernel/serial.ts';
import type {
  KernelCellResult,
  Surroundings as KernelSurroundings,
  MountedTree,
  StateRequest,
} from '../../wasm/python/kernel/types.ts';
import { UnfitState } from '../../wasm/python/kernel/unfit-state.ts';
import type { PythonKernel } from '../python-kernel/python-kernel.ts';
import type { CheckpointRow } from './checkpoints.schema.ts';
import { type Asked, Checkpoints, NotCheckpointed, type StateSource } from './checkpoints.ts';
import { checkedBatch, checkedState } from './kernel-answers.ts';
import { isNameless, type OwnName } from './own-name.ts';
import type { SessionPackages } from './packages.ts';
import type { SessionFiles } from './session-files.ts';
import { forgetModulesProgram, type SessionMount, searchPathProgram } from './session-mount.ts';

/** Name of the interpreter's facet. */
export const FACET = 'kernel';

/** Name of the background work that keeps an idle interpreter. */
export const KEEP_ALIVE = 'keep-alive';
/** Milliseconds between the alarms that keep an idle interpreter from being evicted. */
const KEEP_ALIVE_MS = 8000;
/** Milliseconds without a cell for which one is kept: going on is quicker than a restore. */
const IDLE_MS = 5 * 60_000;
/** The same when its variables are in no checkpoint. */
const UNSAVED_IDLE_MS = 30 * 60_000;

/** Changed pages of 1 KB up to which a checkpoint follows its cell at once; a larger one waits until nothing has run for a while. */
const PROMPT_PAGES = 16 << 10;
/** Cells after which even a large checkpoint does not wait. */
const MOST_BEHIND = 5;

/** Milliseconds in which an interpreter answers that is well: a busy one gives way every 10. */
const PATIENCE_MS = 1000;
/** Milliseconds after which an interpreter that is idle and does not answer is given up. */
const SILENCE_MS = 10_000;
/** The same for its restore from a checkpoint, and for each step of taking one. */
const MOVE_MS = 30_000;

/** Checks of the interpreter that setting the search path may take; it takes some ten. */
const SEARCH_PATH_STEPS = 100_000;

/** The same for modules of a mounted tree, of which there may be thousands. */
const FORGET_STEPS = 2_000_000;

/** Starts of one call: twice from the checkpoint, once without. */
const MOST_STARTS = 3;

const LOST =
  'The Python interpreter was restarted: variables and imports of earlier cells are lost, files in /workspace are kept.';

/** The interpreter did not react in time. */
export class Unresponsive extends Error {
  override readonly name = 'Unresponsive';
  readonly reason: 'timeout' | 'interrupted';
  constructor(reason: 'timeout' | 'interrupted') {
    super('The code ran in C without a place to interrupt it, so the interpreter was killed.');
    this.reason = reason;
  }
}

/** What an interpreter starts with, and the order of what it does. */
interface Surroundings {
  readonly storage: DurableObjectStorage;
  readonly name: OwnName;
  readonly files: SessionFiles;
  readonly packages: SessionPackages;
  readonly mount: SessionMount;
  readonly serial: Serial;
  /** Where {@link Interpreter.turn} waits as {@link KEEP_ALIVE}. */
  readonly background: Background;
}

/** The interpreter of one session. */
export class Interpreter {
  readonly #ctx: DurableObjectState;
  readonly #env: PythonEnv;
  readonly #surroundings: Surroundings;
  #kernel: Fetcher<PythonKernel> | undefined;
  readonly #checkpoints: Checkpoints;
  /** What the next caller is to know of a restart. */
  #notices: readonly string[] = [];
  /** When the last cell started, in milliseconds since 1970. */
  #lastUse = 0;
  /** When it was started, in milliseconds since 1970. */
  #startedAt = 0;
  /** Calls that it has not answered. */
  #calls = 0;
  /** Whether the last cell's checkpoint is still to be taken. */
  #isDue = false;
  #pythonVersion = '';

  constructor(ctx: DurableObjectState, env: PythonEnv, surroundings: Surroundings) {
    this.#ctx = ctx;
    this.#env = env;
    this.#surroundings = surroundings;
    this.#checkpoints = new Checkpoints(surroundings.storage, () => surroundings.files.abandon());
  }

  get checkpoints(): Checkpoints {
    return this.#checkpoints;
  }

  /** The interpreter, if one was started and not lost; it may have been evicted. */
  get kernel(): Fetcher<PythonKernel> | undefined {
    return this.#kernel;
  }

  /** Returns the running interpreter, after starting one when there is none. Throws {@link InterpreterLost} when none stays. */
  async started(): Promise<Fetcher<PythonKernel>> {
    if (this.#kernel !== undefined && (await isThere(this.#kernel))) return this.#kernel;
    this.replace();
    for (let tries = 1; ; tries++) {
      const kernel = await this.#boot();
      try {
        await this.supervise(this.#restore(kernel), MOVE_MS);
        this.#startedAt = Date.now();
        this.#kernel = kernel;
        return kernel;
      } catch (error) {
        console.warn(`A checkpoint was not restored: ${logLine(error)}`);
        this.discard();
        if (tries === MOST_STARTS) throw new InterpreterLost();
        // Another build was deployed, user code made a state that does not work, or it was bad luck.
        if (tries === 1 && !isHopeless(error)) continue;
        this.#notices = [LOST];
        this.#checkpoints.rewind(null);
      }
    }
  }

  get #isBusy(): boolean {
    return this.#calls > 0;
  }

  /** What is to be told of restarts, once. */
  news(): readonly string[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** A cell begins; returns what to ask with it. Nobody goes on from the state of a sandbox, so that none is asked for. */
  async begin(): Promise<StateRequest | undefined> {
    this.#lastUse = Date.now();
    await this.#surroundings.background.wake(KEEP_ALIVE, KEEP_ALIVE_MS);
    const request = this.#checkpoints.begin();
    return this.#surroundings.name.kind === 'tests' ? undefined : request;
  }

  /** Keeps the state that came with a cell's result as it was asked for, or sees that it is taken later. Returns notices. */
  keep(request: StateRequest | undefined, { alive, state }: KernelCellResult): readonly string[] {
    if (!alive) return this.lose();
    if (request === undefined) return [];
    switch (state?.kind) {
      case undefined:
        return this.lose();
      case 'taken':
        this.#surroundings.storage.transactionSync(() => this.#checkpoints.keep(request, state));
        return [];
      case 'large':
        this.#isDue = true;
        if (state.pages <= PROMPT_PAGES || this.#checkpoints.behind >= MOST_BEHIND) this.#catchUpLater();
        return [];
      case 'unknown':
        this.#isDue = true;
        this.#catchUpLater();
        return [];
      case 'refused':
        return [`No checkpoint holds this cell's variables, because of ${state.obstacles.join(' and ')}.`];
    }
  }

  /** Whether it was never used but for evaluations: nobody misses it. */
  get pristine(): boolean {
    const { head, behind } = this.#checkpoints;
    return head === null && behind === 0;
  }

  /** As {@link lose}; the next caller is told. */
  replace(): void {
    this.#notices = [...this.#notices, ...this.lose()];
  }

  /** Kills the interpreter; the next one goes on from the last checkpoint. Returns what that undoes, as notices. */
  lose(): readonly string[] {
    const { head, behind } = this.#checkpoints;
    this.discard();
    if (behind === 0) return [];
    this.#checkpoints.rewind(head);
    if (head === null) return [LOST];
    const cells = behind === 1 ? 'the last cell' : `the last ${behind} cells`;
    return [
      `The Python interpreter was lost and goes on from its last checkpoint: what ${cells} did to variables is undone.`,
    ];
  }

  /** Kills the interpreter. */
  discard(): void {
    this.#kernel = undefined;
    this.#isDue = false;
    this.#ctx.facets.abort(FACET, new Error('The interpreter was killed.'));
  }

  /** Waits for the interpreter, but not for ever. Throws {@link Unresponsive}. */
  supervise<T>(work: Promise<T>, milliseconds: number, abandoned?: AbortSignal): Promise<T> {
    this.#calls++;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Unresponsive('timeout')), milliseconds);
      abandoned?.addEventListener('abort', () => reject(new Unresponsive('interrupted')), { once: true });
      work.then(resolve, reject).finally(() => {
        clearTimeout(timer);
        this.#calls--;
      });
    });
  }

  /** As {@link supervise}, for calls that tell by an error that the interpreter was lost over them. Throws {@link InterpreterLost}. */
  async ask<T>(work: Promise<T>, milliseconds: number): Promise<T> {
    try {
      return await this.#answered(this.supervise(work, milliseconds));
    } catch {
      throw new InterpreterLost(this.lose());
    }
  }

  /** Takes a checkpoint of the idle interpreter. Throws `NotCheckpointed`; anything else, as {@link InterpreterLost}, costs the interpreter. */
  async checkpoint(kernel: Fetcher<PythonKernel>, asked?: Asked, spared?: number): Promise<CheckpointRow> {
    const source: StateSource = {
      takeState: (request) =>
        this.#answered(this.supervise<unknown>(kernel.takeState(request), MOVE_MS).then(checkedState)),
      takeMore: () => this.#answered(this.supervise<unknown>(kernel.takeMore(), MOVE_MS).then(checkedBatch)),
    };
    try {
      return await this.#checkpoints.take(source, asked, spared);
    } catch (error) {
      if (!(error instanceof NotCheckpointed)) this.#notices = [...this.#notices, ...this.lose()];
      throw error;
    }
  }

  /** What the interpreter answers. Throws {@link InterpreterLost} for all that goes wrong in it: user code can break everything there. */
  async #answered<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer;
    } catch (error) {
      console.warn(`instance lost (Python interpreter): ${logLine(error)}`);
      throw new InterpreterLost();
    }
  }

  /** What it is doing, and its version while it runs. */
  async describe(): Promise<Pick<SessionState, 'kernel' | 'pythonVersion'>> {
    // A busy interpreter may not answer.
    const running = this.#kernel !== undefined && (this.#isBusy || (await isThere(this.#kernel)));
    if (!running) return { kernel: 'stopped' };
    return { kernel: this.#isBusy ? 'busy' : 'idle', pythonVersion: this.#pythonVersion };
  }

  /** Whether it answers, and how large it is. */
  async health(): Promise<Omit<KernelHealth, 'waiting'>> {
    const unsavedCells = this.#checkpoints.behind;
    const kernel = this.#kernel;
    const activity = kernel === undefined ? 'stopped' : this.#isBusy ? 'busy' : 'idle';
    if (kernel === undefined) return { status: 'dead', activity, unsavedCells };
    const pong = await within(PATIENCE_MS, kernel.ping());
    if (pong === undefined) return { status: 'zombie', activity, unsavedCells };
    if (pong.info === undefined) return { status: 'dead', activity: 'stopped', unsavedCells };
    const { heapBytes, fileBytes } = pong.info;
    const uptime = (Date.now() - this.#startedAt) / 1000;
    return { status: 'healthy', activity, unsavedCells, heapBytes, fileBytes, uptime };
  }

  /** Keeps an idle interpreter from being evicted for a while. */
  async turn(): Promise<Turn> {
    const patience = this.#checkpoints.behind > 0 ? UNSAVED_IDLE_MS : IDLE_MS;
    // A clock may be set back.
    this.#lastUse = Math.min(this.#lastUse, Date.now());
    if (this.#kernel === undefined || Date.now() - this.#lastUse > patience) return 'done';
    if (!this.#isBusy) await isThere(this.#kernel);
    if (!this.#isBusy && this.#isDue) this.#catchUpLater();
    return { after: KEEP_ALIVE_MS };
  }

  /** Puts a fresh interpreter into the state of the last checkpoint, in which it has to work. */
  async #restore(kernel: Fetcher<PythonKernel>): Promise<void> {
    if (this.#checkpoints.head === null) return this.#introduceMount(kernel);
    await this.#checkpoints.restoreInto(kernel);
    if (!(await kernel.check())) throw new UnfitState('Its interpreter does not run an empty cell.');
  }

  async #boot(): Promise<Fetcher<PythonKernel>> {
    const start = this.#surroundings.name.kind === 'tests' ? 'tests' : 'usual';
    const kernel = this.#ctx.facets.get<PythonKernel>(FACET, async () => ({
      class: await newIsolate(this.#env, start),
    }));
    const { files, packages } = this.#surroundings;
    const { pythonVersion } = await kernel.start(files.entries(), await this.#readable());
    this.#pythonVersion = pythonVersion;
    await packages.restore(kernel);
    return kernel;
  }

  /** What its code reads besides the session's files. Replays find the standard library only. */
  async #readable(): Promise<KernelSurroundings> {
    const tree = await this.#mounted();
    const reads = this.#surroundings.name.kind !== 'replay';
    return { ...(tree !== undefined && { tree }), ...(reads && { included: INCLUDED_PACKAGES.index }) };
  }

  async #mounted(): Promise<MountedTree | undefined> {
    const { mount } = this.#surroundings;
    try {
      return await mount.tree();
    } catch (error) {
      if (isNameless(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      this.#notices = [
        ...this.#notices,
        `${mount.facts?.path} is not there: its workspace could not be read. ${reason}`,
      ];
      return undefined;
    }
  }

  /** A restored interpreter has the search path in its state. */
  async #introduceMount(kernel: Fetcher<PythonKernel>): Promise<void> {
    const { facts } = this.#surroundings.mount;
    if (facts === undefined) return;
    await kernel.evaluate({ program: searchPathProgram(facts.path), stepLimit: SEARCH_PATH_STEPS });
  }

  /** Modules of a folder are imported anew by the next import. */
  async forgetModules(folder: string): Promise<void> {
    const kernel = await this.started();
    await this.ask(kernel.evaluate({ program: forgetModulesProgram(folder), stepLimit: FORGET_STEPS }), MOVE_MS);
  }

  /** Takes the checkpoint that was too large to be taken before a cell's answer. */
  #catchUpLater(): void {
    const work = this.#surroundings.serial.run(async () => {
      if (!this.#isDue || this.#kernel === undefined || this.#checkpoints.behind === 0) return;
      this.#isDue = false;
      await this.checkpoint(this.#kernel);
    });
    this.#ctx.waitUntil(
      work.catch((error: unknown) => {
        if (error instanceof InterpreterLost) return;
        if (error instanceof NotCheckpointed) console.warn('No checkpoint was taken:', error.message);
        else internalError(error, 'checkpoint after a cell');
      }),
    );
  }
}

/** Whether a state that was not restored never will be. Names of errors survive RPC, their classes do not. */
function isHopeless(error: unknown): boolean {
  return error instanceof Error && (error.name === 'UnfitState' || error.name === 'Unresponsive');
}

/** Whether an idle interpreter is still there: it may have been evicted, or be lost to what went on after its last cell. */
async function isThere(kernel: Fetcher<PythonKernel>): Promise<boolean> {
  return (
    (await within(
      SILENCE_MS,
      kernel.started().catch(() => false),
    )) ?? false
  );
}
