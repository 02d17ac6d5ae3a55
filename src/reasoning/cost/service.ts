/** What a function costs: measured by counted steps, and read from its text. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { EntryPoint, Place, Unseen } from '../service.ts';
import type { Growth, Point } from './growth.ts';
import type { CostReading } from './read/service.ts';

/** Asks what a function costs. */
export interface CostRequest {
  readonly owner: UserId;
  readonly workspace: string;
  /** A branch, tag or commit; absent: the commit that the index covers. */
  readonly ref?: string;
  readonly entry: EntryPoint;
  /** Calls that are followed from the entry. */
  readonly depth: number;
  readonly memory: boolean;
  /** A Python expression of `n` for the arguments, a tuple of several. */
  readonly inputs?: string;
}

/** Runs with inputs of one shape, smallest first. */
export interface Series {
  /** `ascending`, `shuffled`, `equal`, `descending`, or `given` by the caller. */
  readonly shape: string;
  readonly points: readonly Point[];
  /** Absent with too few points. */
  readonly growth?: Growth;
  /** The most bytes of Python objects at the same time that the function made. */
  readonly peaks?: readonly { readonly n: number; readonly bytes: number }[];
  /** The size that did not end by itself. */
  readonly end?: { readonly n: number; readonly why: string };
}

/** A line that many steps belong to, in the largest run. */
export interface HotLine extends Place {
  readonly steps: number;
  /** Of all steps of that run. */
  readonly share: number;
  readonly n: number;
  readonly growth?: Growth;
}

/** What was counted. */
export interface Measurement {
  readonly kind: 'measured';
  readonly series: readonly Series[];
  /** The shape that costs most. */
  readonly worst: string;
  readonly hotLines: readonly HotLine[];
  /** Functions in C that ran, and whose work is in no step. */
  readonly uncounted: readonly string[];
  /** Functions in C that are taken to go once over what they are given first. */
  readonly assumed: readonly string[];
  /** What was asked of the machine: clocks, files, the environment, packages that are not there. */
  readonly asked: readonly string[];
  /** Lines that never ran, and may cost more. */
  readonly unreached: readonly Place[];
  /** Numbers in tests and bounds that no size came to. */
  readonly beyond: readonly (Place & { readonly value: number })[];
  /** How steps were counted, where that is not obvious. */
  readonly notes: readonly string[];
}

/** A measurement, or why there is none. */
export type Measured = Measurement | { readonly kind: 'not run'; readonly why: string };

/** What a function costs, at a commit. */
export interface CostAnswer {
  readonly commit: string;
  readonly function: Place & { readonly name: string; readonly language: string };
  readonly measured: Measured;
  /** Absent where the language's flow is not known. */
  readonly read?: CostReading;
  readonly unseen: readonly Unseen[];
}

/** Methods of the Worker about costs. */
export interface CostApi {
  /** Throws `ToolFailure` for a file or function that is not there. */
  cost(request: CostRequest, onProgress: OnProgress): Promise<CostAnswer>;
}
