/** What crosses the boundary between the interpreter's isolate and the session that supervises it. */

/** One cell to run in a session. */
export interface CellRequest {
  readonly code: string;
  /** Seconds of running time after which the cell is interrupted, 1 to 300. */
  readonly timeoutSeconds: number;
}

/** A file to run as `python file arguments` does, in a namespace of its own. */
export interface ScriptRequest {
  /** Relative to /workspace, or of a mounted file from the root. */
  readonly path: string;
  /** What the script finds in `sys.argv` behind its own path; without null bytes. */
  readonly args: readonly string[];
  /** As in {@link CellRequest}. */
  readonly timeoutSeconds: number;
}

/** A piece of output, in the order it was written. */
export interface OutputChunk {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/**
 * How a cell ended.
 * - `ok`: it ran to its end
 * - `error`: an uncaught exception; `traceback` holds the user's frames
 * - `exit`: SystemExit
 * - `timeout`: the time limit ended it
 * - `interrupted`: the caller ended it
 * - `died`: the interpreter was lost; the next cell starts a fresh one with the saved files
 */
export type CellStatus = 'ok' | 'error' | 'exit' | 'timeout' | 'interrupted' | 'died';

/** An image that a cell showed. */
export interface OutputImage {
  /** Relative to /workspace. */
  readonly path: string;
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** What a cell or script answers, wherever it ran. */
export interface CellOutcome {
  readonly status: CellStatus;
  readonly stdout: string;
  readonly stderr: string;
  /** `repr` of the last expression's value, when there is one and it is not None. */
  readonly result?: string;
  /** Exception class name, for `error` and `exit`. */
  readonly errorType?: string;
  /** What happened, for every status but `ok`. */
  readonly message?: string;
  /** Traceback trimmed to the user's frames. */
  readonly traceback?: string;
  /** Seconds the cell ran. */
  readonly executionTime: number;
  /** A script's, with which CPython's process would end; absent when the interpreter was lost. */
  readonly exitCode?: number;
  /** The images shown, as far as they are few and small; all of them are files, too. Absent when there are none. */
  readonly images?: readonly OutputImage[];
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
  /** The step limit ended it, after so much work: turns of a loop of Python's, of which a second has 40 million. */
  | { readonly status: 'limit'; readonly work: number }
  /** The program itself failed: an uncaught exception, or the interpreter was lost. */
  | { readonly status: 'failed'; readonly message: string };

/** A place in code: `cursor` counts code points from its start. */
export interface CodePosition {
  readonly code: string;
  readonly cursor: number;
}

/** What may stand at a cursor. A match replaces the code points from `start` to the cursor. */
export interface Completions {
  readonly matches: readonly string[];
  /** What each match is: function, class, module, keyword, param, key, file, … */
  readonly types: readonly string[];
  readonly start: number;
  readonly notices: readonly string[];
}

export interface InspectionRequest extends CodePosition {
  /** Whether the source is wanted, too. */
  readonly withSource: boolean;
}

/** What is known of an expression; a field is absent when nothing is. */
export interface ObjectFacts {
  readonly name: string;
  readonly type: string;
  readonly signature?: string;
  readonly docstring?: string;
  /** A short text for the value. */
  readonly value?: string;
  /** Where it is defined: a path, `<cell N>`, or `<code>` for the code that was sent. */
  readonly file?: string;
  readonly line?: number;
  readonly source?: string;
}

export interface Inspection {
  /** Absent when there is nothing at the cursor that is known. */
  readonly object?: ObjectFacts;
  readonly notices: readonly string[];
}

/** A variable of the user's. */
export interface VariableFacts {
  readonly name: string;
  readonly type: string;
  readonly kind: 'value' | 'function' | 'class' | 'module';
  /** A short text for the value. */
  readonly value: string;
  /** Items of a container, or characters of a text. */
  readonly length?: number;
  /** Sizes of an array's dimensions. */
  readonly shape?: readonly number[];
}

export interface VariableList {
  /** Sorted by name. */
  readonly variables: readonly VariableFacts[];
  readonly notices: readonly string[];
}

/** Facts about an interpreter. */
export interface KernelInfo {
  readonly pythonVersion: string;
  /** Bytes of the interpreter's heap. */
  readonly heapBytes: number;
  /** Bytes of file contents that it holds besides. */
  readonly fileBytes: number;
}

/** A file or directory with its contents. */
export type WholeEntry =
  | { readonly kind: 'directory'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly data: Uint8Array };

/** An installed package, as an interpreter needs it. Paths are absolute in Python's file system. */
export interface MountedPackage {
  /** Mounting a package takes away the files of another one of this name. */
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly data: Uint8Array }[];
  /** Shared objects: `module` names one of the deployment's precompiled modules. */
  readonly modules: readonly { readonly path: string; readonly module: string }[];
}

/** A file or directory below /workspace as the session keeps it. */
export type StoredEntry =
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly size: number;
      readonly hash: string;
      /** Id of the content, which never changes. */
      readonly content: number;
    };

/** What an interpreter has to learn of /workspace: entries as they are now, and paths that are gone. */
export interface FileUpdate {
  readonly put: readonly StoredEntry[];
  readonly removed: readonly string[];
  /** Changed files that the session did not store: they are reported again after the next cell. */
  readonly unkept?: readonly string[];
}

/** A content that never changes: one that the session keeps, or a blob of the mounted repository. */
export type ContentId = number | string;

/** Bytes of a content from `offset` on, at most `length` and as many as there are. */
export type ContentLoader = (content: ContentId, offset: number, length: number) => Promise<Uint8Array>;

/** Files that Python reads when it opens them. */
export interface MountedTree {
  /** Absolute path of the folder. */
  readonly path: string;
  readonly files: readonly MountedFile[];
  /** Whether Python may change them, for itself; else that raises OSError. */
  readonly writable: boolean;
}

/** What an interpreter reads besides its session's files. */
export interface Surroundings {
  readonly tree?: MountedTree;
  /** JSON that tells where the files of included packages lie. */
  readonly included?: string;
}

/** A file of a mounted tree. */
export interface MountedFile {
  /** From the root of the tree, with slashes. */
  readonly path: string;
  readonly size: number;
  /** Names its content. */
  readonly blob: string;
  /** Where a symbolic link points. */
  readonly target?: string;
}

/** What a run needs of the session's files. */
export interface SessionContents {
  /** What changed in the session since the last run. */
  readonly update: FileUpdate;
  readonly load: ContentLoader;
}

/** A file or directory below /workspace that a cell created or changed. */
export type ChangedEntry =
  | { readonly kind: 'directory'; readonly path: string }
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly size: number;
      /** When it was last written, in milliseconds since 1970. */
      readonly changedAt: number;
      /** Id of the content, when the session has it already: the file was only moved. */
      readonly content?: number;
      /** The bytes, when they are few; else they are asked for in parts. */
      readonly data?: Uint8Array;
    };

