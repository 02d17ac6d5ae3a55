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
export interface WorkspaceUsage {
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
}

/** What is known of a session without starting its interpreter. */
export interface SessionState {
  /** As of the end of the last cell. */
  readonly usage: WorkspaceUsage;
  /** What /workspace may hold; entries are files and directories. */
  readonly limits: { readonly bytes: number; readonly entries: number };
  readonly kernel: 'stopped' | 'idle' | 'busy';
  /** Cells that wait for their turn. */
  readonly waiting: number;
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

/** The session object's methods, called over RPC. */
export interface PythonSessionApi extends SessionFilesApi {
  /** Runs a cell or a script after those that were there before it; `id` names it for {@link interrupt}. */
  run(request: CellRequest | ScriptRequest, listener?: OutputListener, id?: string): Promise<CellResult>;
  /** Installs packages from bundled wheels and from wheels in the workspace; each requirement with all that it needs or not at all. */
  install(requirements: readonly string[]): Promise<InstallReport>;
  evaluate(request: EvaluationRequest): Promise<EvaluationResult>;
  /** What may stand at a cursor. User code takes no part in it, nor in the two below. */
  complete(request: CodePosition): Promise<Completions>;
  /** What is known of the expression at a cursor. */
  inspect(request: InspectionRequest): Promise<Inspection>;
  variables(): Promise<VariableList>;
  /**
   * Interrupts the running cell, or the cell of that name even while it waits. Resolves when it has ended: at once, or after
   * some 2.5 s when the interpreter does not react and is killed.
   */
  interrupt(id?: string): Promise<InterruptResult>;
  /** Forgets variables and files for good and returns what was stored; cells that run or wait end as `interrupted`. */
  erase(): Promise<WorkspaceUsage>;
  describe(): Promise<SessionState>;
  /** Starts the interpreter when it is not running. */
  info(): Promise<KernelInfo>;
}
