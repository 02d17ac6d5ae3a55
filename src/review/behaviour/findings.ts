/** Which changes of behaviour are faults: most are what the change is for. */
import type { UserId } from '../../lib/object-name.ts';
import type { OnProgress } from '../../lib/work.ts';
import type { SymbolicApi, VersionDifference } from '../../symbolic/api.ts';
import type { Finding } from '../finding.ts';
import type { SourceTree, Subject } from '../source.ts';
import type { BehaviourChange, Candidate } from './changes.ts';
import type { SharedWork } from './shared-work.ts';

/** Words by which an author says that nothing behaves differently. */
const REFACTORING = /\b(refactor(s|ed|ing)?|no functional changes?|no behaviou?r(al)? changes?|NFC)\b/i;

/** Exceptions that tell of the machine. */
const RESOURCES = new Set(['RecursionError', 'MemoryError', 'KeyboardInterrupt', 'SystemExit', 'NotImplementedError']);

/** Findings about a compared function. */
export async function findingsOf(
  change: BehaviourChange,
  candidate: Candidate,
  { before, message = '' }: Subject,
): Promise<readonly Finding[]> {
  if (change.status !== 'different' || !change.isTyped || candidate.change.kind !== 'changed') return [];
  const { path, from = path } = candidate.file;
  const old = (await before.read(from)) ?? '';
  const crash = change.differences.find((one) => isCrash(one, candidate.change.raises, message, old));
  if (crash !== undefined && crash.after.kind === 'raised') {
    const { exception, message: text } = crash.after;
    return [
      {
        ...common(change, crash),
        rule: 'behaviour/new_exception',
        severity: 'HIGH',
        category: 'reliability',
        confidence: 0.95,
        title: `${change.function} can now end in ${exception}`,
        description: `${crash.call} ends in ${exception}${text === '' ? '' : `: ${text}`}. Before the change it returned. Both were run on CPython.`,
        impact: 'Callers that worked before get an exception that nothing raises on purpose.',
        recommendation: 'Handle the input, or say in the docstring that it raises.',
        identity: `${change.function} ${exception}`,
      },
    ];
  }
  const [difference] = change.differences;
  const claim = REFACTORING.exec(message)?.[0];
  if (claim === undefined || difference === undefined || isDeliberate(difference.after, old)) return [];
  return [
    {
      ...common(change, difference),
      rule: 'behaviour/refactoring_differs',
      severity: 'MEDIUM',
      category: 'correctness',
      confidence: 0.9,
      title: `${change.function} behaves differently after a refactoring`,
      description: `The change says "${claim}", but ${difference.call} differs: ${difference.message}. Both were run on CPython.`,
      impact: 'Callers see another result than before.',
      recommendation: 'Restore the behaviour, or say that it changes.',
      identity: `${change.function} refactoring`,
    },
  ];
}

function common(
  { file, line, function: name }: BehaviourChange,
  found: VersionDifference,
): Pick<Finding, 'check' | 'file' | 'line' | 'evidence' | 'test'> {
  return {
    check: 'behaviour',
    file,
    line,
    evidence: [{ kind: 'run', text: `${name}: ${found.call}: ${found.message}`, file, line, side: 'after' }],
    ...(found.pytest !== undefined && { test: found.pytest }),
  };
}

/** Whether an input returned before and ends in an exception now that nobody raises on purpose. */
function isCrash({ before, after }: VersionDifference, docstring: string, message: string, old: string): boolean {
  if (before.kind !== 'returned' || after.kind !== 'raised' || isDeliberate(after, old)) return false;
  const name = after.exception.slice(after.exception.lastIndexOf('.') + 1);
  const told = [name, ...(BASES[name] ?? [])];
  return !RESOURCES.has(name) && !told.some((one) => saysWord(docstring, one) || saysWord(message, one));
}

/** Classes under which documentation may tell of an exception. */
const BASES: Readonly<Record<string, readonly string[]>> = {
  IndexError: ['LookupError'],
  KeyError: ['LookupError'],
  OverflowError: ['ArithmeticError'],
  ZeroDivisionError: ['ArithmeticError'],
  UnicodeDecodeError: ['UnicodeError', 'ValueError'],
  UnicodeEncodeError: ['UnicodeError', 'ValueError'],
};

function saysWord(text: string, word: string): boolean {
  return text.split(/[^\p{L}\p{N}_]+/u).includes(word);
}

/** Whether the last line of the program that ran raises, or is an `assert` that the old text does not have. */
function isDeliberate(outcome: VersionDifference['after'], old: string): boolean {
  if (outcome.kind === 'returned') return false;
  const lines = outcome.traceback.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('  File '));
  const line = lines[last + 1]?.trim() ?? '';
  if (last < 0 || /(?:^|[:;]\s*)raise\b/.test(line)) return true;
  return /(?:^|[:;]\s*)assert\b/.test(line) && !old.split('\n').some((one) => one.trim() === line);
}

/** A finding about a contract that is broken, of a new function or of one that kept it before, with the work that is left. Throws `Cancelled`. */
export async function contractFinding(
  symbolic: SymbolicApi,
  { before, after }: Subject,
  { file, change }: Candidate,
  owner: UserId,
  work: SharedWork,
  onProgress: OnProgress,
): Promise<Finding | undefined> {
  const { name, line, kind } = change;
  const check = (side: SourceTree, path: string) =>
    work.spend((timeoutSeconds) =>
      symbolic.checkVersion({ path, name, timeoutSeconds, owner }, (each) => side.read(each), onProgress),
    );
  const now = await check(after, file.path);
  const { counterexample } = now;
  if (now.status !== 'counterexample' || counterexample === undefined || !/^(post|inv)/.test(counterexample.violates))
    return undefined;
  if (kind !== 'new') {
    const old = await check(before, file.from ?? file.path);
    if (old.status !== 'verified') return undefined;
  }
  const { call, violates, message } = counterexample;
  return {
    check: 'behaviour',
    rule: 'behaviour/contract_broken',
    severity: 'HIGH',
    category: 'correctness',
    confidence: 0.95,
    title: `${name} breaks its contract`,
    description: `${call} breaks ${violates}: ${message}. It was run on CPython.${kind === 'new' ? '' : ' Before the change the contract was kept, which is proved.'}`,
    file: file.path,
    line,
    impact: 'The function does not do what its docstring says.',
    recommendation: 'Correct the function or its contract.',
    evidence: [{ kind: 'run', text: `${call}: ${message}`, file: file.path, line, side: 'after' }],
    identity: `${name} ${violates}`,
  };
}
