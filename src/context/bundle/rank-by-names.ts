/** Ranks definitions by the words that their names, scopes, docs and paths share with a query. */
import type { Sql } from '../../lib/sql.ts';
import { subtokens } from '../../lib/subtokens.ts';
import type { RankedPlace, RankPlaces } from './service.ts';

/** Weights of a word by where it stands. */
const WEIGHTS = { name: 3, scope: 1, path: 1, doc: 1 } as const;

interface Scored extends RankedPlace {
  readonly score: number;
}

/** Ranks by rare words first: a word weighs the logarithm of how few definitions have it. */
export function rankByNames(sql: Sql): RankPlaces {
  return (query, most) => {
    const words = [...new Set(subtokens(query))].filter((word) => word.length > 2);
    if (words.length === 0) return [];
    const rows: { place: RankedPlace; hits: readonly number[] }[] = [];
    const having = new Float64Array(words.length);
    let total = 0;
    for (const row of sql.exec<{
      path: string;
      name: string;
      scope: string;
      doc: string;
      line_start: number;
      line_end: number;
    }>(
      `SELECT path, name, scope, substr(doc, 1, 300) AS doc, line_start, line_end
       FROM symbol JOIN file ON file.document = symbol.document ORDER BY path, line_start, symbol.id`,
    )) {
      total++;
      const fields = [
        [subtokens(row.name), WEIGHTS.name],
        [subtokens(row.scope), WEIGHTS.scope],
        [subtokens(row.path), WEIGHTS.path],
        [subtokens(row.doc), WEIGHTS.doc],
      ] as const;
      const hits = words.map((word) =>
        Math.max(0, ...fields.map(([text, weight]) => (text.some((each) => each.startsWith(word)) ? weight : 0))),
      );
      if (hits.every((hit) => hit === 0)) continue;
      for (const [index, hit] of hits.entries()) if (hit > 0) having[index] = (having[index] ?? 0) + 1;
      rows.push({ place: { path: row.path, lineStart: row.line_start, lineEnd: row.line_end }, hits });
    }
    const rarity = words.map((_, index) => Math.log(1 + total / (1 + (having[index] ?? 0))));
    return rows
      .map(({ place, hits }): Scored => {
        return { ...place, score: hits.reduce((sum, hit, index) => sum + hit * (rarity[index] ?? 0), 0) };
      })
      .sort((left, right) => right.score - left.score)
      .slice(0, most)
      .map(({ path, lineStart, lineEnd }) => ({ path, lineStart, lineEnd }));
  };
}
