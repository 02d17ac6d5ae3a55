/** Types of the parts of Pyodide's generated glue that the kernel touches; nothing here exists at run time. */

export interface FileStat {
  readonly mode: number;
  readonly size: number;
}

export interface FileStat {
  readonly mode: number;
  readonly size: number;
}

export interface FileNode {
  readonly name: string;
  /** The root is its own parent. */
  readonly parent: FileNode;
  readonly mode: number;
  /** Directories hold a record of nodes, regular files bytes (of either sign) with spare capacity behind them. */
  contents?: Record<string, FileNode> | Uint8Array | Int8Array | null;
  usedBytes?: number;
  /** Where a symbolic link points. */
  link?: string;
  node_ops: object;
  stream_ops: object;
}

/** An open file. */
export interface FileStream {
  readonly fd: number;
  readonly node: FileNode;
  /** A pipe has none. */
  readonly path?: string;
  readonly flags: number;
  readonly position: number;
}

type Write = (
  stream: FileStream,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number,
  canOwn?: boolean,
) => number;
type Read = (stream: FileStream, buffer: Uint8Array, offset: number, length: number, position: number) => number;
type Synchronize = (stream: FileStream, buffer: Uint8Array, offset: number, length: number, flags: number) => number;

interface Attributes {
  readonly size?: number;
}

/** The functions behind regular files of the in-memory file system. */
export interface MemoryFileOperations {
  readonly node: { readonly getattr: unknown; setattr(node: FileNode, attributes: Attributes): void };
  readonly stream: { readonly llseek: unknown; readonly mmap: unknown; read: Read; write: Write; msync: Synchronize };
}

/** The functions behind its directories, as far as they change what they hold. */
export interface MemoryDirectoryOperations {
  readonly node: {
    rename(node: FileNode, directory: FileNode, name: string): void;
    unlink(directory: FileNode, name: string): void;
    rmdir(directory: FileNode, name: string): void;
  };
  readonly stream: object;
}

/** Emscripten's in-memory file system. */
export interface EmscriptenFS {
  readonly root: FileNode;
  readonly filesystems: {
    readonly MEMFS: {
      readonly ops_table: {
        readonly file: MemoryFileOperations;
        readonly dir: MemoryDirectoryOperations;
        readonly link: { readonly node: object };
      };
      createNode(parent: FileNode, name: string, mode: number, device: number): FileNode;
    };
  };
  /** A node of no file system yet; a root has no parent. */
  createNode(parent: FileNode | null, name: string, mode: number, device: number): FileNode;
  /** Puts a file system's root, which `type` makes, over an empty directory. */
  mount(type: { mount(): FileNode }, options: object, path: string): void;
  readonly ErrnoError: new (errno: number) => Error & { readonly errno: number };
  mkdirTree(path: string): void;
  chdir(path: string): void;
  cwd(): string;
  /** Open files by descriptor. */
  readonly streams: (FileStream | null | undefined)[];
  open(path: string, flags: string): FileStream;
  close(stream: FileStream): void;
  lstat(path: string): FileStat;
  isDir(mode: number): boolean;
  isFile(mode: number): boolean;
  readFile(path: string, options?: { readonly encoding: 'binary' }): Uint8Array;
  writeFile(path: string, data: Uint8Array | string, options?: { readonly canOwn: boolean }): void;
  unlink(path: string): void;
  /** Throws unless the folder is empty. */
  rmdir(path: string): void;
  analyzePath(path: string): { readonly exists: boolean };
}

