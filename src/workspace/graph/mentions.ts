/** Lines that have a symbol's name where nothing was resolved: a name alone, as a text, in a comment, or in a file that is not parsed. */
import { isNotebook } from '../../lib/notebook.ts';
import type { Sql } from '../../lib/sql.ts';
import { searchCode } from '../code-search/search.ts';
import { Trigrams } from '../code-search/trigrams.ts';
import type { Coverage } from '../coverage.ts';
import type { Mentions } from './service.ts';

/** Lines with the name that are looked at. */
const MOST_LINES = 500;
/** Places that are listed. */
const MOST_PLACES = 10;

/** Lines that the parser has a name of for itself. Those of notebooks do not count: a whole cell may stand in one line of the file. */
const KNOWN = `
  SELECT path, line FROM reference JOIN file ON file.document = reference.document WHERE name = ?1
  UNION SELECT path, name_line FROM symbol JOIN file ON file.document = symbol.document WHERE name = ?1
  UNION SELECT path, line FROM import_name JOIN file ON file.document = import_name.document WHERE name = ?1 OR alias = ?1`;

/** The lines of the covered commit that have `name` as a word, but for those where the parser knows it. */
export function mentionsOf(sql: Sql, name: string, coverage: Coverage): Mentions {
  const nothing = { total: 0, exact: true, places: [] };
  if (/[\n\r]/.test(name)) return nothing;
  const { matches, totalMatches, filesLeft } = searchCode(
    sql,
    new Trigrams(sql),
    {
      pattern: name,
      regex: false,
      caseSensitive: true,
      wholeWord: true,
      contextLines: 0,
      maxResults: MOST_LINES,
      paths: [],
      excludePaths: [],
      fileTypes: [],
    },
    coverage,
  );
  if (matches.length === 0) return { ...nothing, exact: filesLeft === 0 };
  const known = new Set(
    Array.from(sql.exec<{ path: string; line: number }>(KNOWN, name))
      .filter(({ path }) => !isNotebook(path))
      .map(({ path, line }) => `${path}:${line}`),
  );
  const places = matches.map(({ file, line }) => `${file}:${line}`).filter((place) => !known.has(place));
  const exact = filesLeft === 0 && totalMatches === matches.length;
  return { total: places.length, exact, places: places.slice(0, MOST_PLACES) };
}
