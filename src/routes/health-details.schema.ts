/** The fields that `/health/detailed` adds to the report of `/health`. */
import { z } from 'zod';
import { SCOPES } from '../auth/scope.ts';

const count = z.int().min(0);

/** Sessions that are asked for their state, which loads each into memory. */
export const MOST_ASKED = 10;

/** The added fields. Processor time, threads and process memory are missing: nothing on this platform measures them. */
export const healthDetails = z.object({
  user: z.object({
    id: z.string(),
    api_key: z.string().optional().describe('Name of the key that asks; absent in development.'),
    scopes: z.array(z.enum(SCOPES)).describe('What it may do.'),
    space_started_at: z.iso.datetime().describe("When the user's object was last loaded into memory."),
    space_uptime_seconds: z.number().min(0),
    database_bytes: count,
    mcp_sessions: count.describe('Sessions of Streamable HTTP that are kept.'),
    websocket_connections: count,
    reports: count,
  }),
  python_sessions: z.object({
    active_session: z.string(),
    total_sessions: count,
    sessions: z.record(
      z.string(),
      z.object({
        description: z.string().optional(),
        created_at: z.iso.datetime(),
        last_activity: z.iso.datetime(),
        kernel: z
          .enum(['stopped', 'idle', 'busy'])
          .nullable()
          .describe(
            `Of the ${MOST_ASKED} sessions that were used last; null when the session was not asked or did not answer.`,
          ),
        waiting_calls: count.optional(),
        total_files: count.optional(),
        total_bytes: count.optional().describe('Of its files.'),
      }),
    ),
  }),
  tool_calls: z.object({
    running: count,
    ended: z.object({ ok: count, error: count, protocol_error: count, cancelled: count }).describe('Since the first.'),
  }),
  today: z
    .object({
      calls: count,
      bytes: count.describe('Of bodies and messages, received and sent.'),
      engine_seconds: z.number().min(0).describe('Counted work of the symbolic tools.'),
      renews_at: z.iso.datetime(),
    })
    .describe('What was used since midnight UTC.'),
  mcp_versions: z.array(z.string()).describe('Revisions of MCP that are spoken, the newest first.'),
  limits: z.object({
    message_bytes: count.describe('Of a request or a WebSocket message.'),
    symbolic_code_bytes: count,
    calls_per_minute: count.describe('Calls of tools and requests to routes.'),
    reasoning_calls_per_minute: count.describe('Of tools that reason, among those.'),
    calls_per_day: count,
    bytes_per_day: count,
    engine_seconds_per_day: count,
    calls_at_once: count,
    websocket_connections: count,
    python_sessions: count,
    workspaces: count,
    reports: count,
    isolate_bytes: count.describe('Memory of an engine or interpreter.'),
  }),
});
