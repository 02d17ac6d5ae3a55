/** Finds out whether a step is done: by its checks, else by what its kind says. */
import type { OnProgress } from '../../src/lib/work.ts';
import type { Check, CheckResult } from '../../src/planning/checks.ts';
import type { Completable } from '../../src/planning/operations/acting.ts';
import type { Step } from '../../src/planning/plan.ts';
import type { EvidenceRecord, PlanFacts } from '../../src/planning/records.ts';
import type { Completion } from '../../src/planning/service.ts';
import { filesChanged, runChecks } from './checks/run-checks.ts';
import type { PlanningServices } from './services.ts';

/** What was checked, and at which commits. */
export interface Verified {
  readonly checked: Pick<EvidenceRecord, 'results' | 'commit' | 'base'>;
  /** Files of the step. */
  readonly files: readonly string[];
}

/**
 * Runs the checks of a step against a commit, by default the indexed one. Without checks: changed files of a step that changes files, the code
 * of one that runs code, the review of one that reviews; of any other step there is no result. Throws `ToolFailure` for a commit that is not there.
 */
export async function verified(
  { step, base = undefined }: Pick<Completable, 'step' | 'base'>,
  facts: PlanFacts,
  { ref, seconds }: Completion,
  services: PlanningServices,
  onProgress: OnProgress,
): Promise<Verified> {
  const workspace = services.workspace(facts.workspace);
  const commit = ref === undefined ? (await workspace.coverage()).commit : await commitOf(ref, facts, services);
  // A review step looks at all that the plan changed.
  const from = step.type === 'review' ? facts.commit : (base ?? facts.commit);
  const files = step.files_affected ?? [];
  if (commit === undefined) return { checked: { results: [] }, files: [] };
  const at = { workspace: facts.workspace, commit, ...(from !== undefined && { base: from }) };
  const checks = checksOf(step);
  const results: readonly CheckResult[] =
    checks.length > 0
      ? await runChecks({ ...at, checks, seconds }, services, onProgress)
      : isFileStep(step) && from !== undefined
        ? [await filesChanged({ ...at, base: from, files, type: step.type }, services)]
        : [];
  return { checked: { results, commit, ...(from !== undefined && { base: from }) }, files };
}

function isFileStep({ type, files_affected = [] }: Step): boolean {
  return (type === 'file_edit' || type === 'file_create') && files_affected.length > 0;
}

/** The checks of a step, else those that its kind implies. */
function checksOf({ checks = [], type, python }: Step): readonly Check[] {
  if (checks.length > 0) return checks;
  if (type === 'review') return [{ kind: 'review', allow: 'low' }];
  return type === 'command' && python !== undefined ? [{ kind: 'python', code: python }] : [];
}

async function commitOf(ref: string, facts: PlanFacts, services: PlanningServices): Promise<string> {
  const page = { folder: '', paths: [], excludePaths: [], fileTypes: [], offset: 0, limit: 1 };
  return (await services.workspace(facts.workspace).listFiles({ ...page, ref })).commit;
}
