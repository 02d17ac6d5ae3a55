/** Certifications through the public door: of the calling agent, and of models of the server in the background. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { solveInstance, traceOf } from '../../src/scaffolds/engine.ts';
import { callTool, connect } from '../mcp/requests.ts';
import type { Behaviour, ModelServer, Received } from '../models/model-server.ts';
import { CALLS_PER_DAY, sharedModels } from '../models/modelled.ts';
import { until } from '../until.ts';

let models: ModelServer;
let base: URL;
beforeAll(async () => {
  ({ models, base } = await sharedModels());
});
beforeEach(() => models.script({ kind: 'refusal' }));

async function call(token: string, name: string, args: Record<string, unknown> = {}) {
  const { body } = await callTool(base, name, args, { path: '/mcp/scaffolds', token });
  const { isError, structuredContent, content } = body.result ?? { content: [] };
  return { isError: isError === true, facts: Object(structuredContent), text: content[0]?.text ?? '', content };
}

/** Ids of the tests that a question has. */
function testsIn(facts: { readonly evidence: readonly { readonly text: string }[] }): readonly string[] {
  return facts.evidence.map(({ text }) => text.slice(0, text.indexOf(':')));
}

const solved = (id: string) => solveInstance({ kind: 'case', id }).answer;

describe('the calling agent', () => {
  it('answers every test once, and learns the verdicts at the end', async () => {
    const token = 'certified-agent';
    const started = await call(token, 'start_certification', { scaffolds: ['merge_sort', 'bfs'], count: 2 });
    expect(started.facts).toMatchObject({
      certification: { status: 'open', answered_by: 'caller', total_tests: 12, done_tests: 0 },
      estimate: { total_tests: 12 },
    });
    const { certification_id } = started.facts.certification;
    const early = await call(token, 'certification_report', { certification_id });
    expect(early.text).toContain('verdicts come at the end');

    const seen: string[] = [];
    let question = await call(token, 'get_certification', { certification_id });
    for (let round = 0; question.facts.status === 'hand_back'; round++) {
      expect(question.text).toContain('## Each round');
      const { handle } = question.facts;
      const tests = testsIn(question.facts);
      if (round === 0) {
        const unfit = await call(token, 'get_certification', { certification_id, handle, answer: { answers: 'none' } });
        expect(unfit.text).toContain('The question still waits');
        const foreign = { answers: [{ test_case_id: 'bfs_simple_01_s9', answer: {} }] };
        const other = await call(token, 'get_certification', { certification_id, handle, answer: foreign });
        expect(other.text).toContain('is no test of this certification');
      }
      // One test of the first question has no answer at first, and the first one a wrong one.
      const given = round === 0 ? tests.slice(0, -1) : tests;
      const answers = given.map((id) => {
        const isWrong = seen.length === 0 && id === given[0];
        return {
          test_case_id: id,
          answer: isWrong ? { sorted: ['no'] } : solved(id),
          trace: traceOf({ kind: 'case', id }),
        };
      });
      seen.push(...given);
      const answered = await call(token, 'get_certification', { certification_id, handle, answer: { answers } });
      const again = await call(token, 'get_certification', { certification_id, handle, answer: { answers } });
      expect(again.facts).toEqual(answered.facts);
      if (round === 0) expect(testsIn(answered.facts)).toContain(tests.at(-1));
      question = answered;
    }
    expect(question.facts).toMatchObject({ status: 'complete', done_tests: 12 });
    expect(new Set(seen).size).toBe(12);
    expect(seen).toHaveLength(12);
    expect(models.received).toHaveLength(0);

    const report = await call(token, 'certification_report');
    expect(report.facts).toMatchObject({
      certification_id,
      status: 'complete',
      passed: 11,
      total: 12,
      scaffolds: [
        { scaffold: 'merge_sort', status: 'PARTIAL', passed: 5, total: 6, trace_score: 1 },
        { scaffold: 'bfs', status: 'CERTIFIED', pass_rate: 1, trace_score: 1, answer_gap: 0 },
      ],
      failed: [{ id: seen[0], passed: false }],
      total_failed: 1,
      manifest: expect.stringMatching(/^12 instances, sha256 [0-9a-f]{64}$/),
    });
    expect(report.text).toContain('It may have used tools');
  });

  it('has a report for a scaffold with what was answered, in Markdown and as a page with plots', async () => {
    const token = 'certified-reader';
    await call(token, 'start_certification', { scaffolds: ['binary_search'], count: 1 });
    const { facts } = await call(token, 'get_certification');
    const answers = [{ test_case_id: testsIn(facts)[0], answer: 'I cannot <b>do</b> that.', trace: [] }];
    await call(token, 'get_certification', { handle: facts.handle, answer: { answers } });
    const ended = await call(token, 'get_certification', { end: true });
    expect(ended.facts).toMatchObject({ status: 'ended', done_tests: 1, total_tests: 3 });
    const late = await call(token, 'get_certification');
    expect(late.facts.status).toBe('ended');

    const report = await call(token, 'certification_report', { scaffold: 'binary search' });
    expect(report.facts).toMatchObject({ status: 'ended', passed: 0, total: 3, total_failed: 3 });
    expect(report.facts.failed.map(({ error }: { error?: string }) => error)).toContain('the test was not answered');
    const link = report.content.map((block) => Object(block)).find(({ type }) => type === 'resource_link');
    const client = await connect(base, 'modern', { token });
    const read = async (uri: string) => JSON.stringify((await client.readResource({ uri })).contents);
    const markdown = await read(link.uri);
    expect(markdown).toContain('# binary_search Verification Report');
    expect(markdown).toContain('Where traces go wrong');
    const page = await read(`${link.uri}.html`);
    expect(page).toContain('<svg');
    expect(page).toContain('I cannot &lt;b&gt;do&lt;/b&gt; that.');
    await client.close();
  });

  it('reaches nobody else, and says what there is when a name is wrong', async () => {
    const { facts } = await call('certified-owner', 'start_certification', { scaffolds: ['bfs'], count: 1 });
    const { certification_id } = facts.certification;
    const stranger = await call('certified-stranger', 'get_certification', { certification_id });
    expect(stranger).toMatchObject({ isError: true, text: expect.stringContaining('not found') });
    const nothing = await call('certified-stranger', 'get_certification');
    expect(nothing.text).toContain('You have no certification. start_certification begins one');
    const unknown = await call('certified-owner', 'start_certification', { scaffolds: ['bogosort'] });
    expect(unknown.text).toContain('There is no scaffold or category "bogosort"');
    const many = await call('certified-owner', 'start_certification', { count: 100 });
    expect(many.text).toContain('a certification has at most 2000');
    const model = await call('certified-owner', 'start_certification', { model: 'none' });
    expect(model.text).toContain('It has first, second');
  });

  it('is told what all scaffolds take, before anything starts', async () => {
    const { facts } = await call('certified-planner', 'start_certification', { estimate_only: true, model: 'first' });
    expect(facts.certification).toBeUndefined();
    expect(facts.estimate).toMatchObject({ total_tests: 363, most_output_tokens: 363 * 4096 });
    const { input_tokens, most_output_tokens, most_cost_usd } = facts.estimate;
    expect(most_cost_usd).toBeCloseTo((input_tokens * 3 + most_output_tokens * 15) / 1e6, 4);
    expect(facts.notes[0]).toContain(`${CALLS_PER_DAY} calls of models left today`);
  });
});

