/** Ranks places for a bundle as searches by meaning do, but without embeddings: those depend on more than the commit. */
import type { Sql } from '../../lib/sql.ts';
import { parseQuery } from '../search/query.ts';
import { rankChunks } from '../search/rank.ts';
import { searchScope } from '../search/scope.ts';
import type { RankPlaces } from './service.ts';

/** A query without words that can be searched for has no places. */
export function rankBySearch(sql: Sql): RankPlaces {
  return ({ query, includeTests }, most) => {
    const parsed = parseQuery(query);
    if (parsed.terms.size === 0) return { places: [], weights: new Map() };
    const scope = searchScope(sql, { paths: [], excludePaths: [], fileTypes: [], includeTests });
    const { ranked, asked } = rankChunks(sql, parsed, scope, new Map());
    const places = ranked
      .filter(({ score }) => score > 0)
      .slice(0, most)
      .map(({ path, lineStart, lineEnd }) => ({ path, lineStart, lineEnd }));
    return { places, weights: new Map(asked.map(({ term, weight, idf }) => [term, weight * idf])) };
  };
}
