/** Runs the acceptance checks of a step against a commit. */
import { asToolFailure } from '../../../src/lib/errors.ts';
import { Cancelled, type OnProgress } from '../../../src/lib/work.ts';
import type { Check, CheckResult } from '../../../src/planning/checks.ts';
import type { StepType } from '../../../src/planning/plan.ts';
import type { PlanningServices } from '../services.ts';
import { checkContract, findCode } from './by-reasoning.ts';
import { checkInvariants, compareBehaviour, reviewChange } from './by-review.ts';
import { type CheckedFiles, checkedFiles, fileExists } from './files.ts';
import { runPython, runTestFiles } from './in-room.ts';

/** Which checks run, and where. */
export interface CheckRequest {
  readonly checks: readonly Check[];
  readonly workspace: string;
  readonly commit: string;
  /** The commit where the work began. */
  readonly base?: string;
  /** Scales the work of each check. */
  readonly seconds: number;
}

/** What a check needs. */
export interface CheckContext extends Omit<CheckRequest, 'checks'> {
  readonly services: PlanningServices;
  readonly files: CheckedFiles;
  readonly onProgress: OnProgress;
}

/** What came of a check. */
export type Found = Pick<CheckResult, 'outcome' | 'basis' | 'evidence'>;

/** Characters of evidence. */
const LONGEST_EVIDENCE = 2_000;

/**
 * The results in the order of the checks, one after another. A check that something stands in the way of is `undecided`, and says what. Throws
 * `ToolFailure` for a workspace or commit that is not there, and `Cancelled`.
 */
export async function runChecks(
  { checks, ...at }: CheckRequest,
  services: PlanningServices,
  onProgress: OnProgress,
): Promise<readonly CheckResult[]> {
  const context = { ...at, services, onProgress, files: await checkedFiles(at.workspace, at.commit, services) };
  const results: CheckResult[] = [];
  for (const [done, check] of checks.entries()) {
    const name = describe(check);
    if (!(await onProgress({ done, total: checks.length, message: name }))) throw new Cancelled();
    const { evidence, ...found } = await orUndecided(() => find(check, context));
    results.push({
      kind: check.kind,
      check: name,
      ...found,
      evidence: evidence.slice(0, LONGEST_EVIDENCE).toWellFormed(),
    });
  }
  return results;
}

/** Whether the files that a step without checks names are as its type says: there, and other than at `base`. */
export async function filesChanged(
  {
    workspace,
    base,
    commit,
    files,
    type,
  }: Omit<CheckRequest, 'checks' | 'seconds'> & {
    readonly base: string;
    readonly files: readonly string[];
    readonly type: StepType;
  },
  services: PlanningServices,
): Promise<CheckResult> {
  const check = `${type === 'file_create' ? 'created' : 'changed'}: ${files.join(', ')}`;
  const [before, after] = await Promise.all([
    checkedFiles(workspace, base, services),
    checkedFiles(workspace, commit, services),
  ]);
  const faults = files.flatMap((path) => {
    const [was, is] = [before.blobs.get(path), after.blobs.get(path)];
    if (is === undefined) return was === undefined || type === 'file_create' ? [`${path} is not there`] : [];
    if (type === 'file_create' && was !== undefined) return [`${path} was there before`];
    return was === is ? [`${path} is as it was`] : [];
  });
  const between = `between ${base.slice(0, 12)} and ${commit.slice(0, 12)}`;
  return {
    kind: 'changed_files',
    check,
    outcome: faults.length === 0 ? 'holds' : 'fails',
    basis: 'read',
    evidence: faults.length === 0 ? `All of them ${between}.` : `${faults.join('; ')}, ${between}.`,
  };
}

function find(check: Check, context: CheckContext): Promise<Found> | Found {
  switch (check.kind) {
    case 'python':
      return runPython(check, context);
    case 'tests':
      return runTestFiles(check, context);
    case 'contract':
      return checkContract(check, context);
    case 'pattern':
      return findCode(check, context);
    case 'file':
      return fileExists(check, context.files);
    case 'behaves_as_before':
      return compareBehaviour(check, context);
    case 'invariants':
      return checkInvariants(check, context);
    case 'review':
      return reviewChange(check, context);
  }
}

async function orUndecided(check: () => Promise<Found> | Found): Promise<Found> {
  try {
    return await check();
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined) throw error;
    return { outcome: 'undecided', evidence: failure.message };
  }
}

/** A check in a line. */
function describe(check: Check): string {
  switch (check.kind) {
    case 'python':
      return `Python: ${check.code.trim().split('\n').at(-1)?.slice(0, 100) ?? ''}`;
    case 'tests': {
      const paths = check.paths.length === 0 ? 'all tests' : check.paths.join(', ');
      return `tests: ${paths}${check.keyword === '' ? '' : ` -k ${check.keyword}`}`;
    }
    case 'contract': {
      const { pre, post, raises } = check;
      const parts = [
        ...pre.map((text) => `pre: ${text}`),
        ...post.map((text) => `post: ${text}`),
        ...(raises === undefined ? [] : [`raises: ${raises.join(', ') || 'nothing'}`]),
      ];
      return `contract of ${check.function} in ${check.file}: ${parts.join('; ')}`;
    }
    case 'behaves_as_before':
      return `${check.functions.join(', ')} of ${check.file} as before`;
    case 'invariants':
      return `rules of ${check.path}${check.rules.length === 0 ? '' : `: ${check.rules.join(', ')}`}`;
    case 'file':
      return `${check.path} ${check.exists ? 'is there' : 'is not there'}`;
    case 'pattern':
      return `${check.must === 'match' ? 'somewhere' : 'nowhere'} in ${check.files.join(', ')}: ${(check.text ?? check.regex ?? check.code ?? '').slice(0, 200)}`;
    case 'review':
      return `review: nothing above ${check.allow}`;
  }
}
