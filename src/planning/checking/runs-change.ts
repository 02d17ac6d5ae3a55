/** Whether the checks of a step that only run code ran what the step changed. */

import type { CheckResult } from '../checks.ts';
import { checkedFiles, readText } from './files.ts';
import { named } from './found.ts';
import type { FoundByRun } from './in-sandbox.ts';
import { type ChangedFile, isTold, unreached } from './reach.ts';
import type { CheckContext } from './run-checks.ts';

/** No result where they did, where one of them does not hold, or where it is not known. */
export async function runsChange(
  ran: readonly FoundByRun[],
  { changes = [], base, commit, workspace, services, files }: CheckContext,
): Promise<readonly CheckResult[]> {
  const runs = ran.flatMap(({ outcome, reach }) => (outcome === 'holds' && reach !== undefined ? [reach] : []));
  const paths = changes.filter(isTold);
  if (base === undefined || paths.length === 0 || runs.length < ran.length) return [];
  const { blobs: before } = await checkedFiles(workspace, base, services);
  const read = await Promise.all(
    paths
      .filter((path) => before.get(path) !== files.blobs.get(path))
      .map(async (path): Promise<readonly ChangedFile[]> => {
        const [was, is] = await Promise.all([base, commit].map((ref) => readText(path, ref, workspace, services)));
        if (is?.text === undefined || (was !== undefined && was.text === undefined)) return [];
        return [{ path, before: was?.text, after: is.text }];
      }),
  );
  const changed = read.flat();
  const missed = unreached(changed, runs);
  // One check that runs a part of the work is enough: what else it needs is for its author to say.
  if (missed.length < changed.length || missed.length === 0) return [];
  const evidence = `The checks run no line that changed since ${base.slice(0, 12)} in ${named(missed)}.`;
  return [{ kind: 'runs_change', check: `runs what changed: ${named(paths)}`, outcome: 'undecided', evidence }];
}
