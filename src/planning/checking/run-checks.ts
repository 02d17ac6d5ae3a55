/** Runs the acceptance checks of a step against a commit. */
import { failureOf } from '../../lib/errors.ts';
import type { Supply } from '../../lib/supply.ts';
import { Cancelled, type OnProgress } from '../../lib/work.ts';
import type { CheckResult, PlanCheck } from '../checks.ts';
import type { PlanningServices } from '../services.ts';
import { type StepType, traitsOf } from '../step-types.ts';
import { checkContract } from './by-reasoning.ts';
import { checkInvariants, compareBehaviour, NO_BASE, reviewChange } from './by-review.ts';
import { describeCheck } from './describe.ts';
import { type CheckedFiles, checkedFiles, fileExists } from './files.ts';
import { findPattern } from './find.ts';
import { type CheckFinding, named, undecided } from './found.ts';
import { type FoundByRun, runPython, runTestFiles } from './in-sandbox.ts';
import { runsChange } from './runs-change.ts';

/** Which checks run, and where. */
export interface CheckRequest {
  readonly checks: readonly PlanCheck[];
  readonly workspace: string;
  readonly commit: string;
  /** The commit where the work began. */
  readonly base?: string;
  /** Files that the step is to change: checks that only run code have to run what changed of these. */
  readonly changes?: readonly string[];
  /** What sandboxes lack that run code. */
  readonly supply?: Supply | undefined;
  /** Scales the work of each check. */
  readonly seconds: number;
}

/** What a check needs. */
export interface CheckContext extends Omit<CheckRequest, 'checks'> {
  readonly services: PlanningServices;
  readonly files: CheckedFiles;
  readonly onProgress: OnProgress;
}

/** Characters of evidence. */
const LONGEST_EVIDENCE = 2_000;
/** Checks that run at once: each may need an interpreter. */
const AT_ONCE = 2;

/**
 * The results in the order of the checks, one each. A check that something stands in the way of is `undecided`, and says what. Throws
 * `ToolFailure` for a workspace or commit that is not there, and `Cancelled`.
 */
export async function runChecks(
  { checks, ...at }: CheckRequest,
  services: PlanningServices,
  onProgress: OnProgress,
): Promise<readonly CheckResult[]> {
  const files = await checkedFiles(at.workspace, at.commit, services);
  const gone = new AbortController();
  const results = new Map<number, CheckResult>();
  const ran: FoundByRun[] = [];
  const tell = async (message: string): Promise<boolean> => {
    const isWanted = await onProgress({ done: results.size, total: checks.length, message });
    if (!isWanted) gone.abort();
    return isWanted;
  };
  const waiting = [...checks.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, check] = next;
      const name = describeCheck(check);
      if (gone.signal.aborted || !(await tell(name))) throw new Cancelled();
      const told: OnProgress = ({ message }) => tell(`${name}: ${message}`);
      const context = { ...at, services, files, onProgress: told };
      const { evidence, reach, ...found } = await orUndecided(() => find(check, context));
      if (check.kind === 'python' || check.kind === 'tests') ran.push({ evidence, ...found, ...(reach && { reach }) });
      const words = evidence.slice(0, LONGEST_EVIDENCE).toWellFormed();
      results.set(index, { kind: check.kind, check: name, ...found, evidence: words });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (gone.signal.aborted) throw new Cancelled();
  const sorted = [...results].sort(([one], [other]) => one - other).map(([, result]) => result);
  const context = { ...at, services, files, onProgress };
  return ran.length < checks.length ? sorted : [...sorted, ...(await runsChange(ran, context))];
}

/** Whether the files that a step names are as its type says: there, and other than at `base`. Where it names none, any file may have changed. */
export async function filesChanged(
  {
    workspace,
    base,
    commit,
    files,
    type,
  }: Omit<CheckRequest, 'checks' | 'seconds'> & {
    readonly files: readonly string[];
    readonly type: StepType;
  },
  services: PlanningServices,
): Promise<CheckResult> {
  const kind = 'changed_files';
  const isCreated = traitsOf({ type }).files === 'created';
  const check = `${isCreated ? 'created' : 'changed'}: ${files.length === 0 ? 'any file' : named(files)}`;
  if (base === undefined) return { kind, check, ...NO_BASE };
  const [before, after] = await Promise.all([
    checkedFiles(workspace, base, services),
    checkedFiles(workspace, commit, services),
  ]);
  const between = `between ${base.slice(0, 12)} and ${commit.slice(0, 12)}`;
  if (files.length === 0) return { kind, check, ...anyChanged(before, after, between) };
  const deleted = files.filter((path) => !isCreated && before.blobs.has(path) && !after.blobs.has(path));
  const faults = files.flatMap((path) => {
    const [was, is] = [before.blobs.get(path), after.blobs.get(path)];
    if (is === undefined) return deleted.includes(path) ? [] : [`${path} is not there`];
    if (isCreated && was !== undefined) return [`${path} was there before`];
    return was === is ? [`${path} is as it was`] : [];
  });
  const gone = deleted.length === 0 ? '' : ` Deleted: ${named(deleted)}.`;
  const words = faults.length === 0 ? `All of them ${between}.` : `${faults.join('; ')}, ${between}.`;
  const evidence = `${words}${gone}`.slice(0, LONGEST_EVIDENCE).toWellFormed();
  return { kind, check, outcome: faults.length === 0 ? 'holds' : 'fails', basis: 'read', evidence };
}

/** Whether anything changed, which tells only that work was done: the step names no files. */
function anyChanged(before: CheckedFiles, after: CheckedFiles, between: string): CheckFinding {
  const paths = new Set([...before.blobs.keys(), ...after.blobs.keys()]);
  const changed = [...paths].filter((path) => before.blobs.get(path) !== after.blobs.get(path));
  return changed.length === 0
    ? { outcome: 'fails', basis: 'read', evidence: `No file changed ${between}.` }
    : { outcome: 'holds', basis: 'read', evidence: `The step names no files; changed ${between}: ${named(changed)}.` };
}

function find(check: PlanCheck, context: CheckContext): Promise<FoundByRun> | FoundByRun {
  switch (check.kind) {
    case 'python':
      return runPython(check, context);
    case 'tests':
      return runTestFiles(check, context);
    case 'contract':
      return checkContract(check, context);
    case 'pattern':
      return findPattern(check, context);
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

async function orUndecided(check: () => Promise<FoundByRun> | FoundByRun): Promise<FoundByRun> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return undecided(failureOf(error, 'check of a step').message);
  }
}
