/**
 * Two versions of a function that do not fit into one module: their packages run side by side on CPython, so that a difference can be shown where nothing
 * can be proved.
 */
import type { Pace } from '../../lib/pace.ts';
import { type Condition, extractContract } from '../contracts/contract.ts';
import { ContractSyntaxError } from '../contracts/errors.ts';
import { isShown, tryFurther } from '../equivalence/more-trials.ts';
import { vocabularyOf } from '../replay/vocabulary.ts';
import type { VersionComparison, VersionDifference, VersionReason, VersionsRequest } from '../service.ts';
import type { FunctionDef } from '../syntax/ast.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { parseModule } from '../syntax/parse.ts';
import { conditionText } from '../verify/conditions.ts';
import { findDefinition } from '../verify/find-definition.ts';
import { Faulty, type Host, openRun, type Run, type Trials, tryBoundaries, workOf } from '../verify/run.ts';
import { assumptionsOf } from '../verify/verdict.ts';
import { type ReadFile, Undecidable } from './link.ts';
import { packageFiles } from './package-files.ts';

/** Further inputs: each batch of runs imports both packages. */
const INPUTS_PER_SECOND = 100;

/** What each side's files are read with. */
interface Readers {
  readonly before: ReadFile;
  readonly after: ReadFile;
}

/**
 * A difference, or `unknown` with the reason why nothing is proved and what the runs said.
 * Throws Cancelled when the caller has gone.
 */
export async function runPackages(
  host: Host,
  request: VersionsRequest,
  read: Readers,
  pace: Pace,
  reason: VersionReason,
): Promise<VersionComparison> {
  const { before, after } = request;
  try {
    const code = await read.before(before.path);
    const left = functionIn(host, code, before.name);
    const right = functionIn(host, await read.after(after.path), after.name);
    if (code === undefined || left === undefined || right === undefined) return notRun(reason);
    if (!isCalledAlike(left.definition, right.definition)) return notRun(reason);
    const packages = {
      left: await packageFiles(before.path, read.before, host.parser),
      right: await packageFiles(after.path, read.after, host.parser),
    };
    const { timeoutSeconds, owner, countsLimits = false } = request;
    const asked = { code, functionName: before.name, timeoutSeconds, owner };
    const preconditions = [...left.preconditions, ...right.preconditions].map(conditionText);
    const run = await openRun(host, asked, pace, () => ({
      kind: 'comparison',
      other: after.name,
      packages,
      preconditions,
      assertLines: [],
      countsLimits,
    }));
    const roots = [left.definition, right.definition];
    const vocabulary = vocabularyOf(run.subject.module, roots, run.subject.scope);
    const first = await tryBoundaries(run, vocabulary);
    const trials = isShown(first)
      ? first
      : await tryFurther(run, first, vocabulary, INPUTS_PER_SECOND * timeoutSeconds);
    return compared(run, left.definition, { before: before.name, after: after.name }, trials, reason);
  } catch (error) {
    if (error instanceof Faulty) return notRun(reason, error.fault.message);
    if (error instanceof ContractSyntaxError) return notRun(reason, error.message);
    if (error instanceof Undecidable) return notRun(reason, `${error.construct} ${error.message}`);
    throw error;
  }
}

/** A function of a file, and for which arguments it is; undefined where the file has none of that name. Throws `ContractSyntaxError`. */
function functionIn(
  { parser }: Host,
  code: string | undefined,
  name: string,
): { readonly definition: FunctionDef; readonly preconditions: readonly Condition[] } | undefined {
  if (code === undefined) return undefined;
  try {
    const module = parseModule(code, parser);
    const found = findDefinition(module, name);
    if (found === undefined) return undefined;
    const { preconditions } = extractContract(found.definition, module, parser, found.owner);
    return { definition: found.definition, preconditions };
  } catch (error) {
    if (error instanceof PythonSyntaxError) return undefined;
    throw error;
  }
}

/** Whether both versions take the same arguments. */
function isCalledAlike(left: FunctionDef, right: FunctionDef): boolean {
  const shapes = [left, right].map(({ parameters, isAsync }) =>
    JSON.stringify([isAsync, parameters.map(({ name, kind, default: value }) => [name, kind, value === undefined])]),
  );
  return shapes[0] === shapes[1];
}

function notRun(reason: VersionReason, why?: string): VersionComparison {
  const more =
    why === undefined ? [] : [{ construct: 'run', message: `both versions cannot be run: ${why}`, file: reason.file }];
  const message = 'The versions cannot be compared.';
  return { status: 'unknown', message, differences: [], reasons: [reason, ...more], assumptions: [], isTyped: false };
}

function compared(
  run: Run,
  { parameters }: FunctionDef,
  names: Readonly<Record<'before' | 'after', string>>,
  trials: Trials,
  reason: VersionReason,
): VersionComparison {
  const differences = trials.failures.flatMap(({ counterexample }): readonly VersionDifference[] => {
    const { args, call, violates, message, outcome, other } = counterexample;
    if (other === undefined) return [];
    const told = message.replace(`${names.before} `, 'before: ').replace(`; ${names.after} `, '; after: ');
    return [{ args, call, differsIn: violates, message: told, before: outcome, after: other, foundBy: 'trial' }];
  });
  const alike =
    trials.tried === 0
      ? 'Not proved, and no input was found with which both versions could be run.'
      : `Not proved; of ${trials.tried} inputs on which the packages of both versions were run, ${trials.completed} did the same.`;
  const isDifferent = isShown(trials) && differences.length > 0;
  const assumptions = [...assumptionsOf(run), ...trials.assumptions];
  const own = run.owner === undefined ? parameters : parameters.slice(1);
  return {
    status: isDifferent ? 'different' : 'unknown',
    message: isDifferent ? 'The versions differ for the input shown; the packages of both were run on CPython.' : alike,
    differences: isDifferent ? differences : [],
    reasons: isDifferent ? [] : [reason],
    assumptions: [...new Set(assumptions)],
    isTyped:
      own.every(({ annotation }) => annotation !== undefined) &&
      !assumptions.some((text) => text.includes(' is taken to be ')),
    work: workOf(run, 0),
  };
}
