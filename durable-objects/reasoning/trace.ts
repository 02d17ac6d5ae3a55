/** Traces a function of a workspace: reads it, and runs it where that was asked for. */
import type { OnProgress } from '../../src/lib/work.ts';
import type { TraceAnswer, TraceRequest } from '../../src/reasoning/trace/service.ts';
import { traceOf } from '../../src/reasoning/trace/trace.ts';
import { executedEntry } from './execution.ts';
import { readIndexed } from './read-indexed.ts';
import type { ReasoningServices } from './services.ts';

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
