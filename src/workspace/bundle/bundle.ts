/** Puts the code that matters for a query together, within a token budget. */

import { WorkBudget } from '../../lib/sliced-work.ts';
import type { Sql } from '../../lib/sql.ts';
import type { CountTokens } from '../graph/repo-map.ts';
import { KnownPlaces, Sites } from '../graph/sites.ts';
import type { StoredCode } from '../graph/stored-code.ts';
import { dependenciesOf } from './dependencies.ts';
import { IndexedFiles } from './files.ts';
import { fillPacking } from './fill.ts';
import { memorySection } from './memories.ts';
import type { Packing } from './packing.ts';
import { renderPacking } from './render.ts';
import type { BundleAnswer, BundledPiece, BundleRequest, RankPlaces, RecallMemories } from './service.ts';
import { Texts } from './texts.ts';

/** What bundling needs. */
export interface BundleSetup {
  readonly sql: Sql;
  readonly code: StoredCode;
  /** The commit that is covered; undefined when nothing is. */
  readonly commit: string | undefined;
  readonly rank: RankPlaces;
  readonly recall: RecallMemories;
  readonly countTokens: CountTokens;
}

/** Places that are considered, and those of them for which memories count. */
const MOST_PLACES = 400;
const MEMORY_PLACES = 40;
/** Unless the caller says how many files: one for each so many tokens, up to so many. */
const TOKENS_OF_A_FILE = 400;
const USUAL_FILES = 20;
/** Entries of what was left out that are reported. */
const MOST_REPORTED = 20;
/** Memories that are shown at most, and their share of the tokens. */
const MOST_MEMORIES = 5;
const MEMORY_SHARE = 0.15;
/** How often the choice is made again for the tokens that its text really has, and the share of the budget that is enough. */
const MOST_ATTEMPTS = 4;
const FULL = 0.97;

const STRATEGY =
  'Hints, then matches as search without embeddings ranks them: the best place of each file, then all others, in tokens that fall from ' +
  'file to file; as the definition around it where that fits, else the lines that say most of the query';
const DEPENDENCIES =
  '; then, in a tenth of the tokens, definitions that these call or name as types for certain, one hop, most used first';
const MEMORIES =
  ' Before all: up to 5 memories in 15% of the tokens, critical ones, then those that cite a match or share words.';

/** A bundle without what the caller knows of the commit. Its text never has more tokens than asked for. */
export async function bundle(
  { sql, code, commit = '', rank, recall, countTokens }: BundleSetup,
  request: BundleRequest,
): Promise<Omit<BundleAnswer, 'coverage' | 'tokenizer' | 'hash' | 'committedAt'>> {
  const { query, maxTokens, includeDependencies, includeMemories, includeTests } = request;
  const { maxFiles = Math.max(1, Math.min(USUAL_FILES, Math.round(maxTokens / TOKENS_OF_A_FILE))) } = request;
  const ranking = rank({ query, includeTests }, MOST_PLACES);
  const nearest = ranking.places.slice(0, MEMORY_PLACES);
  const recalled = includeMemories ? await recall(query, nearest, MOST_MEMORIES) : { memories: [], stale: 0 };
  const memories = await memorySection(recalled, Math.floor(maxTokens * MEMORY_SHARE), countTokens);
  const texts = new Texts(sql);
  const supply = {
    ...{ code, texts, ranking, files: new IndexedFiles(sql), hints: request.fileHints },
    dependencies: includeDependencies
      ? (units: Packing['units']) =>
          dependenciesOf(sql, new Sites(sql, new KnownPlaces(code), new WorkBudget(Number.POSITIVE_INFINITY)), units)
      : undefined,
  };
  const { packing, context, tokens } = await fitPacking(
    (budget) => fillPacking(supply, maxFiles, budget),
    (files) => `${memories.text}${renderPacking(code, texts, files, commit)}`.trimEnd(),
    countTokens,
    maxTokens,
  );
  return {
    context,
    tokens,
    files: packing.files.map(({ unit }) => unit.path),
    pieces: packing.files.flatMap(piecesOf),
    leftOut: packing.leftOut.slice(0, MOST_REPORTED),
    leftOutTotal: packing.leftOut.length,
    strategy: `${STRATEGY}${includeDependencies ? DEPENDENCIES : ''}.${includeMemories ? MEMORIES : ''}`,
    ...(includeMemories && {
      memories: { shown: memories.memories, stale: recalled.stale, leftOut: memories.leftOut },
    }),
  };
}

interface FittedPacking {
  readonly packing: Packing;
  readonly context: string;
  readonly tokens: number;
}

/** The fullest of a few choices whose text has at most `most` tokens: what they cost is estimated, and put right by what they have. */
async function fitPacking(
  fill: (budget: number) => Packing,
  render: (files: Packing['files']) => string,
  countTokens: CountTokens,
  most: number,
): Promise<FittedPacking> {
  const choose = async (budget: number): Promise<FittedPacking> => {
    const packing = fill(budget);
    const context = render(packing.files);
    const [tokens = 0] = context === '' ? [] : await countTokens([context]);
    return { packing, context, tokens };
  };
  const empty = await choose(0);
  let best = empty;
  let budget = most - empty.tokens;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const chosen = await choose(budget);
    if (chosen.tokens <= most && chosen.tokens > best.tokens) best = chosen;
    const isFull = chosen.tokens > most * FULL || chosen.packing.leftOut.length === 0;
    if (chosen.tokens <= most && isFull) break;
    budget = Math.floor((budget * (most - empty.tokens) * (1 + FULL)) / 2 / Math.max(1, chosen.tokens - empty.tokens));
  }
  return best;
}

function piecesOf({ unit: { path }, pieces, outlined }: Packing['files'][number]): readonly BundledPiece[] {
  const toPiece =
    (form: BundledPiece['form']) =>
    ({ lineStart, lineEnd, role }: Omit<BundledPiece, 'path' | 'form'>): BundledPiece => ({
      ...{ path, lineStart, lineEnd, role, form },
    });
  return [...pieces.map(toPiece('whole')), ...outlined.map(toPiece('skeleton'))].sort(
    (left, right) => left.lineStart - right.lineStart,
  );
}
