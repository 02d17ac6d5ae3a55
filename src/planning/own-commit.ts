/** Where a plan's work is: its own branch, else the branch that it was made for. What others push elsewhere is none of it. */
import { asToolFailure, ToolFailure } from '../lib/errors.ts';
import type { WorkspaceApi } from '../workspace/api.ts';
import type { PlanFacts } from './records.ts';

type Code = Pick<WorkspaceApi, 'coverage' | 'listFiles'>;

/** A branch and its tip. */
export interface BranchTip {
  readonly branch: string;
  readonly commit: string;
}

/** The branch that a plan is made for: `asked` where that is one, else the indexed one where the plan is made for its commit. */
export async function branchMadeFor(
  asked: string | undefined,
  commit: string | undefined,
  workspace: Code,
): Promise<string | undefined> {
  const covered = await workspace.coverage();
  if (commit === undefined || covered.commit === undefined) return undefined;
  if (asked !== undefined && (await tipOf(asked, workspace)) !== undefined) return asked;
  return covered.commit === commit ? covered.branch : undefined;
}

/** The tip of the plan's own branch, else that of the branch that it was made for; undefined where there is neither. */
export async function ownPlace(facts: PlanFacts, workspace: Code): Promise<BranchTip | undefined> {
  if ((await workspace.coverage()).commit === undefined) return undefined;
  for (const branch of [facts.branch, facts.madeOn]) {
    const commit = branch === undefined ? undefined : await tipOf(branch, workspace);
    if (branch !== undefined && commit !== undefined) return { branch, commit };
  }
  return undefined;
}

/** The failure of a call that has to name a commit. */
export function needsCommit({ branch, madeOn, workspace }: PlanFacts, indexed: string): ToolFailure {
  const other = madeOn === undefined ? 'it does not know which branch it was made for' : `${madeOn} is gone`;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `It is not known which commit is meant: ${workspace} has no branch ${branch}, and ${other}.`,
    advice: `Name the commit that has the work by commit (${indexed.slice(0, 12)} was pushed last), or base the plan on a branch: update_plan with ref. Nothing was changed.`,
    details: { field: 'commit', constraint: 'a branch, tag or commit that has the work of the step' },
  });
}

/** The commit that a branch is at; undefined when there is none of that name. */
export async function tipOf(branch: string, workspace: Pick<WorkspaceApi, 'listFiles'>): Promise<string | undefined> {
  try {
    const page = { folder: '', paths: [], excludePaths: [], fileTypes: [], offset: 0, limit: 1 };
    return (await workspace.listFiles({ ...page, ref: `refs/heads/${branch}` })).commit;
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType === 'INVALID_INPUT') return undefined;
    throw error;
  }
}
