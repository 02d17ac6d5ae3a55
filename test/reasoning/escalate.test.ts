/** `escalate_analysis` through the real server: what it chooses, what comes back, and what a second opinion is worth. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callTool } from '../mcp/requests.ts';

const server = sharedServer();
const TOKEN = 'escalations';
let base: URL;

const PRICES = `def reduced(price: int) -> int:
    return price * 9

def total(prices: list[int]) -> int:
    seen = []
    for price in prices:
        if price not in seen:
            seen.append(price)
    return sum(reduced(each) for each in seen)
`;
const ROUTES = `from flask import Flask
from price import total

app = Flask(__name__)

@app.get("/total")
def show_total():
    return str(total([1, 2]))
`;

type Facts = Readonly<Record<string, unknown>>;

async function call(name: string, args: Facts) {
  const { body } = await callTool(base, name, { ...args }, { token: TOKEN });
  const facts = (body.result?.structuredContent ?? body.error?.data ?? {}) as Facts;
  const text = (body.result?.content ?? []).map((each) => each.text ?? '').join('\n');
  return { facts, text, failed: body.error !== undefined || body.result?.['isError'] === true };
}

beforeAll(async () => {
  base = (await server.listen()).url;
  await call('set_model', {});
  const files = [
    { path: 'price.py', content: PRICES },
    { path: 'routes.py', content: ROUTES },
    { path: 'notes.txt', content: 'no code\n' },
  ];
  await call('put_files', { workspace: 'stuck', files });
});

const contextOf = (more: Facts = {}, scope: Facts = {}): Facts => ({
  attempted_approaches: ['read reduced'],
  partial_findings: [],
  stuck_description: 'Totals are nine times too large; total is slow for many prices.',
  code_scope: { files: ['price.py'], ...scope },
  ...more,
});

const escalate = (analysis_type: string, more: Facts = {}) =>
  call('escalate_analysis', {
    claude_context: contextOf(),
    analysis_type,
    depth_level: 3,
    workspace: 'stuck',
    ...more,
  });

/** Answers a question as it says that it is to be answered. */
async function answer(question: Facts, given: Facts) {
  const { tool, arguments: args } = question['how_to_answer'] as { readonly tool: string; readonly arguments: Facts };
  return call(tool, { ...args, answer: given });
}

describe('escalate_analysis', () => {
  it('traces the functions that the problem names, and says the same a second time', async () => {
    const { facts, text } = await escalate('execution_trace');
    expect(facts).toMatchObject({
      status: 'analysed',
      analyses: [{ tool: 'trace_execution_path', arguments: { entry_point: { file: 'price.py', line: 4 } } }],
      metadata: { analysis_type: 'execution_trace', depth_level: 3, analyses: 1 },
    });
    expect(JSON.stringify(facts['findings'])).toMatch(/total returned .*total calls reduced/);
    expect(text).toContain('trace_execution_path');
    const again = await escalate('execution_trace');
    expect(again.facts['analysis_id']).toBe(facts['analysis_id']);
    expect(again.facts['findings']).toEqual(facts['findings']);
  });

  it('measures what is slow', async () => {
    const entry_points = [{ file: 'price.py', line: 4 }];
    const { facts } = await escalate('performance', { claude_context: contextOf({}, { entry_points }) });
    expect(facts['analyses']).toMatchObject([{ tool: 'performance_bottleneck' }]);
    expect(JSON.stringify(facts['findings'])).toMatch(/price\.py:7/);
  });

  it('tells who is hit by a change', async () => {
    const { facts } = await escalate('cross_system');
    expect(facts['analyses']).toMatchObject([{ tool: 'cross_system_impact' }]);
    expect(JSON.stringify(facts['findings'])).toContain('routes.py');
  });

  it('tests the findings that have checks, as many as the budget holds', async () => {
    const pre = ['price >= 0'];
    const supposed = (description: string, post: string) => ({
      description,
      type: 'bug',
      checks: [
        {
          kind: 'contract',
          file: 'price.py',
          function: 'reduced',
          pre,
          post: [post],
          expects: { holds: 'refutes', fails: 'supports' },
        },
      ],
    });
    const partial_findings = [
      supposed('It grows.', '__return__ <= price'),
      supposed('It turns negative.', '__return__ >= 0'),
      supposed('It is odd.', '__return__ % 2 == 0'),
    ];
    const claude_context = contextOf({ partial_findings });
    const { facts } = await escalate('hypothesis_test', { claude_context, time_budget_seconds: 40 });
    expect(facts).toMatchObject({
      analyses: [{ outcome: 'confirmed' }, { outcome: 'refuted' }],
      findings: { root_cause: 'It grows.', confidence_level: 5 },
      not_seen: expect.arrayContaining([expect.stringContaining('It is odd.')]),
    });
  });

  it('asks for hypotheses with checks where there are none, and tests them', async () => {
    const { facts: question } = await escalate('hypothesis_test');
    expect(question).toMatchObject({ status: 'hand_back' });
    const checks = [
      { kind: 'call', file: 'price.py', call: 'reduced(10)', returns: '9', expects: { fails: 'supports' } },
    ];
    const { facts } = await answer(question, {
      hypotheses: [{ description: 'The factor is 9.', type: 'bug', checks }],
    });
    expect(facts).toMatchObject({ status: 'analysed', analyses: [{ outcome: 'confirmed' }] });
  });

  it('checks the claims of a second opinion', async () => {
    const { facts: question } = await escalate('execution_trace', { second_opinion: true });
    expect(question).toMatchObject({ status: 'hand_back' });
    const { facts, text } = await answer(question, {
      root_cause: 'The factor is 9.',
      claims: [
        {
          ...{ statement: 'It multiplies by 9.', file: 'price.py', line: 2, quote: 'return price * 9' },
          test: 'from price import reduced\n\ndef test():\n    assert reduced(2) == 18\n',
        },
        { statement: 'It rounds.', file: 'price.py', quote: 'round(price)' },
      ],
    });
    expect(facts).toMatchObject({
      opinion: {
        answered_by: 'caller',
        supported_claims: [{ statement: 'It multiplies by 9.', basis: 'executed' }],
        unsupported_claims: [{ statement: 'It rounds.' }],
      },
    });
    expect(facts['findings']).not.toHaveProperty('root_cause');
    expect(text).toContain('Unsupported: It rounds.');
  });

  it.each([
    ['nowhere to begin', 'execution_trace', { claude_context: contextOf({ stuck_description: 'It fails.' }) }],
    ['no files', 'cross_system', { claude_context: contextOf({}, { files: [] }) }],
    ['an unknown workspace', 'execution_trace', { workspace: 'not-there' }],
    ['a budget of no seconds', 'performance', { time_budget_seconds: 1 }],
    ['a depth of six', 'performance', { depth_level: 6 }],
    [
      'a context that is too large',
      'performance',
      { claude_context: contextOf({ stuck_description: 'x'.repeat(2_000_000) }) },
    ],
  ])('says what is wrong: %s', async (_, type, more) => {
    expect(await escalate(type, more)).toMatchObject({ failed: true });
  });

  it('goes on where one of the entries is no function', async () => {
    const entry_points = [
      { file: 'notes.txt', line: 1 },
      { file: 'gone.py', line: 1 },
      { file: 'price.py', line: 1 },
    ];
    const { facts } = await escalate('execution_trace', { claude_context: contextOf({}, { entry_points }) });
    expect(facts['analyses']).toHaveLength(3);
    expect(facts['not_seen']).toEqual(expect.arrayContaining([expect.stringContaining('gone.py')]));
    expect(JSON.stringify(facts['findings'])).toContain('price.py');
  });
});
