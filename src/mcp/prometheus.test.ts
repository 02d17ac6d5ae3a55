import { expect, it } from 'vitest';
import { BUCKETS } from './call-metrics.ts';
import { renderMetrics } from './prometheus.ts';

it('renders counters, cumulated buckets and gauges', () => {
  const buckets = Array<number>(BUCKETS.length + 1)
    .fill(0)
    .with(0, 2)
    .with(3, 1)
    .with(-1, 1);
  const text = renderMetrics({
    startedAt: 1_500,
    now: 2_000,
    databaseBytes: 4096,
    mcpSessions: 1,
    webSockets: 2,
    reports: 3,
    pythonSessions: [{ id: 'default', createdAt: '', lastActivity: '' }],
    activePythonSession: 'default',
    runningCalls: 0,
    today: { calls: 5, bytes: 600, engineSeconds: 0.5, renewsAt: 0 },
    calls: new Map([
      ['a"\\\n', { outcomes: { ok: 3, error: 1, protocol_error: 0, cancelled: 0 }, buckets, seconds: 400.5 }],
    ]),
  });
  expect(text).toContain(`# TYPE mcp_tool_calls_total counter
mcp_tool_calls_total{tool_name="a\\"\\\\\\n",outcome="ok"} 3
mcp_tool_calls_total{tool_name="a\\"\\\\\\n",outcome="error"} 1
`);
  const counts = [...text.matchAll(/_bucket\{.*,le="(.*)"\} (\d+)/g)].map(([, le, count]) => `${le}: ${count}`);
  expect(counts.slice(0, 5)).toEqual(['0.01: 2', '0.025: 2', '0.05: 2', '0.1: 3', '0.25: 3']);
  expect(counts.slice(-2)).toEqual(['300: 3', '+Inf: 4']);
  expect(text).toContain('mcp_execution_seconds_sum{tool_name="a\\"\\\\\\n"} 400.5\n');
  expect(text).toContain('mcp_execution_seconds_count{tool_name="a\\"\\\\\\n"} 4\n');
  expect(text).toContain('# TYPE lemma_python_sessions gauge\nlemma_python_sessions 1\n');
  expect(text).toContain('lemma_start_time_seconds 1.5\n');
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ \S.*|\w+(\{\w+=".*"\})? [\d.]+)$/);
  }
  expect(text.endsWith('\n')).toBe(true);
});