/** Emscripten's module object. Names with underscores are addresses of C variables. */
export interface EmscriptenModule {
  readonly HEAP8: Int8Array;
  readonly HEAPU8: Uint8Array;
  readonly HEAP32: Int32Array;
  readonly HEAPU32: Uint32Array;
  readonly FS: EmscriptenFS;
  readonly ENV: Record<string, string>;
  readonly _Py_Version: number;
  readonly __Py_emscripten_signal_clock: number;
  readonly _Py_EMSCRIPTEN_SIGNAL_HANDLING: number;
  /** The value with which glue functions report a failure. */
  readonly error: unknown;
  syncify_error: unknown;
  readonly validSuspender: { readonly value: boolean };
  /** The current C stack pointer; the stack grows down. */
  stackSave(): number;
  _PyGILState_Ensure(): number;
  _PyGILState_Release(state: number): void;
  _PyThreadState_Get(): number;
  /** Address of the variable with the class. */
  readonly _PyExc_KeyboardInterrupt: number;
  _PyErr_SetNone(type: number): void;
  _malloc(bytes: number): number;
  /** The connection of a statement. */
  _sqlite3_db_handle(statement: number): number;
  /** Makes what runs on a connection end with an error. */
  _sqlite3_interrupt(connection: number): void;
  /** Writes the functions of a domain, 0 to 2, to an address. */
  _PyMem_GetAllocator(domain: number, address: number): void;
  _PyUnstable_ThreadState_SetStackProtection(thread: number, end: number, bytes: number): number;
  promisingApply(...args: readonly unknown[]): Promise<unknown>;
  /** Grows the heap to `bytes`; false when the engine refuses. */
  growMemory(bytes: number): unknown;
  readonly wasmTable: WebAssembly.Table;
  /** Loaded native modules. */
  readonly LDSO: { readonly loadedLibsByName: Readonly<Record<string, unknown>> };
  /** References to JavaScript objects that C holds; making one returns its number. */
  _hiwire_new(value: object | null): number;
  /** The object in a slot. Throws beyond the last slot. */
  __hiwire_get(slot: number): unknown;
  /** Values that C code keeps for good. Throws beyond the last. */
  __hiwire_immortal_get(index: number): unknown;
  __hiwire_immortal_add(value: string): number;
  locateFile(path: string): string;
}

/** A Python object seen from JavaScript. */
export interface PyProxy {
  /** A copy as JavaScript data: tuples and lists become arrays. */
  toJs(): unknown;
  destroy(): void;
}

export interface PyCallable extends PyProxy {
  (...args: readonly unknown[]): unknown;
  /** Calls with leave to suspend the stack. */
  callPromising(...args: readonly unknown[]): Promise<PyProxy>;
}

interface StreamHandler {
  write(bytes: Uint8Array): number;
  readonly isatty: boolean;
}

/** Pyodide's public object. */
export interface Pyodide {
  readonly FS: EmscriptenFS;
  readonly _module: EmscriptenModule;
  readonly globals: { set(name: string, value: unknown): void };
  readonly version: string;
  runPython(code: string): unknown;
  pyimport(name: string): Record<string, PyCallable> & PyProxy;
  setStdout(handler: StreamHandler): void;
  setStderr(handler: StreamHandler): void;
  makeMemorySnapshot(): Uint8Array;
}

/** What Pyodide stores beside a heap snapshot to rebuild its JavaScript side. */
export type SnapshotConfig = { readonly __snapshotConfig: never };

/** The object that `pyodide.asm.mjs` fills with its internal functions. */
export interface PyodideApi {
  readonly config: Readonly<Record<string, unknown>>;
  readonly runtimeEnv: Readonly<Record<string, boolean>>;
  pyVersionTuple?: readonly [number, number, number];
  sitePackages?: string;
}

/** {@link PyodideApi} once the glue has run. */
export interface LoadedPyodideApi extends PyodideApi {
  readonly sys: { readonly path: { insert(index: number, path: string): void } };
  readonly _pyodide: { set_excepthook(): void };
  finalizeBootstrap(snapshot?: SnapshotConfig): Pyodide;
  restoreSnapshot(snapshot: Uint8Array): SnapshotConfig;
  initializeStreams(stdin: () => null, stdout: (line: string) => void, stderr: (line: string) => void): void;
}

/** The default export of `pyodide.asm.mjs`. */
export type CreateModule = (settings: object) => Promise<EmscriptenModule>;

export type { Environment } from './environment.ts';
