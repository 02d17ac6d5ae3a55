/** What counts as the work of a plan: its own branches, its files, its agents, and approvals of others. */
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
  planner = new Planner(base, 'plan-own-work');
});
afterAll(() => folder.remove());

const fix = { type: 'file_edit', description: 'Fix a', files_affected: ['a.py'] };

it('checks without a commit run where the plan is at home, whatever was pushed last', async () => {
  const workspace = 'home';
  await planner.put(workspace, { 'a.py': 'a = 1\n' });
  const isTwo = [{ kind: 'python', code: 'from a import a\nassert a == 2' }];
  const plan = await planner.save(workspace, [{ description: 'Two', checks: isTwo }]);
  const other = await planner.save(workspace, [
    { type: 'file_create', description: 'Add b', contents: [{ path: 'b.py', content: 'b = 1\n' }] },
    { type: 'file_edit', description: 'Replace a', contents: [{ path: 'a.py', content: 'a = 2\n' }] },
  ]);
  await planner.call('execute_plan_step', { plan_id: other, step_number: 2 });
  // The branch of the other plan was pushed last, and is what the index covers.
  expect(await planner.complete(plan, 1)).toMatchObject({
    completed: false,
    checks: [expect.stringMatching(/^fails/)],
  });
  const { text } = await planner.tell('complete_step', { plan_id: plan, step_number: 1 });
  expect(text).toContain(', the tip of main');
  expect(await planner.complete(other, 1)).toMatchObject({ completed: false });
  expect((await planner.tell('complete_step', { plan_id: other, step_number: 1 })).text).toContain(
    `tip of lemma/${other}`,
  );
  expect(await planner.complete(plan, 1, { commit: `lemma/${other}` })).toMatchObject({ completed: true });
});

it('a plan that knows no branch asks for the commit, until it is based on one', async () => {
  const workspace = 'homeless';
  const first = await planner.put(workspace, { 'a.py': 'a = 1\n' });
  await planner.put(workspace, { 'a.py': 'a = 2\n' });
  const plan = await planner.save(workspace, [fix], { ref: first });
  expect(await planner.refusal('complete_step', { plan_id: plan, step_number: 1 })).toMatch(
    /It is not known which commit is meant: homeless has no branch lemma\/plan-\w+, and it does not know which branch.*Name the commit/s,
  );
  expect(await planner.complete(plan, 1, { commit: 'main' })).toMatchObject({ completed: true });
  await planner.call('update_plan', {
    plan_id: plan,
    ref: 'main',
    add_steps: [{ description: 'x', type: 'command', checks: [{ kind: 'file', path: 'a.py' }] }],
  });
  expect(await planner.complete(plan, 2)).toMatchObject({ completed: true });
});

it('a step that changes files is not done while they are as they were, whatever its checks say', async () => {
  const workspace = 'edits';
  await planner.put(workspace, { 'a.py': 'a = 1\n' });
  const checks = [{ kind: 'file', path: 'a.py' }];
  const plan = await planner.save(workspace, [
    { ...fix, checks },
    { type: 'file_edit', description: 'Fix something', checks },
    { type: 'file_create', description: 'Create', files_affected: ['a.py'], checks },
  ]);
  expect(await planner.complete(plan, 1)).toMatchObject({
    completed: false,
    checks: [expect.stringMatching(/^holds/), expect.stringContaining('a.py is as it was')],
  });
  expect(await planner.complete(plan, 2)).toMatchObject({
    checks: [expect.anything(), expect.stringContaining('No file changed')],
  });
  await planner.put(workspace, { 'a.py': 'a = 2\n' });
  expect(await planner.complete(plan, 1)).toMatchObject({ completed: true });
  expect(await planner.complete(plan, 2)).toMatchObject({
    completed: true,
    checks: [expect.anything(), expect.stringContaining('changed between')],
  });
  expect(await planner.complete(plan, 3)).toMatchObject({
    checks: [expect.anything(), expect.stringContaining('a.py was there before')],
  });
});

