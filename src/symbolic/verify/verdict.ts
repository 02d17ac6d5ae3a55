/** Settles the ends of an exploration one after the other and says what came of each. */
import { assumptionsAbout } from '../inputs/assumptions.ts';
import { WORK_BUDGET } from '../machine/limits.ts';
import type { PathCondition, State } from '../machine/state.ts';
import { conjuncts } from '../machine/state.ts';
import type { Counterexample, Coverage, Reason } from '../service.ts';
import type { FunctionDef } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import type { ExceptionValue } from '../values/value.ts';
import { outsideNames } from './determinism.ts';
import type { Exploration } from './exploration.ts';
import { counterexampleOf } from './findings.ts';
import { NO_BOOLS, speaksOfInt, writesTexts } from './number-texts.ts';
import { mayRecurse, STACK_SUFFICES } from './recursive-functions.ts';
import { type Run, workOf } from './run.ts';
import { decide, type Question, settle } from './settle.ts';
import { type Fate, tally } from './tally.ts';

/** Paths that end together, and what could go wrong there. */
export interface PathEnd {
  readonly state: State;
  readonly questions: readonly Question[];
  /** What already keeps this end from being decided. */
  readonly obstacles: readonly Reason[];
  /** Whether breaking the obligation is the same as reaching this end: then a proof means that no input reaches it. */
  readonly isReachability: boolean;
  /** Only a number that outgrows floats or texts leads here, which breaks nothing. */
  readonly isSpared?: true;
}

/** Everything settled. */
export interface Settlement {
  readonly counterexamples: readonly Counterexample[];
  readonly ends: readonly { readonly state: State; readonly fate: Fate }[];
  readonly reasons: readonly Reason[];
  /** Whether the work budget is among the reasons. */
  readonly isBudgetSpent: boolean;
  /** Whether some input may lead to an end that is spared. */
  readonly meetsLimits: boolean;
  /** The first query that the solver did not decide, as SMT-LIB. */
  readonly undecidedQuery?: string;
}

/** The condition under which a path is taken, with one more condition at its end. */
export function atEnd(state: State, ...more: readonly BoolTerm[]): readonly BoolTerm[] {
  const condition: PathCondition | undefined = state.condition;
  return [...conjuncts(condition), ...more];
}

/** Settles every question; the fuel left is spread over the questions left. */
export async function settleEnds(run: Run, exploration: Exploration, ends: readonly PathEnd[]): Promise<Settlement> {
  const { terms, solver, replayer, property, host, pace } = run;
  const { fuelPerSecond } = host.rate;
  const isLaterCall = run.subject.isLaterCall === true;
  const court = { terms, solver, replayer, property, args: exploration.args, fuelPerSecond, pace, isLaterCall };
  const counterexamples: Counterexample[] = [];
  const reasons: Reason[] = exploration.cuts.map((cut) => cut.reason);
  const settled: { state: State; fate: Fate }[] = [];
  let open = ends.reduce((sum, end) => sum + end.questions.length + (end.isSpared ? 1 : 0), 0);
  let meetsLimits = false;
  let isBudgetSpent = reasons.some((reason) => reason.construct === WORK_BUDGET);
  let undecidedQuery: string | undefined;
  for (const end of ends) {
    if (end.isSpared) {
      const fuel = Math.floor(solver.budget.fuel / open--);
      meetsLimits ||= (await decide(court, atEnd(end.state), fuel)).status !== 'unsat';
      settled.push({ state: end.state, fate: 'infeasible' });
      continue;
    }
    let fate: Fate = end.obstacles.length > 0 ? 'undecided' : end.isReachability ? 'infeasible' : 'verified';
    reasons.push(...end.obstacles);
    for (const question of end.questions) {
      await pace.begin(`Proving ${question.obligation}`);
      const fuel = Math.floor(solver.budget.fuel / open--);
      const answer = await settle(court, question, fuel);
      if (answer.kind === 'refuted') {
        fate = 'refuted';
        counterexamples.push(counterexampleOf(run, answer.counterexample, answer.input, 'solver'));
      } else if (answer.kind === 'undecided') {
        if (fate !== 'refuted') fate = 'undecided';
        reasons.push(answer.reason);
        isBudgetSpent ||= answer.isBudget;
        undecidedQuery ??= answer.script;
      }
    }
    settled.push({ state: end.state, fate });
  }
  // questions that come up on the way to an end may have used it up, too
  isBudgetSpent ||= reasons.length > 0 && solver.budget.fuel <= 0;
  const query = undecidedQuery === undefined ? {} : { undecidedQuery };
  return { counterexamples, ends: settled, reasons: distinctReasons(reasons), isBudgetSpent, meetsLimits, ...query };
}

