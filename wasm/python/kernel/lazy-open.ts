/** Opening a file loads its contents from the session, while WebAssembly is suspended. */
import type { EmscriptenModule, Environment, FileNode, FileStream } from './glue.ts';
import { EIO } from './storage.ts';

/** Tells the shim to suspend the stack; no error of opening has this number. */
const SUSPEND = -1;

/** What opening needs to know of files. */
export interface LazyFiles {
  isUnloaded(node: FileNode): boolean;
  /** A file that is in memory was opened. */
  used(node: FileNode): void;
  load(node: FileNode): Promise<void>;
  /** The contents cannot be loaded where the stack cannot be suspended. */
  refused(node: FileNode): void;
}

interface StackFunctions {
  saveState(): unknown;
  restoreState(state: unknown): void;
}

function importedFunction(env: WebAssembly.ModuleImports, name: string): (...args: unknown[]) => unknown {
  const found = env[name];
  if (typeof found !== 'function') throw new Error(`This build of Pyodide does not import ${name}.`);
  return (...args) => found(...args);
}

/** Replaces the import with which C opens files. */
export class LazyOpen {
  readonly #environment: Environment;
  readonly #module: () => EmscriptenModule;
  readonly #maySuspend: () => boolean;
  /** Set once the session's files are there. */
  files: LazyFiles | undefined;
  #opened: { readonly descriptor: number; readonly stream: FileStream } | undefined;

  constructor(environment: Environment, module: () => EmscriptenModule, maySuspend: () => boolean) {
    this.#environment = environment;
    this.#module = module;
    this.#maySuspend = maySuspend;
  }

  /** After the functions that save and restore the stack have got their final form. */
  install(env: WebAssembly.ModuleImports, openShim: WebAssembly.Module): void {
    const open = importedFunction(env, '__syscall_openat');
    const saveState = importedFunction(env, 'saveState');
    const restoreState = importedFunction(env, 'restoreState');
    const stack = { saveState: () => saveState(), restoreState: (state: unknown) => void restoreState(state) };
    const check = (...args: number[]): number => this.#check(Number(open(...args)));
    const suspend = this.#environment.suspending(() => this.#load(stack));
    const { openFile } = new WebAssembly.Instance(openShim, { kernel: { check, suspend } }).exports;
    if (typeof openFile !== 'function') throw new Error('The open shim does not export openFile.');
    env.__syscall_openat = openFile;
  }

  /** Returns a file descriptor, a negative error number or {@link SUSPEND}. */
  #check(descriptor: number): number {
    const stream = descriptor < 0 ? undefined : this.#module().FS.streams[descriptor];
    if (stream == null || this.files === undefined) return descriptor;
    if (!this.files.isUnloaded(stream.node)) {
      this.files.used(stream.node);
      return descriptor;
    }
    if (!this.#maySuspend()) return this.#refuse(stream);
    this.#opened = { descriptor, stream };
    return SUSPEND;
  }

  async #load(stack: StackFunctions): Promise<number> {
    const opened = this.#opened;
    if (opened === undefined || this.files === undefined) return -EIO;
    const { descriptor, stream } = opened;
    const module = this.#module();
    // C has released the interpreter's lock to open a file, and the stack is saved by whoever holds it.
    const lock = module._PyGILState_Ensure();
    const state = stack.saveState();
    if (state === module.error) {
      module._PyGILState_Release(lock);
      return this.#refuse(stream);
    }
    let errno = 0;
    try {
      await this.files.load(stream.node);
    } catch (error) {
      errno = error instanceof module.FS.ErrnoError ? error.errno : EIO;
    }
    stack.restoreState(state);
    module._PyGILState_Release(lock);
    if (errno === 0) return descriptor;
    module.FS.close(stream);
    return -errno;
  }

  #refuse(stream: FileStream): number {
    this.files?.refused(stream.node);
    this.#module().FS.close(stream);
    return -EIO;
  }
}
