/** Functions run on the inputs of the repository's own tests, and on inputs near to them, before and after a change. */
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { RecordedFunction, RecordRequest, ReplayedCall, TestsOutcome } from '../../python/api.ts';
import type { Outcome, VersionDifference } from '../../symbolic/api.ts';
import type { DiffFile } from '../diff/diff.ts';
import { named } from '../report/named.ts';
import type { Subject } from '../source.ts';
import { isTestFile } from '../tests/changed-functions.ts';
import { changedFiles, shareOf } from '../tests/run-both.ts';
import type { TestRunner } from '../tests/service.ts';
import type { Candidate } from './changes.ts';
import { chooseTests, type TestChoosers } from './choose-tests.ts';

/** Tests or files of tests that are looked for, and seconds of one run. */
const MOST_FOUND = 60;
const SECONDS = 60;
/** Tests that run, and those of one function that differ in their parameters only. */
const MOST_TESTS = 200;
const MOST_ALIKE = 12;
/** Work of a recording for each second: steps of calls, and parts of values that are described four times. */
const WORK_PER_SECOND = 400_000;
/** Characters of changed lines that are looked at for names and values. */
const MOST_CHANGED = 5_000;
/** Inputs of one function that are run again since their outcomes differ. */
const MOST_SUSPECTS = 8;
/** Both sides, and both again for what differs. */
const MOST_RUNS = 4;

/** Who is asked. */
export interface TestInputServices extends TestChoosers {
  readonly runner: TestRunner;
}

/** What the inputs of tests say of one function. */
export interface TestInputs {
  readonly differences: readonly VersionDifference[];
  /** Inputs with the same outcome on both sides. */
  readonly same: number;
  /** Inputs with different outcomes that are not confirmed: they did not come out the same again, or were not run again. */
  readonly unsure: number;
  /** Inputs that could not be read or copied, or whose call did not end, on the side that has more of them. */
  readonly unread: number;
}

/**
 * Runs the tests that reach the functions, with the files of tests as they are after the change, on both sides. A difference is reported only
 * when fresh sandboxes show the same outcomes again. `seconds` scale the counted work of each run. Throws `Cancelled`.
 */
export async function compareOnTestInputs(
  subject: Subject,
  candidates: readonly Candidate[],
  services: TestInputServices,
  seconds: number,
  omit: (what: string, why: string) => void,
  onProgress: OnProgress,
): Promise<ReadonlyMap<Candidate, TestInputs>> {
  const found = new Map<Candidate, TestInputs>();
  if (candidates.length === 0) return found;
  const [before, after] = [subject.before.commit, subject.after.commit];
  if (before === undefined || after === undefined) return found;
  const tests = await chooseTests(subject, candidates, services);
  if (tests.length === 0) {
    omit('inputs of tests', 'No test is known to reach the functions that are not decided.');
    return found;
  }
  for (const id of tests.slice(MOST_FOUND)) omit(id, `Inputs of ${MOST_FOUND} tests or files are recorded.`);
  let done = 0;
  const run = async (side: 'before' | 'after', ids: readonly string[], only?: RecordRequest['only']) => {
    const where = `inputs of tests, ${side} the change`;
    await proceed(onProgress, { done, total: MOST_RUNS, message: where });
    const functions = candidates.map(({ file, change }) => ({
      path: side === 'before' ? (file.from ?? file.path) : file.path,
      name: change.name,
      changed: change.kind === 'changed',
      lines: changedText(file).slice(0, MOST_CHANGED),
    }));
    const outcome = await services.runner.run(
      {
        commit: side === 'before' ? before : after,
        changed: await filesOf(subject, side),
        tests: ids,
        seconds: SECONDS,
        record: {
          functions,
          work: seconds * WORK_PER_SECOND,
          tests: MOST_TESTS,
          alike: MOST_ALIKE,
          ...(only && { only }),
        },
      },
      (step) => onProgress({ done: done + shareOf(step), total: MOST_RUNS, message: `${where}: ${step.message}` }),
    );
    done += 1;
    return outcome;
  };
  const runBoth = async (ids: readonly string[], only?: RecordRequest['only']): Promise<Both<TestsOutcome>> => {
    const [left, right] = await Promise.all([run('before', ids, only), run('after', ids, only)]);
    return { before: left, after: right };
  };
  const ids = tests.slice(0, MOST_FOUND);
  const first = await runBoth(ids);
  for (const why of new Set([first.before, first.after].flatMap(({ obstacles }) => obstacles.map(({ text }) => text))))
    omit('inputs of tests', why);
  const left = Math.max(first.before.deselected, first.after.deselected);
  if (left > 0)
    omit(
      `${left} tests`,
      `Inputs of ${MOST_TESTS} tests are recorded, and of ${MOST_ALIKE} that differ in parameters.`,
    );
  const recorded = candidates.map((_, index) => bothOf(first, index));
  const suspects = recorded.flatMap((both, index) =>
    [...both.before.outcomes]
      .filter(([key, outcome]) => (both.after.outcomes.get(key) ?? outcome) !== outcome)
      .slice(0, MOST_SUSPECTS)
      .map(([key]) => [index, key] as const),
  );
  const without: string[] = [];
  const callers = new Set(suspects.flatMap(([index]) => [...(recorded[index]?.before.tests ?? [])]));
  // In their order, on which it depends what is made from their inputs.
  const inOrder = [...first.before.ends.keys()].filter((id) => callers.has(id));
  const again = suspects.length === 0 ? undefined : await runBoth(inOrder, suspects);
  for (const [index, candidate] of candidates.entries()) {
    const both = recorded[index];
    if (both === undefined) continue;
    const common = [...both.before.outcomes].filter(([key]) => both.after.outcomes.has(key));
    const same = common.filter(([key, outcome]) => both.after.outcomes.get(key) === outcome).length;
    const differences = again === undefined ? [] : confirmed(candidate, both, bothOf(again, index));
    const unread = Math.max(both.before.unread, both.after.unread);
    if (common.length === 0) without.push(candidate.change.name);
    else found.set(candidate, { differences, same, unsure: common.length - same - differences.length, unread });
  }
  if (without.length > 0) omit(named(without), 'No call of a test could be made again on both sides.');
  return found;
}

