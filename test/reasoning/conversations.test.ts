/** Conversations through the public door, answered by the caller and by a model: nothing is lost, and no turn is there twice. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestHarness } from 'wrangler';
import { bearer, callTool, post } from '../mcp/requests.ts';
import type { ModelServer } from '../models/model-server.ts';
import { chooseModel, sharedModels } from '../models/modelled.ts';
import { until } from '../until.ts';

let models: ModelServer;
let server: TestHarness;
let base: URL;

const PRICES = `def reduced(price):
    return price * 9


def total(prices):
    return sum(reduced(price) for price in prices)
`;

type Facts = Readonly<Record<string, unknown>>;
type Report = { readonly contents: readonly [{ readonly text: string }] };

async function call(user: string, name: string, args: Facts) {
  const { body } = await callTool(base, name, { ...args }, { token: user });
  const result = body.result as { readonly structuredContent?: Facts; readonly isError?: boolean } | undefined;
  const facts = result?.structuredContent ?? body.error?.data ?? {};
  const content = body.result?.content ?? [];
  const failed = body.error !== undefined || result?.isError === true;
  return { facts, failed, text: body.error?.message ?? content.map(({ text }) => text ?? '').join('\n'), content };
}

const CONTEXT = {
  attempted_approaches: ['read the code'],
  partial_findings: [{ file: 'price.py', says: 'totals are large' }],
  stuck_description: 'Totals are nine times too large.',
  code_scope: { files: ['price.py', 'gone.py'], entry_points: [{ file: './price.py', line: 2 }] },
};
const START = { claude_context: CONTEXT, analysis_focus: 'debugging', depth_level: 2, workspace: 'shop' };
const ANSWER = {
  answer: 'The factor is 9, not 0.9.',
  claims: [
    {
      ...{ statement: 'It multiplies by 9.', file: 'price.py', line: 2, quote: 'return price * 9' },
      test: 'from price import reduced\n\ndef test():\n    assert reduced(2) == 18\n',
    },
    { statement: 'It rounds.', file: 'price.py', quote: 'round(price)' },
  ],
  open_questions: ['Who calls total?', 'Is the tax included?'],
  next_steps: ['Look at the callers of total.'],
};

const write = (user: string, content: string) =>
  call(user, 'put_files', { workspace: 'shop', files: [{ path: 'price.py', content }] });

/** A user with the workspace, whose questions no model of the server answers. */
async function userWith(name: string): Promise<string> {
  await write(name, PRICES);
  await call(name, 'set_model', {});
  return name;
}

const howTo = (facts: Facts) => facts['how_to_answer'] as { readonly tool: string; readonly arguments: Facts };

/** Answers a question as it says that it is to be answered. */
async function answer(user: string, question: Facts, given: Facts) {
  const { tool, arguments: args } = howTo(question);
  return call(user, tool, { ...args, answer: given });
}

/** A conversation whose first turn is answered. */
async function begun(user: string, given: Facts = {}) {
  const question = await call(user, 'start_conversation', { ...START, ...given });
  const { facts } = await answer(user, question.facts, ANSWER);
  expect(facts).toMatchObject({ status: 'answered' });
  return String(facts['session_id']);
}

const statusOf = async (user: string, session_id: string) =>
  (await call(user, 'get_conversation_status', { session_id })).facts;
/** Of the object; in development a user is named by the token. */
const nameOf = (user: string, id: string) =>
  `token-${createHash('sha256').update(user).digest('hex')}/conversation/${id}`;

/** Takes a conversation out of memory. */
const evict = (user: string, id: string) =>
  server.getWorker('lemma-reasoning').evictDurableObject('Conversation', { name: nameOf(user, id) });

beforeAll(async () => {
  ({ models, server, base } = await sharedModels());
});

const say = (user: string, session_id: string, message: string, more: Facts = {}) =>
  call(user, 'continue_conversation', { session_id, message, ...more });

