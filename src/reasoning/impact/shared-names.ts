/** What a file shares with others by name. */
import type { TextFacts, TextRange } from '../../syntax/api.ts';
import { servedEndpoints } from './endpoints.ts';
import type { SharedName } from './service.ts';
import { storeNames } from './stores.ts';

/** The names in a file, each once for its role, in the order of the text; those in comments do not count. */
export function sharedNames(path: string, text: string, facts: TextFacts): readonly SharedName[] {
  const lineOf = linesOf(text);
  const isCode = outside(facts.comments);
  const endpoints = servedEndpoints(path, text, facts.language, isCode).map(({ method, path: name, by, start }) => {
    return { kind: 'endpoint' as const, name, method, role: 'provides' as const, by, line: lineOf(start) };
  });
  const stores = storeNames(text, textsIn(path, text, facts))
    .filter(({ start }) => isCode(start))
    .map(({ start, ...store }): SharedName => ({ ...store, line: lineOf(start) }));
  const seen = new Set<string>();
  return [...endpoints, ...stores]
    .sort((one, other) => one.line - other.line)
    .filter(({ kind, name, role, ...rest }) => {
      const key = JSON.stringify([kind, name, role, 'method' in rest ? rest.method : '']);
      return !seen.has(key) && seen.add(key);
    });
}

/** Texts that may be statements of SQL: the strings of a program, the statements of a file of SQL. */
function textsIn(path: string, text: string, { strings }: TextFacts): readonly { start: number; text: string }[] {
  if (!path.endsWith('.sql')) return strings.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
  let start = 0;
  return text.split(';').map((statement) => {
    const at = start;
    start += statement.length + 1;
    return { start: at, text: statement.replace(/--[^\n]*/g, (comment) => ' '.repeat(comment.length)) };
  });
}

/** Whether an offset is in none of the ranges, which are in order. */
function outside(ranges: readonly TextRange[]): (offset: number) => boolean {
  return (offset) => {
    let [low, high] = [0, ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ranges[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return (ranges[low]?.start ?? Number.POSITIVE_INFINITY) > offset;
  };
}

/** The 1-based line of an offset. */
function linesOf(text: string): (offset: number) => number {
  const starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)];
  return (offset) => {
    const next = starts.findIndex((start) => start > offset);
    return next < 0 ? starts.length : next;
  };
}
