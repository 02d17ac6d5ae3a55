/** symbolic_check: does a function keep its contract for all inputs? */

import type { Pace } from '../../lib/pace.ts';
import { type Contract, mutationObligation } from '../contracts/contract.ts';
import { guessText } from '../inputs/assumptions.ts';
import type { CheckResult, CheckStatus, Reason, SymbolicRequest } from '../service.ts';
import { isSubclass } from '../values/classes.ts';
import { calleeTexts } from './callee-contracts.ts';
import { contractProperty } from './conditions.ts';
import { allInputsText, coverageOfAll, runAllInputs } from './exhaustive.ts';
import type { Exploration } from './exploration.ts';
import { postconditionNames } from './explore.ts';
import { extremeInputs } from './extreme-inputs.ts';
import { counterexampleOf, distinctFindings } from './findings.ts';
import { type Host, openRun, type Run, type Trials, tryBoundaries, workOf } from './run.ts';
import { decide } from './strategy.ts';
import {
  assumptionsOf,
  atEnd,
  coverageOf,
  isSpared,
  type PathEnd,
  reasonsOfVacuity,
  type Settlement,
  sparedEnd,
} from './verdict.ts';
import { boundsOf, leavesNothing } from './within.ts';

/** A check, perhaps of something else than what the contracts of the module say. */
export interface CheckRequest extends SymbolicRequest {
  /** Whether calls that break what their callees ask are left undecided. */
  readonly leavesCallsOpen?: boolean;
}

/**
 * Checks a function against its contract (`symbolic_check` of the symbolic-execution document).
 * Throws Faulty for input that is at fault and Cancelled when the caller has gone.
 */
export async function checkContract(host: Host, request: CheckRequest, pace: Pace): Promise<CheckResult> {
  const run = await openRun(host, request, pace, (contract, { callees }) => ({
    ...contractProperty(contract),
    ...(request.countsLimits === true && { countsLimits: true }),
    ...(request.leavesCallsOpen !== true && { callees: calleeTexts(callees) }),
  }));
  const trials = await tryBoundaries(run);
  if (trials.failures.length > 0) return refutedByTrials(run, trials);
  const explored = await checkPaths(run, trials);
  const isOpen = explored.status === 'unknown' || explored.status === 'timeout';
  const isObliged = explored.reasons.some(({ construct }) => construct === 'precondition');
  const all = isOpen && !isObliged ? await runAllInputs(run) : undefined;
  if (all === undefined) return explored;
  if (all.failures.length > 0) return refutedByTrials(run, { ...trials, failures: all.failures });
  const message = `${run.functionName} keeps its contract: ${allInputsText(all)}.`;
  const { verifiedWithin: _, ...found } = explored;
  return { ...found, ...coverageOfAll(run, all, found), status: 'verified', message };
}

async function checkPaths(run: Run, trials: Trials): Promise<CheckResult> {
  const { contract } = run.subject;
  const decision = await decide(run, (exploration) => pathEnds(run, exploration, contract));
  if (decision.kind === 'obstacle') return notExplored(run, trials, decision.reason);
  if (decision.kind === 'weak') return weak(run, trials, decision.exploration, decision.steps);
  const { exploration, settlement, steps } = decision;
  const coverage = coverageOf(run, exploration, settlement, contract.obligations, steps);
  const counterexamples = distinctFindings(settlement.counterexamples);
  const status = statusOf(settlement);
  // leading asserts reject inputs on the way: if they reject all of them, no path is left
  if (status === 'verified' && coverage.pathsExplored === 0) return weak(run, trials, exploration, steps);
  const extreme = settlement.meetsLimits ? await extremeInputs(run) : [];
  const isWithin = status === 'unknown' && coverage.pathsVerified > 0 && leavesNothing(run.subject, exploration);
  const bounds = isWithin ? boundsOf(coverage.reasons) : undefined;
  const message = messageFor(run, status, trials);
  const found = { status, counterexamples, extremeInputs: extreme, ...coverage };
  if (bounds === undefined) return { ...found, message };
  return { ...found, message: `${withinText(run.functionName, bounds)} ${message}`, verifiedWithin: bounds };
}

/** What a check has proved where only runs beyond bounds are open. */
export function withinText(name: string, bounds: string): string {
  return `Proved within bounds only: ${name} keeps its contract for ${bounds}.`;
}

