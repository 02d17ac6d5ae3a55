/** The symbolic Worker's interface: requests and results as they cross RPC. Field names are those of the tools' contract. */
import type { ErrorType } from '../lib/error-types.ts';
import type { UserId } from '../lib/object-name.ts';
import type { OnProgress } from '../lib/work.ts';
import type { FunctionSlice, KeptChecks, ListedFunction, SliceRequest } from './workspace-service.ts';

export interface SymbolicRequest {
  /** Python source of the module. */
  readonly code: string;
  /** Absent: the module stands alone. */
  readonly file?: FileOfWorkspace;
  readonly functionName: string;
  /** Scales the work budget; counted work, never a clock. */
  readonly timeoutSeconds: number;
  /** Whose replay interpreter is used. */
  readonly owner: UserId;
  /** Whether what only a number raises that outgrows floats or texts counts as a violation, or a difference. */
  readonly countsLimits?: boolean;
}

/** Where a module stands. */
export interface FileOfWorkspace {
  readonly path: string;
  /** Bytes of UTF-8 of all that is looked at: of the module, or of what the functions need of it and of others. */
  readonly mostBytes: number;
  /** Whether the functions are looked at without the rest of their module even where it stands alone. */
  readonly isSliced?: boolean;
}

/** Text of another file of the workspace at the same commit; undefined where there is none. */
export type ReadOther = (path: string) => Promise<string | undefined>;

export interface ExceptionRequest extends SymbolicRequest {
  readonly exceptionType: string;
}

/** Why something was not decided, and where. */
export interface Reason {
  /** 1-based line of the construct in the source; absent when the reason has no place. */
  readonly line?: number;
  /** The construct, call or limit in the way, e.g. `list display` or `loop unrolled 32 times`. */
  readonly construct: string;
  readonly message: string;
  /** What no run keeps to that is left open for this reason, such as `at most 8 rounds of each loop`; absent where runs may. */
  readonly bound?: string;
}

/** What CPython did with an input. */
export type Outcome = (
  | { readonly kind: 'returned'; readonly value: string }
  | { readonly kind: 'raised'; readonly exception: string; readonly message: string; readonly traceback: string }
) & {
  /** The arguments as the call has left them, by name, or what it printed as `standard output`; only where two functions differ in it. */
  readonly afterwards?: Readonly<Record<string, string>>;
};

/** An input seen to fail on CPython. */
export interface Counterexample {
  /** Argument values by parameter name, as JSON where JSON can hold them exactly, else as Python source text. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The call in Python source, e.g. `divide(1, 0)`; arguments of thousands of characters are shortened here, and whole in `args`. */
  readonly call: string;
  /** Which obligation it breaks, e.g. `post: __return__ >= 0` or `no uncaught exception`. */
  readonly violates: string;
  readonly message: string;
  readonly outcome: Outcome;
  /** What the other function did with the same input, in a comparison. */
  readonly other?: Outcome;
  /** A pytest module that calls the function with this input; absent where its names do not fit into one, or it would be huge. */
  readonly pytest?: string;
  /** The condition over the parameters under which this path is taken, in Python syntax; absent when not known. */
  readonly pathCondition?: string;
  /** `trial`: found by running boundary inputs on CPython. `solver`: proposed by the solver, then replayed. */
  readonly foundBy: 'trial' | 'solver';
}

/** Counted work: what was spent of what was allowed. */
export interface Work {
  readonly fuelUsed: number;
  readonly fuelBudget: number;
  readonly solverQueries: number;
  readonly replays: number;
  readonly steps: number;
}

/** What every result says besides its verdict. */
export interface Grounds {
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly string[];
  readonly work: Work;
  /** Bounds in words: for every run that keeps to them it is proved; absent where more is open than what goes beyond. */
  readonly verifiedWithin?: string;
  /**
   * The first query that the solver did not decide, as an SMT-LIB 2.6 script; absent where there is none, or a huge one only.
   * Running all inputs may have decided the request nevertheless.
   */
  readonly undecidedQuery?: string;
}

/** What every exploration reports, whatever its verdict. */
export interface Coverage extends Grounds {
  /** Control-flow paths of the function that were explored to their end. */
  readonly pathsExplored: number;
  /** Those of them whose obligations were all proved. */
  readonly pathsVerified: number;
  /** Share of the path tree that was decided, by path weight; 1 only when exhaustive. */
  readonly coverageEstimate: number;
  readonly obligations: readonly string[];
}

export type CheckStatus = 'verified' | 'counterexample' | 'timeout' | 'unknown';

/** A call that a limit of numbers ends, which breaks no promise. */
export interface ExtremeInput {
  readonly call: string;
  /** What CPython was seen to raise. */
  readonly exception: string;
}

export interface CheckResult extends Coverage {
  readonly status: CheckStatus;
  readonly message: string;
  readonly counterexamples: readonly Counterexample[];
  /** One, where the assumption that no integer outgrows floats or texts leaves inputs out and one was found. */
  readonly extremeInputs: readonly ExtremeInput[];
}

export type ExceptionStatus = 'found' | 'unreachable' | 'timeout' | 'unknown';

