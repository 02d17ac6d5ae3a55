/** Compares two functions path by path: both are explored from the same arguments, and no pair of ends may differ. */
import { type Limits, WORK_BUDGET } from '../machine/limits.ts';
import { conjuncts, type State } from '../machine/state.ts';
import type { Input, Replayed } from '../replay/trial.ts';
import type { Counterexample, Reason } from '../service.ts';
import { TermTooLarge } from '../terms/store.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { Value } from '../values/value.ts';
import { EarlierCalls } from '../verify/earlier-calls.ts';
import { withinLimits } from '../verify/engine-limits.ts';
import type { Exploration, Subject } from '../verify/exploration.ts';

import { conditionOnArguments } from '../verify/findings.ts';
import { pathConditionOf } from '../verify/guide.ts';
import { modelOfInput } from '../verify/input-model.ts';
import { exploreInSlices, type Run } from '../verify/run.ts';
import { type Question, settle } from '../verify/settle.ts';
import { countPaths } from '../verify/tally.ts';
import { atEnd, distinctReasons, reasonsOfVacuity } from '../verify/verdict.ts';
import { boundsOf, leavesNothing } from '../verify/within.ts';
import { namesOnRight, type Pair } from './pair.ts';
import { Incomparable, isSameClass, Sameness } from './sameness.ts';

/** What came of comparing paths. */
export interface PathComparison {
  readonly differences: readonly Counterexample[];
  /** Why the comparison does not cover all inputs; empty where no difference is left open. */
  readonly reasons: readonly Reason[];
  readonly pathsCompared: number;
  /** Whether all that was explored is the same, and only loops and recursion beyond the unrolling are open. */
  readonly isBounded: boolean;
  /** The bounds within which all is the same; absent where more is open than what lies beyond them. */
  readonly verifiedWithin?: string;
  readonly isBudgetSpent: boolean;
  /** Whether inputs may have been left out for which a number outgrows floats or texts. */
  readonly meetsLimits: boolean;
  /** The first query that the solver did not decide, as SMT-LIB. */
  readonly undecidedQuery?: string;
  readonly steps: number;
}

/** One way for a function to end. */
export interface End {
  readonly state: State;
  readonly line: number;
  /** The value returned, or the exception raised. */
  readonly value: Value;
  readonly isReturn: boolean;
}

/** Explores both functions and asks where they differ. */
export async function comparePaths(run: Run, pair: Pair, limits: Limits): Promise<PathComparison> {
  const explored = await exploreBoth(run, pair, limits);
  if ('obstacle' in explored) return undecided([explored.obstacle]);
  const { left, right, steps } = explored;
  if (left.entry === undefined) return undecided(reasonsOfVacuity(run, left));
  const settled = await settleEnds(run, pair, left, right);
  const unseen = unseenIn(explored, pair);
  if (unseen.length === 0) {
    const isWithin =
      settled.differences.length === 0 &&
      left.returns.length + left.raised.length > 0 &&
      leavesNothing(run.subject, left) &&
      leavesNothing(subjectOnRight(run, pair), right);
    const bounds = isWithin && !settled.isBudgetSpent ? boundsOf(settled.reasons) : undefined;
    return { ...settled, ...(bounds !== undefined && { verifiedWithin: bounds }), steps };
  }
  return { ...settled, reasons: [...settled.reasons, ...unseen], isBounded: false, steps };
}

function reasonAt({ left }: Pair, construct: string, message: string): Reason {
  return { line: left.span.line, construct, message };
}

/** Both functions, explored from the same arguments. */
export interface ExploredPair {
  readonly left: Exploration;
  readonly right: Exploration;
  readonly steps: number;
}

/** Explores both functions from the same arguments; an obstacle keeps one of them from being explored. */
export async function exploreBoth(
  run: Run,
  pair: Pair,
  limits: Limits,
): Promise<ExploredPair | { readonly obstacle: Reason }> {
  const left = await exploreInSlices(run, limits, () => undefined);
  if ('obstacle' in left) return left;
  const onRight = { ...run, subject: subjectOnRight(run, pair) };
  const right = await exploreInSlices(onRight, { ...limits, madeUpFrom: MADE_UP_ON_RIGHT }, () => undefined);
  if ('obstacle' in right) return right;
  return { left: left.exploration, right: right.exploration, steps: left.steps + right.steps };
}

/** More than the left function makes up: what both know nothing of is not the same for that. */
const MADE_UP_ON_RIGHT = 1_000_000_000;

/** What calls do that is not compared at their ends. */
export function unseenIn({ left, right }: ExploredPair, pair: Pair): readonly Reason[] {
  const unseen: Reason[] = [];
  if ([left, right].some((exploration) => new EarlierCalls().learn(exploration)))
    unseen.push(reasonAt(pair, 'state', 'a call changes state of the module, and only first calls are compared'));
  if ([left, right].some(({ prints }) => prints))
    unseen.push(reasonAt(pair, 'print', 'what is printed is compared in runs only'));
  return unseen;
}

function undecided(reasons: readonly Reason[]): PathComparison {
  return {
    differences: [],
    reasons,
    pathsCompared: 0,
    isBounded: false,
    isBudgetSpent: false,
    meetsLimits: false,
    steps: 0,
  };
}

