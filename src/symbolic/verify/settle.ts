/** Settles one question: can this obligation be broken? Proved, refuted by an input replayed on CPython, or undecided. */

import type { Pace } from '../../lib/pace.ts';
import type { Replayer } from '../replay/replayer.ts';
import type { Input, Property, Replayed, TrialOutcome } from '../replay/trial.ts';
import type { Reason } from '../service.ts';
import type { Solver, Verdict } from '../smt/solver.ts';
import type { Model } from '../terms/evaluate.ts';
import type { Value } from '../terms/operations.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm } from '../terms/term.ts';
import { limitReached } from './engine-limits.ts';
import type { SymbolicArgument } from './symbolic-argument.ts';

/** A condition under which an obligation is broken at the end of a path. */
export interface Question {
  readonly conjunction: readonly BoolTerm[];
  readonly obligation: string;
  /** 1-based line where the path ends. */
  readonly line: number;
}

export type Settled =
  | { readonly kind: 'proved' }
  | { readonly kind: 'refuted'; readonly counterexample: Replayed; readonly input: Input }
  | {
      readonly kind: 'undecided';
      readonly reason: Reason;
      readonly isBudget: boolean;
      /** What the solver was asked, as SMT-LIB; absent where it has decided, or the text is longer than {@link LONGEST_SCRIPT}. */
      readonly script?: string;
    };

/** What settling needs. */
export interface Court {
  readonly terms: Terms;
  readonly solver: Solver;
  readonly replayer: Replayer;
  readonly property: Property;
  readonly args: ReadonlyMap<string, SymbolicArgument>;
  readonly fuelPerSecond: number;
  readonly pace: Pace;
  /** Whether what is asked may come about in a later call only, and not in the first one, which CPython runs. */
  readonly isLaterCall: boolean;
}

/** Seconds' worth of fuel of the first attempt at a query, and of the last: in between it grows threefold. */
const FIRST_ATTEMPT_SECONDS = 1;
const LAST_ATTEMPT_SECONDS = 27;

/** Characters of an undecided query that are kept: longer ones are nobody's to read. */
const LONGEST_SCRIPT = 40_000;

/** The reason why a question is left open that took the most fuel a question gets. */
const TOO_HARD = 'too hard';

/** Candidates of the solver that CPython may reject before the question is left undecided. */
export const CANDIDATES = 4;

/**
 * Settles `question` with at most `fuel` for each query.
 * A candidate that CPython does not confirm is never reported: it is excluded and another one is asked for.
 */
export async function settle(court: Court, question: Question, fuel: number): Promise<Settled> {
  try {
    return await tryCandidates(court, question, fuel);
  } catch (error) {
    const limit = limitReached(error);
    if (limit === undefined) throw error;
    return undecided(question, limit.message);
  }
}

async function tryCandidates(court: Court, question: Question, fuel: number): Promise<Settled> {
  const { terms } = court;
  const excluded: BoolTerm[] = [];
  let rejection = '';
  for (let candidate = 0; candidate < CANDIDATES; candidate++) {
    const verdict = await decide(court, [...question.conjunction, ...excluded], fuel);
    if (verdict.status === 'unsat') {
      return excluded.length === 0
        ? { kind: 'proved' }
        : undecided(question, `no candidate failed on CPython: ${rejection}`);
    }
    if (verdict.status === 'unknown')
      return { ...undecided(question, unknownText(verdict), isBudget(verdict)), ...asked(verdict) };
    const input = inputOf(court.args, verdict.model);
    const [outcome] = await court.replayer.run(court.property, [input]);
    if (outcome?.kind === 'failed') {
      return { kind: 'refuted', counterexample: outcome.counterexample, input: outcome.input };
    }
    rejection = court.isLaterCall ? LATER : describe(outcome, verdict.exact);
    excluded.push(terms.not(assignment(terms, verdict.model)));
  }
  return undecided(question, `the solver's candidates did not fail on CPython: ${rejection}`);
}

/** Asks the solver with little fuel first: most queries need no more. Throws Cancelled. */
export async function decide(
  { solver, pace, fuelPerSecond }: Pick<Court, 'solver' | 'pace' | 'fuelPerSecond'>,
  conjunction: readonly BoolTerm[],
  fuel: number,
): Promise<Verdict> {
  const most = Math.min(fuel, fuelPerSecond * LAST_ATTEMPT_SECONDS);
  for (let attempt = fuelPerSecond * FIRST_ATTEMPT_SECONDS; ; attempt *= 3) {
    const verdict = await solver.check(conjunction, pace, { fuel: Math.min(attempt, most) });
    if (verdict.status !== 'unknown' || verdict.reason !== 'fuel') return verdict;
    if (attempt >= most) return most < fuel ? { ...verdict, reason: TOO_HARD } : verdict;
  }
}

const LATER = 'it may come about after earlier calls, whose state the function keeps';

function describe(outcome: TrialOutcome | undefined, exact: boolean): string {
  if (outcome?.kind === 'limit') return outcome.note;
  if (outcome?.kind === 'unstable') return 'the function keeps state between calls';
  if (outcome?.kind === 'rejected') return 'the precondition rejects it there';
  return exact ? 'the engine and CPython disagree' : 'an operation is only approximated';
}

function undecided(question: Question, why: string, budget = false): Settled {
  const { line, obligation } = question;
  return {
    kind: 'undecided',
    reason: { line, construct: obligation, message: `${obligation}: ${why}` },
    isBudget: budget,
  };
}

/** The undecided query as a solver reads it. */
function asked({ script }: Extract<Verdict, { status: 'unknown' }>): { readonly script?: string } {
  return script === undefined || script.length > LONGEST_SCRIPT ? {} : { script: `${script}\n(check-sat)\n` };
}

function isBudget(verdict: Extract<Verdict, { status: 'unknown' }>): boolean {
  return verdict.reason === 'budget' || verdict.reason === 'fuel';
}

/** Why the solver has not decided, in words. */
export function unknownText(verdict: Extract<Verdict, { status: 'unknown' }>): string {
  switch (verdict.reason) {
    case 'budget':
    case 'fuel':
      return 'the solver used up its work budget; a larger timeout_seconds allows more';
    case TOO_HARD:
      return 'the solver did not decide it with the most work that one question gets';
    case 'memory':
      return 'the solver ran out of memory';
    case 'approximation':
      return 'an operation is only approximated, and the question depends on its exact result';
    default:
      return `the solver gave up (${verdict.reason})`;
  }
}

/** The arguments a model describes, as Python source by parameter name. */
export function inputOf(args: ReadonlyMap<string, SymbolicArgument>, model: Model): Input {
  return Object.fromEntries(
    [...args].flatMap(([name, argument]) => {
      const source = argument.source(model);
      return source === undefined ? [] : [[name, source]];
    }),
  );
}

/** The conjunction that fixes every variable to its value in the model. */
export function assignment(terms: Terms, model: Model): BoolTerm {
  return terms.and(...[...model].map(([name, value]) => fixed(terms, name, value)));
}

function fixed(terms: Terms, name: string, value: Value): BoolTerm {
  switch (typeof value) {
    case 'boolean':
      return terms.same(terms.variable('bool', name), terms.bool(value));
    case 'bigint':
      return terms.eq(terms.variable('int', name), terms.int(value));
    case 'number':
      return terms.same(terms.variable('float', name), terms.float(value));
    case 'string':
      return terms.same(terms.variable('str', name), terms.str(value));
  }
}