export interface ExceptionResult extends Coverage {
  readonly status: ExceptionStatus;
  readonly message: string;
  readonly triggeringInputs: readonly Counterexample[];
  /** Explored paths that end in the exception. */
  readonly pathsToException: number;
}

export interface ComparisonRequest extends Omit<SymbolicRequest, 'functionName'> {
  readonly functionA: string;
  readonly functionB: string;
  /** A Python expression over the parameters of `functionA`: only inputs for which it is true count. */
  readonly precondition?: string;
}

export type ComparisonStatus = 'equivalent' | 'different' | 'timeout' | 'unknown';

/**
 * How sure an answer is. `proven`: proved, or replayed on CPython. `high`: proved for all inputs but those that run a loop or
 * a recursion beyond the unrolling. `partial`: less than that.
 */
export type Confidence = 'proven' | 'high' | 'partial';

export interface ComparisonResult extends Grounds {
  readonly status: ComparisonStatus;
  readonly message: string;
  readonly confidence: Confidence;
  /** One input for each way to differ that was found. */
  readonly differences: readonly Counterexample[];
  /** Control-flow paths of both functions that were followed to their end. */
  readonly pathsCompared: number;
}

/** Where a function stands in the files of one commit. */
export interface FunctionPlace {
  readonly path: string;
  /** `f` or `C.m`. */
  readonly name: string;
}

export interface VersionsRequest {
  readonly before: FunctionPlace;
  readonly after: FunctionPlace;
  /** A Python expression over the parameters of the old version: only inputs for which it is true count. */
  readonly precondition?: string;
  readonly countsLimits?: boolean;
  /** Scales the work budget; counted work, never a clock. */
  readonly timeoutSeconds: number;
  readonly owner: UserId;
}

/** Text of a file of one side; undefined where there is none. */
export type ReadVersion = (side: 'before' | 'after', path: string) => Promise<string | undefined>;

/** Why two versions were not compared, in lines of the files of their side. */
export interface VersionReason extends Reason {
  readonly file: string;
  readonly side?: 'before' | 'after';
}

/** An input for which two versions differ, replayed on CPython. */
export interface VersionDifference extends Pick<Counterexample, 'args' | 'call' | 'message' | 'foundBy'> {
  /** What is not the same, such as `return value`. */
  readonly differsIn: string;
  readonly before: Outcome;
  readonly after: Outcome;
  /** A pytest module that imports the function from its own module, passes before the change and fails after it. */
  readonly pytest?: string;
  /** The test by whose call it was found, where no source text gives the arguments. */
  readonly test?: string;
}

export interface VersionComparison {
  /** `unchanged`: nothing that the function uses has changed. `signature`: it is called in another way, so there is nothing to compare. */
  readonly status: ComparisonStatus | 'unchanged' | 'signature';
  readonly message: string;
  readonly differences: readonly VersionDifference[];
  readonly reasons: readonly VersionReason[];
  readonly assumptions: readonly string[];
  /** Whether the types of all parameters are declared: inputs are of these types, not of guessed ones. */
  readonly isTyped: boolean;
  /** Absent where nothing was run. */
  readonly work?: Work;
  readonly pathsCompared?: number;
}

/** A function or method that differs between two versions of its file. */
export interface FunctionChange {
  readonly name: string;
  /** `uses-changed`: its own text is the same; a definition of the file that it uses is not. */
  readonly kind: 'changed' | 'uses-changed' | 'new' | 'removed';
  /** 1-based, after the change; of a removed one, before it. */
  readonly line: number;
  readonly lines: number;
  /** Definitions of the file that use its name. */
  readonly callers: number;
  readonly hasContract: boolean;
  /** Its docstring, which may tell of exceptions. */
  readonly raises: string;
}

export interface ChangedFunctionsRequest {
  /** Text of the file; absent for the side that has none. */
  readonly before?: string;
  readonly after?: string;
}

export interface VersionCheckRequest extends FunctionPlace {
  readonly timeoutSeconds: number;
  readonly owner: UserId;
}

/** Whether a function keeps its contract. */
export interface VersionCheck extends Pick<VersionComparison, 'message' | 'work'> {
  readonly status: CheckStatus;
  readonly counterexample?: Counterexample;
}

/** Calls of a function that take the sides of its decisions. */
export interface BranchInputs {
  /** Each with the sides that it was found for, such as `if x > 3: yes`. */
  readonly inputs: readonly { readonly call: string; readonly takes: readonly string[] }[];
  /** Sides for which no input was found and none was excluded. */
  readonly open: number;
  /** What is known of the decisions, or why there is no input. */
  readonly message: string;
}

/** Something that is said of a function. Conditions are Python expressions of one line, as in a contract's `pre:` and `post:`. */
export type Claim =
  /** For all inputs for which `before` is true, `after` is, and nothing escapes but `raises`; without `raises`, whatever escapes counts as allowed. */
  | {
      readonly kind: 'contract';
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly raises?: readonly string[];
    }
  /** No input for which `before` is true makes the exception escape. */
  | { readonly kind: 'never'; readonly before: readonly string[]; readonly exception: string }
  /** It does the same as the function of its name in `code`. */
  | { readonly kind: 'behaves'; readonly code: string }
  /** Functions of its name in `code` and in `other` do the same; the function itself only gives its parameters. */
  | { readonly kind: 'alike'; readonly code: string; readonly other: string };