/** The right function, with the arguments of the left. */
function subjectOnRight({ subject }: Run, pair: Pair): Subject {
  return { ...subject, definition: pair.right, ownNames: namesOnRight(pair) };
}

async function settleEnds(
  run: Run,
  pair: Pair,
  left: Exploration,
  right: Exploration,
): Promise<Omit<PathComparison, 'steps'>> {
  const { terms, solver, replayer, property, host, pace } = run;
  const { fuelPerSecond } = host.rate;
  const court = { terms, solver, replayer, property, args: left.args, fuelPerSecond, pace, isLaterCall: false };
  const [ends, others] = [endsOf(left), endsOf(right)];
  const cuts = [...left.cuts, ...right.cuts].map(({ reason }) => reason);
  const open: Reason[] = [];
  const differences: Counterexample[] = [];
  let meetsLimits = others.some((other) => isLimit(run, other));
  let isBudgetSpent = cuts.some(({ construct }) => construct === WORK_BUDGET);
  let undecidedQuery: string | undefined;
  for (const [index, end] of ends.entries()) {
    await pace.begin(`Comparing the ends of both functions, ${index + 1} of ${ends.length}`);
    if (isLimit(run, end)) {
      meetsLimits = true;
      continue;
    }
    const asked = questionAt(run, left, end, others, pair);
    if ('reason' in asked) {
      open.push(asked.reason);
      continue;
    }
    const answer = await settle(court, asked, Math.floor(solver.budget.fuel / (ends.length - index)));
    if (answer.kind === 'refuted') differences.push(differenceOf(run, pair, answer.counterexample, answer.input));
    else if (answer.kind === 'undecided') {
      open.push(answer.reason);
      isBudgetSpent ||= answer.isBudget;
      undecidedQuery ??= answer.script;
    }
  }
  // questions that come up on the way to an end may have used it up, too
  isBudgetSpent ||= cuts.length + open.length > 0 && solver.budget.fuel <= 0;
  return {
    differences,
    reasons: distinctReasons([...cuts, ...open]),
    pathsCompared: countPaths([...ends, ...others].map(({ state }) => state)),
    isBounded: open.length === 0 && cuts.every(({ construct }) => construct === 'loop' || construct === 'recursion'),
    isBudgetSpent,
    meetsLimits,
    ...(undecidedQuery !== undefined && { undecidedQuery }),
  };
}

/** Whether only a number that outgrows floats or texts ends a call here, which is no difference. */
export function isLimit({ property }: Run, { value }: End): boolean {
  return value.kind === 'exception' && value.limit !== undefined && property.countsLimits !== true;
}

/** The ways in which a function ends. */
export function endsOf({ returns, raised }: Exploration): readonly End[] {
  return [
    ...returns.map(({ state, value, line }): End => ({ state, value, line, isReturn: true })),
    ...raised.map(({ state, exception, line }): End => ({ state, value: exception, line, isReturn: false })),
  ];
}

/** Whether an input ends here on the left and on the right in another way. */
export function questionAt(
  run: Run,
  { args }: Exploration,
  end: End,
  others: readonly End[],
  { left, right }: Pair,
): Question | { readonly reason: Reason } {
  const { terms } = run;
  const obligation = `${left.name} and ${right.name} do the same`;
  try {
    const differing = others.map((other) => {
      if (isLimit(run, other)) return terms.false;
      const same = sameEnds(
        end,
        other,
        [...args.values()].map(({ value }) => value),
      );
      return same === terms.true ? terms.false : terms.and(...conjuncts(other.state.condition), terms.not(same));
    });
    return { conjunction: atEnd(end.state, terms.or(...differing)), obligation, line: end.line };
  } catch (error) {
    if (error instanceof TermTooLarge) {
      const message = `the ends of both functions are too large to be compared: ${error.message}`;
      return { reason: { line: end.line, construct: 'size', message } };
    }
    if (!(error instanceof Incomparable)) throw error;
    const { message } = error;
    return { reason: { line: end.line, construct: message, message: `${message} are not compared` } };
  }

  function sameEnds(one: End, other: End, values: readonly Value[]): BoolTerm {
    if (one.isReturn !== other.isReturn) return terms.false;
    const sameness = new Sameness(terms, one.state, other.state);
    const results = one.isReturn ? sameness.of(one.value, other.value) : terms.bool(raisesSame(one.value, other.value));
    return terms.and(results, ...values.map((value) => sameness.of(value, value)));
  }
}

/** Only the type of an exception counts. */
function raisesSame(left: Value, right: Value): boolean {
  return left.kind === 'exception' && right.kind === 'exception' && isSameClass(left.class, right.class);
}

/** A difference with the condition of the paths that show it, where the engine can follow the input. */
export function differenceOf(
  run: Run,
  pair: Pair,
  replayed: Replayed,
  input: Input,
  foundBy: Counterexample['foundBy'] = 'solver',
): Counterexample {
  const model = run.owner === undefined ? modelOfInput(run.subject, input) : undefined;
  const conditions = [run.subject, subjectOnRight(run, pair)].map(
    (subject) => model && pathConditionOf(run.terms, run.limits, subject, model, run.answers),
  );
  const [left, right] = conditions;
  const text =
    left !== undefined && right !== undefined
      ? withinLimits(() => conditionOnArguments(run.subject, run.terms.and(left, right)))
      : undefined;
  return { ...replayed, ...(text !== undefined && { pathCondition: text }), foundBy };
}
