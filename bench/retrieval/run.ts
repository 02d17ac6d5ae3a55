/**
 * `npm run bench -- retrieval`: indexes each corpus as a workspace does, asks all queries of the test split, and prints how well each
 * system ranks what they look for. `--dev` asks the other split, which is for tuning.
 */
import { loadTreeSitter } from '../../scripts/lib/node-syntax.ts';
import { analyze } from '../../src/syntax/analyze.ts';
import { searchParts } from '../../src/workspace/search/parts.ts';
import { indexedRepository, textSyntax } from '../../test/indexed.ts';
import { type Measures, mean, measure } from './metrics.ts';
import { KINDS, type PreparedCorpus, prepareCorpora, type Query } from './queries.ts';
import { ABLATIONS, SYSTEMS, type System } from './systems.ts';

/** What one system did with one query. */
interface Outcome {
  readonly system: string;
  readonly kind: Query['kind'];
  readonly measures: Measures;
  readonly milliseconds: number;
}

/** Runs the benchmark and prints its tables. */
export async function runRetrieval(split: Query['split']): Promise<void> {
  const treeSitter = await loadTreeSitter();
  const syntax = textSyntax({
    async analyze(files) {
      const facts = [];
      for (const file of files) facts.push(await analyze(file, treeSitter));
      return facts;
    },
  });
  const outcomes: Outcome[] = [];
  for (const corpus of prepareCorpora()) {
    const queries = corpus.queries.filter((query) => query.split === split);
    const workspace = indexedRepository({ syntax, parts: ({ sql }) => searchParts(sql) });
    await workspace.push(Object.fromEntries(corpus.files.map(({ path, text }) => [path, text])));
    for (const system of [...SYSTEMS, ...ABLATIONS]) {
      workspace.database.transactionSync(() => system.prepare?.(workspace.database));
      for (const query of queries) {
        const started = performance.now();
        const places = system.search(workspace.database, query.text);
        const milliseconds = performance.now() - started;
        outcomes.push({ system: system.name, kind: query.kind, measures: measure(query, places), milliseconds });
      }
    }
    console.log(`  ${describe(corpus)}, ${queries.length} queries`);
  }
  console.log(`\nRetrieval, ${split} split: MRR@10, recall@10, nDCG@10`);
  printTable(SYSTEMS, outcomes);
  console.log('\nWhat each signal is worth');
  printTable(ABLATIONS, outcomes);
}

function describe({ name, files }: PreparedCorpus): string {
  const megabytes = files.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  return `${name}: ${files.length} files, ${megabytes.toFixed(1)} MB`;
}

function printTable(systems: readonly System[], outcomes: readonly Outcome[]): void {
  const columns = [...KINDS, 'all'] as const;
  const counts = columns.map((column) => {
    const count = outcomes.filter(({ system, kind }) => system === systems[0]?.name && isIn(kind, column)).length;
    return `${column} (${count})`.padEnd(20);
  });
  console.log(`  ${''.padEnd(22)}${counts.join('')}`);
  for (const { name } of systems) {
    const own = outcomes.filter(({ system }) => system === name);
    const cells = columns.map((column) => {
      const { mrr, recall, ndcg } = mean(own.filter(({ kind }) => isIn(kind, column)).map(({ measures }) => measures));
      return [mrr, recall, ndcg]
        .map((value) => value.toFixed(3))
        .join(' ')
        .padEnd(20);
    });
    const times = own.map(({ milliseconds }) => milliseconds).toSorted((left, right) => left - right);
    const percentile = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1);
    console.log(`  ${name.padEnd(22)}${cells.join('')}p50 ${percentile(0.5)} ms, p95 ${percentile(0.95)} ms`);
  }
}

function isIn(kind: Query['kind'], column: Query['kind'] | 'all'): boolean {
  return column === 'all' || column === kind;
}