/** Each reason once. */
export function distinctReasons(reasons: readonly Reason[]): readonly Reason[] {
  return [...new Map(reasons.map((reason) => [JSON.stringify(reason), reason])).values()];
}

/** The figures of a settlement, as every result carries them. */
export function coverageOf(
  run: Run,
  exploration: Exploration,
  settlement: Settlement,
  obligations: readonly string[],
  steps: number,
): Coverage {
  return {
    ...tally(
      settlement.ends,
      exploration.cuts.map((cut) => cut.state),
    ),
    reasons: settlement.reasons,
    obligations,
    assumptions: [...assumptionsOf(run), ...(settlement.meetsLimits ? [limitsText('integer')] : [])],
    work: workOf(run, steps),
    ...(settlement.undecidedQuery !== undefined && { undecidedQuery: settlement.undecidedQuery }),
  };
}

/** Whether an exception breaks no promise, since only an integer raises it that outgrows floats or texts. */
export function isSpared({ property }: Pick<Run, 'property'>, { limit }: ExceptionValue): boolean {
  return limit === 'integer' && property.countsLimits !== true;
}

/** An end where only such an exception leads. */
export function sparedEnd(state: State): PathEnd {
  return { state, questions: [], obstacles: [], isReachability: false, isSpared: true };
}

/** What is left out where limits of numbers do not count. */
export function limitsText(numbers: 'integer' | 'number'): string {
  return `no ${numbers} outgrows a float (about 1.8e308) or a text (4,300 digits); machine_limits="count" counts such inputs`;
}

/** What a result about the subject, and about the other function that it is compared with, rests on without having proved it. */
export function assumptionsOf(run: Run, other?: FunctionDef): readonly string[] {
  const { types, scope, module, definition } = run.subject;
  const functions = other === undefined ? [definition] : [definition, other];
  const isPinned = outsideNames(module).some((name) => PINNED.has(name));
  const mayMeetBools = types.some(({ type }) => speaksOfInt(type)) && writesTexts(module);
  return [
    ...assumptionsAbout(types, scope),
    ...(mayMeetBools ? [NO_BOOLS] : []),
    ...(mayRecurse(module, functions) ? [STACK_SUFFICES] : []),
    ...(isPinned ? [PINNED_TEXT] : []),
  ];
}

/** Modules and methods that read what replays pin. */
const PINNED = new Set('now random secrets time today utcnow uuid'.split(' '));
const PINNED_TEXT = 'In runs the clock stands at 2026-01-01 00:00 UTC, and random numbers begin with the same seed.';

/** Why an exploration has no entry: its preconditions exclude every input, or are not decided. */
export function reasonsOfVacuity(run: Run, exploration: Exploration): readonly Reason[] {
  if (exploration.cuts.length > 0) return distinctReasons(exploration.cuts.map((cut) => cut.reason));
  const { contract, definition } = run.subject;
  const line = contract.preconditions[0]?.line ?? contract.assertLines[0] ?? definition.span.line;
  const errors = [...new Set(exploration.preconditionErrors)];
  const why = errors.length === 0 ? '' : `; evaluating them raises ${errors.join(', ')}`;
  return [{ line, construct: 'precondition', message: `no input meets the preconditions${why}` }];
}