/** The lines that a change adds and removes. */
function changedText({ hunks }: DiffFile): string {
  const lines = hunks.flatMap((hunk) => hunk.lines);
  return lines.flatMap(({ kind, text }) => (kind === 'context' ? [] : [text])).join('\n');
}

type Both<Of> = Readonly<Record<'before' | 'after', Of>>;

function bothOf({ before, after }: Both<TestsOutcome>, index: number): Both<RecordedFunction> {
  return { before: before.recording.of(index), after: after.recording.of(index) };
}

/** The files of a side, with those of tests as they are after the change. */
async function filesOf(subject: Subject, side: 'before' | 'after'): Promise<ReadonlyMap<string, string | null>> {
  const files = new Map(await changedFiles(subject, side));
  for (const { path, from } of subject.diff.files) {
    for (const each of new Set([path, from ?? path]))
      if (isTestFile(each)) files.set(each, (await subject.after.read(each)) ?? null);
  }
  return files;
}

/** The differences that both runs of both sides show. */
function confirmed(
  { change }: Candidate,
  first: Both<RecordedFunction>,
  again: Both<RecordedFunction>,
): readonly VersionDifference[] {
  return again.before.replayed.flatMap((before) => {
    const { key } = before;
    const after = again.after.replayed.find((each) => each.key === key);
    if (after === undefined || before.outcome === after.outcome) return [];
    if (before.outcome !== first.before.outcomes.get(key) || after.outcome !== first.after.outcomes.get(key)) return [];
    return [differenceOf(change.name, before, after)];
  });
}

function differenceOf(name: string, before: ReplayedCall, after: ReplayedCall): VersionDifference {
  const parts = Object.keys(before.parts).filter((part) => before.parts[part] !== after.parts[part]);
  const [one, other] = [outcomeOf(before, parts), outcomeOf(after, parts)];
  const args = before.arguments;
  const method = name.slice(name.lastIndexOf('.') + 1);
  const { self, ...rest } = args;
  const passed = Object.entries(rest).map(([parameter, value]) => `${parameter}=${value}`);
  const call = `${self === undefined ? name : `${self}.${method}`}(${passed.join(', ')})`;
  const differsIn = before.kind === after.kind ? named(parts) : 'outcome';
  const origin =
    before.change === '' ? `a call of ${before.test}` : `made from a call of ${before.test}, ${before.change}`;
  return {
    args,
    call,
    differsIn,
    message: `before: ${textOf(one)}; after: ${textOf(other)} (${differsIn}; ${origin})`,
    before: one,
    after: other,
    foundBy: 'trial',
    test: before.test,
  };
}

/** What CPython did, with the arguments that differ behind the call. */
function outcomeOf(call: ReplayedCall, parts: readonly string[]): Outcome {
  const { kind, value = '', exception = '', message = '', traceback = '', after = {} } = call;
  const changed = Object.entries(after).filter(([name]) => parts.includes(`argument ${name} afterwards`));
  const state = changed.length === 0 ? {} : { afterwards: Object.fromEntries(changed) };
  switch (kind) {
    case 'returned':
      return { kind, value, ...state };
    case 'raised':
      return { kind, exception, message, traceback, ...state };
  }
}

function textOf(outcome: Outcome): string {
  const ended =
    outcome.kind === 'returned' ? `returns ${outcome.value}` : `raises ${outcome.exception}: ${outcome.message}`;
  const left = Object.entries(outcome.afterwards ?? {}).map(([name, value]) => `leaves ${name} = ${value}`);
  return [ended, ...left].join(' and ');
}
