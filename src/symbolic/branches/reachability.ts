/** Which sides of a function's decisions are taken: observed on CPython, or excluded by exploring every path. */
import type { Pace } from '../../lib/pace.ts';
import type { Contract } from '../contracts/contract.ts';
import { SAMPLES } from '../execute/closed-forms.ts';
import type { Limits } from '../machine/limits.ts';

import type { BranchRequest, Reason, Work } from '../service.ts';
import type { FunctionDef, Module, Parameter } from '../syntax/ast.ts';
import { conditionText } from '../verify/conditions.ts';
import { allInputsText, runAllInputs } from '../verify/exhaustive.ts';
import { preconditionText } from '../verify/find-exception.ts';
import { exploreInSlices, type Host, openRun, type Run, workOf } from '../verify/run.ts';
import { assumptionsOf, distinctReasons, reasonsOfVacuity } from '../verify/verdict.ts';
import { type ClosedSides, syntacticallyClosed } from './closed-sides.ts';
import { closeDeadCode } from './dead-code.ts';
import { type Decision, decisionsOf } from './decisions.ts';
import { lateDecisions } from './late-decisions.ts';
import { keepExamples, observeBoundaries, observeFurther } from './observe.ts';
import { ControlOrder } from './order.ts';
import { placesOf } from './places.ts';
import { settleSides } from './settle-sides.ts';
import { Sides } from './sides.ts';
import { TakenStates } from './taken-states.ts';

/** What was found out about a function's decisions. */
export interface Reachability {
  readonly module: Module;
  readonly definition: FunctionDef;
  readonly decisions: readonly Decision[];
  readonly closed: ClosedSides;
  readonly sides: Sides;
  /** Why sides are open; none when none is. */
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly string[];
  readonly work: Work;
}

/**
 * Observes boundary inputs; then explores the function, and asks the solver for inputs of the sides that are left. A side is
 * closed only where the exploration has followed every path to its end, by unrolling or by induction.
 * Throws Faulty for input that is at fault and Cancelled when the caller has gone.
 */
export async function decideReachability(host: Host, request: BranchRequest, pace: Pace): Promise<Reachability> {
  const run = await openRun(host, request, pace, ({ preconditions }, { definition, module }) => ({
    kind: 'branches',
    preconditions: preconditions.map(conditionText),
    assertLines: [],
    places: placesOf(decisionsOf(definition.body, module)),
  }));
  const { module, definition, contract } = run.subject;
  run.subject = { ...run.subject, contract: onlyPreconditions(contract) };
  const decisions = decisionsOf(definition.body, module);
  const closed = syntacticallyClosed(decisions);
  const sides = new Sides(decisions, closed);
  closeDeadCode(module, definition, closed);
  await observeBoundaries(run, sides);
  const { reasons, steps, assumptions } = await decideOpenSides(run, sides, closed);
  return {
    module,
    definition,
    decisions,
    closed,
    sides,
    reasons: sides.open.length === 0 ? [] : distinctReasons(reasons),
    assumptions: [...assumptionsOf(run), ...preconditionText(run), ...assumptions],
    work: workOf(run, steps),
  };
}

/** What else a contract asks for is no concern of the analysis. */
function onlyPreconditions(contract: Contract): Contract {
  const nothing = { postconditions: [], snapshots: [], kept: [], raises: [], assertLines: [], obligations: [] };
  return { ...contract, ...nothing };
}

interface Attempt {
  readonly reasons: readonly Reason[];
  readonly assumptions: readonly string[];
  readonly steps: number;
}

/** Tries what may decide the open sides, the quickest first. */
async function decideOpenSides(run: Run, sides: Sides, closed: ClosedSides): Promise<Attempt> {
  if (sides.open.length === 0) return { reasons: [], assumptions: [], steps: 0 };
  const collector = run.subject.definition.parameters.find(({ kind }) => kind === 'kwarg');
  if (collector !== undefined) return { reasons: [unexplored(collector)], assumptions: [], steps: 0 };
  const all = await runAllInputs(run);
  if (all !== undefined) {
    keepExamples(sides, all.outcomes, 'trial');
    const late = lateDecisions(run.subject.module, run.subject.definition);
    for (const { decision, side } of sides.open) if (!late.nodes.has(decision.node)) closed.add(decision.node, side);
    return { reasons: late.reasons, assumptions: [`decided by running: ${allInputsText(all)}`], steps: 0 };
  }
  const { reasons, steps } = await exploreOpenSides(run, sides, closed);
  if (sides.open.length > 0) await observeFurther(run, sides);
  return { reasons, assumptions: resourceAssumption(sides), steps };
}

/** Exploring passes no further keyword arguments, so it cannot tell what a function does with some. */
function unexplored({ name, span }: Parameter): Reason {
  return { line: span.line, construct: `**${name}`, message: `**${name}: further keyword arguments are not modelled` };
}

/** Explores by unrolling and, where loops run beyond it and sides are still open, by induction. */
async function exploreOpenSides(run: Run, sides: Sides, closed: ClosedSides): Promise<Omit<Attempt, 'assumptions'>> {
  const unrolled = await exploreOnce(run, run.limits, sides, closed);
  const isCutInLoop = unrolled.reasons.some(({ construct }) => construct === 'loop' || construct === 'recursion');
  if (!isCutInLoop || sides.open.length === 0) return unrolled;
  const limits: Limits = { ...run.limits, isInductive: true, unrolling: SAMPLES };
  const { steps } = await exploreOnce(run, limits, sides, closed);
  return { reasons: unrolled.reasons, steps: unrolled.steps + steps };
}

async function exploreOnce(
  run: Run,
  limits: Limits,
  sides: Sides,
  closed: ClosedSides,
): Promise<Omit<Attempt, 'assumptions'>> {
  const taken = new TakenStates();
  const observed: Run = { ...run, subject: { ...run.subject, isLaterCall: true, observer: () => taken.begin() } };
  const explored = await exploreInSlices(observed, limits, () => undefined);
  if ('obstacle' in explored) return { reasons: [explored.obstacle], steps: 0 };
  const { exploration, steps } = explored;
  if (exploration.entry === undefined) return { reasons: reasonsOfVacuity(run, exploration), steps };
  const order = new ControlOrder(run.subject.module, run.subject.definition);
  const late = lateDecisions(run.subject.module, run.subject.definition);
  const isExplored = (decision: Decision): boolean =>
    !namesResources(decision) &&
    !late.nodes.has(decision.node) &&
    !exploration.cuts.some(({ line }) => order.mayFollow(line, decision.node));
  const doubts = await settleSides(run, exploration, taken, isExplored, sides, closed);
  return { reasons: [...exploration.cuts.map(({ reason }) => reason), ...late.reasons, ...doubts], steps };
}

/** Whether an except clause is for exceptions of which the exploration knows nothing. */
function namesResources({ kind, condition }: Decision): boolean {
  return kind === 'except' && /\b(?:MemoryError|RecursionError)\b/.test(condition);
}

/** A handler that nothing is proved to reach may be reached where memory or stack run out. */
function resourceAssumption(sides: Sides): readonly string[] {
  const isAssumed = sides.branches.some(({ kind, whenTrue }) => kind === 'except' && whenTrue.kind === 'unreachable');
  return isAssumed ? ['memory and stack suffice: no MemoryError, no RecursionError'] : [];
}
