/** Conversations that are told what tools find out: it is shown with the next turn, grows stale, and what was learned is suggested. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();
const TOKEN = 'told';
let base: URL;

const PRICES = `def reduced(price: int) -> int:
    return price * 9

def total(prices: list[int]) -> int:
    return sum(reduced(each) for each in prices)
`;

type Facts = Readonly<Record<string, unknown>>;

async function call(name: string, args: Facts, token = TOKEN) {
  const { body } = await callTool(base, name, { ...args }, { token });
  const facts = (body.result?.structuredContent ?? body.error?.data ?? {}) as Facts;
  const texts = (body.result?.content ?? []).map((each) => each.text ?? '');
  return { facts, texts, failed: body.error !== undefined || body.result?.['isError'] === true };
}

const write = (content: string) => call('put_files', { workspace: 'told', files: [{ path: 'price.py', content }] });

/** Answers a question as it says that it is to be answered. */
async function answer(question: Facts, given: Facts) {
  const { tool, arguments: args } = question['how_to_answer'] as { readonly tool: string; readonly arguments: Facts };
  return call(tool, { ...args, answer: given });
}

/** A conversation whose first turn is answered, with a claim that holds and one that does not. */
async function begun(statement = 'It multiplies by 9.') {
  const { facts } = await call('start_conversation', {
    claude_context: {
      attempted_approaches: [],
      partial_findings: [],
      stuck_description: 'Totals are too large.',
      code_scope: { files: [] },
    },
    analysis_focus: 'debugging',
    depth_level: 1,
    workspace: 'told',
  });
  const { facts: first } = await answer(facts, {
    answer: 'The factor is 9.',
    claims: [
      {
        ...{ statement, file: 'price.py', line: 2, quote: 'return price * 9' },
        test: 'from price import reduced\n\ndef test():\n    assert reduced(2) == 18\n',
      },
      { statement: 'It is slow.', file: 'price.py', line: 2, quote: 'return price * 9' },
      { statement: 'It rounds.', file: 'price.py', quote: 'round(price)' },
    ],
  });
  return String(first['session_id']);
}

const trace = (session_id: string, more: Facts = {}) =>
  call('trace_execution_path', {
    workspace: 'told',
    entry_point: { file: 'price.py', line: 4 },
    inputs: ['total([1, 2])'],
    session_id,
    ...more,
  });

beforeAll(async () => {
  base = (await server.listen()).url;
  await call('set_model', {});
  await write(PRICES);
});

