/** Readings of what functions of files in memory cost, with real syntax and a real graph of symbols. */
import { readCost } from '../src/reasoning/cost/read/read-cost.ts';
import type { CostReading } from '../src/reasoning/cost/read/service.ts';
import { readProgram } from '../src/reasoning/trace/program.ts';
import type { SyntaxApi } from '../src/syntax/service.ts';
import { graphedRepository } from './parsed.ts';

const COVERED = { complete: true, filesIndexed: 0, filesPending: 0, filesOutdated: 0, filesSkipped: 0 };

/** What reading says of functions of `files`, by name, in one repository. */
export async function readings(
  files: Readonly<Record<string, string>>,
  entries: readonly { readonly path: string; readonly line?: number; readonly functionName?: string }[],
  syntax: SyntaxApi,
  { depth = 3, memory = true }: { readonly depth?: number; readonly memory?: boolean } = {},
): Promise<readonly CostReading[]> {
  const repository = graphedRepository(syntax);
  const commit = await repository.push(files);
  const coverage = { ...COVERED, commit };
  const services = {
    syntax,
    workspace: {
      callGraph: async (request: Parameters<typeof repository.graph.callGraph>[0]) => ({
        ...repository.graph.callGraph(request),
        coverage,
      }),
      coverage: async () => coverage,
    },
    read: async (path: string) => files[path],
  };
  const found: CostReading[] = [];
  for (const entry of entries) {
    const program = await readProgram({ line: 1, ...entry }, depth, services, async () => true);
    found.push(readCost(program, { memory, depth }));
  }
  return found;
}
