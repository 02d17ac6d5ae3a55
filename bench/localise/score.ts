/**
 * How much of an issue's patch an answer shows. The first three figures follow the rules of roust (github.com/narehart/roust,
 * parity/region_eval.py): of the lines that the hunks of a patch show, which ones are shown.
 */
import type { Instance, LineRange } from './instances.ts';

/** What an answer shows of each file. */
export type Regions = ReadonlyMap<string, readonly LineRange[]>;

/** What one answer got. */
export interface Score {
  /** Whether every file of the patch is there. */
  readonly allFiles: boolean;
  /** The share of the lines that is shown, 0 to 1. */
  readonly lineRecall: number;
  readonly files: number;
}

/** Scores an answer. */
export function scoreRegions({ hunks }: Instance, regions: Regions): Score {
  let lines = 0;
  let shown = 0;
  for (const [path, ranges] of hunks) {
    const spans = regions.get(path) ?? [];
    for (const [first, last] of ranges) {
      for (let line = first; line <= last; line++) {
        lines++;
        if (spans.some(([from, to]) => from <= line && line <= to)) shown++;
      }
    }
  }
  return {
    allFiles: [...hunks.keys()].every((path) => regions.has(path)),
    lineRecall: lines === 0 ? 0 : shown / lines,
    files: regions.size,
  };
}