describe('a conversation', () => {
  it('marks code that an edit has changed, and shows what it is now', async () => {
    const id = await begun();
    await trace(id);
    const { facts: first } = await call('continue_conversation', { session_id: id, message: 'See the trace.' });
    await answer(first, { answer: 'So it is.' });
    await write(PRICES.replace('sum(', '0 + sum('));
    try {
      const { facts: question } = await call('continue_conversation', { session_id: id, message: 'And now?' });
      const evidence = question['evidence'] as readonly { readonly source: Facts; readonly text: string }[];
      const code = evidence.filter(({ source }) => source['file'] === 'price.py').map(({ text }) => text);
      const holding = (text: string) => code.filter((each) => each.includes(text));
      expect(holding(' 0 + sum(')).toEqual([expect.not.stringContaining('STALE')]);
      for (const old of code.filter((each) => each.includes('sum(') && !each.includes('0 + sum('))) {
        expect(old).toMatch(/^STALE: /);
      }
      expect(code.some((each) => each.startsWith('STALE: '))).toBe(true);
      // What is as it was has no mark, and what is new comes first.
      expect(code[0]).toContain(' 0 + sum(');
    } finally {
      await write(PRICES);
    }
  });

  it('is told what a tool finds out, once', async () => {
    const id = await begun();
    const told = await trace(id);
    expect(told).toMatchObject({ failed: false });
    expect(told.texts.at(-1)).toBe(`${id} is told: part of turn 2.`);
    expect((await trace(id)).texts.at(-1)).toBe(`${id} is told: part of turn 2.`);
    const { facts: question } = await call('continue_conversation', { session_id: id, message: 'See the trace.' });
    const evidence = question['evidence'] as readonly { readonly source: Facts; readonly text: string }[];
    const runs = evidence.filter(({ source }) => source['kind'] === 'run');
    expect(runs).toMatchObject([
      { source: { tool: 'trace_execution_path' }, text: expect.stringContaining('total([1, 2]): returned 27') },
    ]);
    expect(evidence.some(({ source }) => source['file'] === 'price.py')).toBe(true);
    await answer(question, { answer: 'So it is.' });

    await write(PRICES.replace('sum(', '0 + sum('));
    const { facts: status } = await call('get_conversation_status', { session_id: id });
    expect(status['stale']).toContainEqual({ turn: 2, what: 'evidence', file: 'price.py', line: 5 });

    const { facts: end } = await call('finalize_conversation', { session_id: id });
    expect(end).toMatchObject({
      findings: [{ tool: 'trace_execution_path', turn: 2 }],
      suggested_memories: 1,
    });
    // Once only, and of what held only.
    expect((await call('finalize_conversation', { session_id: id })).facts).toMatchObject({ suggested_memories: 0 });
    const { facts: memories } = await call('review_memory_suggestions', {
      workspace: 'told',
      action: 'list_batches',
      session_id: id,
    });
    expect(memories).toMatchObject({ drafts: [{ content: 'It multiplies by 9.' }] });
    expect(await trace(id)).toMatchObject({ failed: true, facts: { type: 'session_error' } });
    await write(PRICES);
  });

  it('is told of reviews, and of what an answer decided', async () => {
    const id = await begun();
    const review = await call('review_commit', { workspace: 'told', session_id: id });
    expect(review.texts.join('\n')).toContain(`${id} is told`);
    const { facts: question } = await call('hypothesis_test', {
      workspace: 'told',
      hypothesis: { description: 'The factor is 9.', type: 'bug', confidence_level: 3 },
      test_scope: { files: ['price.py'] },
      session_id: id,
    });
    expect(question).toMatchObject({ status: 'hand_back', how_to_answer: { arguments: { session_id: id } } });
    const checks = [
      { kind: 'call', file: 'price.py', call: 'reduced(1)', returns: '1', expects: { fails: 'supports' } },
    ];
    const tested = await answer(question, { checks });
    expect(tested.texts.at(-1)).toContain(`${id} is told`);
    const { facts: next } = await call('continue_conversation', { session_id: id, message: 'And now?' });
    const evidence = JSON.stringify(next['evidence']);
    expect(evidence).toContain('"tool":"review_commit"');
    expect(evidence).toContain('confirmed');
  });

  it('is shown the code of the commit that a tool looked at', async () => {
    const { facts: old } = await write(PRICES);
    await write(`# Prices.\n# In cents.\n${PRICES}`);
    const id = await begun();
    await call('hypothesis_test', {
      workspace: 'told',
      ref: old['commit'],
      hypothesis: { description: 'The factor is 9.', type: 'bug', confidence_level: 3 },
      test_scope: {
        files: ['price.py'],
        test_data: { checks: [{ kind: 'pattern', pattern: 'return $X * 9', expects: { holds: 'supports' } }] },
      },
      session_id: id,
    });
    const { facts: next } = await call('continue_conversation', { session_id: id, message: 'And now?' });
    expect(next['evidence']).toContainEqual({
      source: { kind: 'file', workspace: 'told', commit: old['commit'], file: 'price.py', line: 2 },
      text: '2:     return price * 9',
    });
    await write(PRICES);
  });

  it('is told of the same analysis once, however long it took', async () => {
    const id = await begun();
    const files = [{ path: 'big.py', content: `import os\n${'x = 1\n'.repeat(300)}` }];
    for (let run = 0; run < 3; run++)
      await call('run_static_analysis', { files, options: { analyzers: ['ruff'] }, session_id: id });
    const { facts: end } = await call('finalize_conversation', { session_id: id });
    expect(end['findings']).toMatchObject([{ tool: 'run_static_analysis', turn: 2 }]);
  });

  it('suggests memories that cite what was claimed, also where it stands elsewhere now', async () => {
    const id = await begun('It is the ninefold.');
    await write(`import os\nimport sys\n\n${PRICES}`);
    expect((await call('finalize_conversation', { session_id: id })).facts).toMatchObject({ suggested_memories: 1 });
    const { facts } = await call('review_memory_suggestions', {
      workspace: 'told',
      action: 'list_batches',
      session_id: id,
    });
    // Of the line as it is in PRICES.
    const hash = createHash('sha256').update('    return price * 9').digest('hex');
    expect(facts).toMatchObject({ drafts: [{ evidence: [{ file: 'price.py', line: 2, hash }] }] });
    await write(PRICES);
  });

  it('is asked for before the work begins', async () => {
    expect(await trace('conversation-0')).toMatchObject({
      failed: true,
      facts: { type: 'session_error', session_id: 'conversation-0' },
    });
    const id = await begun();
    expect(
      (await call('cross_system_impact', { change_scope: { files: ['price.py'] }, session_id: id }, 'stranger')).facts,
    ).toMatchObject({ type: 'session_error', session_id: id });
  });
});
