/** compare_functions: do two functions behave the same for all inputs? */
import type { Pace } from '../../lib/pace.ts';
import { parseCondition } from '../contracts/condition.ts';
import type { Condition } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import { guessText } from '../inputs/assumptions.ts';
import { vocabularyOf } from '../replay/vocabulary.ts';
import type { ComparisonRequest, ComparisonResult, ComparisonStatus, Confidence, Reason } from '../service.ts';
import { outsideNames, readsOutside } from '../verify/determinism.ts';
import { allInputsText, runAllInputs } from '../verify/exhaustive.ts';
import {
  faulty,
  type Host,
  openRun,
  type Run,
  sharesOtherwise,
  type Trials,
  tryBoundaries,
  workOf,
} from '../verify/run.ts';
import { assumptionsOf, limitsText } from '../verify/verdict.ts';
import { boundsOf } from '../verify/within.ts';
import { proveForAnyLength } from './any-length.ts';
import { proveJointly } from './joint/prove.ts';
import { isShown, tryFurther } from './more-trials.ts';
import { haveSameContent, haveSameForm } from './normal/same-form.ts';
import { assumptionsOfPair, contractOf, type Pair, pairWith } from './pair.ts';
import { comparePaths, differenceOf, type PathComparison } from './paths.ts';

/**
 * Compares two functions (`compare_functions` of the symbolic-execution document) in return value and its type, in the type of
 * an exception, and in what they do to their arguments.
 * Throws Faulty for input that is at fault and Cancelled when the caller has gone.
 */
export async function compareFunctions(host: Host, request: ComparisonRequest, pace: Pace): Promise<ComparisonResult> {
  const { functionA, functionB } = request;
  const condition = readPrecondition(host, request.precondition);
  const preconditions = condition === undefined ? [] : [{ text: condition.text, source: condition.source, line: 1 }];
  const run = await openRun(host, { ...request, functionName: functionA }, pace, () => ({
    kind: 'comparison',
    other: functionB,
    preconditions,
    assertLines: [],
    ...(request.countsLimits === true && { countsLimits: true }),
  }));
  const { module, definition, scope } = run.subject;
  const pair = pairWith(module, definition, functionB);
  run.subject = { ...run.subject, contract: contractOf(condition) };
  const roots = [pair.left, pair.right, ...(condition === undefined ? [] : [condition.expression])];
  const shared = { ...pair.left, parameters: pair.parameters };
  const vocabulary = vocabularyOf(module, roots, scope);
  const first = await tryBoundaries(run, vocabulary, shared);
  if (isShown(first)) return differentByTrials(run, pair, first);
  const hasForms = first.completed > 0 && !readsOutside(module);
  const formsText = `${names(pair)} have the same normal form.`;
  if (hasForms && haveSameForm(module, pair)) return proved(run, pair, first, formsText);
  if (hasForms && haveSameContent(module, pair)) return proved(run, pair, { sharesOtherwise: true }, formsText);
  // induction costs less than the trials that it makes needless
  const isSteady = first.completed > 0 && first.unstable === 0;
  const joint = isSteady ? await proveJointly(run, pair) : undefined;
  if (joint !== undefined) {
    const message = `${names(pair)} behave the same: run side by side, they are proved to return the same for arguments of any size.`;
    return proved(run, pair, first, message, joint);
  }
  const any = isSteady ? await proveForAnyLength(run, pair) : undefined;
  if (any !== undefined) {
    const { found } = any;
    const message = `${names(pair)} behave the same: this is proved for every feasible path, for arguments of any size.`;
    return proved(run, pair, { sharesOtherwise: first.sharesOtherwise || any.sharesOtherwise }, message, found);
  }
  const trials = await tryFurther(run, first, vocabulary);
  if (isShown(trials)) return differentByTrials(run, pair, trials);
  const found = await comparePaths(run, pair, run.limits);
  const isWorthMore = found.isBounded && found.reasons.length > 0 && condition !== undefined;
  const limits = { ...run.limits, unrolling: BOUNDED_UNROLLING };
  const compared = byPaths(run, pair, trials, isWorthMore ? await comparePaths(run, pair, limits) : found);
  const isOpen = compared.status === 'unknown' || compared.status === 'timeout';
  const all = isOpen ? await runAllInputs(run) : undefined;
  if (all === undefined) return compared;
  if (isShown({ ...trials, failures: all.failures }))
    return differentByTrials(run, pair, { ...trials, failures: all.failures });
  if (all.failures.length > 0) return compared;
  const message = `${names(pair)} behave the same: ${allInputsText(all)}.`;
  const { verifiedWithin: _, ...rest } = compared;
  const sharing = sharesOtherwise(all.outcomes) ? [SHARING] : [];
  const assumptions = [...rest.assumptions, ...sharing];
  return {
    ...rest,
    status: 'equivalent',
    confidence: 'proven',
    message,
    reasons: [],
    assumptions,
    pathsCompared: all.inputs,
  };
}

