/** Ranks places for a bundle as searches by meaning do, but without embeddings: those depend on more than the commit. */
import type { Sql } from '../../lib/sql.ts';
import { parseQuery } from '../search/query.ts';
import { rankChunks } from '../search/rank.ts';
import { searchScope } from '../search/scope.ts';
import { fewOfAFile } from '../search/search.ts';
import type { RankPlaces } from './service.ts';

/** Tests are ranked only when the query speaks of them. A query without words that can be searched for has no places. */
export function rankBySearch(sql: Sql): RankPlaces {
  return (query, most) => {
    const parsed = parseQuery(query);
    if (parsed.terms.size === 0) return [];
    const includeTests = /\btest(?:s|ing)?\b/i.test(query);
    const scope = searchScope(sql, { paths: [], excludePaths: [], fileTypes: [], includeTests });
    const { ranked } = rankChunks(sql, parsed, scope, new Map());
    return fewOfAFile(ranked.filter(({ score }) => score > 0))
      .slice(0, most)
      .map(({ path, lineStart, lineEnd }) => ({ path, lineStart, lineEnd }));
  };
}
