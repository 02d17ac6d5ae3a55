/** Metrics of a user and of the whole server in Prometheus' text format 0.0.4. */
import { VERSION } from '../lib/version.ts';
import { BUCKETS, OUTCOMES } from './call-metrics.ts';
import type { ServerFacts } from './server-facts.ts';
import type { SpaceFacts } from './space-facts.ts';

/** Content type of the format. */
export const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Readonly<Record<string, string>>;

/** One line of a metric: a suffix to its name, labels, and the value. */
type Sample = readonly [suffix: string, labels: Labels, value: number];

/** All metrics of one user. */
export function renderMetrics(facts: SpaceFacts): string {
  const tools = [...facts.calls];
  const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [['', {}, value]]);
  return [
    metric(
      'mcp_tool_calls_total',
      'counter',
      'Tool calls that have ended, by how they ended.',
      tools.flatMap(([tool_name, { outcomes }]) =>
        OUTCOMES.map((outcome): Sample => ['', { tool_name, outcome }, outcomes[outcome]]),
      ),
    ),
    metric(
      'mcp_execution_seconds',
      'histogram',
      'Time from the arrival of a tool call to its end, in seconds.',
      tools.flatMap(([tool_name, { buckets, seconds }]) => {
        const cumulated = buckets.map((_, index) => buckets.slice(0, index + 1).reduce((sum, calls) => sum + calls, 0));
        return [
          ...cumulated.map((calls, index): Sample => {
            const le = String(BUCKETS[index] ?? '+Inf');
            return ['_bucket', { tool_name, le }, calls];
          }),
          ['_sum', { tool_name }, seconds] as const,
          ['_count', { tool_name }, cumulated.at(-1) ?? 0] as const,
        ];
      }),
    ),
    gauge('mcp_running_calls', 'Tool calls that have begun and not ended.', facts.runningCalls),
    gauge('mcp_sessions', 'Sessions of Streamable HTTP that are kept.', facts.mcpSessions),
    gauge('mcp_websocket_connections', 'Open WebSockets at /mcp/ws.', facts.webSockets),
    gauge('lemma_python_sessions', 'Python sessions that exist.', facts.pythonSessions.length),
    gauge('lemma_reports', 'Reports that are kept.', facts.reports),
    gauge('lemma_database_bytes', "Size of the user's database.", facts.databaseBytes),
    gauge('lemma_day_calls', 'Calls since midnight UTC.', facts.today.calls),
    gauge('lemma_day_bytes', 'Bytes sent and received since midnight UTC.', facts.today.bytes),
    gauge(
      'lemma_day_engine_seconds',
      'Seconds of counted work of the symbolic tools since midnight UTC.',
      facts.today.engineSeconds,
    ),
    gauge(
      'lemma_start_time_seconds',
      "When the user's object was last loaded into memory, in seconds since 1970.",
      facts.startedAt / 1000,
    ),
    metric('lemma_info', 'gauge', 'Version of the server.', [['', { version: VERSION }, 1]]),
  ].join('');
}

/** Sums over all users of the server. */
export function renderServerMetrics({ people, organisations, today, refusalsOfHour }: ServerFacts): string {
  const gauge = (name: string, help: string, value: number) => metric(name, 'gauge', help, [['', {}, value]]);
  const refusals = Object.entries(refusalsOfHour).map(([reason, count]): Sample => ['', { reason }, count]);
  return [
    gauge('lemma_all_people', 'People who came by an invitation or a provider.', people),
    gauge('lemma_all_organisations', 'Organisations.', organisations),
    gauge('lemma_all_day_users', 'Users and organisations that used something since midnight UTC.', today.users),
    gauge('lemma_all_day_calls', 'Calls since midnight UTC.', today.calls),
    gauge('lemma_all_day_bytes', 'Bytes sent and received since midnight UTC.', today.bytes),
    gauge(
      'lemma_all_day_engine_seconds',
      'Seconds of counted work of the symbolic tools since midnight UTC.',
      today.engineSeconds,
    ),
    gauge('lemma_all_day_model_tokens', 'Tokens of language models since midnight UTC.', today.modelTokens),
    metric('lemma_all_hour_refusals', 'gauge', 'Refusals of the last hour, by their reason.', refusals),
    metric('lemma_info', 'gauge', 'Version of the server.', [['', { version: VERSION }, 1]]),
  ].join('');
}

function metric(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: readonly Sample[],
): string {
  const lines = samples.map(([suffix, labels, value]) => `${name}${suffix}${renderLabels(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function renderLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
