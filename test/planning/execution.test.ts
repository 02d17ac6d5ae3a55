/** Steps that are executed here: patches on a branch, merges, conflicts, attempts whose answer was lost, and what is undone. */
import { beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { Planner } from './planned.ts';

const FILE = 'def f(x: int) -> int:\n    return x + 1\n\n\ndef g(x: int) -> int:\n    return x * 2\n';

const server = sharedServer();
let planner: Planner;
beforeAll(async () => {
  planner = new Planner((await server.listen()).url, 'plan-execution');
});

/** A hunk of `a.py`. */
const patch = (at: number, before: readonly string[], after: readonly string[]) =>
  [
    '--- a/a.py',
    '+++ b/a.py',
    `@@ -${at},${before.length} +${at},${after.length} @@`,
    ...before.map((line) => `-${line}`),
    ...after.map((line) => `+${line}`),
    '',
  ].join('\n');

const execute = (plan_id: string, step_number: number, options = {}) =>
  planner.call('execute_plan_step', { plan_id, step_number, options });
const file = async (workspace: string, path: string, ref: string) =>
  (await planner.call('get_file', { workspace, path, ref }))['content'];

it('applies a patch whose counts and line numbers are wrong', async () => {
  await planner.put('by-hand', { 'a.py': FILE });
  const plan = await planner.save('by-hand', [
    {
      type: 'file_edit',
      description: 'Swap',
      patch: '--- a/a.py\n+++ b/a.py\n@@ -1,9 +1,3 @@\n def g(x: int) -> int:\n-    return x * 2\n+    return 2 * x\n',
    },
  ]);
  expect(await execute(plan, 1)).toMatchObject({ success: true, files_modified: ['a.py'] });
  expect(await file('by-hand', 'a.py', `lemma/${plan}`)).toBe(FILE.replace('x * 2', '2 * x'));
});

it('applies steps one after another, each as a commit, and verifies them', async () => {
  await planner.put('apply', {
    'a.py': FILE,
    'old.txt': 'old\n',
    'test_a.py': 'from a import f\n\n\ndef test_f():\n    assert f(1) == 2\n',
  });
  const plan = await planner.save('apply', [
    {
      type: 'file_edit',
      description: 'Name the result',
      patch: patch(2, ['    return x + 1'], ['    result = x + 1', '    return result']),
      checks: [{ kind: 'behaves_as_before', file: 'a.py', functions: ['f'] }, { kind: 'tests' }],
    },
    {
      type: 'file_create',
      description: 'Document it',
      dependencies: [1],
      contents: [{ path: 'docs/a b!.md', content: '# A\n' }],
    },
    // Made for the commit of the plan: the first step has moved its lines.
    {
      type: 'file_edit',
      description: 'Swap, delete and rename',
      dependencies: [2],
      patch: `${patch(6, ['    return x * 2'], ['    return 2 * x'])}diff --git a/old.txt b/new [1].txt\nsimilarity index 100%\nrename from old.txt\nrename to new [1].txt\n`,
    },
  ]);
  const preview = await execute(plan, 1, { dry_run: true });
  expect(preview).toMatchObject({
    success: true,
    outcome: 'preview',
    diff: expect.stringContaining('+    return result'),
  });
  expect(await planner.refusal('execute_plan_step', { plan_id: plan, step_number: 2 })).toContain(
    'it waits for step 1',
  );
  expect(await execute(plan, 1)).toMatchObject({ success: true, outcome: 'applied', files_modified: ['a.py'] });
  expect(await execute(plan, 2)).toMatchObject({ success: true, files_modified: ['docs/a b!.md'] });
  const third = await execute(plan, 3);
  expect(third).toMatchObject({ success: true, merged_files: ['a.py'] });
  const branch = `lemma/${plan}`;
  expect(await file('apply', 'a.py', branch)).toBe(
    'def f(x: int) -> int:\n    result = x + 1\n    return result\n\n\ndef g(x: int) -> int:\n    return 2 * x\n',
  );
  expect(await file('apply', 'new [1].txt', branch)).toBe('old\n');
  expect(await planner.refusal('get_file', { workspace: 'apply', path: 'old.txt', ref: branch })).toContain(
    'FILE_NOT_FOUND',
  );
  expect(await file('apply', 'a.py', 'main')).toBe(FILE);
  const shown = await planner.tell('show_commit', { workspace: 'apply', commit: branch });
  expect(shown.text).toContain(`Lemma-Step: ${plan}#3`);
  const status = await planner.call('get_plan_status', { plan_id: plan });
  expect(status).toMatchObject({ status: 'completed', progress: { completed_steps: 3, percentage: 100 } });
});

it('reports a conflict with its lines, and changes nothing', async () => {
  await planner.put('conflict', { 'a.py': FILE });
  const plan = await planner.save('conflict', [
    { type: 'file_edit', description: 'One way', patch: patch(2, ['    return x + 1'], ['    return 1 + x']) },
    {
      type: 'file_edit',
      description: 'Another way',
      patch: patch(2, ['    return x + 1'], ['    return x - -1']),
      dependencies: [1],
    },
    { type: 'command', description: 'After it', dependencies: [2] },
  ]);
  await execute(plan, 1);
  const before = await file('conflict', 'a.py', `lemma/${plan}`);
  expect(await execute(plan, 2)).toMatchObject({
    success: false,
    outcome: 'conflicts',
    became_blocked: [3],
    conflicts: [{ file: 'a.py', regions: [{ line: 2, ours: '    return 1 + x\n', theirs: '    return x - -1\n' }] }],
  });
  expect(await file('conflict', 'a.py', `lemma/${plan}`)).toBe(before);
  await planner.call('update_plan', {
    plan_id: plan,
    change_steps: [{ step_number: 2, patch: patch(2, ['    return 1 + x'], ['    return x - -1']) }],
  });
  expect(await execute(plan, 2)).toMatchObject({ success: true, became_ready: [3] });
});

it.each([
  [
    'does not apply',
    { patch: patch(1, ['def q():'], ['def r():']) },
    'at line 1 it expects "def q():", and there is "def f(x: int) -> int:"',
  ],
  ['leaves the repository', { contents: [{ path: '../x', content: 'x' }] }, '../x'],
  ['writes into .git', { contents: [{ path: '.git/config', content: 'x' }] }, '.git/config'],
  ['is no diff', { patch: 'hello' }, 'diff'],
  [
    'is binary',
    { patch: 'diff --git a/x.bin b/x.bin\nindex 1234567..89abcde 100644\nBinary files a/x.bin and b/x.bin differ\n' },
    'binary',
  ],
])('a patch that %s is refused, and the step can be tried again', async (name, step, words) => {
  const workspace = `bad-${name.replaceAll(/[^a-z]/g, '-')}`;
  await planner.put(workspace, { 'a.py': FILE });
  const plan = await planner.save(workspace, [{ type: 'file_edit', description: 'Bad', ...step }]);
  expect(await planner.refusal('execute_plan_step', { plan_id: plan, step_number: 1 })).toContain(words);
  const status = await planner.call('get_plan_status', { plan_id: plan, step_number: 1 });
  expect(status['steps']).toMatchObject([{ status: 'failed' }]);
  expect(await planner.refusal('get_file', { workspace, path: 'a.py', ref: `lemma/${plan}` })).toContain('no branch');
});

it('undoes a step below later ones, unless they changed the same', async () => {
  await planner.put('undo', { 'a.py': FILE });
  const plan = await planner.save('undo', [
    { type: 'file_edit', description: 'First', patch: patch(2, ['    return x + 1'], ['    return 1 + x']) },
    { type: 'file_edit', description: 'Second', patch: patch(6, ['    return x * 2'], ['    return 2 * x']) },
    {
      type: 'file_edit',
      description: 'Third',
      patch: patch(6, ['    return 2 * x'], ['    return x + x']),
      dependencies: [2],
    },
  ]);
  for (const step of [1, 2, 3]) await execute(plan, step);
  expect(await execute(plan, 1, { rollback: true })).toMatchObject({
    success: true,
    outcome: 'undone',
    became_ready: [1],
  });
  expect(await execute(plan, 2, { rollback: true })).toMatchObject({ success: false, outcome: 'conflicts' });
  expect(await file('undo', 'a.py', `lemma/${plan}`)).toBe(FILE.replace('x * 2', 'x + x'));
  expect(
    await planner.refusal('execute_plan_step', { plan_id: plan, step_number: 1, options: { rollback: true } }),
  ).toContain('has applied nothing');
});

it('runs Python, and hands over what only the agent can do with its code', async () => {
  await planner.put('hand', { 'a.py': FILE });
  const plan = await planner.save('hand', [
    { description: 'Compute', python: 'from a import f\nprint(f(41))' },
    { description: 'Fail', python: 'raise ValueError("no")' },
    { description: 'Run the build', command: 'make', files_affected: ['a.py'] },
  ]);
  expect(await execute(plan, 1)).toMatchObject({
    success: true,
    outcome: 'ran',
    output: expect.stringContaining('42'),
  });
  expect(await execute(plan, 2)).toMatchObject({
    success: false,
    outcome: 'ran',
    error: expect.stringContaining('ValueError: no'),
  });
  expect(await execute(plan, 3)).toMatchObject({
    success: false,
    outcome: 'handed_over',
    error: 'Only you can run this: make. Then call complete_step.',
    context: expect.stringContaining('def g(x: int)'),
  });
  const { text } = await planner.tell('next_steps', { plan_id: plan });
  expect(text).toContain("Step 3 is developer's until");
});
