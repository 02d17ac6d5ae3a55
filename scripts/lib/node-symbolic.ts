/** The whole symbolic engine in plain Node: real Z3, real tree-sitter, real CPython. */
import { userId } from '../../src/lib/object-name.ts';
import { Engine, type Host } from '../../src/symbolic/engine.ts';
import type { Cpython } from '../../src/symbolic/replay/replayer.ts';
import type {
  BranchResult,
  CheckResult,
  ComparisonResult,
  ExceptionResult,
  InputFault,
  ReadVersion,
  VersionComparison,
} from '../../src/symbolic/service.ts';
import { FUEL_PER_SECOND } from '../../wasm/symbolic/z3/fuel.ts';
import { loadPythonParser, loadSolvers } from './node-engine.ts';
import { bootNodeKernel } from './node-kernel.ts';

/** What tests may put in place of the real parts. */
export type HostOverrides = Partial<Pick<Host, 'smt' | 'rate'>> & { readonly cpython?: Cpython };

/** Asks the engine with the defaults of the tools. */
export interface NodeSymbolic {
  readonly engine: Engine;
  check(code: string, functionName: string, timeoutSeconds?: number): Promise<CheckResult | InputFault>;
  find(
    code: string,
    functionName: string,
    exceptionType: string,
    timeoutSeconds?: number,
  ): Promise<ExceptionResult | InputFault>;
  branches(
    code: string,
    functionName: string,
    symbolicReachability: boolean,
    timeoutSeconds?: number,
  ): Promise<BranchResult | InputFault>;
  compare(
    code: string,
    functionA: string,
    functionB: string,
    options?: { readonly precondition?: string; readonly timeoutSeconds?: number },
  ): Promise<ComparisonResult | InputFault>;
  versions(path: string, name: string, read: ReadVersion, timeoutSeconds?: number): Promise<VersionComparison>;
}

const OWNER = userId('test');

/** Loads everything from the build folders. */
export async function loadSymbolic(overrides: HostOverrides = {}): Promise<NodeSymbolic> {
  const cpython = overrides.cpython ?? (await bootNodeKernel());
  const engine = new Engine({
    parser: await loadPythonParser(),
    smt: overrides.smt ?? (await loadSolvers()),
    cpython: () => cpython,
    rate: overrides.rate ?? { fuelPerSecond: FUEL_PER_SECOND, stepsPerSecond: 200_000 },
    version: 'here',
  });
  const goOn = async () => true;
  return {
    engine,
    check: (code, functionName, timeoutSeconds = 10) =>
      engine.check({ code, functionName, timeoutSeconds, owner: OWNER }, goOn),
    find: (code, functionName, exceptionType, timeoutSeconds = 10) =>
      engine.findPathToException({ code, functionName, exceptionType, timeoutSeconds, owner: OWNER }, goOn),
    branches: (code, functionName, symbolicReachability, timeoutSeconds = 10) =>
      engine.analyzeBranches({ code, functionName, symbolicReachability, timeoutSeconds, owner: OWNER }, goOn),
    compare: (code, functionA, functionB, options = {}) =>
      engine.compare({ code, functionA, functionB, timeoutSeconds: 10, owner: OWNER, ...options }, goOn),
    versions: (path, name, read, timeoutSeconds = 10) =>
      engine.compareVersions(
        { before: { path, name }, after: { path, name }, timeoutSeconds, owner: OWNER },
        read,
        goOn,
      ),
  };
}
