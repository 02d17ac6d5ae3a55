/** Plans through the public door: who may do what, pushes, drift, forks, restarts, and input that nobody meant. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { GitFolder } from '../workspace/git-client.ts';
import { Planner } from './planned.ts';

const server = sharedServer();
const folder = new GitFolder();
let base: URL;
let planner: Planner;
beforeAll(async () => {
  base = (await server.listen()).url;
  planner = new Planner(base, 'plans');
});
afterAll(() => folder.remove());

it('a plan of another user does not exist', async () => {
  await planner.put('own', { 'a.py': '' });
  const plan = await planner.save('own', [{ description: 'Mine' }]);
  const other = new Planner(base, 'plans-of-another');
  await other.put('own', { 'a.py': '' });
  for (const [name, args] of [
    ['load_plan', {}],
    ['get_plan_status', {}],
    ['complete_step', { step_number: 1 }],
    ['execute_plan_step', { step_number: 1 }],
    ['update_plan', { set: { goal: 'Stolen' } }],
    ['delete_plan', {}],
  ] as const)
    expect(await other.refusal(name, { plan_id: plan, ...args })).toContain('PLAN_NOT_FOUND: Plan not found');
  expect(await planner.call('load_plan', { plan_id: plan })).toMatchObject({ goal: 'A goal', version: 1 });
});

it('a push completes the steps that its commits and options name, if their checks hold', async () => {
  const url = new URL('/git/pushed-plan', base).href;
  const header = ['-c', 'http.extraHeader=Authorization: Bearer plans'];
  await folder.create('code');
  await folder.commit('code', 'a.py', 'def f(x):\n    return x\n');
  await folder.git('code', ...header, 'push', url, 'main');
  const plan = await planner.save('pushed-plan', [
    { type: 'file_edit', description: 'Change f', files_affected: ['a.py'], symbols: [{ file: 'a.py', name: 'f' }] },
    { type: 'file_create', description: 'Add b', files_affected: ['b.py'] },
    { description: 'Prove it', dependencies: [2], checks: [{ kind: 'python', code: 'import b\nassert b.x == 2' }] },
  ]);
  await folder.commit('code', 'a.py', 'def f(x):\n    return x + 1\n');
  await folder.git(
    'code',
    'commit',
    '--amend',
    '--quiet',
    '-m',
    `Change f\n\nLemma-Step: ${plan}#1\nLemma-Step: plan-none#1`,
  );
  await folder.commit('code', 'b.py', 'x = 1\n');
  const { stderr } = await folder.try(
    'code',
    ...header,
    'push',
    '-o',
    `plan=${plan}#2`,
    '-o',
    `plan=${plan}#3`,
    url,
    'main',
  );
  expect(stderr).toContain(`step 1 of ${plan} is completed: verified at`);
  expect(stderr).toContain(`step 2 of ${plan} is completed: verified at`);
  expect(stderr).toMatch(new RegExp(`step 3 of ${plan} is not completed at`));
  expect(stderr).toContain('fails: Python: assert b.x == 2. AssertionError');
  expect(stderr).toContain('step 1 of plan-none is not completed: Plan not found');
  expect(await planner.call('get_plan_status', { plan_id: plan })).toMatchObject({
    progress: { completed_steps: 2 },
    steps: [{ by: 'push', how: 'verified' }, { by: 'push' }, { status: 'ready' }],
  });
});

it('says what changed under open steps, by symbols where they are named, and not what the plan itself did', async () => {
  await planner.put('drift', {
    'a.py': 'def f(x):\n    return x\n\n\ndef g(x):\n    return x\n',
    'b.py': 'b = 1\n',
    'c.py': 'c = 1\n',
  });
  const plan = await planner.save('drift', [
    { type: 'file_edit', description: 'On f', files_affected: ['a.py'], symbols: [{ file: 'a.py', name: 'f' }] },
    { type: 'file_edit', description: 'On g', files_affected: ['a.py'], symbols: [{ file: 'a.py', name: 'g' }] },
    { type: 'file_edit', description: 'On b', files_affected: ['b.py'] },
    { type: 'file_edit', description: 'Change c', files_affected: ['c.py'] },
    { type: 'file_edit', description: 'On c', files_affected: ['c.py'], dependencies: [4] },
    { type: 'file_create', description: 'New d', files_affected: ['d.py'] },
  ]);
  expect(await planner.call('get_plan_status', { plan_id: plan })).toMatchObject({
    drift: [],
    total_same_file: 1,
    same_file: [{ file: 'a.py', steps: [1, 2] }],
  });
  await planner.put('drift', {
    'a.py': 'import os\n\n\ndef f(x):\n    return x\n\n\ndef g(x):\n    return -x\n',
    'c.py': 'c = 2\n',
    'd.py': 'd = 1\n',
  });
  await planner.call('delete_files', { workspace: 'drift', paths: ['b.py'] });
  await planner.complete(plan, 4);
  expect((await planner.call('get_plan_status', { plan_id: plan }))['drift']).not.toContainEqual(
    expect.objectContaining({ file: 'c.py' }),
  );
  await planner.put('drift', { 'c.py': 'c = 3\n' });
  const { drift } = await planner.call('get_plan_status', { plan_id: plan, detail: true });
  expect(drift).toEqual([
    { step_number: 2, file: 'a.py', symbol: 'g', what: 'changed' },
    { step_number: 3, file: 'b.py', what: 'gone' },
    { step_number: 5, file: 'c.py', what: 'changed', by_step: 4 },
    { step_number: 6, file: 'd.py', what: 'there_already' },
  ]);
  const { text } = await planner.tell('start_step', { plan_id: plan, step_number: 2 });
  expect(text).toContain('Drift: step 2: g of a.py has changed.');
  await planner.call('update_plan', { plan_id: plan, ref: 'main' });
  expect(await planner.call('get_plan_status', { plan_id: plan })).toMatchObject({ drift: [] });
});

it('two agents cannot overwrite each other', async () => {
  const plan = await planner.save('own', [{ description: 'One' }]);
  const add = (description: string) => ({
    plan_id: plan,
    expected_version: 1,
    add_steps: [{ description, type: 'review' }],
  });
  const told = await Promise.all(['a', 'b', 'c'].map((name) => planner.tell('update_plan', add(name))));
  expect(told.filter(({ failed }) => !failed)).toHaveLength(1);
  expect(
    told.filter(({ text }) => text.includes('CONFLICT: The plan is at version 2, not at the expected 1')),
  ).toHaveLength(2);
  const claims = await Promise.all(
    ['x', 'y', 'z'].map((agent) => planner.tell('start_step', { plan_id: plan, step_number: 1, agent })),
  );
  expect(claims.filter(({ failed }) => !failed)).toHaveLength(1);
  const load = await planner.call('load_plan', { plan_id: plan, detail: true });
  expect(await planner.refusal('save_plan', { plan: { ...load, version: 1 } })).toContain(
    'at version 2, not at the expected 1',
  );
  expect(await planner.call('save_plan', { plan: { ...load, goal: 'Edited' } })).toMatchObject({
    version: 3,
    changes: 'changed goal',
  });
});

it('a fork goes its own way and comes back', async () => {
  const plan = await planner.save('own', [{ description: 'One' }, { description: 'Two', dependencies: [1] }]);
  const { id: fork } = await planner.call('fork_plan', { plan_id: plan, name: 'Other way' });
  await planner.call('update_plan', { plan_id: fork, change_steps: [{ step_number: 2, details: 'Otherwise.' }] });
  await planner.call('complete_step', { plan_id: fork, step_number: 1, override: 'Seen.' });
  await planner.call('update_plan', { plan_id: plan, set: { goal: 'New goal' } });
  expect(await planner.call('merge_plan', { plan_id: plan, fork_id: fork })).toMatchObject({
    merged: true,
    version: 3,
    completed_taken: [1],
  });
  expect(await planner.call('load_plan', { plan_id: plan, detail: true })).toMatchObject({
    goal: 'New goal',
    steps: [{ status: 'completed' }, { details: 'Otherwise.', status: 'ready' }],
  });
  expect(await planner.refusal('merge_plan', { plan_id: fork, fork_id: plan })).toContain('is no fork');
});

it('a document is read, and the plan written as another one', async () => {
  const document = '# Ship\n\n- [x] 1. Write `a.py`\n- [ ] 2. Test it (depends on 1)\n';
  const saved = await planner.call('save_plan', { workspace: 'own', document });
  expect(saved).toMatchObject({
    goal: 'Ship',
    notes: ['The document says that these steps are done, which nothing has verified: 1.'],
    steps: [{ status: 'ready' }, { status: 'pending' }],
  });
  const { document: tasks } = await planner.call('export_plan', { plan_id: saved['id'], format: 'task-master' });
  expect(JSON.parse(String(tasks))).toMatchObject({
    master: {
      tasks: [
        { id: 1, status: 'pending' },
        { id: 2, dependencies: [1] },
      ],
    },
  });
});

it('an approval holds steps back until somebody else gives it', async () => {
  const plan = await planner.save('own', [{ description: 'Risky', requires_approval: true }]);
  expect(await planner.refusal('start_step', { plan_id: plan, step_number: 1 })).toContain('it requires an approval');
  const { approval_id } = await planner.call('request_approval', { plan_id: plan, step_numbers: [1], agent: 'anna' });
  expect(await planner.refusal('respond_approval', { plan_id: plan, approved: true, agent: 'anna' })).toContain(
    'which cannot give it',
  );
  expect(
    await planner.call('respond_approval', { plan_id: plan, approval_id, approved: true, agent: 'ben' }),
  ).toMatchObject({ status: 'approved', answered_by: 'ben' });
  expect(await planner.call('start_step', { plan_id: plan, step_number: 1 })).toMatchObject({
    plan_status: 'executing',
  });
});

it.each<[string, string, (plan: string) => Readonly<Record<string, unknown>>, string]>([
  ['a number that is a string', 'start_step', (plan_id) => ({ plan_id, step_number: '1' }), 'step_number'],
  [
    'a step that is not there',
    'skip_step',
    (plan_id) => ({ plan_id, step_number: 99, reason: 'x' }),
    'The plan has no step 99',
  ],
  ['a version that is not there', 'rollback_plan', (plan_id) => ({ plan_id, version: 99 }), 'versions 1 to 1 are kept'],
  [
    '10,000 steps',
    'save_plan',
    () => ({
      plan: {
        goal: 'x',
        steps: Array.from({ length: 10_000 }, (_, index) => ({ number: index + 1, description: 'x', type: 'review' })),
      },
    }),
    'plan.steps',
  ],
  ['a goal of 30,000 characters', 'save_plan', () => ({ plan: { goal: 'x'.repeat(30_000), steps: [] } }), 'plan.goal'],
  ['a field that nobody knows', 'save_plan', () => ({ plan: { goal: 'x', steps: [], surprise: 1 } }), 'surprise'],
  [
    'numbers that are there twice',
    'save_plan',
    () => ({ plan: { goal: 'x', steps: [1, 1].map((number) => ({ number, description: 'x', type: 'review' })) } }),
    'the number 1 is given to several steps',
  ],
  [
    'a circle',
    'update_plan',
    (plan_id) => ({
      plan_id,
      add_steps: [{ description: 'x', type: 'review', dependencies: [1] }],
      change_steps: [{ step_number: 1, dependencies: [2] }],
    }),
    'in a circle: 1 → 2 → 1',
  ],
  ['neither a plan nor a document', 'save_plan', () => ({}), 'Give either plan or document'],
  ['a workspace that is not there', 'save_plan', () => ({ workspace: 'none', plan: { goal: 'x', steps: [] } }), 'none'],
  [
    'a commit that is not there',
    'complete_step',
    (plan_id) => ({ plan_id, step_number: 1, commit: 'none' }),
    '"none" is no branch, tag or commit',
  ],
])('refuses %s, and nothing is lost', async (_, tool, args, words) => {
  const plan = await planner.save('own', [{ description: '漢字 👩‍👩‍👧 \u202e' }]);
  expect(await planner.refusal(tool, args(plan))).toContain(words);
  expect(await planner.call('load_plan', { plan_id: plan })).toMatchObject({
    version: 1,
    steps: [{ description: '漢字 👩‍👩‍👧 \u202e', status: 'ready' }],
  });
});

it('a plan whose workspace was deleted says so, and can still be read', async () => {
  await planner.put('gone', { 'a.py': 'a = 1\n' });
  const plan = await planner.save('gone', [{ description: 'x' }, { description: 'y', dependencies: [1] }]);
  await planner.call('delete_workspace', { workspace: 'gone', confirm: 'gone' });
  for (const tool of ['start_step', 'complete_step', 'execute_plan_step'])
    expect(await planner.refusal(tool, { plan_id: plan, step_number: 1 })).toContain('WORKSPACE_NOT_FOUND');
  expect(await planner.call('get_plan_status', { plan_id: plan })).toMatchObject({
    parallel_groups: [[1], [2]],
    drift_note: 'The workspace gone is empty.',
  });
});

it('a plan that was deleted is gone, and its id names nothing', async () => {
  const plan = await planner.save('own', [{ description: 'x' }]);
  expect(await planner.call('delete_plan', { plan_id: plan })).toEqual({ plan_id: plan, deleted: true });
  expect(await planner.refusal('delete_plan', { plan_id: plan })).toContain('PLAN_NOT_FOUND');
  const { plans } = await planner.call('list_plans', { limit: 200 });
  expect(JSON.stringify(plans)).not.toContain(plan);
});
