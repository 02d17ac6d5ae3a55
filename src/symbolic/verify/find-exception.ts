/** find_path_to_exception: which inputs make a function end in an exception of a class? */

import type { Pace } from '../../lib/pace.ts';
import { guessText } from '../inputs/assumptions.ts';
import type { ExceptionRequest, ExceptionResult, ExceptionStatus, Reason } from '../service.ts';
import { isSubclass } from '../values/classes.ts';
import { conditionText } from './conditions.ts';
import { allInputsText, coverageOfAll, runAllInputs } from './exhaustive.ts';
import type { Exploration } from './exploration.ts';

import { counterexampleOf, distinctFindings } from './findings.ts';
import { type Host, openRun, type Run, type Trials, tryBoundaries, workOf } from './run.ts';
import { decide } from './strategy.ts';
import { countPaths } from './tally.ts';
import { atEnd, coverageOf, isSpared, type PathEnd, reasonsOfVacuity, type Settlement, sparedEnd } from './verdict.ts';
import { boundsOf, leavesNothing } from './within.ts';

/** Exceptions that come from running out of resources: they are neither looked for nor excluded. */
const RESOURCE_EXCEPTIONS = new Set(['RecursionError', 'MemoryError']);

/**
 * Looks for inputs that end in the exception (`find_path_to_exception` of the symbolic-execution document). The
 * preconditions of its docstring limit the inputs; an assert is code that raises AssertionError.
 * Throws Faulty for input that is at fault and Cancelled when the caller has gone.
 */
export async function findPathToException(host: Host, request: ExceptionRequest, pace: Pace): Promise<ExceptionResult> {
  const { exceptionType } = request;
  const run = await openRun(host, request, pace, ({ preconditions }) => ({
    kind: 'exception',
    exceptionType,
    preconditions: preconditions.map(conditionText),
    assertLines: [],
  }));
  const trials = await tryBoundaries(run);
  if (trials.failures.length > 0) return foundByTrials(run, trials, exceptionType);
  const explored = await findOnPaths(run, trials, exceptionType);
  const isOpen = explored.status === 'unknown' || explored.status === 'timeout';
  const all = isOpen && !RESOURCE_EXCEPTIONS.has(exceptionType) ? await runAllInputs(run) : undefined;
  if (all === undefined) return explored;
  if (all.failures.length > 0) return foundByTrials(run, { ...trials, failures: all.failures }, exceptionType);
  const message = `No input makes ${run.functionName} end in ${exceptionType}: ${allInputsText(all)}.`;
  const { verifiedWithin: _, ...found } = explored;
  return { ...found, ...coverageOfAll(run, all, found), status: 'unreachable', message };
}

async function findOnPaths(run: Run, trials: Trials, exceptionType: string): Promise<ExceptionResult> {
  const decision = await decide(run, (exploration) => pathEnds(run, exploration, exceptionType));
  if (decision.kind === 'obstacle') return notExplored(run, trials, exceptionType, [decision.reason]);
  if (decision.kind === 'weak') {
    return notExplored(run, trials, exceptionType, reasonsOfVacuity(run, decision.exploration));
  }
  const { exploration, settlement, steps } = decision;
  const coverage = coverageOf(run, exploration, settlement, obligations(exceptionType), steps);
  const status = statusOf(settlement, exceptionType);
  const reasons = [...coverage.reasons, ...resourceReasons(run, exceptionType)];
  const isWithin = status === 'unknown' && coverage.pathsVerified > 0 && leavesNothing(run.subject, exploration);
  const bounds = isWithin ? boundsOf(reasons) : undefined;
  const within =
    bounds === undefined ? '' : `Proved within bounds only: ${run.functionName} does not end so for ${bounds}. `;
  return {
    status,
    message: within + messageFor(run, status, exceptionType, trials),
    ...(bounds !== undefined && { verifiedWithin: bounds }),
    triggeringInputs: distinctFindings(settlement.counterexamples),
    pathsToException: countPaths(settlement.ends.filter(({ fate }) => fate === 'refuted').map(({ state }) => state)),
    ...coverage,
    reasons,
    assumptions: [...coverage.assumptions, ...preconditionText(run)],
  };
}