/** Iterations of a loop where a precondition may bound them. */
const BOUNDED_UNROLLING = 128;

/** Reads the precondition. Throws Faulty for one that does not parse. */
function readPrecondition({ parser }: Host, text: string | undefined): Condition | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return parseCondition({ section: 'pre', text: text.trim(), line: 1, column: 0 }, parser);
  } catch (error) {
    if (error instanceof ContractSyntaxError) throw faulty('SyntaxError', error.message);
    throw error;
  }
}

function names({ left, right }: Pair): string {
  return `${left.name} and ${right.name}`;
}

function result(
  run: Run,
  pair: Pair,
  status: ComparisonStatus,
  message: string,
  confidence: Confidence,
  found: Partial<PathComparison> = {},
): ComparisonResult {
  return {
    status,
    message,
    ...(found.verifiedWithin !== undefined && { verifiedWithin: found.verifiedWithin }),
    confidence,
    differences: found.differences ?? [],
    pathsCompared: found.pathsCompared ?? 0,
    reasons: found.reasons ?? [],
    assumptions: [
      ...assumptionsOf(run, pair.right),
      ...assumptionsOfPair(pair),
      ...(found.meetsLimits === true ? [limitsText('number')] : []),
    ],
    work: workOf(run, found.steps ?? 0),
    ...(found.undecidedQuery !== undefined && { undecidedQuery: found.undecidedQuery }),
  };
}

/** Equivalence, with what runs or the proof have shown that it leaves out. */
function proved(
  run: Run,
  pair: Pair,
  trials: Pick<Trials, 'sharesOtherwise'>,
  message: string,
  found: Partial<PathComparison> = {},
): ComparisonResult {
  const proof = result(run, pair, 'equivalent', message, 'proven', found);
  return trials.sharesOtherwise ? { ...proof, assumptions: [...proof.assumptions, SHARING] } : proof;
}

const SHARING =
  'contents are compared, not identity: one function leaves an object that can change in several places, such as an argument in its result, where the other leaves a copy';

function differentByTrials(run: Run, pair: Pair, trials: Trials): ComparisonResult {
  const differences = trials.failures.map(({ counterexample, input }) =>
    differenceOf(run, pair, counterexample, input, 'trial'),
  );
  return different(run, pair, { differences, pathsCompared: differences.length });
}

function different(run: Run, pair: Pair, found: Partial<PathComparison>): ComparisonResult {
  const message = `${guessText(run.subject.types)}${names(pair)} differ for the input shown, which was replayed on CPython.`;
  return result(run, pair, 'different', message, 'proven', found);
}

function byPaths(run: Run, pair: Pair, trials: Trials, found: PathComparison): ComparisonResult {
  if (trials.unstable === 0 && found.differences.length > 0) return different(run, pair, found);
  if (found.reasons.length === 0 && found.differences.length === 0) {
    const message = `${names(pair)} behave the same: this is proved for every feasible path.`;
    return proved(run, pair, trials, message, found);
  }
  const tried = `Of ${trials.tried} inputs, ${trials.completed} ran to an end on CPython, without a difference.`;
  const isBudget = found.isBudgetSpent;
  const { verifiedWithin, ...open } = found;
  const reasons = [...variationOf(run, pair, trials), ...found.reasons];
  const bounds = boundsOf(reasons) === undefined ? undefined : verifiedWithin;
  const within =
    bounds === undefined ? '' : `Proved within bounds only: ${names(pair)} behave the same for ${bounds}. `;
  const why = isBudget
    ? 'Not decided within the work budget; timeout_seconds scales it.'
    : 'Not decided; reasons lists what stood in the way.';
  return result(
    run,
    pair,
    isBudget ? 'timeout' : 'unknown',
    `${within}${why} ${tried}`,
    found.isBounded ? 'high' : 'partial',
    {
      ...open,
      ...(bounds !== undefined && { verifiedWithin: bounds }),
      differences: [],
      reasons,
    },
  );
}

/** Why differences that were seen do not count: they differ from run to run. */
function variationOf({ subject }: Run, { left }: Pair, { unstable }: Trials): readonly Reason[] {
  if (unstable === 0) return [];
  const read = outsideNames(subject.module);
  const what = read.length === 0 ? 'an address, or state that earlier calls leave' : read.slice(0, 5).join(', ');
  const message = `what the functions do varies from run to run: they read ${what}`;
  return [{ line: left.span.line, construct: 'varying', message }];
}
