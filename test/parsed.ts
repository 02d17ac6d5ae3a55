/** A repository, its index with real syntax and its symbol graph, in Node. */
import { loadTreeSitter } from '../scripts/lib/node-syntax.ts';
import type { SqlDatabase } from '../src/lib/sql.ts';
import { analyze } from '../src/syntax/analyze.ts';
import { flowOf } from '../src/syntax/flow/flow.ts';
import { mutantsOf } from '../src/syntax/mutants/mutants.ts';
import { matchRules, ruleOfPattern } from '../src/syntax/patterns/match-rules.ts';
import { textFacts } from '../src/syntax/patterns/text-facts.ts';
import type { SyntaxApi } from '../src/syntax/service.ts';
import { callSitesOf } from '../src/syntax/surface/calls.ts';
import { surfaceOf } from '../src/syntax/surface/surface.ts';
import { countTokens } from '../src/syntax/tokens.ts';
import { Graph } from '../src/workspace/graph/graph.ts';
import { GraphPart } from '../src/workspace/graph/part.ts';
import { searchParts } from '../src/workspace/search/parts.ts';
import { type IndexedRepository, indexedRepository, textSyntax } from './indexed.ts';

/** The syntax engine in this process. */
export async function parsedSyntax(): Promise<SyntaxApi> {
  const grammars = await loadTreeSitter();
  return textSyntax({
    async analyze(files) {
      const facts = [];
      for (const file of files) facts.push(await analyze(file, grammars));
      return facts;
    },
    async publicSurface(files) {
      const surfaces = [];
      for (const file of files) surfaces.push(await surfaceOf(file, grammars));
      return surfaces;
    },
    mutants: (file, lines, which) => mutantsOf(file, lines, which, grammars),
    flow: (file) => flowOf(file, grammars),
    callSites: (file, names) => callSitesOf(file, names, grammars),
    countTokens: async (texts) => texts.map(countTokens),
    textRanges: (files) => Promise.all(files.map((file) => textFacts(file, grammars))),
    matchRules: (files, rules) => matchRules(files, rules, grammars, async () => {}),
    matchPattern: (files, pattern) => matchRules(files, [ruleOfPattern(pattern)], grammars, async () => {}),
  });
}

/** A workspace with a symbol graph. */
export interface GraphedRepository extends IndexedRepository {
  readonly graph: Graph;
}

/** A workspace over `database`, by default an empty one. */
export function graphedRepository(syntax: SyntaxApi, database?: SqlDatabase): GraphedRepository {
  let graph: Graph | undefined;
  const indexed = indexedRepository({
    syntax,
    ...(database !== undefined && { database }),
    parts({ sql }) {
      const part = new GraphPart(sql);
      graph = new Graph(sql, part);
      return [...searchParts(sql), part];
    },
  });
  if (graph === undefined) throw new Error('The index made no parts.');
  return { ...indexed, graph };
}
