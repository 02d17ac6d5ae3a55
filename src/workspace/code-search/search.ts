/** Exact search over the covered commit: finds the lines that a look into every file would find. */
import type { Sql } from '../../lib/sql.ts';
import type { Coverage } from '../coverage.ts';
import { pathFilter } from '../path-filter.ts';
import { compilePattern } from './pattern.ts';
import { scanText, showLine } from './scan.ts';
import type { CodeMatch, CodeSearchRequest, CodeSearchResult } from './service.ts';
import type { Trigrams } from './trigrams.ts';
import { unseenBy } from './unseen.ts';

/** Work of one call: characters that are scanned; those a regular expression runs over count more, by its size. */
const MOST_WORK = 64_000_000;
/** Work after the last line that is listed: only to count the others. */
const COUNTING_WORK = 8_000_000;
/** Work to open a file. */
const FILE_WORK = 500;
/** Characters of all lines of an answer. */
const MOST_TEXT = 400_000;

/** Searches the live documents. Throws `ToolFailure` for a pattern or path that cannot be used. */
export function searchCode(
  sql: Sql,
  trigrams: Trigrams,
  request: CodeSearchRequest,
  coverage: Coverage,
): CodeSearchResult {
  const pattern = compilePattern(request);
  const wanted = pathFilter(request);
  const candidates = trigrams.candidates(pattern.needed);
  const matches: CodeMatch[] = [];
  const totals = { lines: 0, files: 0, searched: 0, left: 0 };
  let work = MOST_WORK;
  let characters = MOST_TEXT;
  for (const { path, document } of filesOf(sql)) {
    if (!wanted(path)) continue;
    if (candidates !== undefined && !candidates.has(document)) {
      totals.searched++;
      continue;
    }
    if (work <= 0) {
      totals.left++;
      continue;
    }
    const text = textOf(sql, document);
    const room = characters > 0 ? request.maxResults - matches.length : 0;
    const scan = scanText(text, pattern, { work, lines: room });
    work -= scan.work + FILE_WORK;
    if (scan.complete) totals.searched++;
    else totals.left++;
    totals.lines += scan.total;
    if (scan.total > 0) totals.files++;
    for (const found of scan.lines) {
      if (characters <= 0) break;
      const match = showLine(path, text, found, request.contextLines);
      matches.push(match);
      for (const line of [match.text, ...match.before, ...match.after]) characters -= line.length;
    }
    if (matches.length >= request.maxResults || characters <= 0) work = Math.min(work, COUNTING_WORK);
  }
  return {
    matches,
    totalMatches: totals.lines,
    totalFiles: totals.files,
    filesSearched: totals.searched,
    filesLeft: totals.left,
    unseen: unseenBy(request.pattern, sql, wanted),
    coverage,
  };
}

function filesOf(sql: Sql): readonly { readonly path: string; readonly document: number }[] {
  return sql
    .exec<{ path: string; document: number }>(
      'SELECT path, document FROM file WHERE document IS NOT NULL ORDER BY path',
    )
    .toArray();
}

function textOf(sql: Sql, document: number): string {
  return sql.exec<{ text: string }>('SELECT text FROM document WHERE id = ?', document).one().text;
}
