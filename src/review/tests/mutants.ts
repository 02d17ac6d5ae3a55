/** Mutants of changed lines, tried on the tests that reach them. */
import { type OnProgress, proceed } from '../../lib/work.ts';
import type { SyntaxApi } from '../../syntax/api.ts';
import type { Subject } from '../source.ts';
import { changedFiles, isBad, outcomesOf, shareOf } from './run-both.ts';
import type { FunctionReach, MutantFacts, Survivor, TestRunner } from './service.ts';

/** Mutants that are tried, tests of each, and seconds of one run as the sandbox counts them. */
const MOST_MUTANTS = 12;
const MOST_TESTS = 20;
const SECONDS = 20;
/** Mutants whose tests do not end; then no more are tried. */
const MOST_UNDECIDED = 3;

/** Whether a function is proved to do the same with two texts of its file; `read` gives the other files. */
export type Equivalence = (request: {
  readonly path: string;
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly read: (path: string) => Promise<string | undefined>;
}) => Promise<boolean>;

/** What is tried on what. */
export interface MutantWork {
  readonly subject: Subject;
  /** Python functions that tests reach. */
  readonly functions: readonly FunctionReach[];
  /** Ids of tests that pass as the code is. */
  readonly passing: ReadonlySet<string>;
  readonly runner: TestRunner;
  readonly syntax: Pick<SyntaxApi, 'mutants'>;
  readonly equivalence: Equivalence | undefined;
}

/** Tries one mutant a changed line. One is killed when a test fails by it, and undecided when its tests do not all run to an end. */
export async function tryMutants(
  { subject, functions, passing, runner, syntax, equivalence }: MutantWork,
  omit: (what: string, why: string) => void,
  onProgress: OnProgress,
): Promise<MutantFacts> {
  const { commit } = subject.after;
  const survivors: Survivor[] = [];
  let [made, killed, equivalent, undecided] = [0, 0, 0, 0];
  if (commit === undefined) return { made, killed, equivalent, undecided, survivors };
  const files = await changedFiles(subject, 'after');
  const isEquivalent = ({ file: path, name }: FunctionReach, before: string, after: string) =>
    equivalence?.({ path, name, before, after, read: (other) => subject.after.read(other) }) ?? false;
  for (const each of functions) {
    const text = await subject.after.read(each.file);
    const tests = each.tests.filter((id) => passing.has(id)).slice(0, MOST_TESTS);
    if (text === undefined || tests.length === 0) continue;
    for (const { line, start, end, original, replacement } of await syntax.mutants(
      { path: each.file, text },
      each.lines,
      'mildest',
    )) {
      if (made >= MOST_MUTANTS) {
        omit(`${each.file}:${line}`, `${MOST_MUTANTS} mutants are tried.`);
        continue;
      }
      if (undecided >= MOST_UNDECIDED) {
        omit(`${each.file}:${line}`, `The tests of ${MOST_UNDECIDED} mutants did not end.`);
        continue;
      }
      const message = `mutant of ${each.file}:${line}`;
      const step = { done: made, total: MOST_MUTANTS, message };
      await proceed(onProgress, step);
      const mutated = text.slice(0, start) + replacement + text.slice(end);
      made++;
      const changed = new Map([...files, [each.file, mutated] as const]);
      const answer = await runner.run({ commit, changed, tests, seconds: SECONDS }, (inner) =>
        onProgress({ ...step, done: made - 1 + shareOf(inner), message: `${message}: ${inner.message}` }),
      );
      const outcomes = tests.map((id) => outcomesOf(answer, id));
      if (outcomes.flat().some(isBad)) killed++;
      else if (answer.kind !== 'decided' || outcomes.some((each) => each.length === 0)) undecided++;
      else if (await isEquivalent(each, text, mutated)) equivalent++;
      else
        survivors.push({
          file: each.file,
          line,
          function: each.name,
          before: original.slice(0, 100),
          after: replacement.slice(0, 100),
        });
    }
  }
  return { made, killed, equivalent, undecided, survivors };
}
