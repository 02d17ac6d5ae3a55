/** Traces of files in memory, with real syntax and a real graph of symbols. */
import type { TraceAnswer } from '../src/reasoning/trace/service.ts';
import { traceOf } from '../src/reasoning/trace/trace.ts';
import type { SyntaxApi } from '../src/syntax/service.ts';
import { graphedRepository } from './parsed.ts';

const COVERED = { complete: true, filesIndexed: 0, filesPending: 0, filesOutdated: 0, filesSkipped: 0 };

/** Where a trace begins. */
interface Entry {
  readonly path: string;
  readonly line?: number;
  readonly functionName?: string;
}

/** Traces from functions of `files`, as the Worker of reasoning gives them; the files are indexed once. */
export async function tracerOf(
  files: Readonly<Record<string, string>>,
  syntax: SyntaxApi,
): Promise<(entry: Entry, depth?: number) => Promise<TraceAnswer>> {
  const repository = graphedRepository(syntax);
  const commit = await repository.push(files);
  const coverage = { ...COVERED, commit };
  return (entry, depth = 10) =>
    traceOf(
      { owner: 'user-tests' as never, workspace: 'default', entry: { line: 1, ...entry }, depth },
      {
        syntax,
        workspace: {
          callGraph: async (request) => ({ ...repository.graph.callGraph(request), coverage }),
          coverage: async () => coverage,
        },
        read: async (path) => files[path],
      },
      async () => true,
    );
}

/** The trace from a function of `files`. */
export async function traced(
  files: Readonly<Record<string, string>>,
  entry: Entry,
  syntax: SyntaxApi,
  depth = 10,
): Promise<TraceAnswer> {
  return (await tracerOf(files, syntax))(entry, depth);
}
