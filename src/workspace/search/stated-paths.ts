/** Files that a query names by their paths, or by paths that end as theirs do: those of another machine, as tracebacks have them. */
import type { ScopedDocument } from './document-scores.ts';

/** More files that fit a path equally well say nothing. */
const MOST_FILES = 5;

/** What each document counts, by its id: 1 for a path, divided among the files that end as it does for the most folders. */
export function statedDocuments(
  documents: readonly ScopedDocument[],
  paths: readonly string[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const stated of paths) {
    const parts = stated.split(/[\\/]/).reverse();
    let most = 1;
    let fitting: number[] = [];
    for (const { document, path } of documents) {
      const own = path.split('/').reverse();
      const differs = own.findIndex((part, index) => part !== parts[index]);
      const same = differs < 0 ? own.length : differs;
      if (same > most) fitting = [];
      most = Math.max(most, same);
      if (same === most) fitting.push(document);
    }
    if (fitting.length > MOST_FILES) continue;
    for (const document of fitting) found.set(document, (found.get(document) ?? 0) + 1 / fitting.length);
  }
  return found;
}
