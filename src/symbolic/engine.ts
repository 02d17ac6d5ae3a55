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
  ReadOther,
  ReadVersion,
  Reason,
  SymbolicRequest,
  VersionCheck,
  VersionCheckRequest,
  VersionComparison,
  VersionsRequest,
} from './service.ts';
import { PythonSyntaxError } from './syntax/errors.ts';
import { fuelBudget } from './verify/budget.ts';
import { check } from './verify/check-class.ts';
import { findPathToException } from './verify/find-exception.ts';
import { Faulty, type Host } from './verify/run.ts';
import { branchInputs } from './versions/branch-inputs.ts';
import { changedFunctions } from './versions/changed-functions.ts';
import { checkClaim } from './versions/check-claim.ts';
import { checkOnce } from './versions/check-once.ts';
import { checkVersion } from './versions/check-version.ts';
import { compareVersions } from './versions/compare-versions.ts';
import { placedBranches, placedCheck, placedComparison, placedException, runInFile } from './versions/in-file.ts';
import { listFunctions } from './versions/listed-functions.ts';
import { sliceOf } from './versions/slice-of.ts';
import type { FunctionSlice, KeptChecks, ListedFunction, SliceRequest } from './workspace-service.ts';

export type { Host } from './verify/run.ts';

/** What a check that could not begin has found. */
const NOTHING_FOUND = { status: 'unknown', counterexamples: [], extremeInputs: [] } as const;

/** Answers the symbolic tools. Throws Cancelled when the caller has gone. */
export class Engine {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whether a function, or every method of a class, keeps its contract for all inputs. */
  check(
    request: SymbolicRequest,
    onProgress: OnProgress,
    read?: ReadOther,
    kept?: KeptChecks,
  ): Promise<CheckResult | InputFault> {
    return paced(onProgress, (pace) =>
      runInFile(request, [request.functionName], read, this.#host.parser, {
        run: (asked) => checkOnce(asked, this.#host.version, kept, () => check(this.#host, asked, pace)),
        placed: placedCheck,
        undecided: (reason) => ({ ...this.#unexplored(request, reason), ...NOTHING_FOUND }),
      }),
    );
  }

  /** The functions of a module. */
  async listFunctions(code: string): Promise<readonly ListedFunction[] | InputFault> {
    return orFault(() => listFunctions(code, this.#host.parser));
  }

  /** What a function of a workspace is made of. */
  sliceOf(request: SliceRequest, read: ReadOther): Promise<FunctionSlice> {
    return sliceOf(request, read, this.#host.parser);
  }

  /** Which inputs make a function end in an exception. */
  findPathToException(
    request: ExceptionRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<ExceptionResult | InputFault> {
    const none = { status: 'unknown', triggeringInputs: [], pathsToException: 0 } as const;
    return paced(onProgress, (pace) =>
      runInFile(request, [request.functionName], read, this.#host.parser, {
        run: (asked) => findPathToException(this.#host, asked, pace),
        placed: placedException,
        undecided: (reason) => ({ ...this.#unexplored(request, reason), ...none }),
      }),
    );
  }

  /** Whether two functions behave the same. */
  compare(
    request: ComparisonRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<ComparisonResult | InputFault> {
    const none = { status: 'unknown', confidence: 'partial', differences: [], pathsCompared: 0 } as const;
    return paced(onProgress, (pace) =>
      runInFile(request, [request.functionA, request.functionB], read, this.#host.parser, {
        run: (asked) => compareFunctions(this.#host, asked, pace),
        placed: placedComparison,
        undecided: (reason) => {
          const { message, reasons, assumptions, work } = this.#unexplored(request, reason);
          return { ...none, message, reasons, assumptions, work };
        },
      }),
    );
  }

  /** Which ways a function can go at its decision points. */
  analyzeBranches(
    request: BranchRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<BranchResult | InputFault> {
    return paced(onProgress, (pace) => {
      const ofSyntax = () => analyzeBranches(this.#host, { ...request, symbolicReachability: false }, pace);
      if (!request.symbolicReachability) return ofSyntax();
      return runInFile(request, [request.functionName], read, this.#host.parser, {
        run: (asked) => analyzeBranches(this.#host, asked, pace),
        placed: placedBranches,
        undecided: async (reason) => {
          const read = await ofSyntax();
          return { ...read, reasons: [...read.reasons, reason] };
        },
      });
    });
  }

  /** What is said of functions that cannot be had with all that they use. */
  #unexplored({ timeoutSeconds }: Pick<SymbolicRequest, 'timeoutSeconds'>, reason: Reason) {
    const fuel = { fuelUsed: 0, fuelBudget: fuelBudget(this.#host.rate, timeoutSeconds) };
    return {
      message: 'Not decided: something that it uses cannot be had; reasons says what.',
      pathsExplored: 0,
      pathsVerified: 0,
      coverageEstimate: 0,
      reasons: [reason],
      obligations: [],
      assumptions: [],
      work: { ...fuel, solverQueries: 0, replays: 0, steps: 0 },
    };
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
    return orFault(() => changedFunctions(before, after, this.#host.parser));
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

/** What `read` returns; a fault where it meets what is not Python. */
function orFault<T>(read: () => T): T | InputFault {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof PythonSyntaxError)) throw error;
    return { status: 'error', errorType: 'SyntaxError', message: error.message, line: error.line };
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
