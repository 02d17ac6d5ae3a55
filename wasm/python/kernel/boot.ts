/** Starts CPython from the packaged artifacts, from a heap snapshot when there is one. */
import type { PackageIndex } from '../packages/bundled.ts';
import type {
  CreateModule,
  EmscriptenModule,
  Environment,
  LoadedPyodideApi,
  Pyodide,
  PyodideApi,
  SnapshotConfig,
} from './glue.ts';
import type { RaisePointTable } from './raise-points.ts';
import { restoreSnapshot } from './snapshot.ts';

/** What an interpreter is made of. The build makes all of it from the `pyodide` package. */
export interface Artifacts {
  /** The patched glue: its factory, and the environment module it was made to import. */
  readonly glue: { readonly default: CreateModule; readonly environment: Environment };
  readonly interpreter: WebAssembly.Module;
  /** The module that makes and recognises JavaScript error values. */
  readonly errorSentinel: WebAssembly.Module;
  readonly signalShim: WebAssembly.Module;
  readonly loopShim: WebAssembly.Module;
  readonly openShim: WebAssembly.Module;
  /** The module of functions that fail, and the places that they take. */
  readonly failingShim: WebAssembly.Module;
  readonly raisePoints: RaisePointTable;
  /** The module that hashes pages of the heap. */
  readonly pageHash: WebAssembly.Module;
  /** The glue's run-time modules by the hexadecimal text of their bytes. */
  readonly runtimeModules: Readonly<Record<string, WebAssembly.Module>>;
  /** Zip of the standard library; the snapshot was made with exactly this one. */
  readonly standardLibrary: Uint8Array;
  readonly snapshot?: Uint8Array;
  /** Hashes of the heap's pages after the boot, as 32-bit halves; states are told apart from it. */
  readonly bootHashes?: Uint8Array;
  /** Loads the precompiled shared objects of bundled packages, by name. */
  readonly sideModules: Readonly<Record<string, () => Promise<WebAssembly.Module>>>;
  readonly packages: PackageIndex;
  /** Hash of the interpreter, checked by Pyodide against its own snapshots. */
  readonly buildId: string;
}

/** What the interpreter imports: the glue's functions, and those of WASI. */
export type InterpreterImports = Record<'env' | 'wasi_snapshot_preview1', WebAssembly.ModuleImports>;

/** Where booting hands over to its caller. */
export interface BootHooks {
  /** Replaces imports of the interpreter before it is instantiated. */
  readonly imports?: (imports: InterpreterImports) => void;
  /** Sees what the interpreter exports, before it runs. */
  readonly exports?: (exports: WebAssembly.Exports) => void;
  /** Sees the module as soon as it has a heap. */
  readonly created?: (module: EmscriptenModule) => void;
  /** Prepares for {@link Pyodide.makeMemorySnapshot}. */
  readonly makeSnapshot?: boolean;
  /** Sees the module when its C constructors have run and nothing of Python has. */
  readonly instantiated?: (module: EmscriptenModule) => void;
  /** Pyodide's own full snapshot to start from. */
  readonly fullSnapshot?: Uint8Array;
}

const HOME = '/home/pyodide';

function newApi(artifacts: Artifacts, makeSnapshot: boolean): PyodideApi {
  return {
    config: {
      jsglobals: {},
      env: { HOME, PYTHONINSPECT: '1', PYTHONHASHSEED: '0', MPLBACKEND: 'agg' },
      args: [],
      indexURL: '',
      packages: [],
      enableRunUntilComplete: true,
      checkAPIVersion: false,
      BUILD_ID: artifacts.buildId,
      _makeSnapshot: makeSnapshot,
    },
    runtimeEnv: {
      IN_NODE: false,
      IN_NODE_COMMONJS: false,
      IN_NODE_ESM: false,
      IN_BUN: false,
      IN_DENO: false,
      IN_SAFARI: false,
      IN_SHELL: false,
      IN_BROWSER: true,
      IN_BROWSER_MAIN_THREAD: true,
      IN_BROWSER_WEB_WORKER: false,
      IN_WORKERD: true,
    },
  };
}

