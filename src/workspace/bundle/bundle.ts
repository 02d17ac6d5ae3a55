/** Puts the code that matters for a query together, within a token budget. */
import type { Sql } from '../../lib/sql.ts';
import { nearPaths } from '../files/near-paths.ts';
import type { CountTokens } from '../graph/repo-map.ts';
import { Sites } from '../graph/sites.ts';
import type { StoredCode } from '../graph/stored-code.ts';
import { dependenciesOf } from './dependencies.ts';
import { memorySection } from './memories.ts';
import { skeletonPiece, wholePiece } from './piece.ts';
import { type Forms, Selection } from './selection.ts';
import type { BundleAnswer, BundleRequest, RankedPlace, RankPlaces, RecallMemories } from './service.ts';
import { type BundledFile, fileUnit, type Unit, unitsAt } from './unit.ts';

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

/** Places that are considered. */
const MOST_PLACES = 40;
/** Units whose signatures come before whole units of lower rank. */
const FIRST_PLACES = 5;
/** Entries of what was left out that are told. */
const MOST_TOLD = 50;
/** Digits of a commit's id in heads. */
const SHORT_OID = 12;
/** Of the files and tokens, what is for hints and matches while dependencies are followed; the rest is open to all. */
const OWN_SHARE = 0.6;
/** Memories that are shown at most, and their share of the tokens. */
const MOST_MEMORIES = 5;
const MEMORY_SHARE = 0.15;
/** Tokens of a dependency that is shown whole, as a share of the budget. */
const DEPENDENCY_SHARE = 0.1;

const MATCHES =
  'Hints, then matches as search without embeddings ranks them (in tests only when the query names tests)';
const STRATEGY =
  `${MATCHES}: whole definitions within 60% of files and tokens, signatures of those that did not fit; then definitions that they ` +
  'call or name as types for certain, one hop, most used first, whole up to 10% of the budget each; then further matches.';
const MEMORY_STRATEGY =
  ' Before all: up to 5 memories in 15% of the tokens, critical ones, then those that cite a match or share words.';
const STRATEGY_ALONE = `${MATCHES}: whole definitions, and signatures of those that did not fit.`;

/** A bundle without what the caller knows of the commit. Never has more tokens than asked for. */
export async function bundle(
  { sql, code, commit = '', rank, recall, countTokens }: BundleSetup,
  request: BundleRequest,
): Promise<Omit<BundleAnswer, 'coverage' | 'tokenizer' | 'hash' | 'committedAt'>> {
  const { query, maxFiles, maxTokens, includeDependencies, includeMemories } = request;
  const files = new Files(sql);
  const short = commit.slice(0, SHORT_OID);
  const formsOf = (unit: Unit): Forms => {
    return { unit, whole: wholePiece(code, unit, short), skeleton: skeletonPiece(code, unit, short) };
  };
  const places = rank(query, MOST_PLACES);
  const recalled = includeMemories ? await recall(query, places, MOST_MEMORIES) : { memories: [], stale: 0 };
  const memories = await memorySection(recalled, Math.floor(maxTokens * MEMORY_SHARE), countTokens);
  const selection = await Selection.behind(memories.text, { countTokens, maxFiles, maxTokens });
  const hinted = hintedFiles(request.fileHints, files, selection);
  const own = [
    ...hinted.flatMap((file) => hintUnits(code, file, places)),
    ...places.flatMap((place) => matchUnits(code, files, place)),
  ].map(formsOf);
  await selection.price(own);

  const share = includeDependencies ? OWN_SHARE : 1;
  const ownFiles = Math.max(hinted.length, Math.ceil(maxFiles * share));
  const spare = Math.floor(maxTokens * (1 - share));
  const reserved = () => Math.max(0, selection.left - spare);
  const unfit = own.filter(({ whole, skeleton }, place) => {
    if (selection.take(whole, reserved(), ownFiles)) return false;
    if (place < FIRST_PLACES) selection.take(skeleton, reserved(), ownFiles);
    return true;
  });
  for (const { skeleton } of unfit) selection.take(skeleton, reserved(), ownFiles);

  if (includeDependencies) {
    const dependencies = dependenciesOf(sql, new Sites(sql, code), selection.whole).map(formsOf);
    await selection.price(dependencies);
    const most = Math.floor(maxTokens * DEPENDENCY_SHARE);
    for (const { whole, skeleton } of dependencies) {
      if (!selection.take(whole, most)) selection.take(skeleton, selection.left);
    }
    for (const { whole, skeleton } of unfit) {
      if (!selection.take(whole, selection.left)) selection.take(skeleton, selection.left);
    }
  }
  const { context, tokens, pieces, leftOut } = await selection.finish();
  return {
    context,
    tokens,
    files: [...new Set(pieces.map(({ path }) => path))],
    pieces,
    leftOut: leftOut.slice(0, MOST_TOLD),
    leftOutTotal: leftOut.length,
    strategy: `${includeDependencies ? STRATEGY : STRATEGY_ALONE}${includeMemories ? MEMORY_STRATEGY : ''}`,
    ...(includeMemories && {
      memories: { shown: memories.memories, stale: recalled.stale, leftOut: memories.leftOut },
    }),
  };
}

function hintedFiles(hints: readonly string[], files: Files, selection: Selection): readonly BundledFile[] {
  const found = new Map<string, BundledFile>();
  for (const hint of hints) {
    const file = files.find(hint);
    if (file === undefined) selection.miss(hint, nearPaths(hint, files.paths()));
    else found.set(file.path, file);
  }
  return [...found.values()];
}

/** What a hint stands for: its places that match, then the file; a file that fits is shown whole instead. */
function hintUnits(code: StoredCode, file: BundledFile, places: readonly RankedPlace[]): readonly Unit[] {
  const inside = places.filter(({ path }) => path === file.path);
  return [fileUnit(file, 'hint'), ...inside.flatMap((place) => unitsAt(code, file, place, 'hint'))];
}

function matchUnits(code: StoredCode, files: Files, place: RankedPlace): readonly Unit[] {
  const file = files.at(place.path);
  return file === undefined ? [] : unitsAt(code, file, place, 'match');
}

/** Files of the index. */
class Files {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  at(path: string): BundledFile | undefined {
    return this.#read('path = ?', path)[0];
  }

  /** The file of that path, else the only one whose path ends in it. */
  find(hint: string): BundledFile | undefined {
    const path = hint.replace(/^\.?\/+/, '');
    const exact = this.at(path);
    if (exact !== undefined || path === '') return exact;
    const ending = `/${path}`;
    const [only, ...others] = this.#read('substr(path, -length(?1)) = ?1', ending);
    return others.length === 0 ? only : undefined;
  }

  *paths(): Generator<string> {
    for (const { path } of this.#sql.exec<{ path: string }>('SELECT path FROM file ORDER BY path')) yield path;
  }

  #read(condition: string, value: string): readonly BundledFile[] {
    return this.#sql
      .exec<{ path: string; document: number; language: string; lines: number }>(
        `SELECT path, document, language, lines FROM file JOIN document ON document.id = file.document
         WHERE ${condition} ORDER BY path LIMIT 2`,
        value,
      )
      .toArray();
  }
}
