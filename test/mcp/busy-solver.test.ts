/** Long work of the symbolic engine, seen by its caller and by others, through the public door of all Workers. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Progress } from '../../src/lib/work.ts';
import { until } from '../until.ts';
import { sharedServer } from './harness.ts';
import { callTool, connect } from './requests.ts';

const server = sharedServer();
let base: URL;
beforeAll(async () => {
  base = (await server.listen()).url;
  await isIdle();
});

/** The solver searches for cubes for as long as it may. */
const LONG = {
  name: 'symbolic_check',
  arguments: {
    code: `def cubes(x: int, y: int, z: int) -> int:
    """
    post: __return__ != 33
    """
    return x * x * x + y * y * y + z * z * z
`,
    function_name: 'cubes',
    timeout_seconds: 300,
  },
};

const SHORT = {
  name: 'symbolic_check',
  arguments: {
    code: 'def double(x: int) -> int:\n    """\n    post: __return__ - x == x\n    """\n    return 2 * x\n',
    function_name: 'double',
  },
};

/** A module whose import counts few steps a second, so that it goes on for long. */
const LOOP = {
  name: 'symbolic_check',
  arguments: { code: 'while True: sum(range(1_000_000))\n\ndef f(x: int) -> int:\n    return x\n', function_name: 'f' },
};

/** Requests that the engine works on. */
async function running(): Promise<number> {
  const { body } = await callTool(base, 'health_check', { check_name: 'symbolic_engine' });
  return Number(/"running":\s*(\d+)/.exec(JSON.stringify(body.result?.['structuredContent']))?.[1]);
}

const isIdle = () => until(async () => expect(await running()).toBe(0));

/** Begins a call; resolves when `times` of its messages match `until`. */
async function begin(
  call: { name: string; arguments: Record<string, unknown> },
  token: string,
  until: RegExp,
  times = 1,
) {
  const client = await connect(base, 'modern', { token });
  const abort = new AbortController();
  const steps: Pick<Progress, 'message'>[] = [];
  const numbers: number[] = [];
  const seen = Promise.withResolvers<void>();
  let found = 0;
  const answer = client.callTool(call, {
    signal: abort.signal,
    timeout: 300_000,
    onprogress: ({ progress, message = '' }) => {
      steps.push({ message });
      numbers.push(progress);
      if (until.test(message)) found++;
      if (found === times) seen.resolve();
    },
  });
  const ended = answer.then((result) => {
    throw new Error(`It ended too early: ${JSON.stringify(result)}`);
  });
  await Promise.race([seen.promise, ended]);
  return { client, abort, steps, numbers, answer };
}

const AT_WORK = /^Proving .*, [1-9]\d* of \d+ million units of work/;

describe('a long check', () => {
  it('lets another user’s short one pass, reports what is done, and ends when it is cancelled', async () => {
    const { client, abort, steps, numbers, answer } = await begin(LONG, 'busy-anne', AT_WORK, 4);
    const neighbour = await connect(base, 'legacy', { token: 'busy-ben' });
    expect((await neighbour.callTool(SHORT)).structuredContent).toMatchObject({ status: 'verified' });
    expect(await running()).toBe(1);
    abort.abort();
    await expect(answer).rejects.toThrow();
    await isIdle();
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    const work = steps.flatMap(({ message }) => /, (\d+) of \d+ million/.exec(message)?.[1] ?? []).map(Number);
    expect(work.length).toBeGreaterThan(3);
    expect(work).toEqual([...work].sort((a, b) => a - b));
    expect((await client.callTool(SHORT)).structuredContent).toMatchObject({ status: 'verified' });
    await Promise.all([client.close(), neighbour.close()]);
  });

  it('ends while it waits for its turn', async () => {
    const first = await begin(LONG, 'busy-anne', AT_WORK);
    const second = await begin(LONG, 'busy-ben', /^Waiting for the solver/);
    second.abort.abort();
    await expect(second.answer).rejects.toThrow();
    await until(async () => expect(await running()).toBe(1));
    first.abort.abort();
    await isIdle();
    await Promise.all([first.client.close(), second.client.close()]);
  });

  it('ends when its connection does', async () => {
    const abort = new AbortController();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: LONG };
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const request = { method: 'POST', body: JSON.stringify(body), headers, signal: abort.signal };
    const call = fetch(new URL('/mcp', base), request).then((response) => response.text());
    call.catch(() => undefined);
    await until(async () => expect(await running()).toBe(1));
    abort.abort();
    await isIdle();
  });
});

it('a replay that goes on for long ends when it is cancelled', async () => {
  const { client, abort, answer } = await begin(LOOP, 'busy-anne', /^CPython imports the module/);
  abort.abort();
  await expect(answer).rejects.toThrow();
  await isIdle();
  expect((await client.callTool(SHORT)).structuredContent).toMatchObject({ status: 'verified' });
  await client.close();
});