it('checks that run nothing of what a step changed do not complete it', async () => {
  const workspace = 'unreached';
  const two = 'def one():\n    return 1\n\n\ndef two():\n    return 3\n';
  await planner.put(workspace, { 'a.py': two, 'examples/b.py': 'b = 1\n' });
  const asks = (code: string) => ({ ...fix, checks: [{ kind: 'python', code: `import a\nassert ${code}` }] });
  const plan = await planner.save(workspace, [
    asks('a.one() == 1'),
    asks('a.two() == 2'),
    { ...asks('a.one() == 1'), files_affected: ['examples/b.py'] },
  ]);
  await planner.put(workspace, { 'a.py': two.replace('3', '2'), 'examples/b.py': 'b = 2\n' });
  expect(await planner.complete(plan, 1)).toMatchObject({
    completed: false,
    checks: [
      expect.stringMatching(/^holds/),
      expect.stringMatching(/^undecided.*The checks run no line that changed since \w{12} in a\.py\./),
      expect.stringMatching(/^holds/),
    ],
  });
  expect(await planner.complete(plan, 2)).toMatchObject({ completed: true });
  // Of examples no run tells which lines it executed.
  expect(await planner.complete(plan, 3)).toMatchObject({ completed: true });
});

it('a push names the agent whose step it completes, and its own work is no drift', async () => {
  const url = new URL('/git/claimed-plan', base).href;
  const push = (...options: readonly string[]) =>
    folder.try('code', '-c', 'http.extraHeader=Authorization: Bearer plan-own-work', 'push', ...options, url, 'main');
  await folder.create('code');
  await folder.commit('code', 'a.py', 'a = 1\n');
  await folder.commit('code', 'b.py', 'b = 1\n');
  await push();
  const later = { type: 'file_edit', description: 'Use both', files_affected: ['a.py', 'b.py'], dependencies: [1, 2] };
  const plan = await planner.save('claimed-plan', [fix, { ...fix, files_affected: ['b.py'] }, later]);
  const start = (step_number: number) => planner.call('start_step', { plan_id: plan, step_number, agent: 'Anna B.' });
  await start(1);
  await start(2);
  await folder.commit('code', 'a.py', 'a = 2\n');
  await folder.git('code', 'commit', '--amend', '--quiet', '-m', `Fix a\n\nLemma-Step: ${plan}#1`);
  expect((await push()).stderr).toMatch(/step 1 of plan-\w+ is not completed: Step 1 is Anna B\.'s.*Lemma-Agent/s);
  expect(await planner.call('get_plan_status', { plan_id: plan })).toMatchObject({
    drift: [{ step_number: 3, file: 'a.py', what: 'changed' }],
  });
  await folder.commit('code', 'b.py', 'b = 2\n');
  await folder.git(
    'code',
    'commit',
    '--amend',
    '--quiet',
    '-m',
    `Fix b\n\nLemma-Step: ${plan}#2\nLemma-Agent: Anna B.`,
  );
  const { stderr } = await push('-o', `plan=${plan}#1`, '-o', 'agent=Anna B.');
  expect(stderr).toContain(`step 1 of ${plan} is completed: verified at`);
  expect(stderr).toContain(`step 2 of ${plan} is completed: verified at`);
  const status = await planner.call('get_plan_status', { plan_id: plan });
  expect(status).toMatchObject({ steps: [{ by: 'Anna B.' }, { by: 'Anna B.' }, { status: 'ready' }], drift: [] });
});

it('an approval by the only credential is told to be not independent', async () => {
  await planner.put('approved', { 'a.py': '' });
  const plan_id = await planner.save('approved', [{ description: 'Risky', requires_approval: true }]);
  await planner.call('request_approval', { plan_id, agent: 'anna' });
  const { fields, text } = await planner.tell('respond_approval', { plan_id, approved: true, agent: 'ben' });
  expect(fields).toMatchObject({ status: 'approved', independent: false });
  expect(text).toContain('It is not independent: the credential that asked has answered.');
});
