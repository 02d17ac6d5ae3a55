import { beforeAll, expect, test } from 'vitest';
import { parsedSyntax } from '../../../test/parsed.ts';
import { subjectOf } from '../../../test/reviewed.ts';
import { testsOutcome } from '../../../test/tests-outcome.ts';
import type { SyntaxApi } from '../../syntax/service.ts';
import type { Subject } from '../source.ts';
import type { Reach, TestRunner } from './service.ts';
import { testsCheck } from './tests-check.ts';

let syntax: SyntaxApi;

beforeAll(async () => {
  syntax = await parsedSyntax();
});

const ID = 'tests/test_lib.py::test_f';
const TEST = 'from lib import f\ndef test_f():\n    assert f(1) > 0\n';
const reach: Reach = {
  testsOf: async (name) => ({
    tests: name === 'f' ? [{ id: ID, file: 'tests/test_lib.py', name: 'test_f' }] : [],
    approximate: false,
    complete: true,
  }),
  filesNaming: async () => [],
};

/** `f` returns `after` where it returned `before`; line 2 is the changed one. */
function changed(before: string, after: string): Subject {
  const text = (value: string) => `def f(a):\n    return ${value}\n`;
  const subject = subjectOf(
    { 'lib.py': text(before), 'tests/test_lib.py': TEST },
    { 'lib.py': text(after), 'tests/test_lib.py': TEST },
  );
  const files = subject.diff.files.map((file) => ({
    ...file,
    hunks: [
      { oldStart: 2, oldLines: 1, newStart: 2, newLines: 1, lines: [{ kind: 'added' as const, text: '', newLine: 2 }] },
    ],
  }));
  const [sideBefore, sideAfter] = [
    { ...subject.before, commit: 'c' },
    { ...subject.after, commit: 'c' },
  ];
  return { diff: { files }, byRisk: files, before: sideBefore, after: sideAfter };
}

/** Runs the test as JavaScript would: `passes` says of the text of lib.py. */
function runner(passes: (lib: string, run: number) => boolean): TestRunner & { readonly runs: string[] } {
  const runs: string[] = [];
  return {
    runs,
    async run({ changed: files }) {
      const lib = files.get('lib.py') ?? '';
      runs.push(lib);
      const outcome = passes(lib, runs.length) ? 'passed' : 'failed';
      const failures = outcome === 'failed' ? [{ id: ID, type: 'AssertionError', message: 'assert 0 > 0' }] : [];
      return testsOutcome({ [ID]: outcome }, failures);
    },
  };
}

test('a test that passes before and fails after is a finding, once it does so twice', async () => {
  const run = runner((lib) => lib.includes('a + 1'));
  const report = await testsCheck({ syntax, reach, runner: run }, { mutants: false }).run(
    changed('a + 1', 'a - 1'),
    async () => true,
  );
  expect(report.findings).toMatchObject([
    { rule: 'tests/fails_after', severity: 'HIGH', file: 'lib.py', line: 2, identity: ID },
  ]);
  expect(report.findings[0]?.description).toContain('AssertionError: assert 0 > 0');
  expect(run.runs).toHaveLength(4);
});

test('a flaky test, and one that fails on both sides, are facts', async () => {
  const subject = changed('a + 1', 'a - 1');
  const flaky = await testsCheck({ syntax, reach, runner: runner((_, run) => run !== 2) }, { mutants: false }).run(
    subject,
    async () => true,
  );
  expect(flaky).toMatchObject({ findings: [], run: { flaky: [ID] } });
  const broken = await testsCheck({ syntax, reach, runner: runner(() => false) }, { mutants: false }).run(
    subject,
    async () => true,
  );
  expect(broken).toMatchObject({ findings: [], run: { failBoth: [ID] } });
});

test('mutants that no test notices are told, but for those that are proved equivalent', async () => {
  const subject = changed('a', 'a + 1');
  const options = { mutants: true };
  const blind = runner(() => true);
  const survived = await testsCheck({ syntax, reach, runner: blind }, options).run(subject, async () => true);
  expect(survived.mutants).toEqual({
    made: 1,
    killed: 0,
    equivalent: 0,
    undecided: 0,
    survivors: [{ file: 'lib.py', line: 2, function: 'f', before: '+', after: '-' }],
  });
  expect(blind.runs.at(-1)).toContain('return a - 1');
  const equivalence = async () => true;
  const proved = await testsCheck({ syntax, reach, runner: runner(() => true), equivalence }, options).run(
    subject,
    async () => true,
  );
  expect(proved.mutants).toMatchObject({ equivalent: 1, survivors: [] });
  const seeing = runner((lib) => !lib.includes('a - 1'));
  const noticed = await testsCheck({ syntax, reach, runner: seeing }, options).run(subject, async () => true);
  expect(noticed.mutants).toMatchObject({ killed: 1, survivors: [] });
});

test('a mutant whose tests do not end is undecided', async () => {
  const whole = runner(() => true);
  const hanging: TestRunner = {
    run: async (request, onProgress) =>
      request.changed.get('lib.py')?.includes('a - 1')
        ? testsOutcome({}, [], 'The time was over.')
        : whole.run(request, onProgress),
  };
  const { mutants, changes } = await testsCheck({ syntax, reach, runner: hanging }, { mutants: true }).run(
    changed('a', 'a + 1'),
    async () => true,
  );
  expect(mutants).toMatchObject({ made: 1, killed: 0, undecided: 1, survivors: [] });
  expect(changes.join()).toContain('1 undecided, since their tests did not all end');
});

const NO_TESTS: Reach = {
  testsOf: async () => ({ tests: [], approximate: true, complete: true }),
  filesNaming: async () => [],
};

test('it is said why no test runs', async () => {
  const options = { mutants: true };
  const subject = changed('a', 'b');
  const reached = await testsCheck({ syntax, reach: NO_TESTS, runner: runner(() => true) }, options).run(
    subject,
    async () => true,
  );
  expect(reached.omitted).toMatchObject([
    { what: 'running tests', why: expect.stringContaining('No test is known to reach') },
  ]);
  const { commit: _, ...before } = subject.before;
  const first = await testsCheck({ syntax, reach, runner: runner(() => true) }, options).run(
    { ...subject, before },
    async () => true,
  );
  expect(first.omitted).toMatchObject([
    { what: 'running tests', why: expect.stringContaining('one side of this change is none') },
  ]);
});

test('a function that no test reaches is a fact', async () => {
  const subject = changed('a', 'b');
  const report = await testsCheck({ syntax, reach: NO_TESTS }, { mutants: false }).run(subject, async () => true);
  expect(report).toMatchObject({
    findings: [],
    changes: ['no test reaches f (lib.py:1), as far as calls are known by name'],
  });
});

test('a function that tests only name may be reached by them', async () => {
  const naming: Reach = { ...NO_TESTS, filesNaming: async () => ['tests/test_lib.py'] };
  const report = await testsCheck({ syntax, reach: naming }, { mutants: false }).run(
    changed('a', 'b'),
    async () => true,
  );
  expect(report.changes).toEqual(['no call from a test to f (lib.py:1) is known, but tests/test_lib.py names it']);
});

test('a test that could not run is not counted', async () => {
  const lost: TestRunner = { run: async () => testsOutcome({ [ID]: 'could not run' }) };
  const report = await testsCheck({ syntax, reach, runner: lost }, { mutants: false }).run(
    changed('a', 'b'),
    async () => true,
  );
  expect(report.changes).toContain('0 tests that reach the change were run: 0 fail by it');
});
