/** Hypotheses about code: what is asked of the Worker of reasoning, and what it answers. */
import type { Supply } from '../../lib/supply.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { Basis, Place, ReasoningScope } from '../service.ts';
import type { CheckKind, HypothesisCheck } from './checks.ts';

export const HYPOTHESIS_TYPES = ['bug', 'performance', 'behavior', 'security'] as const;
export type HypothesisType = (typeof HYPOTHESIS_TYPES)[number];

/** A claim, and the checks that decide it. */
export interface Hypothesis {
  /** Unlike that of any other of the request. */
  readonly id: string;
  readonly type: HypothesisType;
  readonly checks: readonly HypothesisCheck[];
  /** What code does if it is true: what does otherwise refutes it, what does so confirms nothing. */
  readonly predictions?: readonly HypothesisCheck[];
}

/** Where hypotheses are about. */
export interface HypothesisScope extends ReasoningScope {
  readonly files: readonly string[];
  /** `f` or `C.m`, each defined in one of the files. */
  readonly functions: readonly string[];
}

export interface HypothesesRequest {
  readonly scope: HypothesisScope;
  readonly hypotheses: readonly Hypothesis[];
  /** Kinds of checks that run; others are listed as not run. */
  readonly kinds: readonly CheckKind[];
  /** Scales the work of one hypothesis; its checks share it. */
  readonly timeoutSeconds: number;
  /** What sandboxes lack that run code. */
  readonly supply?: Supply | undefined;
  /** Hypotheses that are worked on at once. */
  readonly parallel: number;
}

/** What came of a check. */
export interface CheckOutcome {
  readonly kind: CheckKind;
  /** What was checked, in a line. */
  readonly check: string;
  readonly outcome: 'holds' | 'fails' | 'undecided' | 'not_run';
  /** How the outcome is known; absent where there is none. */
  readonly basis?: Basis;
  /** What it says of the hypothesis, as its check states. */
  readonly says: 'supports' | 'refutes' | 'nothing';
  /** The proof, the run, the place, or what stood in the way. */
  readonly evidence: string;
  /** The call that shows it. */
  readonly input?: string;
  /** Of a run, the mutant that changes what it comes to. */
  readonly telling?: string;
  /** Of a run or a proof, why it only supports: it neither confirms nor refutes. */
  readonly weak?: string;
  readonly place?: Place;
}

export type Verdict = 'confirmed' | 'refuted' | 'undecided';

/** A hypothesis after its checks. */
export interface Tested {
  readonly id: string;
  readonly verdict: Verdict;
  /** The rule by which the verdict follows, with the check that decides. */
  readonly because: string;
  /** What the verdict rests on; absent where it is undecided. */
  readonly basis?: Basis;
  /** 1 to 5, by the table of `verdict.ts`. */
  readonly confidence: number;
  /** 0 to 100, by the table of `verdict.ts`. */
  readonly likelihood: number;
  /** In the order of the checks. */
  readonly outcomes: readonly CheckOutcome[];
  /** What would decide it; none for a verdict. */
  readonly open: readonly string[];
  /** Seconds, by the clock. */
  readonly seconds: number;
}

/** Two hypotheses of the bracket. */
export interface Match {
  /** From 1. */
  readonly round: number;
  readonly one: string;
  readonly other: string;
  /** Absent for a tie, and where both are refuted. */
  readonly winner?: string;
  /** How it is known; absent for a tie. */
  readonly basis?: Basis;
  /** What tells them apart, or that nothing does. */
  readonly because: string;
}

export interface TestedHypotheses {
  readonly commit: string;
  readonly tested: readonly Tested[];
}

export interface Tournament extends TestedHypotheses {
  /** The order of the hypotheses, which follows from the request. */
  readonly seed: number;
  readonly matches: readonly Match[];
  /** Hypotheses of one likelihood, where there are several. */
  readonly ties: readonly (readonly string[])[];
  /** Confirmed, and more likely than every other. */
  readonly winner?: string;
}

/** A piece of source that a question shows. */
export interface SourcePiece extends Place {
  readonly text: string;
}

/** Methods of the Worker about hypotheses. They throw `ToolFailure` for files and functions that are not there, and `Cancelled`. */
export interface HypothesisApi {
  /** The functions of a scope, else its files, at a commit. */
  hypothesisMaterial(
    scope: HypothesisScope,
  ): Promise<{ readonly commit: string; readonly pieces: readonly SourcePiece[] }>;
  /** Runs the checks of each hypothesis. */
  testHypotheses(request: HypothesesRequest, onProgress: OnProgress): Promise<TestedHypotheses>;
  /** The same, and puts the hypotheses into a bracket. */
  runTournament(request: HypothesesRequest, onProgress: OnProgress): Promise<Tournament>;
}
