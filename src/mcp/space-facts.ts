/** What a user's space knows of itself, for `/health/detailed` and `/metrics`. */
import type { UsedToday } from '../auth/day-budget.ts';
import type { SessionFacts } from '../python/sessions.ts';
import type { ToolCalls } from './call-metrics.ts';

/** Measured when asked; nothing of it belongs to another user. */
export interface SpaceFacts {
  /** Milliseconds since 1970: when the user's object was last loaded into memory. */
  readonly startedAt: number;
  /** Milliseconds since 1970, now. */
  readonly now: number;
  /** Bytes of the object's database. */
  readonly databaseBytes: number;
  /** Sessions of Streamable HTTP, the 2025 revisions. */
  readonly mcpSessions: number;
  /** Open WebSockets at `/mcp/ws`. */
  readonly webSockets: number;
  /** Reports that are kept. */
  readonly reports: number;
  readonly pythonSessions: readonly SessionFacts[];
  readonly activePythonSession: string;
  /** Tool calls that have begun and not ended. */
  readonly runningCalls: number;
  /** Tool calls that have ended, by the tools' names. */
  readonly calls: ReadonlyMap<string, ToolCalls>;
  /** Since midnight UTC. */
  readonly today: UsedToday;
}
