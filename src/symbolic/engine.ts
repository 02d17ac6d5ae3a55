/** The symbolic engine: pure but for what its host gives it. */
import { Pace } from '../lib/pace.ts';
import type { OnProgress } from '../lib/work.ts';
import { analyzeBranches } from './branches/analyze.ts';
import { compareFunctions } from './equivalence/compare.ts';
import type {
  BranchRequest,
  BranchResult,
  CheckResult,
  ComparisonRequest,
  ComparisonResult,
  ExceptionRequest,
  ExceptionResult,
  InputFault,
  SymbolicRequest,
} from './service.ts';
import { check } from './verify/check-class.ts';
import { findPathToException } from './verify/find-exception.ts';
import { Faulty, type Host } from './verify/run.ts';

export type { Host } from './verify/run.ts';

/** Answers the symbolic tools. Throws Cancelled when the caller has gone. */
export class Engine {
  readonly #host: Host;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whether a function, or every method of a class, keeps its contract for all inputs. */
  check(request: SymbolicRequest, onProgress: OnProgress): Promise<CheckResult | InputFault> {
    return faultsAsResults(check(this.#host, request, new Pace(onProgress)));
  }

  /** Which inputs make a function end in an exception. */
  findPathToException(request: ExceptionRequest, onProgress: OnProgress): Promise<ExceptionResult | InputFault> {
    return faultsAsResults(findPathToException(this.#host, request, new Pace(onProgress)));
  }

  /** Whether two functions behave the same. */
  compare(request: ComparisonRequest, onProgress: OnProgress): Promise<ComparisonResult | InputFault> {
    return faultsAsResults(compareFunctions(this.#host, request, new Pace(onProgress)));
  }

  /** Which ways a function can go at its decision points. */
  analyzeBranches(request: BranchRequest, onProgress: OnProgress): Promise<BranchResult | InputFault> {
    return faultsAsResults(analyzeBranches(this.#host, request, new Pace(onProgress)));
  }
}

async function faultsAsResults<T>(work: Promise<T>): Promise<T | InputFault> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Faulty) return error.fault;
    throw error;
  }
}
