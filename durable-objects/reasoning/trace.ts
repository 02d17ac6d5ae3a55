/** Traces a function of a workspace. */
import type { OnProgress } from '../../src/lib/work.ts';
import type { TraceAnswer, TraceRequest } from '../../src/reasoning/trace/service.ts';
import { traceOf } from '../../src/reasoning/trace/trace.ts';
import { readIndexed } from './read-indexed.ts';
import type { ReasoningServices } from './services.ts';

/** The paths from an entry point; see `TraceApi`. */
export function tracedPaths(
  request: TraceRequest,
  { syntax, workspace: byName }: ReasoningServices,
  onProgress: OnProgress,
): Promise<TraceAnswer> {
  const workspace = byName(request.workspace);
  return traceOf(request, { syntax, workspace, read: readIndexed(workspace) }, onProgress);
}
