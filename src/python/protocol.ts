/** What the Python Worker answers: the types that cross the boundary between a session and its callers. */

import type { OutputListener } from '../../wasm/python/kernel/pump.ts';
import type {
  CellOutcome,
  CellRequest,
  CodePosition,
  Completions,
  EvaluationRequest,
  EvaluationResult,
  Inspection,
  InspectionRequest,
  KernelInfo,
  ScriptRequest,
  VariableList,
} from '../../wasm/python/kernel/types.ts';
import type { OnProgress } from '../lib/work.ts';
import type { SessionFilesApi } from './files.ts';

export type { OutputListener } from '../../wasm/python/kernel/pump.ts';
export type {
  CellRequest,
  CellStatus,
  CodePosition,
  Completions,
  EvaluationRequest,
  EvaluationResult,
  Inspection,
  InspectionRequest,
  KernelInfo,
  ObjectFacts,
  OutputChunk,
  OutputImage,
  ScriptRequest,
  VariableFacts,
  VariableList,
} from '../../wasm/python/kernel/types.ts';

export type CellResult = CellOutcome;

/** What an interrupt did; `waiting` counts the cells that waited for their turn when it came. */
export type InterruptResult =
  /** No cell ran, or it ended by itself before the interrupt reached it. */
  | { readonly status: 'idle'; readonly waiting: number }
  /** The cell has ended. Its variables are lost when the interpreter did not react and had to be killed. */
  | { readonly status: 'interrupted'; readonly variablesKept: boolean; readonly waiting: number };

/** What a session keeps in /workspace, in bytes and numbers of entries. */
export interface FileTotals {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
}

/** A workspace to read, at a commit. */
export type Mount = {
  readonly workspace: string;
  readonly commit: string;
};

/** What a session reads besides its own files. */
export type MountFacts = Mount & {
  /** Where its code finds the files. */
  readonly path: string;
};

/** What is known of a session without starting its interpreter. */
export interface SessionState {
  /** As of the end of the last cell. */
  readonly usage: FileTotals;
  /** What /workspace may hold; entries are files and directories. */
  readonly limits: { readonly bytes: number; readonly entries: number };
  readonly kernel: 'stopped' | 'idle' | 'busy';
  /** Cells that wait for their turn. */
  readonly waiting: number;
  /** Absent when no workspace is mounted. */
  readonly mount?: MountFacts;
  /** Of the interpreter, while it runs. */
  readonly pythonVersion?: string;
}

/** A package of a session. */
export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** `bundled`, or the path of the wheel that was installed. */
  readonly source: string;
}

/** What became of requirements. */
export interface InstallReport {
  readonly installed: readonly InstalledPackage[];
  readonly alreadyInstalled: readonly InstalledPackage[];
  readonly failed: readonly { readonly requirement: string; readonly reason: string }[];
  /** Name and version of every package that can be installed without an upload. */
  readonly bundled: readonly string[];
  readonly notices: readonly string[];
}

/** A checkpoint of a session: variables and files as they were. */
export interface CheckpointFacts {
  readonly id: number;
  readonly label?: string;
  /** Taken after a cell; false when somebody asked for it. */
  readonly automatic: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Of the compressed pages that it adds to the checkpoint before it. */
  readonly bytes: number;
}

/** Where a session went back to, and what is to be reported about it. */
export interface Restored {
  readonly checkpoint: CheckpointFacts;
  readonly notices: readonly string[];
}

/** What a restart did. */
export interface Restart {
  /** Whether the new interpreter has variables of the old one. */
  readonly preserved: boolean;
  readonly notices: readonly string[];
}

/**
 * The state of a session's interpreter.
 * - `healthy`: it answers
 * - `zombie`: it does not
 * - `dead`: there is none; the next call starts one from the last checkpoint
 */
export interface KernelHealth {
  readonly status: 'healthy' | 'zombie' | 'dead';
  readonly activity: SessionState['kernel'];
  /** Cells that wait for their turn. */
  readonly waiting: number;
  /** Cells whose variables are in no checkpoint. */
  readonly unsavedCells: number;
  /** The rest only of one that answers. */
  readonly heapBytes?: number;
  readonly fileBytes?: number;
  /** Seconds since its start. */
  readonly uptime?: number;
}

/**
 * What a session says, before it does anything, when it needs its object's name and has not been told: between processes of `npm start` an
 * object is reached by its id alone.
 */
export const NAMELESS = 'The session does not know its name.';

/** The session object's methods, called over RPC. */
export interface PythonSessionApi extends SessionFilesApi {
  /** Runs a cell or a script after those that were there before it; `id` names it for {@link interrupt}. */
  run(request: CellRequest | ScriptRequest, listener?: OutputListener, id?: string): Promise<CellResult>;
  /** Installs packages from bundled wheels and from wheels among its files; each requirement with all that it needs or not at all. */
  install(requirements: readonly string[]): Promise<InstallReport>;
  /** Runs a program that leaves nothing behind; `id` names it for {@link interrupt}. */
  evaluate(request: EvaluationRequest, id?: string): Promise<EvaluationResult>;
  /** What may stand at a cursor. User code takes no part in it, nor in the two below. */
  complete(request: CodePosition): Promise<Completions>;
  /** What is known of the expression at a cursor. */
  inspect(request: InspectionRequest): Promise<Inspection>;
  variables(): Promise<VariableList>;
  /**
   * Interrupts the running cell, or the cell or evaluation of that name even while it waits. Resolves when it has ended: at once, or after
   * some 2.5 s when the interpreter does not react and is killed.
   */
  interrupt(id?: string): Promise<InterruptResult>;
  /** Tells the session its object's name, which it keeps; see {@link NAMELESS}. */
  introduce(name: string): Promise<void>;
  /** Lets the session read a workspace of its user; called before anything runs in it. Returns where its code finds the files. */
  mount(mount: Mount): Promise<MountFacts>;
  /**
   * Moves the mount to another commit; variables stay, and modules of the old one are imported anew. Returns notices.
   * Throws `ToolFailure` when the variables cannot be kept: then nothing is moved.
   */
  remount(mount: Mount): Promise<readonly string[]>;
  /**
   * Waits until the process has a place for another sandbox, tells `onProgress` how many are before, does `work`, and ends this session for good:
   * also when `work` throws, or who does it has gone.
   */
  occupy(work: () => Promise<void>, onProgress: OnProgress): Promise<void>;
  /** Forgets variables and files for good and returns what was stored; cells that run or wait end as `interrupted`. */
  erase(): Promise<FileTotals | undefined>;
  describe(): Promise<SessionState>;
  /** Looks at the interpreter without starting one or waiting for a cell; takes at most a second. */
  health(): Promise<KernelHealth>;
  /** Keeps variables and files as they are. Throws `ToolFailure` when that is not possible. */
  checkpoint(label?: string): Promise<CheckpointFacts>;
  /** The newest first. */
  checkpoints(): Promise<readonly CheckpointFacts[]>;
  /** Goes back to a checkpoint; without an id, to the newest that somebody asked for, else the newest. Throws `ToolFailure`. */
  restore(id?: number): Promise<Restored>;
  /** Ends what runs and replaces the interpreter, with the same variables or by a fresh one. */
  restart(preserve: boolean): Promise<Restart>;
  /** Copies variables, files, packages and checkpoints into the session of that name, of the same user. Throws `ToolFailure`. */
  fork(id: string): Promise<void>;
  /** Copies the installed packages of that session of the same user into this one. Throws `ToolFailure` when it has none. */
  borrowPackages(session: string): Promise<void>;
  /** Starts the interpreter when it is not running. */
  info(): Promise<KernelInfo>;
}
