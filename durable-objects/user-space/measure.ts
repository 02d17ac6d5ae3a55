/** What a user's space knows of itself. */
import type { SpaceFacts } from '../../src/mcp/space-facts.ts';
import type { ToolEnvironment } from '../../src/mcp/tool-context.ts';
import type { StoredParts } from './stored-parts.ts';

/** Measures a space at `now`, in milliseconds since 1970. */
export function measure(
  { host: { gate, metrics }, sessions }: StoredParts,
  { pythonSessions, reports }: Pick<ToolEnvironment, 'pythonSessions' | 'reports'>,
  seen: Pick<SpaceFacts, 'databaseBytes' | 'now' | 'startedAt' | 'webSockets'>,
): SpaceFacts {
  return {
    ...seen,
    mcpSessions: sessions.count(),
    reports: reports.list().length,
    pythonSessions: pythonSessions.list(),
    activePythonSession: pythonSessions.active,
    runningCalls: metrics.running,
    calls: metrics.snapshot(),
    today: gate.day.used(seen.now),
  };
}