/** An end in the exception is the question; every other end is of no interest, whatever it raises. */
function pathEnds(run: Run, exploration: Exploration, exceptionType: string): readonly PathEnd[] {
  const wanted = exploration.classNamed(exceptionType);
  const raised = exploration.raised.map(({ state, exception, line }): PathEnd => {
    if (wanted === undefined)
      return { state, questions: [], obstacles: [unknownClass(exceptionType)], isReachability: false };
    const matches = isSubclass(exception.class, wanted);
    // asked for by its own name it counts
    if (matches && exception.class !== wanted && isSpared(run, exception)) return sparedEnd(state);
    const obligation = `no ${exceptionType}`;
    const questions = matches ? [{ conjunction: atEnd(state), obligation, line }] : [];
    return { state, questions, obstacles: [], isReachability: matches };
  });
  const returns = exploration.returns.map(
    ({ state }): PathEnd => ({ state, questions: [], obstacles: [], isReachability: false }),
  );
  return [...raised, ...returns];
}

function unknownClass(name: string): Reason {
  return { construct: name, message: `the class ${name} is not modelled` };
}

function obligations(exceptionType: string): readonly string[] {
  return [`no input ends in ${exceptionType}`];
}

function statusOf(
  { counterexamples, ends, reasons, isBudgetSpent }: Settlement,
  exceptionType: string,
): ExceptionStatus {
  if (counterexamples.length > 0) return 'found';
  if (isBudgetSpent) return 'timeout';
  const isDecided = reasons.length === 0 && ends.every(({ fate }) => fate !== 'undecided');
  return isDecided && !RESOURCE_EXCEPTIONS.has(exceptionType) ? 'unreachable' : 'unknown';
}

function resourceReasons(run: Run, exceptionType: string): readonly Reason[] {
  if (!RESOURCE_EXCEPTIONS.has(exceptionType)) return [];
  const message = `${exceptionType} depends on the resources of the machine, which are not modelled`;
  return [{ line: run.subject.definition.span.line, construct: exceptionType, message }];
}

/** What a result rests on that looks only at inputs which meet the function's preconditions. */
export function preconditionText(run: Run): readonly string[] {
  const { preconditions } = run.subject.contract;
  if (preconditions.length === 0) return [];
  return ["only inputs that meet the function's own preconditions (pre:) are considered"];
}

function messageFor(run: Run, status: ExceptionStatus, exceptionType: string, trials: Trials): string {
  const { functionName } = run;
  const tried = `Of ${trials.tried} boundary inputs, ${trials.completed} ran to an end on CPython, without it.`;
  switch (status) {
    case 'found':
      return `${guessText(run.subject.types)}${functionName} ends in ${exceptionType} for the input shown, which was replayed on CPython.`;
    case 'unreachable':
      return `No input makes ${functionName} end in ${exceptionType}: this is proved for every feasible path.`;
    case 'timeout':
      return `Not decided within the work budget; timeout_seconds scales it. ${tried}`;
    case 'unknown':
      return `Not decided; reasons lists what stood in the way. ${tried}`;
  }
}

function foundByTrials(run: Run, trials: Trials, exceptionType: string): ExceptionResult {
  const found = trials.failures.map(({ counterexample, input }) =>
    counterexampleOf(run, counterexample, input, 'trial'),
  );
  const triggeringInputs = distinctFindings(found);
  return {
    ...notExplored(run, trials, exceptionType, []),
    status: 'found',
    message: messageFor(run, 'found', exceptionType, trials),
    triggeringInputs,
    pathsToException: triggeringInputs.length,
    pathsExplored: triggeringInputs.length,
  };
}

function notExplored(run: Run, trials: Trials, exceptionType: string, reasons: readonly Reason[]): ExceptionResult {
  return {
    status: 'unknown',
    message: messageFor(run, 'unknown', exceptionType, trials),
    triggeringInputs: [],
    pathsToException: 0,
    pathsExplored: 0,
    pathsVerified: 0,
    coverageEstimate: 0,
    reasons,
    obligations: obligations(exceptionType),
    assumptions: [...trials.assumptions, ...preconditionText(run)],
    work: workOf(run, 0),
  };
}
