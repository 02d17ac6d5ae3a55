/** What `/health/detailed` adds to the report of `/health`: the caller's own space, counts and limits. */
import type { z } from 'zod';
import type { Principal } from '../auth/principal.ts';
import type { Outcome } from '../mcp/call-metrics.ts';
import { MAX_MESSAGE_BYTES } from '../mcp/message.ts';
import { SERVED_VERSIONS } from '../mcp/revisions.ts';
import type { SpaceFacts } from '../mcp/space-facts.ts';
import { MOST_REPORTS } from '../mcp/stored-reports.ts';
import type { PythonSessionApi, SessionState } from '../python/protocol.ts';
import { ISOLATE_BYTES } from '../tools/health/report.ts';
import { codeSizeLimitOf } from '../tools/symbolic/code-size.ts';
import { type healthDetails, MOST_ASKED } from './health-details.schema.ts';

/** Sessions by name, as far as they were asked and answered. */
export type SessionStates = ReadonlyMap<string, SessionState>;

/** Asks the sessions that were used last, at most {@link MOST_ASKED}; starts no interpreter. */
export async function askSessions(
  { pythonSessions }: SpaceFacts,
  session: (id: string) => Pick<PythonSessionApi, 'describe'>,
): Promise<SessionStates> {
  const latest = [...pythonSessions].sort((left, right) => (left.lastActivity < right.lastActivity ? 1 : -1));
  const answers = latest.slice(0, MOST_ASKED).map(async ({ id }) => [id, await session(id).describe()] as const);
  const settled = await Promise.allSettled(answers);
  return new Map(settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])));
}

/** Words what was measured. */
export function detailsOf(
  { userId, credential, scopes, limits }: Principal,
  facts: SpaceFacts,
  states: SessionStates,
  settings: Env,
): z.infer<typeof healthDetails> {
  const { pythonSessions, calls } = facts;
  const total = (outcome: Outcome) => [...calls.values()].reduce((sum, { outcomes }) => sum + outcomes[outcome], 0);
  return {
    user: {
      id: userId,
      ...('name' in credential && { api_key: credential.name }),
      scopes: [...scopes],
      space_started_at: new Date(facts.startedAt).toISOString(),
      space_uptime_seconds: (facts.now - facts.startedAt) / 1000,
      database_bytes: facts.databaseBytes,
      mcp_sessions: facts.mcpSessions,
      websocket_connections: facts.webSockets,
      reports: facts.reports,
    },
    python_sessions: {
      active_session: facts.activePythonSession,
      total_sessions: pythonSessions.length,
      sessions: Object.fromEntries(
        pythonSessions.map(({ id, description, createdAt, lastActivity }) => [
          id,
          {
            ...(description !== undefined && { description }),
            created_at: createdAt,
            last_activity: lastActivity,
            ...stateOf(states.get(id)),
          },
        ]),
      ),
    },
    tool_calls: {
      running: facts.runningCalls,
      ended: {
        ok: total('ok'),
        error: total('error'),
        protocol_error: total('protocol_error'),
        cancelled: total('cancelled'),
      },
    },
    today: {
      calls: facts.today.calls,
      bytes: facts.today.bytes,
      engine_seconds: facts.today.engineSeconds,
      renews_at: new Date(facts.today.renewsAt).toISOString(),
    },
    mcp_versions: [...SERVED_VERSIONS],
    limits: {
      message_bytes: MAX_MESSAGE_BYTES,
      symbolic_code_bytes: codeSizeLimitOf(settings),
      calls_per_minute: limits.callsPerMinute,
      reasoning_calls_per_minute: limits.reasoningCallsPerMinute,
      calls_per_day: limits.callsPerDay,
      bytes_per_day: limits.bytesPerDay,
      engine_seconds_per_day: limits.engineSecondsPerDay,
      calls_at_once: limits.callsAtOnce,
      websocket_connections: limits.webSockets,
      python_sessions: limits.pythonSessions,
      workspaces: limits.workspaces,
      reports: MOST_REPORTS,
      isolate_bytes: ISOLATE_BYTES,
    },
  };
}

type SessionDetails = z.infer<typeof healthDetails>['python_sessions']['sessions'][string];

function stateOf(state: SessionState | undefined): Partial<SessionDetails> & Pick<SessionDetails, 'kernel'> {
  if (state === undefined) return { kernel: null };
  const { kernel, waiting, usage } = state;
  return { kernel, waiting_calls: waiting, total_files: usage.files, total_bytes: usage.bytes };
}
