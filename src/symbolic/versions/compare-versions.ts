/** Do two versions of a function of a workspace behave the same? */
import type { Pace } from '../../lib/pace.ts';
import { compareFunctions } from '../equivalence/compare.ts';
import { FROM_USES } from '../inputs/arguments.ts';
import type {
  ComparisonResult,
  Counterexample,
  Reason,
  VersionComparison,
  VersionDifference,
  VersionReason,
  VersionsRequest,
} from '../service.ts';
import { PythonSyntaxError } from '../syntax/errors.ts';
import { Faulty, type Host } from '../verify/run.ts';
import { IMPORTS } from './in-file.ts';
import type { ReadFile } from './link.ts';
import { type Merged, mergeVersions } from './merge.ts';
import { moduleName } from './module-name.ts';
import { placedOutcome, placedReason, placeOf, unaliased } from './placed.ts';
import { regressionTest } from './regression-test.ts';
import { runPackages } from './run-packages.ts';
import { sharedPrecondition } from './stated.ts';

/**
 * Compares a function of two commits with all that it uses of the workspace.
 * Throws Cancelled when the caller has gone; what is at fault in the files is a reason of an unknown verdict.
 */
export async function compareVersions(
  host: Host,
  request: VersionsRequest,
  read: (side: 'before' | 'after', path: string) => Promise<string | undefined>,
  pace: Pace,
): Promise<VersionComparison> {
  const { before, after } = request;
  const readBefore: ReadFile = (path) => read('before', path);
  const readAfter: ReadFile = (path) => read('after', path);
  const merged = await mergeVersions({ ...before, read: readBefore }, { ...after, read: readAfter }, host.parser);
  if (merged.kind === 'unchanged') return undecided('unchanged', 'Nothing that the function uses has changed.');
  if (merged.kind === 'signature') return undecided('signature', merged.message);
  if (merged.kind === 'undecided') {
    const { construct, message, file, line } = merged;
    const reason = { construct, message, file, ...(line !== undefined && { line }) };
    return runPackages(host, request, { before: readBefore, after: readAfter }, pace, reason);
  }
  try {
    const { timeoutSeconds, owner, countsLimits = false } = request;
    const { code } = merged;
    const names = { functionA: merged.before, functionB: merged.after };
    const stated = sharedPrecondition(code, merged.before, merged.target, host.parser);
    const conditions = [request.precondition, stated].filter((text) => text !== undefined);
    const precondition = conditions.length === 2 ? conditions.map((text) => `(${text})`).join(' and ') : conditions[0];
    const asked = { code, ...names, timeoutSeconds, owner, countsLimits, ...(precondition && { precondition }) };
    const result = await compareFunctions(host, asked, pace);
    return await judged(host, request, merged, withPrecondition(result, stated), readAfter);
  } catch (error) {
    // what is written in two places of their files may not fit into one module
    if (error instanceof PythonSyntaxError) {
      const reason = { construct: 'one module', message: 'cannot be written of both versions', file: after.path };
      return runPackages(host, request, { before: readBefore, after: readAfter }, pace, reason);
    }
    if (!(error instanceof Faulty)) throw error;
    const { message, line } = error.fault;
    const place = placeOf(merged, line);
    const reason = {
      construct: error.fault.errorType,
      message: unaliased(merged, message),
      file: place?.file ?? after.path,
      ...(place && { line: place.line, side: place.side }),
    };
    return undecided('unknown', 'The versions cannot be compared.', [reason]);
  }
}

/** Says which inputs the comparison is about. */
function withPrecondition(result: ComparisonResult, precondition: string | undefined): ComparisonResult {
  if (precondition === undefined) return result;
  return { ...result, assumptions: [...result.assumptions, `inputs are those of the docstrings: ${precondition}`] };
}

function undecided(
  status: VersionComparison['status'],
  message: string,
  reasons: readonly VersionReason[] = [],
): VersionComparison {
  return { status, message, differences: [], reasons, assumptions: [], isTyped: false };
}

