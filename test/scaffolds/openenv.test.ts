/**
 * OpenEnv's clients at the public door. The messages are what `EnvClient` of huggingface/OpenEnv at commit 385de5eb sends
 * (src/openenv/core/env_client.py: `reset`, `step`, `state`, `disconnect`), recorded from that client; the requests over HTTP are those of
 * tests/envs/test_websockets.py and of `validate_running_environment` in src/openenv/cli/_validation.py.
 */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { solveInstance, traceOf } from '../../src/scaffolds/engine.ts';
import { sharedFront } from '../mcp/harness.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

const KEY = `Basic ${Buffer.from('any:openenv').toString('base64')}`;

async function http(method: string, path: string, body?: unknown) {
  const response = await fetch(new URL(`/scaffolds/openenv${path}`, base), {
    method,
    headers: { authorization: KEY },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: Object(await response.json()) };
}

/** A connection that sends texts and waits for one answer each. */
async function connect() {
  const url = new URL('/scaffolds/openenv/ws', base);
  url.protocol = 'ws:';
  const socket = new WebSocket(url);
  const waiting: ((text: string) => void)[] = [];
  socket.onmessage = ({ data }) => waiting.shift()?.(String(data));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const ask = async (text: string) => {
    const answer = new Promise<string>((resolve) => waiting.push(resolve));
    socket.send(text);
    return Object(JSON.parse(await answer));
  };
  const closed = new Promise<number>((resolve) => {
    socket.onclose = ({ code }) => resolve(code);
  });
  return { ask, closed, send: (text: string) => socket.send(text) };
}

describe('a client', () => {
  it('plays episodes over one connection', async () => {
    const { ask, closed, send } = await connect();
    expect(await ask('{"type": "state"}')).toEqual({
      type: 'state',
      data: { episode_id: null, step_count: 0, test_case_id: null },
    });
    const begun = await ask('{"type": "reset", "data": {"seed": 42, "scaffold": "dijkstra", "level": 2}}');
    const id = 'dijkstra_standard_01_s42_l2';
    expect(begun).toMatchObject({ type: 'observation', data: { reward: null, done: false } });
    expect(begun.data.observation).toMatchObject({ test_case_id: id, scaffold: 'dijkstra', reward_components: null });
    expect(begun.data.observation.prompt).toContain("# Dijkstra's algorithm");
    expect(begun.data.observation.question).toContain('Answer with JSON that has the fields distances');

    const { answer } = solveInstance({ kind: 'case', id });
    const trace = traceOf({ kind: 'case', id });
    const wrong = [...trace.slice(0, 2), { ...trace[2], distances: {} }, ...trace.slice(3)];
    const action = { answer: JSON.stringify(answer), trace: wrong };
    const ended = await ask(JSON.stringify({ type: 'step', data: action }));
    expect(ended).toMatchObject({ type: 'observation', data: { reward: 1, done: true } });
    expect(ended.data.observation).toMatchObject({
      reward_components: { answer_score: 1, step_score: 2 / trace.length },
      step_scores: wrong.map((_, at) => Number(at < 2)),
      step_message: expect.stringMatching(/^Step 3 is wrong/),
    });
    expect(await ask('{"type": "state"}')).toMatchObject({ data: { episode_id: id, step_count: 1 } });
    expect(await ask(JSON.stringify({ type: 'step', data: action }))).toMatchObject({
      type: 'error',
      data: { code: 'VALIDATION_ERROR', message: expect.stringContaining('Reset to begin another') },
    });

    const named = '{"type": "reset", "data": {"episode_id": "episode-001", "test_case_id": "bfs_edge_02_s3"}}';
    expect(await ask(named)).toMatchObject({ data: { observation: { test_case_id: 'bfs_edge_02_s3' } } });
    expect(await ask('{"type": "step", "data": {"answer": "I cannot do that."}}')).toMatchObject({
      data: {
        observation: { read_as: 'refusal', reward_components: { answer_score: 0, step_score: 0 }, step_scores: [] },
        reward: 0,
        done: true,
      },
    });
    expect(await ask('{"type": "state"}')).toMatchObject({ data: { episode_id: 'episode-001', step_count: 1 } });
    send('{"type": "close"}');
    expect(await closed).toBe(1000);
  });

  it('that chooses nothing gets another task each time, of a category if it wants', async () => {
    const { ask } = await connect();
    const reset = async (data: object) =>
      (await ask(JSON.stringify({ type: 'reset', data }))).data.observation.test_case_id;
    expect(await reset({})).not.toBe(await reset({}));
    expect(await reset({ seed: 4294967295, scaffold: 'string' })).toMatch(
      /^(?:kmp|rabin_karp|trie)_standard_01_s294967295$/,
    );
  });

  test.each([
    ['nonsense', 'INVALID_JSON', 'not JSON'],
    ['[]', 'VALIDATION_ERROR', 'type'],
    ['{"type": "dance"}', 'UNKNOWN_TYPE', 'There are reset, step, state and close.'],
    ['{"type": "step", "data": {"answer": "A"}}', 'VALIDATION_ERROR', 'Reset first'],
    ['{"type": "step", "data": {"message": "Hello"}}', 'VALIDATION_ERROR', 'answer'],
    ['{"type": "reset", "data": {"level": 11}}', 'VALIDATION_ERROR', 'level'],
    ['{"type": "reset", "data": {"scaffold": "bogosort"}}', 'EXECUTION_ERROR', 'There is no scaffold'],
  ])('is told what is wrong with %s', async (text, code, says) => {
    const { ask } = await connect();
    expect(await ask(text)).toEqual({ type: 'error', data: { code, message: expect.stringContaining(says) } });
  });
});

describe('over HTTP', () => {
  it('a step names the test case of its reset', async () => {
    const begun = await http('POST', '/reset', { seed: 3, scaffold: 'merge_sort' });
    const { test_case_id } = begun.body.observation;
    const { answer } = solveInstance({ kind: 'case', id: test_case_id });
    const ended = await http('POST', '/step', { action: { answer, test_case_id }, timeout_s: 30 });
    expect(ended).toMatchObject({ status: 200, body: { reward: 1, done: true, observation: { test_case_id } } });
    const lost = await http('POST', '/step', { action: { answer } });
    expect(lost).toMatchObject({ status: 400, body: { advice: expect.stringContaining('test_case_id') } });
    expect(await http('POST', '/reset', {})).toMatchObject({ status: 200, body: { reward: null, done: false } });
    expect(await http('GET', '/state')).toMatchObject({ status: 200, body: { step_count: 0 } });
  });

  it('has what `openenv validate` asks for', async () => {
    const document = await http('GET', '/openapi.json');
    expect(document.body.info.version).toBeTypeOf('string');
    for (const path of ['/reset', '/step', '/state']) expect(document.body.paths).toHaveProperty([path]);
    expect(await http('GET', '/health')).toEqual({ status: 200, body: { status: 'healthy' } });
    expect(await http('GET', '/metadata')).toMatchObject({
      status: 200,
      body: { name: 'lemma-scaffolds', description: expect.any(String) },
    });
    const { body: schema } = await http('GET', '/schema');
    for (const part of ['action', 'observation', 'state']) expect(schema[part]).toMatchObject({ type: 'object' });
    expect(await http('POST', '/mcp', {})).toMatchObject({ status: 200, body: { jsonrpc: '2.0' } });
  });
});
