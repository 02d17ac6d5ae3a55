/** The symbolic engine: pure but for what its host gives it. */
import { Pace } from '../lib/pace.ts';
import type { OnProgress } from '../lib/work.ts';
import { analyzeBranches } from './branches/analyze.ts';
import { compareFunctions } from './equivalence/compare.ts';
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
  ReadVersion,
  SymbolicRequest,
  VersionCheck,
  VersionCheckRequest,
  VersionComparison,
  VersionsRequest,
} from './service.ts';
import { PythonSyntaxError } from './syntax/errors.ts';
import { check } from './verify/check-class.ts';
import { findPathToException } from './verify/find-exception.ts';
import { Faulty, type Host } from './verify/run.ts';
import { branchInputs } from './versions/branch-inputs.ts';
import { changedFunctions } from './versions/changed-functions.ts';
import { checkClaim } from './versions/check-claim.ts';
import { checkVersion } from './versions/check-version.ts';
import { compareVersions } from './versions/compare-versions.ts';

export type { Host } from './verify/run.ts';

/** Answers the symbolic tools. Throws Cancelled when the caller has gone. */
export class Engine {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whether a function, or every method of a class, keeps its contract for all inputs. */
  check(request: SymbolicRequest, onProgress: OnProgress): Promise<CheckResult | InputFault> {
    return paced(onProgress, (pace) => check(this.#host, request, pace));
  }

  /** Which inputs make a function end in an exception. */
  findPathToException(request: ExceptionRequest, onProgress: OnProgress): Promise<ExceptionResult | InputFault> {
    return paced(onProgress, (pace) => findPathToException(this.#host, request, pace));
  }

  /** Whether two functions behave the same. */
  compare(request: ComparisonRequest, onProgress: OnProgress): Promise<ComparisonResult | InputFault> {
    return paced(onProgress, (pace) => compareFunctions(this.#host, request, pace));
  }

  /** Which ways a function can go at its decision points. */
  analyzeBranches(request: BranchRequest, onProgress: OnProgress): Promise<BranchResult | InputFault> {
    return paced(onProgress, (pace) => analyzeBranches(this.#host, request, pace));
  }

  /** Whether two versions of a function behave the same. */
  async compareVersions(
    request: VersionsRequest,
    read: ReadVersion,
    onProgress: OnProgress,
  ): Promise<VersionComparison> {
    const pace = new Pace(onProgress);
    try {
      return await compareVersions(this.#host, request, read, pace);
    } finally {
      await pace.end();
    }
  }

  /** Which functions a change of a file concerns. */
  async changedFunctions({ before, after }: ChangedFunctionsRequest): Promise<readonly FunctionChange[] | InputFault> {
    try {
      return changedFunctions(before, after, this.#host.parser);
    } catch (error) {
      if (!(error instanceof PythonSyntaxError)) throw error;
      return { status: 'error', errorType: 'SyntaxError', message: error.message, line: error.line };
    }
  }

  /** Whether a function of a workspace keeps its contract. */
  async checkVersion(
    request: VersionCheckRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<VersionCheck> {
    const pace = new Pace(onProgress);
    try {
      return await checkVersion(this.#host, request, read, pace);
    } finally {
      await pace.end();
    }
  }

  /** Inputs of a function of a workspace that take the sides of its decisions. */
  async branchInputs(
    request: VersionCheckRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<BranchInputs> {
    const pace = new Pace(onProgress);
    try {
      return await branchInputs(this.#host, request, read, pace);
    } finally {
      await pace.end();
    }
  }

  /** Whether what is said of a function of a workspace is true. */
  async checkClaim(
    request: ClaimRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<ClaimAnswer> {
    const pace = new Pace(onProgress);
    try {
      return await checkClaim(this.#host, request, read, pace);
    } finally {
      await pace.end();
    }
  }
}

async function paced<T>(onProgress: OnProgress, work: (pace: Pace) => Promise<T>): Promise<T | InputFault> {
  const pace = new Pace(onProgress);
  try {
    return await work(pace);
  } catch (error) {
    if (error instanceof Faulty) return error.fault;
    throw error;
  } finally {
    await pace.end();
  }
}
