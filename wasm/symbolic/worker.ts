/** The symbolic Worker: the engine with its parser, its solver and its replay interpreters, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { objectName, REPLAY_SESSION } from '../../src/lib/object-name.ts';
import type { OnProgress } from '../../src/lib/work.ts';
import type { PythonSessionApi } from '../../src/python/protocol.ts';
import { Engine } from '../../src/symbolic/engine.ts';
import type { Cpython } from '../../src/symbolic/replay/replayer.ts';
import type {
  BranchInputs,
  BranchRequest,
  BranchResult,
  ChangedFunctionsRequest,
  CheckResult,
  ClaimAnswer,
  ClaimRequest,
  ComparisonRequest,
  ComparisonResult,
  ExceptionRequest,
  ExceptionResult,
  FunctionChange,
  InputFault,
  ReadOther,
  ReadVersion,
  SymbolicApi,
  SymbolicInfo,
  SymbolicRequest,
  VersionCheck,
  VersionCheckRequest,
  VersionComparison,
  VersionsRequest,
} from '../../src/symbolic/service.ts';
import type { FunctionSlice, KeptChecks, ListedFunction, SliceRequest } from '../../src/symbolic/workspace-service.ts';
import sources from './build/sources.json';
import python from './build/tree-sitter-python.wasm';
import core from './build/web-tree-sitter.wasm';
import z3Module from './build/z3.wasm';
import invoke from './build/z3-invoke.wasm';
import meta from './build/z3-meta.json';
import { HARNESS } from './harness.ts';
import { createPythonParser } from './tree-sitter/loader.ts';
import { FUEL_PER_SECOND } from './z3/fuel.ts';
import { SolverPool } from './z3/pool.ts';

interface SymbolicEnv {
  /** Replay interpreters, in the Python Worker. */
  readonly PYTHON_SESSION: { getByName(name: string): PythonSessionApi };
}

/** Executor steps that take about a second. */
const STEPS_PER_SECOND = 200_000;

/** One per isolate: starting it is what costs, and every answer is independent of those before it. */
let solvers: SolverPool | undefined;

function solverPool(): SolverPool {
  solvers ??= new SolverPool({ z3: z3Module, invoke, meta });
  return solvers;
}

/** A replay interpreter, which is interrupted when the result of an evaluation is wanted no more. */
function replayOn(session: PythonSessionApi): Cpython {
  return {
    harness: HARNESS,
    evaluate(request, signal) {
      const id = crypto.randomUUID();
      signal?.addEventListener('abort', () => void session.interrupt(id).catch(() => undefined), { once: true });
      return session.evaluate(request, id);
    },
  };
}

/** Requests that this isolate works on. */
let running = 0;

/** The Worker's interface; see {@link SymbolicApi}. */
export class SymbolicEngine extends WorkerEntrypoint<SymbolicEnv> implements SymbolicApi {
  check(
    request: SymbolicRequest,
    onProgress: OnProgress,
    read?: ReadOther,
    kept?: KeptChecks,
  ): Promise<CheckResult | InputFault> {
    return this.#work((engine) => engine.check(request, onProgress, read, kept));
  }

  listFunctions(code: string): Promise<readonly ListedFunction[] | InputFault> {
    return this.#work((engine) => engine.listFunctions(code));
  }

  sliceOf(request: SliceRequest, read: ReadOther): Promise<FunctionSlice> {
    return this.#work((engine) => engine.sliceOf(request, read));
  }

  findPathToException(
    request: ExceptionRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<ExceptionResult | InputFault> {
    return this.#work((engine) => engine.findPathToException(request, onProgress, read));
  }

  compare(
    request: ComparisonRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<ComparisonResult | InputFault> {
    return this.#work((engine) => engine.compare(request, onProgress, read));
  }

  analyzeBranches(
    request: BranchRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<BranchResult | InputFault> {
    return this.#work((engine) => engine.analyzeBranches(request, onProgress, read));
  }

  compareVersions(request: VersionsRequest, read: ReadVersion, onProgress: OnProgress): Promise<VersionComparison> {
    return this.#work((engine) => engine.compareVersions(request, read, onProgress));
  }

  changedFunctions(request: ChangedFunctionsRequest): Promise<readonly FunctionChange[] | InputFault> {
    return this.#work((engine) => engine.changedFunctions(request));
  }

  checkVersion(
    request: VersionCheckRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<VersionCheck> {
    return this.#work((engine) => engine.checkVersion(request, read, onProgress));
  }

  branchInputs(
    request: VersionCheckRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<BranchInputs> {
    return this.#work((engine) => engine.branchInputs(request, read, onProgress));
  }

  checkClaim(
    request: ClaimRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<ClaimAnswer> {
    return this.#work((engine) => engine.checkClaim(request, read, onProgress));
  }

  async info(): Promise<SymbolicInfo> {
    return { z3Version: solverPool().version(), version: sources.hash, heapBytes: solverPool().heapBytes(), running };
  }

  async #work<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    running++;
    try {
      return await work(await this.#engine());
    } finally {
      running--;
    }
  }

  async #engine(): Promise<Engine> {
    return new Engine({
      parser: await createPythonParser({ core, python }),
      smt: solverPool(),
      cpython: (owner) => replayOn(this.env.PYTHON_SESSION.getByName(objectName(owner, 'replay', REPLAY_SESSION))),
      rate: { fuelPerSecond: FUEL_PER_SECOND, stepsPerSecond: STEPS_PER_SECOND },
      version: sources.hash,
    });
  }
}

export default {
  fetch(): Response {
    return new Response('The symbolic engine is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
