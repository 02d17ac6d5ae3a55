/** Search by meaning over the covered commit. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Sql } from '../../lib/sql.ts';
import type { Coverage } from '../coverage.ts';
import { comparePlaces } from './candidates.ts';
import { type ParsedQuery, parseQuery } from './query.ts';
import { type Ranked, type Ranking, rankChunks } from './rank.ts';
import { Reasons } from './reasons.ts';
import { searchScope } from './scope.ts';
import { MOST_OF_A_FILE, type SearchHit, type SearchRequest, type SearchResult, type Similarity } from './service.ts';

/**
 * Searches the live documents; `similarities` are those of the query and of each phrasing. Throws `ToolFailure` for a query or filter that
 * cannot be used.
 */
export function searchByMeaning(
  sql: Sql,
  request: SearchRequest,
  similarities: readonly [Similarity, ...(readonly Similarity[])],
  coverage: Coverage,
): SearchResult {
  const { query, phrasings = [], offset = 0, minScore, topK } = request;
  const scope = searchScope(sql, request);
  const asked = [query, ...phrasings].map((text, index) => {
    const parsed = expectWords(text);
    const nearest = similarities[index]?.nearest(scope.allows) ?? new Map<number, number>();
    return { parsed, ranking: rankChunks(sql, parsed, scope, nearest) };
  });
  const fitting = fewOfAFile(
    meanOf(asked.map(({ ranking }) => ranking)).filter(({ score }) => score > 0 && shownScore(score) >= minScore),
  );
  const given = fitting.slice(offset, offset + topK);
  const reasons = asked.map(({ parsed, ranking }) => new Reasons(sql, parsed, ranking));
  const numbers = new Map(given.map(({ chunk }, index) => [chunk, offset + index + 1]));
  const known = new Set(asked.flatMap(({ ranking }) => [...ranking.asked.map(({ term }) => term), ...ranking.inPaths]));
  return {
    hits: given.map((hit): SearchHit => {
      const content = contentOf(sql, hit);
      const { path, lineStart, lineEnd, scope: around, language } = hit;
      const score = shownScore(hit.score);
      const why = reasons.flatMap((each) => each.of(hit, content, (chunk) => numbers.get(chunk)));
      return { file: path, content, score, lineStart, lineEnd, scope: around, language, reasons: [...new Set(why)] };
    }),
    total: fitting.length,
    unknownWords: [...new Set(asked.flatMap(({ parsed }) => unknownWords(parsed, known)))],
    filesSearched: scope.files,
    embeddings: similarities[0].use,
    coverage,
  };
}

/** Each chunk with the mean of its scores in all rankings, best first. */
function meanOf(rankings: readonly Ranking[]): readonly Ranked[] {
  const [only, ...others] = rankings;
  if (only !== undefined && others.length === 0) return only.ranked;
  const sums = new Map<number, Ranked>();
  for (const hit of rankings.flatMap(({ ranked }) => ranked)) {
    const known = sums.get(hit.chunk);
    const score = (known?.score ?? 0) + hit.score / rankings.length;
    sums.set(hit.chunk, { ...hit, ...known, score });
  }
  return [...sums.values()].sort((left, right) => right.score - left.score || comparePlaces(left, right));
}

function expectWords(text: string): ParsedQuery {
  const query = parseQuery(text);
  if (query.terms.size > 0) return query;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: text.trim() === '' ? 'The query is empty.' : 'The query has no word that could be searched for.',
    advice:
      'Say what the code does, or name something in it; words such as "the" or "how", single letters and signs are passed over. ' +
      'search_code finds texts exactly as given.',
  });
}

/** Four digits: what an answer shows can be asked for again. */
function shownScore(score: number): number {
  return Number(score.toFixed(4));
}

/** The best places of each file, in order. */
export function fewOfAFile(ranked: readonly Ranked[]): readonly Ranked[] {
  const counts = new Map<string, number>();
  return ranked.filter(({ path }) => {
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    return count <= MOST_OF_A_FILE;
  });
}

/** Words all of whose terms are unknown, in the order of the query. */
function unknownWords(query: ParsedQuery, known: ReadonlySet<string>): readonly string[] {
  const words = new Map<string, boolean>();
  for (const [term, { word }] of query.terms) words.set(word, (words.get(word) ?? false) || known.has(term));
  return [...words].filter(([word, found]) => !found && !word.includes(' ')).map(([word]) => word);
}

function contentOf(sql: Sql, { document, lineStart, lineEnd }: Ranked): string {
  const { text } = sql.exec<{ text: string }>('SELECT text FROM document WHERE id = ?', document).one();
  let from = 0;
  for (let line = 1; line < lineStart; line++) from = text.indexOf('\n', from) + 1;
  let to = from;
  for (let line = lineStart; line <= lineEnd && to >= 0; line++)
    to = text.indexOf('\n', line === lineStart ? from : to + 1);
  return to < 0 ? text.slice(from) : text.slice(from, to);
}
