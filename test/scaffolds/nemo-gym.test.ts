/**
 * The agent of NeMo Gym at the public door. Its requests are those of `SimpleAgent.run` in responses_api_agents/simple_agent/app.py of
 * NVIDIA-NeMo/Gym at commit 07d6b0d0: the row to /seed_session, then the row with the model's response to /verify. The response has the
 * form of resources_servers/reasoning_gym/data/example_rollouts.jsonl there. nemo-gym-metrics.json has rollouts as
 * `_call_aggregate_metrics` sends them, and what `compute_aggregate_metrics` of nemo_gym/reward_profile.py answered to them with pandas 2.3.3.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, it, test } from 'vitest';
import { z } from 'zod';
import { traceOf } from '../../src/scaffolds/engine.ts';
import { sharedFront } from '../mcp/harness.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

async function post(path: string, body: unknown) {
  const response = await fetch(new URL(`/scaffolds/nemo-gym${path}`, base), {
    method: 'POST',
    headers: { authorization: 'Bearer nemo', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: Object(await response.json()) };
}

/** What a model server answers, with its thoughts before the answer. */
const responseOf = (text: string) => ({
  id: 'resp_2848c8844c17470ca5e23beb469c625d',
  created_at: 1759381830.0,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  model: 'Qwen/Qwen3-30B-A3B',
  object: 'response',
  output: [
    {
      id: 'rs_7867d634a2be457bb0512c20383e1085',
      summary: [{ text: '\nOkay, let me try {"order": []} first.', type: 'summary_text' }],
      type: 'reasoning',
      encrypted_content: null,
    },
    {
      id: 'msg_df4bc2fff36c4eb093951ed8bd3dc900',
      content: [{ annotations: [], text, type: 'output_text', logprobs: null }],
      role: 'assistant',
      status: 'completed',
      type: 'message',
    },
  ],
  parallel_tool_calls: true,
  temperature: null,
  tool_choice: 'auto',
  tools: [],
  top_p: null,
  usage: null,
});

it('rewards the rows of a dataset by answer and by steps', async () => {
  const dataset = await fetch(new URL('/scaffolds/datasets/nemo-gym?scaffold=topological_sort&count=1', base), {
    headers: { authorization: 'Bearer nemo' },
  });
  const rows = (await dataset.text())
    .trim()
    .split('\n')
    .map((line) => Object(JSON.parse(line)));
  expect(rows).toHaveLength(3);
  for (const row of rows) {
    expect(row.responses_create_params.input).toMatchObject([{ role: 'system' }, { role: 'user' }]);
    expect(await post('/seed_session', row)).toEqual({ status: 200, body: {} });
    const steps = traceOf({ kind: 'case', id: row.test_case_id });
    const said = `## Steps\n\n${JSON.stringify(steps)}\n\n## Answer\n\n${row.answer}`;
    const request = { ...row, response: responseOf(said) };
    const { status, body } = await post('/verify', request);
    expect(status).toBe(200);
    expect(body).toMatchObject(request);
    expect(body).toMatchObject({
      reward: 1,
      reward_components: { answer_score: 1, step_score: 1 },
      answer_score: 1,
      step_score: 1,
      step_scores: steps.map(() => 1),
    });
    const silent = await post('/verify', { ...row, response: { ...responseOf(''), output: [] } });
    expect(silent.body).toMatchObject({
      reward: 0,
      reward_components: { answer_score: 0, step_score: 0 },
      read_as: 'empty',
    });
  }
});

it('finds the test case in the metadata of rows of reasoning-gym, too, and reads texts as they are', async () => {
  const metadata = { source_dataset: 'lemma/binary_search', test_case_id: 'binary_search_simple_01' };
  const output = [{ type: 'message', role: 'assistant', content: 'I cannot do that.' }];
  const { body } = await post('/verify', {
    responses_create_params: { input: 'Find it.' },
    response: { output },
    metadata,
  });
  expect(body).toMatchObject({ reward: 0, read_as: 'refusal', metadata });
});

test.each([
  ['a row without a test case', { responses_create_params: {}, response: { output: [] } }, 'names no test case'],
  ['a row without a response', { responses_create_params: {}, test_case_id: 'bfs_simple_01' }, 'response'],
  [
    'a test case that does not exist',
    { responses_create_params: {}, response: { output: [] }, test_case_id: 'bfs_01' },
    'is no id of a test case',
  ],
])('%s is refused', async (_, body, says) => {
  const refused = await post('/verify', body);
  expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining(says) } });
});

const RECORDED = z
  .array(z.object({ of: z.string(), request: z.unknown(), answer: z.unknown() }))
  .parse(JSON.parse(readFileSync(new URL('nemo-gym-metrics.json', import.meta.url), 'utf8')));

/** Sums are rounded in another order. */
const rounded = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'number' ? Number(each.toPrecision(12)) : each));

test.each(RECORDED)('metrics of $of are those of Gym', async ({ request, answer }) => {
  const { status, body } = await post('/aggregate_metrics', request);
  expect(status).toBe(200);
  expect(rounded(body)).toBe(rounded(answer));
});

const rollout = { _ng_task_index: 0, _ng_rollout_index: 0, reward: 1 };
test('metrics are made of the numbers and rollouts that the documents name', async () => {
  const { status, body } = await post('/aggregate_metrics', {
    verify_responses: Array.from({ length: 10_000 }, (_, task) => ({
      ...rollout,
      _ng_task_index: task,
      a: task,
      b: 2,
      c: 3,
      d: 4,
    })),
  });
  expect(status).toBe(200);
  expect(body.group_level_metrics).toHaveLength(10_000);
  expect(body.key_metrics).toEqual({ 'mean/reward': 1, 'mean/a': 4999.5, 'mean/b': 2, 'mean/c': 3, 'mean/d': 4 });
});

test.each([
  ['no list of rollouts', {}, 'verify_responses: '],
  [
    'a rollout without a number',
    { verify_responses: [{ ...rollout, _ng_rollout_index: undefined }] },
    '_ng_rollout_index',
  ],
  ['a rollout twice', { verify_responses: [rollout, rollout] }, 'Rollout 0:0 is there more than once'],
  [
    'too many numbers',
    {
      verify_responses: [
        { ...rollout, ...Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`n${at}`, at])) },
      ],
    },
    '50001 numbers',
  ],
  [
    'too many names',
    {
      verify_responses: Array.from({ length: 2 }, (_, task) => ({
        ...rollout,
        _ng_task_index: task,
        ...Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`n${task}_${at}`, at])),
      })),
    },
    '1001 names of numbers',
  ],
  [
    'too many rollouts',
    { verify_responses: Array.from({ length: 10_001 }, (_, task) => ({ _ng_task_index: task, _ng_rollout_index: 0 })) },
    '10001 rollouts',
  ],
])('metrics of %s are refused', async (_, request, says) => {
  const refused = await post('/aggregate_metrics', request);
  expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining(says) } });
});

it('says that rewards can be computed again', async () => {
  const response = await fetch(new URL('/scaffolds/nemo-gym/reverify_mode', base), {
    headers: { authorization: 'Bearer nemo' },
  });
  expect(await response.json()).toBe('stateless');
});
