/** One run of vitest in a process of its own: takes a {@link TestRequest} as its argument and sends a {@link TestRun} to its parent. */
import { relative } from 'node:path';
import { type Reporter, startVitest, type TestModule, type Vitest } from 'vitest/node';
import type { FileOutcome, TestRequest, TestRun } from './test-run.ts';

const NONE = { passed: 0, failed: 0, skipped: 0 };

const { filter, options }: TestRequest = JSON.parse(process.argv[2] ?? '');
/** The files that were to run: a process that ends loses those that it did not come to. */
const wanted = new Set<string>();
const recorder: Reporter = {
  onTestRunStart(specifications) {
    for (const { moduleId } of specifications) wanted.add(moduleId);
  },
};
const reporters = [...[options.reporters ?? 'default'].flat(), recorder];
const vitest = await startVitest([...filter], { ...options, reporters, watch: false });
const found = outcomesOf(vitest);
process.send?.(found, () => process.exit());

function outcomesOf(ran: Vitest): TestRun {
  const modules = ran.state.getTestModules();
  const stray = ran.state.getUnhandledErrors().map((error) => ({ error, says: textOf(error) }));
  const fileOf = ({ error, says }: (typeof stray)[number]) =>
    // An error of a process that ended names its file in its text only.
    modules.find(({ moduleId }) => Object(error).VITEST_TEST_PATH === moduleId || says.includes(moduleId));
  const files = modules.map((module): FileOutcome => {
    const beside = stray.filter((each) => fileOf(each) === module).map(({ says }) => `outside of its tests: ${says}`);
    const faults = [...faultsOf(module), ...beside];
    return { path: relative(ran.config.root, module.moduleId), ...countsOf(module), faults };
  });
  const lost = [...wanted]
    .filter((path) => !modules.some(({ moduleId }) => moduleId === path))
    .map((path): FileOutcome => ({ path: relative(ran.config.root, path), ...NONE, faults: ['it was not run'] }));
  const elsewhere = stray.filter((each) => fileOf(each) === undefined).map(({ says }) => says);
  return { files: [...files, ...lost], elsewhere };
}

/** What an error says, with what caused it. */
function textOf(error: unknown): string {
  const { message, cause } = Object(error);
  const own = typeof message === 'string' ? message : String(error);
  return cause === undefined ? own : `${own} ${textOf(cause)}`;
}

function countsOf(module: TestModule): Pick<FileOutcome, 'passed' | 'failed' | 'skipped'> {
  const counts = { ...NONE };
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    // A test that has no result belongs to a process that ended before it.
    counts[state === 'pending' ? 'failed' : state] += 1;
  }
  return counts;
}

/** Why the file did not pass: empty when it did. */
function faultsOf(module: TestModule): readonly string[] {
  const state = module.state();
  if (state === 'passed' || state === 'skipped') return [];
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? 'no reason given'}`,
  );
  const others = module.errors().map(({ message }) => message);
  const faults = [...tests, ...others];
  return faults.length > 0 ? faults : ['it did not come to its end'];
}
