/** What the Python Worker answers: the types that cross the boundary between a session and its callers. */

/** One cell to run in a session. */
export interface CellRequest {
  readonly code: string;
  /** Seconds of running time after which the cell is interrupted, 1 to 300. */
  readonly timeoutSeconds: number;
}

/** A piece of output, in the order it was written. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** Receives output while it is produced; resolves to `false` once nobody listens and the cell is to be interrupted. */
export type OutputListener = (chunk: OutputChunk) => Promise<boolean>;

/**
 * How a cell ended.
 * - `ok`: it ran to its end
 * - `error`: an uncaught exception; `traceback` holds the user's frames
 * - `exit`: SystemExit
 * - `timeout`: the time limit ended it; the session lives on
 * - `interrupted`: the caller ended it; the session lives on
 * - `died`: the interpreter was lost (killed, or trapped); the next cell starts a fresh one with the saved files
 */
export type CellStatus = 'ok' | 'error' | 'exit' | 'timeout' | 'interrupted' | 'died';

export interface CellResult {
  readonly status: CellStatus;
  readonly stdout: string;
  readonly stderr: string;
  /** `repr` of the last expression's value, when there is one and it is not None. */
  readonly result?: string;
  /** Exception class name, for `error`. */
  readonly errorType?: string;
  /** What happened, for every status but `ok`. */
  readonly message?: string;
  /** Traceback trimmed to the user's frames. */
  readonly traceback?: string;
  /** Seconds the cell ran. */
  readonly executionTime: number;
  /** Paths relative to /workspace, sorted. */
  readonly newFiles: readonly string[];
  readonly modifiedFiles: readonly string[];
  readonly deletedFiles: readonly string[];
  /** What was cut off or lost, in sentences for the reader; empty when nothing was. */
  readonly notices: readonly string[];
}

/** A program run in a namespace of its own, leaving no variables behind; used to replay inputs. */
export interface EvaluationRequest {
  /** A program whose last expression is a `str`: the answer. */
  readonly program: string;
  /** Interpreter checks (backward jumps and calls) the program may spend: a count, not a clock. */
  readonly stepLimit: number;
}

export type EvaluationResult =
  | { readonly status: 'ok'; readonly value: string }
  /** The step limit ended it. */
  | { readonly status: 'limit' }
  /** The program itself failed: an uncaught exception, or the interpreter was lost. */
  | { readonly status: 'failed'; readonly message: string };

/** Facts about a session's interpreter. */
export interface KernelInfo {
  readonly pythonVersion: string;
  /** Bytes of the interpreter's heap. */
  readonly heapBytes: number;
}

/** The session object's methods, called over RPC. */
export interface PythonSessionApi {
  run(request: CellRequest, listener?: OutputListener): Promise<CellResult>;
  evaluate(request: EvaluationRequest): Promise<EvaluationResult>;
  /** Interrupts the running cell, if any; killing the isolate when it does not react. */
  interrupt(): Promise<void>;
  /** Starts the interpreter when it is not running. */
  info(): Promise<KernelInfo>;
}
