/** Finds out whether a step is done: by its checks, else by what its kind says. */

import type { OnProgress } from '../lib/work.ts';
import { filesChanged, runChecks } from './checking/run-checks.ts';
import type { CheckResult, PlanCheck } from './checks.ts';
import type { Completable } from './operations/acting.ts';
import { needsCommit, ownPlace } from './own-commit.ts';
import type { Step } from './plan.ts';
import type { EvidenceRecord, PlanFacts } from './records.ts';
import type { Completion } from './service.ts';
import type { PlanningServices } from './services.ts';
import { traitsOf } from './step-types.ts';

/** What was checked, and at which commits. */
export interface Verified {
  readonly checked: Pick<EvidenceRecord, 'results' | 'commit' | 'branch' | 'base'>;
  /** Files of the step. */
  readonly files: readonly string[];
}

/**
 * Runs the checks of a step against a commit, by default that of {@link ownPlace}; those of a step that changes files come with whether they
 * changed. Without checks: the code of a step that runs code, the review of one that reviews; of any other step there is no result. Throws
 * `ToolFailure` for a commit that is not there, or has to be named.
 */
export async function verified(
  { step, base = undefined }: Pick<Completable, 'step' | 'base'>,
  facts: PlanFacts,
  { ref, seconds, override }: Completion,
  services: PlanningServices,
  onProgress: OnProgress,
): Promise<Verified> {
  const workspace = services.workspace(facts.workspace);
  const place = ref === undefined ? await ownPlace(facts, workspace) : undefined;
  const commit = ref === undefined ? place?.commit : await commitOf(ref, facts, services);
  // A review step looks at all that the plan changed.
  const from = traitsOf(step).reviews ? facts.commit : (base ?? facts.commit);
  const files = step.files_affected ?? [];
  if (commit === undefined) {
    const { commit: indexed } = await workspace.coverage();
    if (indexed !== undefined && override === undefined) throw needsCommit(facts, indexed);
    return { checked: { results: [] }, files: [] };
  }
  const at = { workspace: facts.workspace, commit, ...(from !== undefined && { base: from }) };
  const checks = checksOf(step);
  const results: readonly CheckResult[] = [
    ...(checks.length === 0
      ? []
      : await runChecks(
          { ...at, checks, supply: step.supply, seconds, changes: isFileStep(step) ? namedBy(step) : [] },
          services,
          onProgress,
        )),
    ...(isFileStep(step) && checks.length + namedBy(step).length > 0
      ? [await filesChanged({ ...at, files: namedBy(step), type: step.type }, services)]
      : []),
  ];
  const branch = place === undefined ? {} : { branch: place.branch };
  return { checked: { results, commit, ...branch, ...(from !== undefined && { base: from }) }, files };
}

function isFileStep(step: Step): boolean {
  return traitsOf(step).files !== 'untouched';
}

/** Files that a step is to change. */
function namedBy({ files_affected = [], contents = [] }: Step): readonly string[] {
  return files_affected.length > 0 ? files_affected : contents.map(({ path }) => path);
}

/** The checks of a step, else those that its kind implies. */
function checksOf(step: Step): readonly PlanCheck[] {
  const { checks = [], python } = step;
  const { reviews, runsCode } = traitsOf(step);
  if (checks.length > 0) return checks;
  if (reviews) return [{ kind: 'review', allow: 'low' }];
  return runsCode && python !== undefined ? [{ kind: 'python', code: python }] : [];
}

async function commitOf(ref: string, facts: PlanFacts, services: PlanningServices): Promise<string> {
  const page = { folder: '', paths: [], excludePaths: [], fileTypes: [], offset: 0, limit: 1 };
  return (await services.workspace(facts.workspace).listFiles({ ...page, ref })).commit;
}
