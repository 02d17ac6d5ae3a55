/** `add_memory`, `list_memories` and `review_memory_suggestions` through MCP, and what bundles make of memories. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';
import { GitFolder } from './git-client.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
const folder = new GitFolder();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
});
afterAll(() => folder.remove());

const TAX = 'RATE = 0.19\n\n\ndef tax_of(item):\n    return item.price * RATE\n';

const call = (user: string, name: string, args: Facts = {}) => callAs(base, `memories-${user}`, name, args);
const push = (user: string, files: Readonly<Record<string, string>>) => call(user, 'put_files', texts(files));
const cited = [{ file: 'tax.py', line: 4, line_end: 5 }];

it('keeps a memory whose lines are followed as they move, until they change', async () => {
  const { commit } = await push('life', { 'tax.py': TAX });
  const added = await call('life', 'add_memory', {
    category: 'decisions',
    title: 'Tax',
    content: 'The tax of an item is a share of its price, never rounded.',
    tags: ['money'],
    evidence: cited,
  });
  expect(added).toMatchObject({
    id: 'm1',
    state: 'kept',
    added: true,
    commit: String(commit).slice(0, 12),
    evidence: [{ file: 'tax.py', line: 4, line_end: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    secrets_masked: [],
    total_memories: 1,
    workspace: 'default',
  });
  const bundle = () => call('life', 'get_context_for_prompt', { query: 'tax of an item' });
  expect(await bundle()).toMatchObject({
    context: expect.stringMatching(
      /^## Memories of this workspace.*\n- \[memory m1, decisions, .*tax\.py:4-5 unchanged\]/,
    ),
    memories: { shown: [{ id: 'm1', status: 'current' }], stale: 0, left_out: 0 },
    files_included: ['tax.py'],
  });

  await push('life', { 'tax.py': `"""Taxes."""\n\n${TAX}` });
  expect(await call('life', 'list_memories')).toMatchObject({
    memories: [{ id: 'm1', status: 'current', evidence: [{ line: 4, state: 'moved', now: 'tax.py:6-7' }] }],
    total_memories: 1,
  });
  expect(await bundle()).toMatchObject({ context: expect.stringContaining('tax.py:6-7 moved]') });

  await push('life', { 'tax.py': TAX.replace('* RATE', '* rate_of(item)') });
  const stale = { id: 'm1', status: 'stale', evidence: [{ state: 'changed', why: expect.stringContaining('tax.py') }] };
  expect(await call('life', 'list_memories', { stale_only: true })).toMatchObject({ memories: [stale] });
  expect(await call('life', 'list_memories', { ref: 'main~2' })).toMatchObject({ memories: [{ status: 'current' }] });
  expect(await bundle()).toMatchObject({
    context: expect.not.stringContaining('m1'),
    memories: { shown: [], stale: 1 },
  });
});

it('finds memories by category, tag and words, and leaves them out of bundles on request', async () => {
  await push('find', { 'tax.py': TAX });
  const keep = (category: string, content: string, more: Facts = {}) =>
    call('find', 'add_memory', { category, content, ...more });
  await keep('preferences', 'Indent with tabs.', { tags: ['style'], priority: 'critical' });
  await keep('facts', 'The tax office answers on port 3000.');
  await keep('facts', 'Items come from a CSV file.');
  const ids = async (args: Facts) => {
    const { memories } = await call('find', 'list_memories', args);
    return (memories as { id: string }[]).map(({ id }) => id);
  };
  expect(await ids({})).toEqual(['m3', 'm2', 'm1']);
  expect(await ids({ category: 'facts', limit: 1, offset: 1 })).toEqual(['m2']);
  expect(await ids({ tag: 'style' })).toEqual(['m1']);
  expect(await ids({ query: 'which port do taxes use' })).toEqual(['m2']);
  const bundle = await call('find', 'get_context_for_prompt', { query: 'tax office port' });
  expect(bundle).toMatchObject({ memories: { shown: [{ id: 'm1' }, { id: 'm2' }] } });
  const without = await call('find', 'get_context_for_prompt', { query: 'tax office port', include_memories: false });
  expect(without.context).not.toContain('emor');
  expect(without).not.toHaveProperty('memories');
});

it('suggests, changes, approves, snoozes and dismisses', async () => {
  for (const content of ['One.', 'Two.', 'Three.'])
    await call('review', 'add_memory', { category: 'facts', content, suggest: true });
  const review = (args: Facts) => call('review', 'review_memory_suggestions', args);
  expect(await call('review', 'list_memories')).toMatchObject({ total_memories: 0, suggestions_waiting: 3 });
  expect(await review({})).toMatchObject({
    action: 'list_batches',
    drafts: [{ draft_id: 'm3', session_id: 'add_memory', state: 'suggested' }, { draft_id: 'm2' }, { draft_id: 'm1' }],
    total_drafts: 3,
  });
  expect(await review({ action: 'snooze', draft_id: 'm3' })).toMatchObject({ snoozed: 1 });
  expect(await review({ action: 'approve', draft_id: 'm1', content: 'First.' })).toMatchObject({
    drafts: [{ draft_id: 'm1', state: 'kept', content: 'First.' }],
  });
  expect(await review({ action: 'dismiss', draft_id: ['m2', 'm7'] })).toMatchObject({
    drafts: [{ draft_id: 'm2', state: 'dismissed' }],
    no_op_drafts: [{ draft_id: 'm7' }],
  });
  expect(await review({ include_snoozed: true })).toMatchObject({ drafts: [{ draft_id: 'm3', state: 'snoozed' }] });
  expect(await call('review', 'add_memory', { category: 'facts', content: 'Two.', suggest: true })).toMatchObject({
    error_type: 'INVALID_INPUT',
    message: expect.stringContaining('dismissed before'),
  });
  expect(await review({ action: 'dismiss', draft_id: 'm1' })).toMatchObject({ total_drafts: 1 });
  expect(await call('review', 'list_memories')).toMatchObject({ total_memories: 0 });
  expect(await review({ action: 'approve' })).toMatchObject({ error_type: 'INVALID_INPUT' });
  expect(await review({ action: 'edit', draft_id: 'm3' })).toMatchObject({ error_type: 'INVALID_INPUT' });
  expect(await review({ action: 'snooze', draft_id: 'm3', title: 'x' })).toMatchObject({ error_type: 'INVALID_INPUT' });
});

it('teaches what it cannot keep, and shows no secret', async () => {
  await push('bad', { 'tax.py': TAX });
  const keep = (content: string, more: Facts = {}) =>
    call('bad', 'add_memory', { category: 'facts', content, ...more });
  expect(JSON.stringify(await keep('x'.repeat(2 << 20)))).toContain('content');
  const unknown = await keep('A fact.', { evidence: [{ file: 'taxes.py', line: 1 }] });
  expect(unknown).toMatchObject({ error_type: 'FILE_NOT_FOUND' });
  expect(JSON.stringify(unknown)).toContain("Did you mean 'tax.py'?");
  expect(await keep('A fact.', { evidence: [{ file: 'tax.py', line: 90 }] })).toMatchObject({
    error_type: 'INVALID_INPUT',
    message: expect.stringContaining('has 5 lines'),
  });
  expect(await keep('A fact.', { ref: 'nowhere', evidence: cited })).toMatchObject({ error_type: 'INVALID_INPUT' });
  expect(await keep('A fact.', { workspace: 'nowhere' })).toMatchObject({ error_type: 'WORKSPACE_NOT_FOUND' });
  const key = 'AKIA3SGQXR7TMWY5BZJH';
  const masked = await keep(`The key is ${key}.`);
  expect(masked).toMatchObject({ secrets_masked: ['aws_access_key'] });
  const named = await keep('Staging has postgres://app:hunter2@localhost/app, and API_TOKEN=letmein.');
  expect(named).toMatchObject({ secrets_masked: ['placed_value', 'named_value'] });
  const listed = JSON.stringify([masked, named, await call('bad', 'list_memories')]);
  for (const secret of [key, 'hunter2', 'letmein']) expect(listed).not.toContain(secret);
});

it('belongs to one workspace of one user, and ends with it', async () => {
  await call('owner', 'put_files', texts({ a: '1' }, { workspace: 'mine' }));
  const mine = { workspace: 'mine' };
  await call('owner', 'add_memory', { category: 'facts', content: 'Mine only.', ...mine });
  expect(await call('owner', 'list_memories')).toMatchObject({ total_memories: 0 });
  expect(await call('other', 'list_memories', mine)).toMatchObject({ error_type: 'WORKSPACE_NOT_FOUND' });
  expect(await call('owner', 'delete_workspace', { ...mine, confirm: 'mine' })).toMatchObject({ status: 'deleted' });
  await call('owner', 'put_files', texts({ a: '1' }, mine));
  expect(await call('owner', 'list_memories', mine)).toMatchObject({ total_memories: 0 });
});

it('tells whoever pushes which memories cite what the push changed', async () => {
  await folder.create('code');
  const url = new URL('/git/memories-pushed', base).href;
  await folder.commit('code', 'tax.py', TAX);
  await folder.git('code', 'push', url, 'main');
  const keep = { category: 'facts', content: 'A share.', evidence: cited, workspace: 'memories-pushed' };
  expect(await callTool(base, 'add_memory', keep)).toMatchObject({
    body: { result: { structuredContent: { id: 'm1' } } },
  });
  await folder.commit('code', 'other.py', 'x = 1\n');
  expect((await folder.try('code', 'push', url, 'main')).stderr).not.toContain('memories that cite');
  await folder.commit('code', 'tax.py', TAX.replace('price', 'net_price'));
  const { stderr } = await folder.try('code', 'push', url, 'main');
  expect(stderr).toContain('memories that cite code which was changed: m1');
});
