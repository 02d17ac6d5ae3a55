/** What the symbolic Worker is asked about all functions of a workspace. */
import type { CheckResult, InputFault } from './service.ts';

/** Results of checks, by a key of all that decides them. */
export interface KeptChecks {
  find(key: string): Promise<CheckResult | InputFault | undefined>;
  keep(key: string, result: CheckResult | InputFault): Promise<void>;
}

/** Where a function stands, and where its source is read. */
export interface SliceRequest {
  readonly path: string;
  /** `f` or `C.m`. */
  readonly name: string;
}

/** A function with all that it uses of its workspace. */
export interface FunctionSlice {
  /** Equal where the function and what it uses are the same; absent where it cannot be had with all that it uses. */
  readonly key?: string;
  /** Files that were looked for, those that are not there included. */
  readonly paths: readonly string[];
}

/** A function or method of a module. */
export interface ListedFunction {
  /** `f` or `C.m`. */
  readonly name: string;
  /** 1-based. */
  readonly line: number;
  /** Whether annotations, a contract or leading asserts say what it is for. */
  readonly isStated: boolean;
}
