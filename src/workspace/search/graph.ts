/** What the best chunks call: code that does a part of what is asked often has none of its words. */
import type { Sql } from '../../lib/sql.ts';
import type { Candidate } from './candidates.ts';

/** Chunks whose calls are followed. */
const CALLERS = 3;
/** A name that more places define says nothing of which one is meant. */
const MOST_DEFINITIONS = 8;

/** Symbols of a name, live or not, beyond which they are not even counted. */
const MOST_SYMBOLS = 20;

/** Why a chunk is near the best ones. */
export interface Callee {
  readonly score: number;
  /** The best chunk that calls it, and the name it calls. */
  readonly caller: Candidate;
  readonly name: string;
}

/** Chunks that define what the best candidates by `scores` call; each name's share is divided among its definitions. */
export function calledChunks(
  sql: Sql,
  candidates: readonly Candidate[],
  scores: readonly number[],
): ReadonlyMap<number, Callee> {
  const callers = [...scores.entries()]
    .filter(([, score]) => score > 0)
    .sort((left, right) => right[1] - left[1])
    .slice(0, CALLERS);
  const found = new Map<number, Callee>();
  for (const [index, score] of callers) {
    const caller = candidates[index];
    if (caller === undefined) continue;
    for (const [name, chunks] of definitionsCalledIn(sql, caller)) {
      if (chunks.length > MOST_DEFINITIONS) continue;
      for (const chunk of chunks) {
        if (chunk === caller.chunk) continue;
        const known = found.get(chunk);
        found.set(chunk, { caller, name, ...known, score: (known?.score ?? 0) + score / chunks.length });
      }
    }
  }
  return found;
}

/** Chunks that define each name that a chunk calls, in a stable order of the names. */
function definitionsCalledIn(sql: Sql, caller: Candidate): ReadonlyMap<string, readonly number[]> {
  const rows = sql.exec<{ chunk: number; name: string }>(
    `SELECT chunk.id AS chunk, symbol.name FROM symbol
       JOIN document ON document.id = symbol.document AND live = 1
       JOIN chunk ON chunk.document = symbol.document AND name_line BETWEEN chunk.line_start AND chunk.line_end
     WHERE symbol.name IN
       (SELECT name FROM (SELECT DISTINCT name FROM reference WHERE document = ? AND line BETWEEN ? AND ? AND kind = 'call') AS called
        WHERE (SELECT count(*) FROM (SELECT 1 FROM symbol WHERE symbol.name = called.name LIMIT ?)) < ?)
     ORDER BY symbol.name`,
    caller.document,
    caller.lineStart,
    caller.lineEnd,
    MOST_SYMBOLS,
    MOST_SYMBOLS,
  );
  const definitions = new Map<string, number[]>();
  for (const { chunk, name } of rows) {
    const chunks = definitions.get(name) ?? [];
    if (!chunks.includes(chunk)) chunks.push(chunk);
    definitions.set(name, chunks);
  }
  return definitions;
}