describe('a conversation', () => {
  it('shows the code, checks what is said of it, and ends with what was said', async () => {
    const user = await userWith('talk');
    const question = await call(user, 'start_conversation', START);
    expect(question.facts).toMatchObject({
      ...{ status: 'hand_back', how_to_answer: { tool: 'start_conversation' } },
      ...{ session_id: expect.any(String), gemini_response: expect.stringContaining('no answer yet') },
      ...{ next_steps: [expect.stringContaining('how_to_answer')], estimated_turns: 1 },
    });
    const shown = JSON.stringify(question.facts['evidence']);
    expect(shown).toContain('2:     return price * 9');
    expect(shown).toContain('Totals are nine times too large.');

    const first = await answer(user, question.facts, ANSWER);
    expect(first.facts).toMatchObject({
      gemini_response: ANSWER.answer,
      answered_by: 'caller',
      turn: 1,
      next_steps: ANSWER.next_steps,
      estimated_turns: 3,
      supported_claims: [{ statement: 'It multiplies by 9.', file: 'price.py', line: 2 }],
      unsupported_claims: [{ statement: 'It rounds.' }],
      omitted: [{ what: 'gone.py' }],
    });
    const id = String(first.facts['session_id']);
    expect(id).toBe(question.facts['session_id']);

    const asked = await say(user, id, 'Only the shop calls it.', { attach_files: ['price.py'] });
    expect(asked.facts).toMatchObject({
      status: 'hand_back',
      question: expect.stringContaining('Only the shop calls it.'),
    });
    expect(JSON.stringify(asked.facts['evidence'])).toContain('2. Is the tax included?');
    const second = await answer(user, asked.facts, {
      answer: 'Then multiply by 0.9.',
      answered_questions: [1, 2, 7],
      root_causes: ['The factor is 9.'],
      solutions: [{ description: 'Use 0.9.', feasibility: 'easy' }],
      steps: ['Change the factor.', 'Add a test.'],
      priority: 'high',
    });
    expect(second.facts).toMatchObject({
      turn: 2,
      conversation_status: 'near_completion',
      open_questions: [],
      stale: [],
    });
    expect(await statusOf(user, id)).toMatchObject({ status: 'active', turns_completed: 2, progress_estimate: 100 });

    await write(user, PRICES.replace('* 9', '* 0.9'));
    const changed = await statusOf(user, id);
    expect(changed['stale']).toContainEqual({ turn: 1, what: 'quote', file: 'price.py', line: 2 });
    expect(changed['stale']).toContainEqual({ turn: 2, what: 'evidence', file: 'price.py', line: 1 });

    const end = await call(user, 'finalize_conversation', { session_id: id });
    expect(end.facts).toMatchObject({
      session_id: id,
      conversation_summary: {
        problem_identified: CONTEXT.stuck_description,
        root_causes: ['The factor is 9. (turn 2)'],
        solutions_discussed: [{ description: 'Use 0.9.', feasibility: 'easy', turn: 2 }],
        recommended_action: {
          priority: 'high',
          steps: ['Change the factor. (turn 2)', 'Add a test. (turn 2)'],
          risks: [],
        },
        conversation_turns: 2,
      },
    });
    expect(end.facts).not.toHaveProperty('artifacts');
    const [, link] = end.content as unknown as readonly { readonly uri?: string; readonly text?: string }[];
    expect(link?.uri ?? link?.text).toContain('lemma://reports/');
    const report = await post(
      new URL('/mcp', base),
      { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: link?.uri } },
      bearer(user),
    );
    const [{ text: markdown }] = (report.body.result as unknown as Report).contents;
    for (const part of ['## Turn 2', 'Only the shop calls it', 'Unsupported: It rounds', 'Shown: price.py:1-7'])
      expect(markdown).toContain(part);
    const detailed = await call(user, 'finalize_conversation', { session_id: id, summary_format: 'detailed' });
    expect(detailed.facts).toMatchObject({
      conversation_summary: { turns: [{ turn: 1 }, { turn: 2, message: 'Only the shop calls it.' }] },
      artifacts: {
        code_snippets: expect.arrayContaining([expect.objectContaining({ file: 'price.py', stale: true })]),
      },
    });
    const concise = await call(user, 'finalize_conversation', { session_id: id, summary_format: 'concise' });
    expect(concise.facts['conversation_summary']).not.toHaveProperty('solutions_discussed');
    expect(await statusOf(user, id)).toMatchObject({ status: 'completed' });

    const late = await say(user, id, 'One more thing.');
    expect(late.facts).toMatchObject({ error_type: 'session_error', type: 'session_error', session_id: id });
    expect(late.text).toContain('fork_conversation');
  });

  it('loses nothing and doubles nothing when it is evicted between question and answer', async () => {
    const user = await userWith('evicted');
    const start = () => call(user, 'start_conversation', START);
    const [question, again] = await Promise.all([start(), start()]);
    expect(again.facts['question']).toBe(question.facts['question']);
    const list = (await call(user, 'list_conversations', {})).facts;
    expect(list).toMatchObject({ total: 1, conversations: [{ turns_completed: 0 }] });
    const [{ session_id: id }] = list['conversations'] as readonly [{ readonly session_id: string }];
    await evict(user, id);
    // Whoever lost all of it asks for it by what the status says.
    const { pending } = (await statusOf(user, id)) as { readonly pending?: { readonly message: string } };
    expect((await say(user, id, pending?.message ?? '')).facts['question']).toBe(question.facts['question']);
    expect((await answer(user, question.facts, ANSWER)).facts).toMatchObject({ session_id: id, turn: 1 });
    // The second question was about the same turn.
    const other = await answer(user, again.facts, { answer: 'Something else.' });
    expect(other.facts).toMatchObject({
      turn: 1,
      gemini_response: ANSWER.answer,
      note: expect.stringContaining('before'),
    });

    const [asked] = await Promise.all([say(user, id, 'And now?'), say(user, id, 'And now?')]);
    await evict(user, id);
    const locked = await say(user, id, 'Something else');
    expect(locked.text).toContain('Turn 2 waits for its answer');
    expect(locked.facts).toMatchObject({ error_type: 'session_error', retryable: true });
    const unknown = await say(user, 'conv_none', 'Hello?');
    expect(unknown.facts).toMatchObject({ error_type: 'session_error', retryable: false });
    expect(unknown.facts).not.toHaveProperty('error');
    const repeated = await say(user, id, 'And now?');
    expect(repeated.facts).toMatchObject({ status: 'hand_back', question: asked.facts['question'] });
    expect(await statusOf(user, id)).toMatchObject({ turns_completed: 1, pending: { turn: 2, message: 'And now?' } });
    await answer(user, repeated.facts, { answer: 'Wait.' });

    const keyed = await say(user, id, 'Third', { idempotency_key: 'k' });
    await answer(user, keyed.facts, { answer: 'Yes.' });
    await evict(user, id);
    const same = await say(user, id, 'Third', { idempotency_key: 'k' });
    expect(same.facts).toMatchObject({ status: 'answered', turn: 3, gemini_response: 'Yes.' });
    const shown = await call(user, 'get_conversation_status', { session_id: id, turn: 3 });
    expect(shown.facts).toMatchObject({ shown: { turn: 3, message: 'Third', answer: 'Yes.', answered_by: 'caller' } });
    expect((await call(user, 'get_conversation_status', { session_id: id, turn: 4 })).text).toContain('1 to 3');
    expect((await say(user, id, 'Other', { idempotency_key: 'k' })).facts).toMatchObject({ type: 'session_error' });
    expect(await statusOf(user, id)).toMatchObject({ turns_completed: 3 });
  });
});

