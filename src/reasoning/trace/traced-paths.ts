/** Traces a function of a workspace: reads it, and runs it where that was asked for. */
import type { OnProgress } from '../../lib/work.ts';
import { executedEntry } from '../execution/executed-entry.ts';
import { readIndexed } from '../read-indexed.ts';
import type { ReasoningServices } from '../services.ts';
import type { TraceAnswer, TraceRequest } from './service.ts';
import { traceOf } from './trace.ts';

/** The paths from an entry point; see `TraceApi`. */
export async function tracedPaths(
  request: TraceRequest,
  services: ReasoningServices,
  onProgress: OnProgress,
): Promise<TraceAnswer> {
  const { syntax, workspace: byName } = services;
  const workspace = byName(request.workspace);
  const read = readIndexed(workspace);
  const answer = await traceOf(request, { syntax, workspace, read }, onProgress);
  const { run } = request;
  if (run === undefined) return answer;
  return { ...answer, execution: await executedEntry(request, run, answer, read, services, onProgress) };
}
