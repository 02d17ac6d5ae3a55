/**
 * `npm run bench -- localise <swe-bench-lite.json> <clone> <folder> [--held] [--predictions <file.jsonl>]`: how well issues of a repository
 * lead to the code that was changed for them. Every second instance, by age, is for tuning; `--held` asks the others. `folder` keeps
 * the indexes (some 150 MB an instance). Predictions are those of another system, as roust ships them, scored by the same rules.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { countTokens } from '../../src/syntax/tokens.ts';
import { bundle } from '../../src/workspace/bundle/bundle.ts';
import { rankBySearch } from '../../src/workspace/bundle/rank-by-search.ts';
import { type GraphedRepository, parsedSyntax } from '../../test/parsed.ts';
import { type Instance, type LineRange, readInstances } from './instances.ts';
import { type Ranks, rankPatch } from './ranks.ts';
import { openIndexes } from './repositories.ts';
import { type Regions, type Score, scoreRegions } from './score.ts';

const REPOSITORY = 'sympy/sympy';
/** Tokens of a bundle, as roust has them. */
const BUDGET = 8192;
/** Places of a ranking that are looked at. */
const MOST_PLACES = 400;

/** What Lemma did with one issue. */
interface Outcome {
  readonly id: string;
  readonly score: Score;
  readonly tokens: number;
  readonly ranks: Ranks;
  readonly milliseconds: number;
}

/** Runs the benchmark and prints its table. */
export async function runLocalise(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { held: { type: 'boolean', default: false }, predictions: { type: 'string' }, each: { type: 'boolean' } },
  });
  const [file, clone, folder] = positionals;
  if (file === undefined || clone === undefined || folder === undefined) {
    throw new Error(
      'Say: localise <swe-bench-lite.json> <clone of sympy> <folder for indexes> [--held] [--predictions <file.jsonl>].',
    );
  }
  const instances = readInstances(file, REPOSITORY).filter((_, index) => index % 2 === (values.held ? 1 : 0));
  const outcomes: Outcome[] = [];
  for await (const [instance, repository] of openIndexes(instances, { clone, folder, syntax: await parsedSyntax() })) {
    const outcome = await localise(instance, repository);
    if (values.each === true) printOne(outcome);
    outcomes.push(outcome);
  }
  console.log(
    `${instances.length} issues of ${REPOSITORY}, ${values.held ? 'held back' : 'for tuning'}; ${BUDGET} tokens`,
  );
  if (values.predictions !== undefined) {
    const predicted = readPredictions(values.predictions);
    printRow(
      'predictions',
      instances.map((instance) => ({ score: scoreRegions(instance, predicted.get(instance.id) ?? new Map()) })),
    );
  }
  printRow('bundle', outcomes);
  printRanks(outcomes.map(({ ranks }) => ranks));
  const times = outcomes.map(({ milliseconds }) => milliseconds).sort((left, right) => left - right);
  console.log(`a bundle takes ${times[times.length >> 1]?.toFixed(0)} ms, at most ${times.at(-1)?.toFixed(0)} ms`);
}

async function localise(instance: Instance, repository: GraphedRepository): Promise<Outcome> {
  const { sql } = repository.database;
  const rank = rankBySearch(sql);
  const started = performance.now();
  const { pieces, tokens } = await bundle(
    {
      sql,
      code: repository.graph.code(),
      commit: instance.base,
      rank,
      recall: async () => ({ memories: [], stale: 0 }),
      countTokens: async (texts) => texts.map(countTokens),
    },
    {
      query: instance.issue,
      maxTokens: BUDGET,
      includeDependencies: true,
      fileHints: [],
      includeMemories: false,
      includeTests: false,
    },
  );
  const milliseconds = performance.now() - started;
  const ranking = rank({ query: instance.issue, includeTests: false }, MOST_PLACES);
  const regions = new Map<string, LineRange[]>();
  for (const { path, lineStart, lineEnd, form } of pieces) {
    const known = regions.get(path) ?? [];
    regions.set(path, form === 'whole' ? [...known, [lineStart, lineEnd]] : known);
  }
  return {
    id: instance.id,
    score: scoreRegions(instance, regions),
    tokens,
    ranks: rankPatch(instance, ranking.places, repository.graph.code()),
    milliseconds,
  };
}

function readPredictions(file: string): ReadonlyMap<string, Regions> {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const { instance_id, regions } = JSON.parse(line) as {
        instance_id: string;
        regions: Record<string, LineRange[]>;
      };
      return [instance_id, new Map(Object.entries(regions))];
    }),
  );
}

function printOne({ id, score, tokens, ranks }: Outcome): void {
  console.log(
    `  ${id.padEnd(24)} ${score.allFiles ? 'all' : '   '} ${score.lineRecall.toFixed(2)} of lines, ${score.files} files, ` +
      `${tokens} tokens; file ${ranks.file}, functions ${ranks.functions}`,
  );
}

function printRow(name: string, outcomes: readonly { readonly score: Score; readonly tokens?: number }[]): void {
  const mean = (of: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((sum, outcome) => sum + of(outcome), 0) / outcomes.length;
  console.log(
    `${name}: all files ${(100 * mean(({ score }) => Number(score.allFiles))).toFixed(1)} %, ` +
      `line recall ${mean(({ score }) => score.lineRecall).toFixed(3)}, ${mean(({ score }) => score.files).toFixed(1)} files, ` +
      (outcomes.every(({ tokens }) => tokens === undefined)
        ? 'tokens not known'
        : `${mean(({ tokens = 0 }) => tokens).toFixed(0)} tokens`),
  );
}

function printRanks(all: readonly Ranks[]): void {
  const share = (ranks: readonly number[], most: number) =>
    `${((100 * ranks.filter((rank) => rank <= most).length) / ranks.length).toFixed(1)} %`;
  const files = all.map(({ file }) => file);
  const functions = all.flatMap(({ functions: rank }) => rank ?? []);
  console.log(
    `ranking: files @1 ${share(files, 1)}, @5 ${share(files, 5)}, @20 ${share(files, 20)}, @50 ${share(files, 50)}; ` +
      `functions @10 ${share(functions, 10)} (of ${functions.length})`,
  );
}
