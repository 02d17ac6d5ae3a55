/** `/metrics` and `/health/detailed` of the real front Worker. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { healthDetails } from '../../src/routes/health-details.schema.ts';
import { until } from '../until.ts';
import { sharedFront } from './harness.ts';
import { bearer, callTool } from './requests.ts';
import { initialized } from './socket-client.ts';

const front = sharedFront();
let base: URL;
beforeAll(async () => {
  base = (await front.listen()).url;
});

async function get(path: string, token: string): Promise<Response> {
  return fetch(new URL(path, base), { headers: bearer(token) });
}

const CHECK = { code: 'x', function_name: 'f' };

describe('/metrics', () => {
  it('counts each call of its user by tool and outcome, whatever carries it', async () => {
    const token = 'monitoring-counts';
    await callTool(base, 'symbolic_check', CHECK, { token });
    await callTool(base, 'symbolic_check', { ...CHECK, code: 'fault' }, { token });
    await callTool(base, 'symbolic_check', {}, { token });
    await callTool(base, 'no_such_tool', {}, { token });
    const client = await initialized(base, { protocols: ['mcp', `bearer.${token}`] });
    await client.request(1, 'tools/call', { name: 'symbolic_check', arguments: CHECK });
    const endless = { name: 'symbolic_check', arguments: { ...CHECK, code: 'wait' }, _meta: { progressToken: 1 } };
    client.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: endless });
    await client.next(({ method }) => method === 'notifications/progress');
    expect(await (await get('/metrics', token)).text()).toContain('\nmcp_running_calls 1\n');
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    await until(async () => {
      const text = await (await get('/metrics', token)).text();
      expect(text).toContain('mcp_tool_calls_total{tool_name="symbolic_check",outcome="cancelled"} 1\n');
    });
    const response = await get('/metrics', token);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(text).toContain('mcp_tool_calls_total{tool_name="symbolic_check",outcome="ok"} 2\n');
    expect(text).toContain('mcp_tool_calls_total{tool_name="symbolic_check",outcome="error"} 1\n');
    expect(text).toContain('mcp_tool_calls_total{tool_name="symbolic_check",outcome="protocol_error"} 1\n');
    expect(text).toContain('mcp_tool_calls_total{tool_name="(unknown)",outcome="protocol_error"} 1\n');
    expect(text).toContain('mcp_execution_seconds_count{tool_name="symbolic_check"} 5\n');
    expect(text).toContain('\nmcp_websocket_connections 1\n');
    await client.close();
  });

  it('keeps its counts while the object is out of memory, and shows nobody another user’s', async () => {
    const token = 'monitoring-evicted';
    const run = () => callTool(base, 'run_python_code', { code: 'x' }, { token });
    await run();
    const count = async (user: string) => {
      const text = await (await get('/metrics', user)).text();
      return /tool_name="run_python_code",outcome="ok"\} (\d+)/.exec(text)?.[1];
    };
    expect(await count(token)).toBe('1');
    const name = `token-${createHash('sha256').update(token).digest('hex')}`;
    await front.getWorker().evictDurableObject('UserSpace', { name });
    await run();
    expect(await count(token)).toBe('2');
    expect(await count('monitoring-somebody')).toBeUndefined();
  });
});

describe('/health/detailed', () => {
  it('adds the caller’s space, sessions, counts and limits to the report of /health', async () => {
    const token = 'monitoring-detailed';
    await callTool(base, 'create_session', { session_id: 'work', description: 'a trial' }, { token });
    await callTool(base, 'run_python_code', { code: 'x', session_id: 'work' }, { token });
    for (let cell = 0; cell < 10; cell++) {
      await callTool(base, 'run_python_code', { code: 'x', session_id: 'broken' }, { token });
    }
    const response = await get('/health/detailed', token);
    expect(response.status).toBe(200);
    const body: unknown = await response.json();
    const details = healthDetails.parse(body);
    expect(body).toMatchObject({ status: 'healthy', python_version: '3.14.2', checks: expect.any(Array) });
    expect(details.user.id).toMatch(/^token-/);
    expect(details.python_sessions).toMatchObject({
      active_session: 'default',
      total_sessions: 3,
      sessions: {
        default: { kernel: 'stopped', total_files: 0 },
        work: { description: 'a trial', kernel: 'idle', waiting_calls: 0, total_files: 1, total_bytes: 10 },
        broken: { kernel: null },
      },
    });
    expect(details.tool_calls).toEqual({ running: 0, ended: { ok: 12, error: 0, protocol_error: 0, cancelled: 0 } });
    expect(details.limits).toMatchObject({ symbolic_code_bytes: 65_536, python_sessions: 100 });
    expect(details.mcp_versions.slice(0, 2)).toEqual(['2026-07-28', '2025-11-25']);
  });
});
