/** Applies what steps do to the branch of a plan, as one commit each. */
import { asToolFailure } from '../../lib/errors.ts';
import type { CommitResult, WorkspaceApi } from '../../workspace/api.ts';
import { tipOf } from '../own-commit.ts';
import type { Step } from '../plan.ts';
import type { PlanFacts } from '../records.ts';
import type { FileConflict } from '../service.ts';
import { type ChangeSet, changesOf, type FileChange, undoOf } from './change-set.ts';

/** A commit that was made, or what stands in the way. */
export type Applied =
  | {
      readonly kind: 'applied';
      /** Absent where nothing was to be changed on a branch that has no commit. */
      readonly commit?: string;
      readonly parent?: string;
      readonly files: readonly string[];
      readonly merged: readonly string[];
      readonly retries: number;
    }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly FileConflict[]; readonly retries: number };

/** Attempts when the branch moves meanwhile. */
const ATTEMPTS = 3;
/** Commits of the branch that are looked at for one that was made before. */
const MOST_COMMITS = 50;
const SUBJECT = 72;

/** What is to be applied. */
export interface Application {
  readonly facts: PlanFacts & { readonly commit: string };
  readonly step: Step;
  /** Names this application: a commit that has it in its message is the one that this would make. */
  readonly operation: string;
}

/** Applies a step. Nothing is changed where there are conflicts. Throws `ToolFailure` as {@link changesOf}. */
export async function applyStep(application: Application, workspace: WorkspaceApi): Promise<Applied> {
  const { facts, step, operation } = application;
  const made = await earlier(facts, operation, workspace);
  if (made !== undefined) return { kind: 'applied', ...made, merged: [], retries: 0 };
  const message = messageOf(step.description, step, application);
  return committed(facts, message, workspace, (tip) => changesOf(step, workspace, facts.commit, tip));
}

/** Undoes what `commit` did to `paths`, by another commit. */
export async function undoStep(
  application: Application,
  undone: { readonly commit: string; readonly parent: string; readonly files: readonly string[] },
  workspace: WorkspaceApi,
): Promise<Applied> {
  const { facts, step, operation } = application;
  const made = await earlier(facts, operation, workspace);
  if (made !== undefined) return { kind: 'applied', ...made, merged: [], retries: 0 };
  const message = messageOf(`Undo: ${step.description}`, undefined, application);
  return committed(facts, message, workspace, (tip) =>
    undoOf(workspace, undone.files, undone.commit, undone.parent, tip),
  );
}

/** What a step would do to the tip of the branch. */
export async function previewStep(
  { facts, step }: Omit<Application, 'operation'>,
  workspace: WorkspaceApi,
): Promise<ChangeSet & { readonly tip: string }> {
  const tip = (await tipOf(facts.branch, workspace)) ?? facts.commit;
  return { ...(await changesOf(step, workspace, facts.commit, tip)), tip };
}

async function committed(
  { branch, commit: start }: Application['facts'],
  message: string,
  workspace: WorkspaceApi,
  changesAt: (tip: string) => Promise<ChangeSet>,
): Promise<Applied> {
  for (let retries = 0; ; retries++) {
    const known = await tipOf(branch, workspace);
    const tip = known ?? start;
    const { changes, conflicts, merged } = await changesAt(tip);
    if (conflicts.length > 0) return { kind: 'conflicts', conflicts, retries };
    if (changes.length === 0) return { kind: 'applied', commit: tip, parent: tip, files: [], merged, retries };
    try {
      const at = known === undefined ? { startAt: start } : { expectedCommit: tip };
      const { commit, written, deleted } = await write(changes, { branch, message, ...at }, workspace);
      const files = [...written, ...deleted];
      return { kind: 'applied', ...(commit !== undefined && { commit }), parent: tip, files, merged, retries };
    } catch (error) {
      // The branch has moved meanwhile.
      if (asToolFailure(error)?.failure.errorType !== 'CONFLICT' || retries + 1 === ATTEMPTS) throw error;
    }
  }
}

function write(
  changes: readonly FileChange[],
  options: {
    readonly branch: string;
    readonly message: string;
    readonly startAt?: string;
    readonly expectedCommit?: string;
  },
  workspace: WorkspaceApi,
): Promise<CommitResult> {
  const encoder = new TextEncoder();
  const files = changes.flatMap(({ path, text, executable }) =>
    text === null ? [] : [{ path, data: encoder.encode(text), ...(executable !== undefined && { executable }) }],
  );
  const gone = changes.flatMap(({ path, text }) => (text === null ? [path] : []));
  if (files.length === 0) return workspace.deleteFiles({ ...options, paths: gone });
  const deleteMissing = { folder: '', paths: gone.map((path) => `/${escaped(path)}`), excludePaths: [] };
  return workspace.putFiles({ ...options, files, ...(gone.length > 0 && { deleteMissing }) });
}

/** A path as a pattern of `.gitignore` that matches nothing else. */
function escaped(path: string): string {
  return path.replace(/[\\*?[\]!# ]/g, '\\$&');
}

/** The commit of the branch that an earlier attempt made, whose answer was lost. */
async function earlier(
  { branch, commit: start }: Application['facts'],
  operation: string,
  workspace: WorkspaceApi,
): Promise<{ readonly commit: string; readonly parent: string; readonly files: readonly string[] } | undefined> {
  let at = await tipOf(branch, workspace);
  for (let looked = 0; at !== undefined && at !== start && looked < MOST_COMMITS; looked++) {
    const page = {
      paths: [],
      excludePaths: [],
      context: 0,
      withLines: false,
      offset: 0,
      limit: 1_000,
      hunkOffset: 0,
      mostTokens: Number.MAX_SAFE_INTEGER,
    };
    const { message, parents, files } = await workspace.showCommit({ ...page, commit: at });
    const [parent] = parents;
    if (message.includes(`\nLemma-Operation: ${operation}\n`) && parent !== undefined)
      return {
        commit: at,
        parent,
        files: files.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])),
      };
    at = parent;
  }
  return undefined;
}

function messageOf(title: string, step: Step | undefined, { facts, step: of, operation }: Application): string {
  const line = title.replace(/\s+/g, ' ');
  const subject = line.length <= SUBJECT ? line : `${line.slice(0, SUBJECT - 1).toWellFormed()}…`;
  const body = step?.details === undefined ? [] : [step.details.trim(), ''];
  // What undoes a step says so without the trailer that would complete it.
  const trailer = step === undefined ? [] : [`Lemma-Step: ${facts.id}#${of.number}`];
  return [subject, '', ...body, ...trailer, `Lemma-Operation: ${operation}`, ''].join('\n');
}