/** Each return has the postconditions to keep, each exception has to be one that the contract lists, each call keeps what its callee asks. */
function pathEnds(run: Run, exploration: Exploration, contract: Contract): readonly PathEnd[] {
  const returns = exploration.returns.flatMap((returned): readonly PathEnd[] => {
    const names = postconditionNames(exploration, returned.value);
    const asked = contract.postconditions.map((condition) => ({
      obligation: `post: ${condition.text}`,
      answer: exploration.ask(returned.state, condition, names),
    }));
    const [receiver] = exploration.args.values();
    const self = new Map(receiver === undefined ? [] : [['self', receiver.value]]);
    for (const condition of contract.kept) {
      asked.push({ obligation: `inv: ${condition.text}`, answer: exploration.ask(returned.state, condition, self) });
    }
    if (contract.mutable !== undefined) {
      const obligation = mutationObligation(contract.mutable);
      asked.push({ obligation, answer: exploration.askMutation(returned.state) });
    }
    const questions = asked.flatMap(({ obligation, answer: { holds, raised } }) => [
      ...(holds === undefined
        ? []
        : [{ conjunction: atEnd(holds.state, exploration.terms.not(holds.value)), obligation, line: returned.line }]),
      ...raised
        .filter(({ exception }) => !isSpared(run, exception))
        .map(({ state }) => ({ conjunction: atEnd(state), obligation, line: returned.line })),
    ]);
    const spared = asked.flatMap(({ answer }) => answer.raised.filter(({ exception }) => isSpared(run, exception)));
    const obstacles = asked.flatMap(({ answer }) => answer.cuts.map((cut) => cut.reason));
    const end = { state: returned.state, questions, obstacles, isReachability: false };
    return [end, ...spared.map(({ state }) => sparedEnd(state))];
  });
  const listed = contract.raises.map(exploration.classNamed).filter((one) => one !== undefined);
  const raised = exploration.raised.map((one): PathEnd => {
    const { state, line, exception } = one;
    if (isSpared(run, exception)) return sparedEnd(state);
    const obligation = contract.raises.length === 0 ? 'no uncaught exception' : `raises: ${contract.raises.join(', ')}`;
    const questions = listed.some((one) => isSubclass(exception.class, one))
      ? []
      : [{ conjunction: atEnd(state), obligation, line }];
    return { state, questions, obstacles: [], isReachability: questions.length > 0 };
  });
  const breaches = exploration.breaches.map(({ state, obligation, line }): PathEnd => {
    const questions = [{ conjunction: atEnd(state), obligation, line }];
    // the path goes on, and counts where it ends
    return { state: { ...state, paths: 0 }, questions, obstacles: [], isReachability: true };
  });
  return [...returns, ...raised, ...breaches];
}

function statusOf({ counterexamples, ends, reasons, isBudgetSpent }: Settlement): CheckStatus {
  if (counterexamples.length > 0) return 'counterexample';
  if (isBudgetSpent) return 'timeout';
  const isDecided = reasons.length === 0 && ends.every(({ fate }) => fate !== 'undecided');
  return isDecided ? 'verified' : 'unknown';
}

function messageFor(run: Run, status: CheckStatus, trials: Trials): string {
  const { functionName } = run;
  switch (status) {
    case 'verified':
      return `${functionName} keeps its contract: its obligations are proved on every feasible path.`;
    case 'counterexample':
      return `${guessText(run.subject.types)}${functionName} breaks its contract for the input shown, which was replayed on CPython.`;
    case 'timeout':
      return `Not decided within the work budget; timeout_seconds scales it. ${triedText(trials)}`;
    case 'unknown':
      return `Not decided; reasons lists what stood in the way. ${triedText(trials)}`;
  }
}

function triedText({ completed, tried }: Trials): string {
  return `Of ${tried} boundary inputs, ${completed} ran to an end on CPython, without a violation.`;
}

/** Found by running: the paths of the inputs shown are all that was explored. */
function refutedByTrials(run: Run, trials: Trials): CheckResult {
  const found = trials.failures.map(({ counterexample, input }) =>
    counterexampleOf(run, counterexample, input, 'trial'),
  );
  const counterexamples = distinctFindings(found);
  return {
    ...unexplored(run, 0),
    status: 'counterexample',
    message: messageFor(run, 'counterexample', trials),
    counterexamples,
    pathsExplored: counterexamples.length,
    assumptions: trials.assumptions,
  };
}

function notExplored(run: Run, trials: Trials, obstacle: Reason): CheckResult {
  return {
    ...unexplored(run, 0),
    message: messageFor(run, 'unknown', trials),
    reasons: [obstacle],
    assumptions: trials.assumptions,
  };
}

/** No input is known to meet the preconditions, so there is nothing to verify. */
function weak(run: Run, trials: Trials, exploration: Exploration, steps: number): CheckResult {
  const isProved = exploration.cuts.length === 0;
  const proved = `The contract is weak: no input of ${run.functionName} meets its preconditions, so nothing was verified.`;
  return {
    ...unexplored(run, steps),
    message: isProved ? proved : messageFor(run, 'unknown', trials),
    reasons: reasonsOfVacuity(run, exploration),
    assumptions: assumptionsOf(run),
  };
}

/** A result that knows of no path. */
function unexplored(run: Run, steps: number): CheckResult {
  return {
    status: 'unknown',
    message: '',
    counterexamples: [],
    extremeInputs: [],
    pathsExplored: 0,
    pathsVerified: 0,
    coverageEstimate: 0,
    reasons: [],
    obligations: run.subject.contract.obligations,
    assumptions: [],
    work: workOf(run, steps),
  };
}
