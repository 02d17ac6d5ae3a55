/** What a change does to the behaviour of Python functions: proved, shown by an input, or not decided. */
import type { UserId } from '../../lib/object-name.ts';
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { FunctionChange, ReadVersion, SymbolicApi } from '../../symbolic/service.ts';
import type { Check } from '../check.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Finding, Omission } from '../finding.ts';
import type { ToldReport } from '../run-checks.ts';
import type { Subject } from '../source.ts';
import { type BehaviourChange, type Candidate, changeTexts, placeOf } from './changes.ts';
import { contractFinding, findingsOf } from './findings.ts';

export interface BehaviourReport extends ToldReport {
  /** Of functions, in the order in which they were looked at. */
  readonly behaviour: readonly BehaviourChange[];
}

export interface BehaviourOptions {
  readonly owner: UserId;
  /** Scales the work budget of one function; counted work. */
  readonly timeoutSeconds: number;
  /** Functions that are compared. */
  readonly most: number;
  /** Only functions of these names, where there are any: `f` or `C.m`. */
  readonly functions?: readonly string[];
}

/** Changed files of Python that are looked at. */
const MOST_FILES = 200;
/** Functions that are only told as new, removed or not compared. */
const MOST_TOLD = 400;

/** Compares changed functions of Python files, those of the riskiest files first. */
export function behaviourCheck(symbolic: SymbolicApi, options: BehaviourOptions): Check<BehaviourReport> {
  return {
    name: 'behaviour',
    async run(subject, onProgress) {
      const omitted: Omission[] = [];
      const candidates = await candidatesOf(symbolic, subject, options, omitted, onProgress);
      const findings: Finding[] = [];
      const behaviour: BehaviourChange[] = [];
      let compared = 0;
      for (const [done, candidate] of candidates.entries()) {
        const { file, change } = candidate;
        const what = `${file.path}: ${change.name}`;
        const isCompared = change.kind !== 'new' && change.kind !== 'removed';
        const isWork = isCompared || (change.kind === 'new' && change.hasContract);
        if (isWork && compared >= options.most) {
          omitted.push({ what, why: `${options.most} functions of more risk were compared.`, check: 'behaviour' });
          continue;
        }
        await proceed(onProgress, { done, total: candidates.length, message: what });
        if (isWork) compared += 1;
        const told: OnProgress = ({ message }) =>
          onProgress({ done, total: candidates.length, message: `${what}: ${message}` });
        const one = isCompared ? await compare(symbolic, subject, candidate, options, told) : onlyTold(candidate);
        behaviour.push(one);
        findings.push(...(await findingsOf(one, candidate, subject)));
        if (change.hasContract && change.kind !== 'removed' && one.status !== 'unchanged') {
          const broken = await contractFinding(symbolic, subject, candidate, options, told);
          if (broken !== undefined) findings.push(broken);
        }
      }
      const changes = changeTexts(behaviour);
      const different = behaviour.filter(({ status }) => status === 'different').map(placeOf);
      return { findings, executed: compared, omitted, warnings: [], changes, different, behaviour };
    },
  };
}

function onlyTold({ file, change }: Candidate): BehaviourChange {
  const { name, line } = change;
  const status = change.kind === 'removed' ? 'removed' : 'new';
  return {
    function: name,
    file: file.path,
    line,
    status,
    message: '',
    differences: [],
    reasons: [],
    assumptions: [],
    isTyped: false,
  };
}

async function compare(
  symbolic: SymbolicApi,
  subject: Subject,
  { file, change }: Candidate,
  { owner, timeoutSeconds }: BehaviourOptions,
  onProgress: OnProgress,
): Promise<BehaviourChange> {
  const { name, line } = change;
  const request = {
    before: { path: file.from ?? file.path, name },
    after: { path: file.path, name },
    timeoutSeconds,
    owner,
  };
  const read: ReadVersion = (side, path) => subject[side].read(path);
  const { work, ...compared } = await symbolic.compareVersions(request, read, onProgress);
  return { function: name, file: file.path, line, ...compared, ...(work !== undefined && { replays: work.replays }) };
}

/** Functions that the change concerns: in the order of their files' risk, those that changed themselves before those that use them. */
async function candidatesOf(
  symbolic: SymbolicApi,
  subject: Subject,
  { functions = [] }: BehaviourOptions,
  omitted: Omission[],
  onProgress: OnProgress,
): Promise<readonly Candidate[]> {
  const files = subject.byRisk.filter(({ path, binary }) => path.endsWith('.py') && !binary);
  const found: Candidate[] = [];
  for (const [index, file] of files.entries()) {
    const omit = (why: string): number => omitted.push({ what: file.path, why, check: 'behaviour' });
    if (isTestFile(file.path)) {
      omit('Behaviour of tests is not compared.');
      continue;
    }
    if (index >= MOST_FILES || found.length >= MOST_TOLD) {
      omit(`Functions of ${MOST_FILES} files, and ${MOST_TOLD} functions, are looked at.`);
      continue;
    }
    await proceed(onProgress, { done: 0, message: file.path });
    const [before, after] = await sidesOf(subject, file);
    if ((before === undefined && file.status !== 'added') || (after === undefined && file.status !== 'deleted')) {
      omit('Its text before and after the change is not known.');
      continue;
    }
    const changes = await symbolic.changedFunctions({
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    });
    if ('status' in changes) omit(`It is not read as Python: ${changes.message}`);
    else
      found.push(
        ...changes
          .filter(({ name }) => functions.length === 0 || functions.includes(name))
          .map((change) => ({ file, change })),
      );
  }
  return found
    .sort((one, other) => KINDS.indexOf(one.change.kind) - KINDS.indexOf(other.change.kind))
    .slice(0, MOST_TOLD);
}

const KINDS: readonly FunctionChange['kind'][] = ['changed', 'uses-changed', 'new', 'removed'];

function sidesOf(
  { before, after }: Subject,
  { path, from, status }: DiffFile,
): Promise<[string | undefined, string | undefined]> {
  return Promise.all([
    status === 'added' ? undefined : before.read(from ?? path),
    status === 'deleted' ? undefined : after.read(path),
  ]);
}

function isTestFile(path: string): boolean {
  return /(^|\/)(tests?|testing)\//.test(path) || /(^|\/)(test_[^/]*|[^/]*_test|conftest)\.py$/.test(path);
}
