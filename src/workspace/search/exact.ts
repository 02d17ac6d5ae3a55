/** What a query says exactly: identifiers of definitions, and phrases in quotes. */
import type { Sql } from '../../lib/sql.ts';
import type { Candidate, SearchScope } from './candidates.ts';

/** Definitions of one name that are looked at; a name with more says little. */
const MOST_DEFINITIONS = 50;

/** Chunks in which phrases are looked for. */
const MOST_READ = 100;

/** Chunks that define one of `names`: what each counts, which is 1 for a name divided among its definitions. */
export function definingChunks(sql: Sql, names: readonly string[], scope: SearchScope): ReadonlyMap<number, number> {
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

/** How many of `phrases`, which are in lower case with single spaces, the best candidates by `scores` have; 0 for the others. */
export function countPhrases(
  sql: Sql,
  candidates: readonly Candidate[],
  scores: readonly number[],
  phrases: readonly string[],
): readonly number[] {
  if (phrases.length === 0) return candidates.map(() => 0);
  const read = new Set(
    [...scores.entries()]
      .sort((left, right) => right[1] - left[1])
      .slice(0, MOST_READ)
      .map(([index]) => index),
  );
  return candidates.map(({ document, lineStart, lineEnd }, index) => {
    if (!read.has(index)) return 0;
    const { text } = sql.exec<{ text: string }>('SELECT text FROM document WHERE id = ?', document).one();
    const lines = text.split('\n').slice(lineStart - 1, lineEnd);
    const plain = lines.join(' ').toLowerCase().replace(/\s+/g, ' ');
    return phrases.filter((phrase) => plain.includes(phrase)).length;
  });
}
