/** What a change does to the behaviour of Python functions: proved, shown by an input, or not decided. */
import type { UserId } from '../../lib/object-name.ts';
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { FunctionChange, ReadVersion, SymbolicApi } from '../../symbolic/api.ts';
import type { ReviewCheck } from '../check.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { Finding, Omission } from '../finding.ts';
import type { ToldReport } from '../run-checks.ts';
import type { Subject } from '../source.ts';
import { type BehaviourChange, type Candidate, changeTexts, placeOf } from './changes.ts';
import { contractFinding, findingsOf } from './findings.ts';
import { SharedWork } from './shared-work.ts';
import { compareOnTestInputs, type TestInputServices, type TestInputs } from './test-inputs.ts';

export interface BehaviourReport extends ToldReport {
  /** Of functions, in the order in which they were looked at. */
  readonly behaviour: readonly BehaviourChange[];
}

export interface BehaviourOptions {
  readonly owner: UserId;
  /** Scales the work budget of one function; counted work. */
  readonly timeoutSeconds: number;
  /** The same of all functions together; half of it is for the inputs of tests, where tests can be run. */
  readonly totalSeconds: number;
  /** Functions that are compared. */
  readonly most: number;
  /** Only functions of these names, where there are any: `f` or `C.m`. */
  readonly functions?: readonly string[];
}

/** Changed files of Python that are looked at. */
const MOST_FILES = 200;
/** Functions that are only told as new, removed or not compared. */
const MOST_TOLD = 400;

/**
 * Compares changed functions of Python files, those of the riskiest files first. What the engine does not decide is run on inputs of the
 * repository's tests, where `tests` says who runs them.
 */
export function behaviourCheck(
  symbolic: SymbolicApi,
  options: BehaviourOptions,
  tests?: TestInputServices,
): ReviewCheck<BehaviourReport> {
  return {
    name: 'behaviour',
    async run(subject, onProgress) {
      const omitted: Omission[] = [];
      const omit = (what: string, why: string) => omitted.push({ what, why, check: 'behaviour' });
      const candidates = await candidatesOf(symbolic, subject, options, omitted, onProgress);
      const { totalSeconds, timeoutSeconds, owner } = options;
      const work = new SharedWork(tests === undefined ? totalSeconds : totalSeconds / 2, timeoutSeconds);
      const isOver = `The work of ${totalSeconds} s was spent on functions of more risk.`;
      const compared: Compared[] = [];
      let [chosen, executed] = [0, 0];
      for (const [done, candidate] of candidates.entries()) {
        const { file, change } = candidate;
        const what = `${file.path}: ${change.name}`;
        const isCompared = change.kind !== 'new' && change.kind !== 'removed';
        const isWork = isCompared || (change.kind === 'new' && change.hasContract);
        if (isWork && chosen >= options.most) {
          omit(what, `${options.most} functions of more risk were compared.`);
          continue;
        }
        await proceed(onProgress, { done, total: candidates.length, message: what });
        if (isWork) chosen += 1;
        if (isWork && !work.isSpent) executed += 1;
        const told: OnProgress = ({ message }) =>
          onProgress({ done, total: candidates.length, message: `${what}: ${message}` });
        if (!isCompared) compared.push({ candidate, one: onlyTold(candidate) });
        else if (work.isSpent)
          compared.push({ candidate, one: { ...untried(candidate), status: 'timeout', message: isOver } });
        else compared.push({ candidate, one: await compare(symbolic, subject, candidate, owner, work, told) });
      }
      const all =
        tests === undefined ? compared : await withTests(subject, compared, tests, totalSeconds / 2, omit, onProgress);
      const behaviour = all.map(({ one }) => one);
      const findings: Finding[] = [];
      for (const [done, { candidate, one }] of all.entries()) {
        const { change } = candidate;
        findings.push(...(await findingsOf(one, candidate, subject)));
        if (change.hasContract && change.kind !== 'removed' && one.status !== 'unchanged') {
          if (work.isSpent) {
            omit(`the contract of ${change.name}`, isOver);
            continue;
          }
          const told: OnProgress = ({ message }) =>
            onProgress({ done, total: all.length, message: `the contract of ${change.name}: ${message}` });
          const broken = await contractFinding(symbolic, subject, candidate, owner, work, told);
          if (broken !== undefined) findings.push(broken);
        }
      }
      const changes = changeTexts(behaviour);
      const different = behaviour.filter(({ status }) => status === 'different').map(placeOf);
      return { findings, executed, omitted, warnings: [], changes, different, behaviour };
    },
  };
}

/** A function, and what became of it. */
interface Compared {
  readonly candidate: Candidate;
  readonly one: BehaviourChange;
}

const COPIES = 'calls of tests were made again behind them, on copies of the arguments';

/** What the inputs of tests add to functions that are not decided. */
async function withTests(
  subject: Subject,
  compared: readonly Compared[],
  tests: TestInputServices,
  seconds: number,
  omit: (what: string, why: string) => void,
  onProgress: OnProgress,
): Promise<readonly Compared[]> {
  const open = compared.filter(({ one: { status } }) => status === 'unknown' || status === 'timeout');
  const candidates = open.map(({ candidate }) => candidate);
  const { supplied = [] } = tests.runner;
  const found = await compareOnTestInputs(subject, candidates, tests, seconds, omit, onProgress);
  return compared.map(({ candidate, one }) => {
    const inputs = found.get(candidate);
    if (inputs === undefined) return { candidate, one };
    const { differences } = inputs;
    if (differences.length === 0) {
      const message = [one.message, inputsText(inputs), ...supplied].join(' ');
      return { candidate, one: { ...one, message } };
    }
    const message =
      'The versions differ for the input shown, with which a test calls it or which is near to that; both were run on CPython.';
    return {
      candidate,
      one: { ...one, status: 'different', message, differences, reasons: [], assumptions: [COPIES, ...supplied] },
    };
  });
}

/** What inputs of tests came to that show no difference. */
function inputsText({ same, unsure, unread }: TestInputs): string {
  const parts = [
    `${same} inputs of theirs and near to them had the same outcome on both sides`,
    ...(unsure > 0 ? [`${unsure} had others that could not be confirmed`] : []),
    ...(unread > 0 ? [`${unread} could not be decided`] : []),
  ];
  return `Tests call it: ${parts.join('; ')}.`;
}

function onlyTold(candidate: Candidate): BehaviourChange {
  return { ...untried(candidate), status: candidate.change.kind === 'removed' ? 'removed' : 'new', message: '' };
}

function untried({ file, change }: Candidate): Omit<BehaviourChange, 'status' | 'message'> {
  const { name, line } = change;
  return { function: name, file: file.path, line, differences: [], reasons: [], assumptions: [], isTyped: false };
}

async function compare(
  symbolic: SymbolicApi,
  subject: Subject,
  { file, change }: Candidate,
  owner: UserId,
  shared: SharedWork,
  onProgress: OnProgress,
): Promise<BehaviourChange> {
  const { name, line } = change;
  const request = { before: { path: file.from ?? file.path, name }, after: { path: file.path, name }, owner };
  const read: ReadVersion = (side, path) => subject[side].read(path);
  const { work, ...compared } = await shared.spend((timeoutSeconds) =>
    symbolic.compareVersions({ ...request, timeoutSeconds }, read, onProgress),
  );
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