async function judged(
  host: Host,
  { after }: VersionsRequest,
  merged: Merged,
  result: ComparisonResult,
  read: ReadFile,
): Promise<VersionComparison> {
  const modules = new Map<string, string>();
  for (const path of new Set([after.path, ...[...merged.definedIn.values()].map((one) => one.path)]))
    modules.set(path, await moduleName(path, read));
  const moduleOf = (path: string): string => modules.get(path) ?? path;
  const real = { module: moduleOf(after.path), name: after.name, moduleOf };
  const differences = result.differences.flatMap((found) =>
    difference(found, merged, regressionTest(found, merged, real, host.parser)),
  );
  const isDefault = (text: string): boolean => text.endsWith(DEFAULTS_DIFFER);
  const differing = merged.isWrapped ? [] : result.assumptions.filter(isDefault);
  const told = (message: string): VersionReason => ({ construct: 'arguments', message, file: after.path });
  const notes = [...new Set([...merged.notes, ...differing])].map(told);
  const assumptions = result.assumptions.filter((text) => !isDefault(text)).map((text) => unaliased(merged, text));
  const guesses = assumptions.filter((text) => GUESS.test(text));
  const isOpen = result.status === 'equivalent' && (notes.length > 0 || guesses.length > 0);
  const open = notes.length > 0 ? NOTED : GUESSED;
  const isOfUses = result.status === 'different' && guesses.some((text) => text.endsWith(FROM_USES));
  return {
    status: isOpen ? 'unknown' : result.status,
    message: isOpen ? open : `${isOfUses ? OF_USES : ''}${MESSAGES[result.status]}`,
    differences,
    reasons: [
      ...result.reasons.map((one) => reasonOf(merged, one, after.path)),
      ...notes,
      ...(isOpen ? guesses.map(told) : []),
    ],
    assumptions: [...assumptions, IMPORTS],
    isTyped: merged.isTyped && !guesses.some((text) => text.includes(' is taken to be ')),
    work: result.work,
    pathsCompared: result.pathsCompared,
  };
}

/** How a comparison says that calls without an argument were not compared. */
const DEFAULTS_DIFFER = '(its defaults differ)';
/** Assumptions under which a proof is none for every call that may be made. */
const GUESS = / is taken to be | is passed in every call /;
/** Said before a difference that is shown for a type which only the uses of a parameter suggest. */
const OF_USES = 'For types that are a guess, as assumptions says: ';
const NOTED =
  'With every parameter passed by its place, the versions behave the same; reasons says which other calls were not compared.';
const GUESSED =
  'The versions are proved to behave the same for arguments of the types that were guessed; others are possible.';

const MESSAGES: Readonly<Record<ComparisonResult['status'], string>> = {
  equivalent: 'The versions behave the same: this is proved.',
  different: 'The versions differ for the input shown, which was replayed on CPython.',
  timeout: 'Not decided within the work budget; timeout_seconds scales it.',
  unknown: 'Not decided; reasons lists what stood in the way.',
};

function difference(found: Counterexample, merged: Merged, pytest: string | undefined): readonly VersionDifference[] {
  const { args, call, violates, message, outcome, other, foundBy } = found;
  if (other === undefined) return [];
  return [
    {
      args,
      call: unaliased(merged, call),
      differsIn: unaliased(merged, violates),
      message: sidesOf(merged, message),
      before: placedOutcome(merged, outcome),
      after: placedOutcome(merged, other),
      foundBy,
      ...(pytest !== undefined && { pytest }),
    },
  ];
}

/** `f_before returns 1; f returns 2`, told of one function. */
function sidesOf({ before, after }: Merged, message: string): string {
  return message.startsWith(`${before} `)
    ? message.replace(before, 'before:').replace(`; ${after} `, '; after: ')
    : message;
}

function reasonOf(merged: Merged, reason: Reason, path: string): VersionReason {
  const { place, ...told } = placedReason(merged, reason);
  return { ...told, file: place?.file ?? path, ...(place !== undefined && { line: place.line, side: place.side }) };
}