function prepareFiles(module: EmscriptenModule, api: PyodideApi, standardLibrary: Uint8Array): void {
  const version = module.HEAPU32[module._Py_Version >>> 2] ?? 0;
  const [major, minor, patch] = [(version >>> 24) & 255, (version >>> 16) & 255, (version >>> 8) & 255];
  api.pyVersionTuple = [major, minor, patch];
  api.sitePackages = `/lib/python${major}.${minor}/site-packages`;
  module.FS.mkdirTree(api.sitePackages);
  module.FS.mkdirTree(`/lib/python${major}.${minor}/lib-dynload`);
  module.FS.writeFile(`/lib/python${major}${minor}.zip`, standardLibrary, { canOwn: true });
  module.FS.mkdirTree(HOME);
  module.FS.chdir(HOME);
  Object.assign(module.ENV, api.config.env);
}

/** The glue fills in the functions of {@link LoadedPyodideApi} while its module is created. */
function isLoaded(api: PyodideApi): api is LoadedPyodideApi {
  return 'finalizeBootstrap' in api;
}

/**
 * Boots an interpreter.
 * @throws Error when the interpreter cannot be instantiated or the snapshot does not fit
 */
export async function bootPython(artifacts: Artifacts, hooks: BootHooks = {}): Promise<Pyodide> {
  artifacts.glue.environment.addRuntimeModules(artifacts.runtimeModules);
  const fromSnapshot = artifacts.snapshot !== undefined || hooks.fullSnapshot !== undefined;
  const api = newApi(artifacts, hooks.makeSnapshot === true);
  const boot: string[] = [];
  const settings = {
    API: api,
    noImageDecoding: true,
    noAudioDecoding: true,
    noWasmDecoding: true,
    noInitialRun: fromSnapshot,
    arguments: [],
    thisProgram: '/usr/bin/python3',
    exitCode: undefined as number | undefined,
    print: (line: string) => boot.push(line),
    printErr: (line: string) => boot.push(line),
    locateFile: (path: string) => path,
    onExit(code: number) {
      settings.exitCode = code;
    },
    instantiateWasm(
      imports: InterpreterImports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ) {
      const sentinel = new WebAssembly.Instance(artifacts.errorSentinel, {}).exports;
      Object.assign(imports.env, {
        Jsv_GetError_import: sentinel.Jsv_GetError_import,
        JsvError_Check: sentinel.JsvError_Check,
      });
      hooks.imports?.(imports);
      const instance = new WebAssembly.Instance(artifacts.interpreter, imports);
      hooks.exports?.(instance.exports);
      done(instance, artifacts.interpreter);
      return {};
    },
    preRun: [
      (module: EmscriptenModule) => {
        hooks.created?.(module);
        prepareFiles(module, api, artifacts.standardLibrary);
      },
    ],
  };
  const module = await artifacts.glue.default(settings);
  if (settings.exitCode !== undefined || !isLoaded(api)) {
    throw new Error(`Python did not start (exit code ${settings.exitCode}): ${boot.join('\n')}`);
  }
  module.locateFile = (path) => {
    throw new Error(`There is nothing to load ${path} from.`);
  };
  hooks.instantiated?.(module);
  let config: SnapshotConfig | undefined;
  if (hooks.fullSnapshot !== undefined) config = restoreFull(module, api, hooks.fullSnapshot);
  else if (artifacts.snapshot !== undefined) config = restoreSnapshot(module, artifacts.snapshot);
  const pyodide = api.finalizeBootstrap(config);
  if (config === undefined) api.sys.path.insert(0, '');
  api._pyodide.set_excepthook();
  api.initializeStreams(
    () => null,
    () => {},
    () => {},
  );
  return pyodide;
}

function restoreFull(module: EmscriptenModule, api: LoadedPyodideApi, snapshot: Uint8Array): SnapshotConfig {
  const heapOffset = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 4)[1] ?? 0;
  const heapLength = snapshot.byteLength - heapOffset;
  if (heapLength > module.HEAP8.length) module.growMemory(heapLength);
  return api.restoreSnapshot(snapshot);
}
