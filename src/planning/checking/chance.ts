/** Whether a check comes out as it does by chance: it runs twice. */
import type { TestsOutcome } from '../../python/api.ts';
import { type CheckFinding, named, undecided } from './found.ts';

/** Seeds by which the first number that is drawn is near 0 and near 1. */
const SEEDS = [63, 62] as const;

/** What a run came to. */
export interface CheckRun {
  readonly found: CheckFinding;
  readonly outcome: TestsOutcome;
}

/**
 * What two runs with other draws come to: undecided where they differ, or where what was compared is a clock or a draw that has no seed. `again`
 * tells which lines ran; the first run is as it would be alone, and the last one where it decides nothing.
 */
export async function runTwice(run: (seed: number, again: boolean) => Promise<CheckRun>): Promise<CheckRun> {
  const first = await run(SEEDS[0], false);
  if (first.found.outcome === 'undecided') return first;
  const second = await run(SEEDS[1], true);
  const { outcome, evidence } = first.found;
  if (second.found.outcome !== outcome) {
    const both = `${evidence} Then: ${second.found.evidence}`;
    return { ...second, found: undecided(`It came out differently when it ran again: ${both}`) };
  }
  const chance = second.outcome.reach?.chance ?? [];
  if (chance.length === 0) return { ...second, found: first.found };
  return { ...second, found: undecided(`It compares a clock or a draw (${named(chance)}): ${evidence}`) };
}
