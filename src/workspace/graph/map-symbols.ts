/** The symbols of a workspace that an overview considers, best first; holds a bounded number of them at a time. */
import type { Sql } from '../../lib/sql.ts';
import { subtokens } from '../../lib/subtokens.ts';
import { OVERVIEW_KINDS } from '../../lib/symbol-kinds.ts';
import { pathFilter } from '../path-filter.ts';
import type { Definition } from './code.ts';
import type { RepoMapRequest } from './service.ts';
import { DEFINITIONS, type DefinitionRow, toDefinition } from './stored-code.ts';

/** The best symbols, and how many there are. */
export interface MapSymbols {
  readonly best: readonly Definition[];
  readonly symbols: number;
  readonly files: number;
}

interface Candidate {
  readonly document: number;
  readonly path: string;
  /** Its place among the symbols of its document. */
  readonly place: number;
  /** Its place among all candidates, by path and line. */
  readonly order: number;
  /** Words of the query that its name or path has. */
  readonly words: number;
  readonly centrality: number;
  readonly fileCentrality: number;
}

/** The `most` best: by how many words of the query they or their files have, then by centrality, by their files' centrality, path and line. */
export function bestSymbols(sql: Sql, { query = '', paths = [] }: RepoMapRequest, most: number): MapSymbols {
  const words = new QueryWords(query);
  const isWanted = pathFilter({ paths, excludePaths: [], fileTypes: [] });
  const best = new Best(most);
  let symbols = 0;
  let files = 0;
  for (const { document, path, definitions, rank, shares } of outlinesOf(sql)) {
    if (definitions === '' || !isWanted(path)) continue;
    const before = symbols;
    const ofPath = words.in(path);
    const centralities = shares === null ? undefined : new Float32Array(shares);
    for (const [place, line] of definitions.split('\n').entries()) {
      const [name = '', kind = '', scope = ''] = line.split('\t');
      if (!OVERVIEW_KINDS.has(kind)) continue;
      best.add({
        document,
        path,
        place,
        order: symbols++,
        words: words.count(ofPath, `${scope} ${name}`),
        centrality: centralities?.[place] ?? 0,
        fileCentrality: rank ?? 0,
      });
    }
    if (symbols > before) files++;
  }
  return { best: definitionsOf(sql, best.inOrder()), symbols, files };
}

function outlinesOf(sql: Sql) {
  return sql.exec<{
    document: number;
    path: string;
    definitions: string;
    rank: number | null;
    shares: ArrayBuffer | null;
  }>(
    `SELECT file.document, path, definitions, rank, symbols AS shares FROM file
     JOIN outline ON outline.document = file.document LEFT JOIN centrality ON centrality.document = file.document ORDER BY path`,
  );
}

function definitionsOf(sql: Sql, candidates: readonly Candidate[]): readonly Definition[] {
  const documents = JSON.stringify([...new Set(candidates.map(({ document }) => document))]);
  // A document's symbols have consecutive ids.
  const firsts = new Map(
    sql
      .exec<{ document: number; first: number }>(
        'SELECT document, min(id) AS first FROM symbol WHERE document IN (SELECT value FROM json_each(?)) GROUP BY document',
        documents,
      )
      .toArray()
      .map(({ document, first }) => [document, first]),
  );
  const idOf = ({ document, place }: Candidate) => (firsts.get(document) ?? 0) + place;
  const rows = sql.exec<DefinitionRow>(
    `${DEFINITIONS} WHERE symbol.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(candidates.map(idOf))]),
  );
  const found = new Map(Array.from(rows, (row) => [`${row.id} ${row.path}`, toDefinition(row)]));
  return candidates.flatMap((candidate) => found.get(`${idOf(candidate)} ${candidate.path}`) ?? []);
}

/** The first of many candidates, without holding all of them. */
class Best {
  readonly #most: number;
  #kept: Candidate[] = [];
  /** What has to be better to count; undefined until there are enough. */
  #last: Candidate | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  add(candidate: Candidate): void {
    if (this.#last !== undefined && compareCandidates(candidate, this.#last) > 0) return;
    this.#kept.push(candidate);
    if (this.#kept.length < 2 * this.#most) return;
    this.#kept = [...this.inOrder()];
    this.#last = this.#kept.at(-1);
  }

  inOrder(): readonly Candidate[] {
    return this.#kept.toSorted(compareCandidates).slice(0, this.#most);
  }
}

function compareCandidates(left: Candidate, right: Candidate): number {
  return (
    right.words - left.words ||
    right.centrality - left.centrality ||
    right.fileCentrality - left.fileCentrality ||
    left.order - right.order
  );
}

/** The words of a query, each once. */
class QueryWords {
  readonly #words: readonly string[];

  constructor(query: string) {
    this.#words = [...new Set(subtokens(query))];
  }

  /** Those that begin a word of a text. */
  in(text: string): ReadonlySet<string> {
    const lower = text.toLowerCase();
    const possible = this.#words.filter((word) => lower.includes(word));
    if (possible.length === 0) return NONE;
    const own = subtokens(text);
    return new Set(possible.filter((word) => own.some((each) => each.startsWith(word))));
  }

  /** How many of them a text has, or `known` has. */
  count(known: ReadonlySet<string>, text: string): number {
    if (this.#words.length === 0) return 0;
    let count = known.size;
    for (const word of this.in(text)) if (!known.has(word)) count++;
    return count;
  }
}

const NONE: ReadonlySet<string> = new Set();
