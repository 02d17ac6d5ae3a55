/** What a query names exactly: definitions by their identifiers. */
import type { Sql } from '../../lib/sql.ts';
import type { Scope } from './candidates.ts';

/** Definitions of one name that are looked at; a name with more says little. */
const MOST_DEFINITIONS = 50;

/** Chunks that define one of `names`: what each counts, which is 1 for a name divided among its definitions. */
export function definingChunks(sql: Sql, names: readonly string[], scope: Scope): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const name of names) {
    const chunks = sql
      .exec<{ chunk: number }>(
        `SELECT DISTINCT chunk.id AS chunk FROM symbol
           JOIN document ON document.id = symbol.document AND live = 1
           JOIN chunk ON chunk.document = symbol.document AND name_line BETWEEN chunk.line_start AND chunk.line_end
         WHERE symbol.name = ? LIMIT ?`,
        name,
        MOST_DEFINITIONS + 1,
      )
      .toArray()
      .map(({ chunk }) => chunk);
    if (chunks.length > MOST_DEFINITIONS) continue;
    for (const chunk of chunks) {
      if (scope.allows(chunk)) found.set(chunk, (found.get(chunk) ?? 0) + 1 / chunks.length);
    }
  }
  return found;
}