/** Runs SQL in the database of a conversation. */
async function change(user: string, id: string, sql: string): Promise<readonly unknown[]> {
  const name = nameOf(user, id);
  return (await server.getWorker('lemma-reasoning').getDurableObjectStorage('Conversation', { name })).exec(sql);
}

/** Puts the last activity of a conversation into the past. */
const age = (user: string, id: string, hours: number) =>
  change(user, id, `UPDATE conversation SET active_at = active_at - ${hours * 3600_000}`);

describe('conversations', () => {
  it('are five at once; silent ones are idle and end', async () => {
    const user = await userWith('five');
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await begun(user));
    expect(new Set(ids).size).toBe(5);
    const sixth = await call(user, 'start_conversation', START);
    expect(sixth.facts).toMatchObject({ type: 'session_error', open_sessions: ids });
    expect(sixth.text).toContain('finalize_conversation');

    const [first = '', second = ''] = ids;
    await age(user, first, 1);
    expect(await statusOf(user, first)).toMatchObject({ status: 'idle' });
    expect((await say(user, first, 'Still there?')).facts).toMatchObject({ status: 'hand_back' });
    expect(await statusOf(user, first)).toMatchObject({ status: 'active' });
    await age(user, second, 24);
    expect(await statusOf(user, second)).toMatchObject({ status: 'timeout', turns_completed: 1 });
    expect((await say(user, second, 'Hello?')).text).toContain('24 hours');
    // The alarm comes by itself once it is due.
    await change(user, second, 'UPDATE background SET due = 0');
    await evict(user, second);
    await statusOf(user, second);
    await until(async () =>
      expect(await change(user, second, 'SELECT state FROM conversation')).toEqual([{ state: 'timeout' }]),
    );
    // It makes room, and can be gone on with in a copy.
    const copy = await call(user, 'fork_conversation', { session_id: second });
    expect(copy.facts).toMatchObject({ forked_from: second, turns_completed: 1 });
    const id = String(copy.facts['session_id']);
    expect((await say(user, id, 'Go on.')).facts).toMatchObject({ question: expect.stringContaining('turn 2') });
    const page = await call(user, 'list_conversations', { limit: 2 });
    expect(page.facts).toMatchObject({
      total: 6,
      next_offset: 2,
      conversations: [
        { session_id: id, forked_from: second },
        { session_id: ids[4], analysis_focus: 'debugging' },
      ],
    });
  });

  it('are forked at a turn', async () => {
    const user = await userWith('fork');
    const id = await begun(user);
    for (const message of ['Two', 'Three']) {
      const { facts } = await say(user, id, message);
      await answer(user, facts, { answer: `On ${message}.` });
    }
    const { facts } = await call(user, 'fork_conversation', { session_id: id, turn: 2 });
    expect(facts).toMatchObject({ turns_completed: 2 });
    const asked = await say(user, String(facts['session_id']), 'Otherwise');
    expect(JSON.stringify(asked.facts['evidence'])).toContain('On Two.');
    expect(JSON.stringify(asked.facts['evidence'])).not.toContain('On Three.');
    expect(await statusOf(user, id)).toMatchObject({ turns_completed: 3 });
    expect((await call(user, 'fork_conversation', { session_id: id, turn: 9 })).text).toContain('one of 1, 2, 3');
  });

  it('are their owners’ only, and unknown ones are refused', async () => {
    const id = await begun(await userWith('owner'));
    for (const [session_id, user] of [
      ['conversation-0', 'owner'],
      [id, 'stranger'],
    ] as const)
      for (const [tool, more] of [
        ['continue_conversation', { message: 'Hello' }],
        ['get_conversation_status', {}],
        ['finalize_conversation', {}],
        ['fork_conversation', {}],
      ] as const) {
        const refused = await call(user, tool, { session_id, ...more });
        expect(refused.facts).toMatchObject({ type: 'session_error', session_id });
        expect(refused.text).toContain('Session not found');
      }
  });

  it('take no context of 2 MB, and say what a level may be', async () => {
    const user = await userWith('large');
    const large = await call(user, 'start_conversation', {
      ...START,
      claude_context: { ...CONTEXT, partial_findings: [{ log: 'word '.repeat(400_000) }] },
    });
    expect(large.text).toContain('1000000');
    expect(large.facts).toMatchObject({ field: 'claude_context' });
    const deep = await call(user, 'start_conversation', { ...START, depth_level: 10 });
    expect(deep.facts).toMatchObject({ type: 'validation_error', field: 'depth_level', value: 10 });
    expect((await call(user, 'list_conversations', {})).facts).toMatchObject({ total: 0 });
    const unknown = await call(user, 'start_conversation', { ...START, ref: 'nowhere' });
    expect(unknown).toMatchObject({ failed: true, text: expect.stringContaining('nowhere') });
    expect((await call(user, 'list_conversations', {})).facts).toMatchObject({ total: 0 });
    // Quotation marks take the most room of all.
    const largest = { ...CONTEXT, partial_findings: [{ log: '"'.repeat(499_000) }] };
    expect(await begun(user, { claude_context: largest })).toContain('conversation-');
  });

  it('cannot tell what is stale once their workspace is gone', async () => {
    const user = await userWith('gone');
    const id = await begun(user);
    await call(user, 'delete_workspace', { workspace: 'shop', confirm: 'shop' });
    const status = await statusOf(user, id);
    expect(status).toMatchObject({ status: 'error', stale: [], error: expect.stringContaining('shop') });
    expect((await call(user, 'finalize_conversation', { session_id: id })).facts).toMatchObject({
      not_compared: expect.stringContaining('shop'),
    });
  });

  it('find code that fits a message, and keep no secret', async () => {
    const user = await userWith('snippets');
    const secret = ['ghp', 'x7Rk2Lm9Qw4Ns8Vb1Zc6Tf3Hx7Rk2Lm9Qw4N'].join('_');
    const claude_context = { ...CONTEXT, stuck_description: `It says ${secret}`, code_scope: { files: [] } };
    const id = await begun(user, { claude_context });
    const asked = await say(user, id, `How is a total reduced? ${secret}`, { include_code_snippets: true });
    const shown = JSON.stringify(asked.facts);
    expect(shown).toContain('def reduced(price)');
    expect(shown).not.toContain(secret);
    await answer(user, asked.facts, { answer: 'By a factor.' });
    const end = await call(user, 'finalize_conversation', { session_id: id, summary_format: 'detailed' });
    expect(JSON.stringify(end.facts)).not.toContain(secret);
  });

  it('go on with the answers of a model', async () => {
    const user = 'modelled';
    await chooseModel(base, user, 'local');
    await write(user, PRICES);
    models.script({ kind: 'answer', text: JSON.stringify(ANSWER) });
    const first = await call(user, 'start_conversation', { ...START, idempotency_key: 'once' });
    expect(first.facts).toMatchObject({ status: 'answered', answered_by: 'server model local', turn: 1 });
    expect(first.facts).toMatchObject({ unsupported_claims: [{ statement: 'It rounds.' }] });
    expect(JSON.stringify(models.received[0]?.body)).toContain('return price * 9');
    const again = await call(user, 'start_conversation', { ...START, idempotency_key: 'once' });
    expect(again.facts).toMatchObject({ session_id: first.facts['session_id'], status: 'answered' });
    const other = await call(user, 'start_conversation', { ...START, depth_level: 1, idempotency_key: 'once' });
    expect(other.facts).toMatchObject({ type: 'session_error', session_id: first.facts['session_id'] });
    expect(models.received).toHaveLength(1);
    models.script({ kind: 'refusal' });
    const id = String(first.facts['session_id']);
    const second = await say(user, id, 'Why?');
    expect(second.facts).toMatchObject({ status: 'hand_back', asked_before: [expect.stringContaining('refusal')] });
    expect((await answer(user, second.facts, { answer: 'So.' })).facts).toMatchObject({
      turn: 2,
      answered_by: 'caller',
    });
  });
});