describe('a model of the server', () => {
  /** Answers a question of merge sort. */
  const sorts = ({ body }: Received): Behaviour => {
    const [, input = ''] = /Input:\\n\\n(\{.*?\})"/.exec(JSON.stringify(body)) ?? [];
    const { array } = JSON.parse(JSON.parse(`"${input}"`)) as { array: number[] };
    const answer = solveInstance({ kind: 'input', scaffold: 'merge_sort', input: { array } }).answer;
    return { kind: 'answer', text: `## Steps\n\nnone\n\n## Answer\n\n${JSON.stringify(answer)}` };
  };
  const ended = (token: string, certification_id: string) =>
    until(async () => {
      const { facts } = await call(token, 'get_certification', { certification_id });
      expect(facts.status).toBe('complete');
      return facts;
    });

  it('answers in the background, is paid for, and is compared with another one', async () => {
    const token = 'certifying-models';
    const start = async (model: string) => {
      const { facts } = await call(token, 'start_certification', { scaffolds: ['merge_sort'], count: 1, model });
      return facts.certification.certification_id;
    };
    models.script(sorts);
    const good = await start('first');
    await ended(token, good);
    expect(models.received).toHaveLength(3);
    models.script({ kind: 'refusal' });
    const bad = await start('local');
    await ended(token, bad);

    const { facts, text } = await call(token, 'certification_report', { certification_id: good, compare_with: bad });
    expect(facts).toMatchObject({
      answered_by: 'first',
      passed: 3,
      total: 3,
      scaffolds: [{ status: 'CERTIFIED', trace_score: 0, answer_gap: 1 }],
      tokens: { input: 33, output: 21 },
      cost_usd: (33 * 3 + 21 * 15) / 1e6,
      comparison: { other: bad, tests_of_both: 3, only_this_passed: 3, only_other_passed: 0, p: expect.closeTo(0.25) },
    });
    expect(text).toContain('no difference is shown');
    await call(token, 'start_certification', { scaffolds: ['bfs'], count: 1 });
    const { facts: foreign } = await call(token, 'get_certification', { end: true });
    const apart = { certification_id: good, compare_with: foreign.certification_id };
    expect((await call(token, 'certification_report', apart)).text).toContain('nothing can be compared');
    const refused = await call(token, 'certification_report', { certification_id: bad });
    expect(refused.facts).toMatchObject({ passed: 0, total: 3, total_failed: 3 });
    expect(refused.facts.failed[0].error).toContain('refused');
  });

  it('waits when the budget of the day is spent, and says so', async () => {
    const token = 'certifying-too-much';
    models.script(sorts);
    await call(token, 'start_certification', { scaffolds: ['merge_sort'], model: 'first', parallel: 3 });
    const facts = await until(async () => {
      const status = (await call(token, 'get_certification')).facts;
      expect(status.trouble).toContain('Your budget of');
      return status;
    });
    expect(facts).toMatchObject({ status: 'open', done_tests: CALLS_PER_DAY, total_tests: 11 });
  });
});
