/** Outcomes of runs of tests that did not happen. */
import { type CodeFailure, lostOutcome, type TestEnd, type TestsOutcome } from '../src/python/tests/outcome.ts';

/** The outcome of tests that ended so; failures are those of the code, and `lost` says how the interpreter was lost. */
export function testsOutcome(
  ends: Readonly<Record<string, TestEnd>>,
  failures: readonly (Pick<CodeFailure, 'id' | 'type' | 'message'> & Partial<CodeFailure>)[] = [],
  lost?: string,
): TestsOutcome {
  const { counts: none, obstacles, recording } = lostOutcome(lost ?? '');
  const all = Object.entries(ends);
  const counts = { ...none };
  for (const [, end] of all) counts[end]++;
  const isWhole = lost === undefined && counts['could not run'] === 0;
  return {
    kind: counts.failed + counts.error > 0 ? 'failed in the code' : isWhole ? 'decided' : 'could not run',
    ends: new Map(all),
    counts,
    selected: all.length,
    deselected: 0,
    failures: failures.map((failure) => ({ stage: 'call', ...failure })),
    obstacles: lost === undefined ? [] : obstacles,
    executed: new Map(),
    recording,
    printed: '',
  };
}