export interface ClaimRequest extends FunctionPlace {
  readonly claim: Claim;
  /** Types of parameters by name, where the source states none, or others than are meant. */
  readonly types: Readonly<Record<string, string>>;
  /** Scales the work budget; counted work, never a clock. */
  readonly timeoutSeconds: number;
  readonly owner: UserId;
}

/** `holds`: proved for all inputs. `fails`: an input was replayed on CPython that shows it. */
export interface ClaimAnswer {
  readonly status: 'holds' | 'fails' | 'undecided';
  readonly message: string;
  /** The input that shows that it fails, what the function did with it, and of two functions what the other did. */
  readonly call?: string;
  readonly outcome?: Outcome;
  readonly other?: Outcome;
  readonly assumptions: readonly string[];
  readonly reasons: readonly string[];
}

export interface BranchRequest extends SymbolicRequest {
  /** Whether reachability is decided by running and exploring the function; otherwise only by its syntax. */
  readonly symbolicReachability: boolean;
}

/** What is known of one side of a decision. */
export type BranchSide =
  /** The example was seen to take it on CPython. */
  | { readonly kind: 'reachable'; readonly example: Pick<Counterexample, 'args' | 'call' | 'foundBy'> }
  /** Proved, or evident from the syntax: no input takes it. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'undecided' };

/** A decision point. */
export interface Branch {
  /** 1-based. */
  readonly line: number;
  /** One of `DECISION_KINDS` in `branches/decisions.ts`. */
  readonly kind: string;
  /** What is decided, in Python. */
  readonly condition: string;
  readonly whenTrue: BranchSide;
  readonly whenFalse: BranchSide;
}

export interface BranchResult {
  readonly status: 'complete';
  readonly analysisMode: 'static' | 'symbolic';
  readonly message: string;
  /** In the order of the source. */
  readonly branches: readonly Branch[];
  /** Branches that are reached: seen on CPython, or in static mode those outside dead code. */
  readonly reachableBranches: number;
  /** 1-based lines of statements that never execute, ascending. */
  readonly deadCodeLines: readonly number[];
  readonly cyclomaticComplexity: number;
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly string[];
  readonly work: Work;
}

/** The input is at fault: syntax, missing function, contract that does not parse, unknown exception name. */
export interface InputFault {
  readonly status: 'error';
  readonly errorType: ErrorType;
  /** Class of the exception that importing the code raised, where `errorType` is `ImportError`. */
  readonly exception?: string;
  readonly message: string;
  readonly line?: number;
}

export interface SymbolicInfo {
  readonly z3Version: string;
  /** Another one for every engine that may answer otherwise. */
  readonly version: string;
  /** Bytes of Z3's heaps. */
  readonly heapBytes: number;
  /** Requests that are worked on, those that wait for a solver included. */
  readonly running: number;
}

/** The entry point's methods, called over RPC. */
export interface SymbolicApi {
  /** Here and below, `read` is for requests with a file. What `kept` has is not worked out again. */
  check(
    request: SymbolicRequest,
    onProgress: OnProgress,
    read?: ReadOther,
    kept?: KeptChecks,
  ): Promise<CheckResult | InputFault>;
  /** The functions of a module; a fault where it is not Python. */
  listFunctions(code: string): Promise<readonly ListedFunction[] | InputFault>;
  /** What a function of a workspace is made of. */
  sliceOf(request: SliceRequest, read: ReadOther): Promise<FunctionSlice>;
  findPathToException(
    request: ExceptionRequest,
    onProgress: OnProgress,
    read?: ReadOther,
  ): Promise<ExceptionResult | InputFault>;
  compare(request: ComparisonRequest, onProgress: OnProgress, read?: ReadOther): Promise<ComparisonResult | InputFault>;
  analyzeBranches(request: BranchRequest, onProgress: OnProgress, read?: ReadOther): Promise<BranchResult | InputFault>;
  /** Compares a function of two commits, with what it uses of the workspace's other modules. */
  compareVersions(request: VersionsRequest, read: ReadVersion, onProgress: OnProgress): Promise<VersionComparison>;
  /** Functions and methods that a change of a file concerns; a fault where the file is not Python. */
  changedFunctions(request: ChangedFunctionsRequest): Promise<readonly FunctionChange[] | InputFault>;
  /** Checks the contract of a function of a workspace, with what it uses of other modules. */
  checkVersion(
    request: VersionCheckRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<VersionCheck>;
  /** Finds inputs of a function of a workspace, with what it uses of other modules. */
  branchInputs(
    request: VersionCheckRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<BranchInputs>;
  /** Decides what is said of a function of a workspace, with what it uses of other modules. */
  checkClaim(
    request: ClaimRequest,
    read: (path: string) => Promise<string | undefined>,
    onProgress: OnProgress,
  ): Promise<ClaimAnswer>;
  info(): Promise<SymbolicInfo>;
}
