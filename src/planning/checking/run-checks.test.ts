/** How checks run together, with scripted services. */
import { expect, it } from 'vitest';
import { textSyntax } from '../../../test/indexed.ts';
import { toldRun } from '../../../test/told-run.ts';
import { pythonSession, reviewEngine, toolContext, workspaces } from '../../../test/tool-context.ts';
import { InternalError, ToolFailure } from '../../lib/errors.ts';
import { userId } from '../../lib/object-name.ts';
import { Cancelled, type Progress } from '../../lib/work.ts';
import type { CellResult } from '../../python/protocol.ts';
import { checkSchema, type PlanCheck } from '../checks.ts';
import type { PlanningServices } from '../services.ts';
import { filesChanged, runChecks } from './run-checks.ts';

const TREES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  old: { 'a.py': '1', 'b.py': '1', 'c.py': '1' },
  new: { 'a.py': '2', 'b.py': '1', 'd.py': '1' },
};
const missing = (what: string) =>
  new ToolFailure({ errorType: 'FILE_NOT_FOUND', message: `There is no ${what}.`, advice: 'Name another.' });
const ENDED: CellResult = {
  status: 'ok',
  stdout: '',
  stderr: '',
  executionTime: 0,
  newFiles: [],
  modifiedFiles: [],
  deletedFiles: [],
  notices: [],
};

/** Services with sandboxes where a piece of code prints what `run` gives; counts the sandboxes. */
function scripted(run: (code: string) => Promise<string>) {
  const sandboxes = { now: 0, most: 0, erased: 0 };
  const { workspace } = workspaces({
    async fileTree(commit = '') {
      const tree = TREES[commit];
      if (tree === undefined) throw missing(`commit ${commit}`);
      return { commit, files: Object.entries(tree).map(([path, blob]) => ({ path, blob, size: 1 })) };
    },
  }).open('w');
  const services: PlanningServices = {
    owner: userId('u'),
    review: reviewEngine(),
    reasoning: toolContext().reasoning,
    syntax: textSyntax(),
    workspace: () => workspace,
    sandbox: () =>
      pythonSession({
        async mount(mount) {
          sandboxes.most = Math.max(sandboxes.most, ++sandboxes.now);
          return { ...mount, path: '/mnt/w' };
        },
        async run(request, listener) {
          const printed = await run('code' in request ? request.code : '');
          const events = [
            ['collected', 1, 0],
            ['file', ''],
            ['start', 'x'],
            ['printed', printed],
            ['end', 'passed', null],
            ['done'],
          ] as const;
          await listener?.({ stream: 'stdout', text: toldRun(events) });
          return ENDED;
        },
        async occupy(work) {
          try {
            await work();
          } finally {
            sandboxes.now--;
            sandboxes.erased++;
          }
        },
      }),
  };
  return { services, sandboxes };
}

const snippets = (...codes: readonly string[]): readonly PlanCheck[] =>
  codes.map((code) => checkSchema.parse({ kind: 'python', code }));
const at = { workspace: 'w', commit: 'new', seconds: 5 };
const wait = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : Promise.resolve().then(() => wait(turns - 1));

it('gives the results in the order of the checks, in two sandboxes at once, with progress that grows', async () => {
  const { services, sandboxes } = scripted(async (code) => {
    await wait(code.includes('slow') ? 200 : 2);
    return code.includes('lost') ? Promise.reject(missing('sandbox')) : (/print\d/.exec(code)?.[0] ?? '');
  });
  const told: Progress[] = [];
  const checks = snippets('slow; print1', 'print2', 'lost', 'print4', 'print5');
  const results = await runChecks({ ...at, checks }, services, async (progress) => {
    told.push(progress);
    return true;
  });
  expect(results.map(({ outcome, evidence }) => `${outcome}: ${evidence.replace(/\. The code .*$/, '')}`)).toEqual([
    'holds: It ran to its end: print1',
    'holds: It ran to its end: print2',
    'undecided: There is no sandbox.',
    'holds: It ran to its end: print4',
    'holds: It ran to its end: print5',
  ]);
  expect(sandboxes).toEqual({ now: 0, most: 2, erased: 9 });
  const done = told.map((progress) => progress.done);
  expect(done).toEqual(done.toSorted((one, other) => one - other));
});

it('takes no failure of a check for one of the call, and none of the commit for one of a check', async () => {
  const { services } = scripted(async () => Promise.reject(new InternalError('r-1')));
  const checks = [...snippets('1'), checkSchema.parse({ kind: 'behaves_as_before', file: 'a.py', functions: ['f'] })];
  const results = await runChecks({ ...at, checks }, services, async () => true);
  expect(results).toMatchObject([
    { outcome: 'undecided', evidence: expect.stringContaining('r-1') },
    { outcome: 'undecided', evidence: expect.stringContaining('It is not known where the work began') },
  ]);
  await expect(runChecks({ ...at, commit: 'none', checks }, services, async () => true)).rejects.toThrow(
    'There is no commit none.',
  );
});

it('begins nothing more once the caller has gone', async () => {
  const { services, sandboxes } = scripted(async () => '');
  const gone = runChecks({ ...at, checks: snippets('1', '2', '3', '4') }, services, async ({ done }) => done === 0);
  await expect(gone).rejects.toThrow(Cancelled);
  expect(sandboxes.erased).toBeLessThanOrEqual(4);
});

it.each([
  ['changed', 'file_edit', ['a.py'], 'holds', 'All of them between old and new.'],
  ['as it was', 'file_edit', ['a.py', 'b.py'], 'fails', 'b.py is as it was, between old and new.'],
  ['deleted', 'file_edit', ['c.py'], 'holds', 'All of them between old and new. Deleted: c.py.'],
  ['never there', 'file_edit', ['x.py'], 'fails', 'x.py is not there, between old and new.'],
  ['created', 'file_create', ['d.py'], 'holds', 'All of them between old and new.'],
  ['there before', 'file_create', ['a.py'], 'fails', 'a.py was there before, between old and new.'],
  ['to be created, and deleted', 'file_create', ['c.py'], 'fails', 'c.py is not there, between old and new.'],
  ['not named', 'file_edit', [], 'holds', 'The step names no files; changed between old and new: a.py, c.py, d.py.'],
] as const)('a file that is %s', async (_, type, files, outcome, evidence) => {
  const { services } = scripted(async () => '');
  const result = await filesChanged({ workspace: 'w', base: 'old', commit: 'new', files, type }, services);
  expect(result).toMatchObject({ kind: 'changed_files', outcome, evidence });
});
