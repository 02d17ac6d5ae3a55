/** Which memories come into a bundle of code for a task. */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { scoreMemories } from './relevance.ts';
import type { CheckedMemory, Memory } from './service.ts';
import { type CitedFiles, checkMemory } from './standing.ts';

/** Lines of code that matter for a task. */
export interface RelevantPlace {
  readonly path: string;
  /** 1-based, both included. */
  readonly lineStart: number;
  readonly lineEnd: number;
}

/** Memories for a task. */
export interface Recalled {
  /** The most relevant first, none of them known to be stale. */
  readonly memories: readonly CheckedMemory[];
  /** Left out as stale, of those that were looked at. */
  readonly stale: number;
}

/**
 * Up to `most` memories: critical ones, then those that cite one of the places or share words with the query. The archived and the stale
 * are left out; only so many are compared with `commit` as it takes to find `most`.
 */
export function* recall(
  memories: readonly Memory[],
  request: { readonly query: string; readonly places: readonly RelevantPlace[]; readonly most: number },
  at: { readonly commit: string | undefined; readonly files: CitedFiles; readonly work: WorkBudget },
): Steps<Recalled> {
  const { query, places, most } = request;
  const relevant = scoreMemories(memories, query)
    .map(({ memory, score, fits }) => {
      const cites = places.some((place) => citesPlace(memory, place));
      return { memory, score, cites, isRelevant: fits || cites, isCritical: memory.priority === 'critical' };
    })
    .filter(({ memory, isRelevant, isCritical }) => memory.priority !== 'archive' && (isRelevant || isCritical))
    .toSorted(
      (left, right) =>
        Number(right.isCritical) - Number(left.isCritical) ||
        Number(right.cites) - Number(left.cites) ||
        right.score - left.score,
    );
  const recalled: CheckedMemory[] = [];
  let stale = 0;
  for (const { memory } of relevant) {
    if (recalled.length === most) break;
    const checked = yield* checkMemory(memory, at.commit, at.files, at.work);
    if (checked.status === 'stale') stale++;
    else recalled.push(checked);
  }
  return { memories: recalled, stale };
}

/** By the lines that it cited; code that moved since is found by words. */
function citesPlace({ evidence }: Memory, { path, lineStart, lineEnd }: RelevantPlace): boolean {
  return evidence.some(
    (cited) =>
      cited.path === path &&
      (cited.lines === undefined || (cited.lines.start <= lineEnd && lineStart <= cited.lines.end)),
  );
}