/** What changed below /workspace since the last look: directories before what they hold, and paths (of either kind) to forget. */
export interface FileChanges {
  readonly put: readonly ChangedEntry[];
  readonly removed: readonly string[];
}

/** Part of a file that a cell changed. */
export interface ChangedPart {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** A cell's outcome and what the session has to store. */
export interface KernelCellResult {
  /** False when the cell lost the interpreter: a fresh one must be started. */
  readonly alive: boolean;
  readonly outcome: CellOutcome;
  readonly changes: FileChanges;
  /** The state after the cell, when it was asked for and the interpreter lives. */
  readonly state?: StateResult;
}

/** Asks for the state of an interpreter. */
export interface StateRequest {
  /** The number by which later requests name this state. */
  readonly id: number;
  /** The state to compare with; without one, that of a fresh interpreter. */
  readonly since?: number;
  /** Pages of 1 KB beyond which the state is not taken. */
  readonly mostPages: number;
}

/** What an interpreter's state is made of besides pages of its heap. */
export interface StateHeader {
  /** Names the build that the state fits. */
  readonly base: string;
  readonly heapBytes: number;
  /** Hash of the whole heap. */
  readonly digest: string;
  /** Slots for references to JavaScript objects. */
  readonly slots: number;
  /** Texts that C code keeps in JavaScript. */
  readonly interned: readonly string[];
  /** The current directory. */
  readonly directory: string;
  /** Open files of the library. */
  readonly library: readonly { readonly fd: number; readonly path: string; readonly position: number }[];
  /** Files outside /workspace, by absolute path. */
  readonly temporary: readonly WholeEntry[];
}

/** Pages of the heap. */
export interface StateChunk {
  /** Their numbers. */
  readonly pages: Uint32Array;
  /** Their contents one after another, raw deflate. */
  readonly data: Uint8Array;
}

/** Some chunks of a state; the last ones come with the header. */
export interface StateBatch {
  readonly chunks: readonly StateChunk[];
  readonly header?: StateHeader;
}

export type StateResult =
  | ({ readonly kind: 'taken' } & StateBatch)
  /** More pages changed than were asked for. */
  | { readonly kind: 'large'; readonly pages: number }
  /** This interpreter was never in the state to compare with. */
  | { readonly kind: 'unknown' }
  /** What stands in the way, as noun phrases. */
  | { readonly kind: 'refused'; readonly obstacles: readonly string[] };
