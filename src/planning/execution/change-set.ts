/** What a step does to files: from its patch or contents to whole files for the tip of a branch. */
import { asToolFailure, ToolFailure } from '../../lib/errors.ts';
import { applyHunks, type DiffFile, parseDiff, placeHunks } from '../../review/api.ts';
import type { WorkspaceApi } from '../../workspace/api.ts';
import type { Step } from '../plan.ts';
import type { FileConflict } from '../service.ts';
import { mergeTexts } from './three-way.ts';

/** A file as it is to be; null: it is not to be there. */
export interface FileChange {
  readonly path: string;
  readonly text: string | null;
  readonly executable?: boolean;
}

/** What is to be done at the tip. */
export interface ChangeSet {
  readonly changes: readonly FileChange[];
  readonly conflicts: readonly FileConflict[];
  /** Files that had changed on the branch since the commit of the plan. */
  readonly merged: readonly string[];
}

/** Bytes of a file that is changed. */
const LARGEST_FILE = 2_000_000;

/** A file before and after what the step does, at the commit that it was written for. */
interface Intent {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly executable?: boolean;
}

type Read = (path: string) => Promise<string | null>;

/**
 * What `step` does at `tip`. A patch is for the tip as it is, else for `base`, and is merged then. Throws `ToolFailure` for a patch that
 * applies to neither, and for what is no text.
 */
export async function changesOf(step: Step, workspace: WorkspaceApi, base: string, tip: string): Promise<ChangeSet> {
  const [atBase, atTip] = [reader(workspace, base), reader(workspace, tip)];
  if (step.patch === undefined) {
    const contents = step.contents ?? [];
    const intents = contents.map(async ({ path, content }) => ({ path, before: await atBase(path), after: content }));
    return mergedAt(await Promise.all(intents), atTip);
  }
  const { files } = parseDiff(step.patch);
  const direct = await patched(files, atTip);
  if ('intents' in direct) return mergedAt(direct.intents, atTip);
  const planned = base === tip ? direct : await patched(files, atBase);
  if ('intents' in planned) return mergedAt(planned.intents, atTip);
  throw doesNotApply(planned, base);
}

/** What undoes `commit` at `tip`: each file that it changed is to be as it was before. */
export async function undoOf(
  workspace: WorkspaceApi,
  paths: readonly string[],
  commit: string,
  parent: string,
  tip: string,
): Promise<ChangeSet> {
  const [after, before, atTip] = [reader(workspace, commit), reader(workspace, parent), reader(workspace, tip)];
  const intents = paths.map(async (path) => ({ path, before: await after(path), after: await before(path) }));
  return mergedAt(await Promise.all(intents), atTip);
}

async function mergedAt(intents: readonly Intent[], atTip: Read): Promise<ChangeSet> {
  const changes: FileChange[] = [];
  const conflicts: FileConflict[] = [];
  const merged: string[] = [];
  for (const { path, before, after, executable } of intents) {
    const now = await atTip(path);
    const mode = executable === undefined ? {} : { executable };
    if (now === after) continue;
    if (now === before) changes.push({ path, text: after, ...mode });
    else if (now === null || after === null) {
      const why =
        now === null ? 'it is not on the branch any more' : 'it is to be deleted, and has changed on the branch';
      conflicts.push({
        path,
        why: before === null ? 'it is on the branch already, with other content' : why,
        regions: [],
      });
    } else {
      const result = mergeTexts(before ?? '', now, after);
      merged.push(path);
      if (result.kind === 'merged') changes.push({ path, text: result.text, ...mode });
      else if (result.kind === 'conflicts')
        conflicts.push({ path, why: 'the branch has changed the same lines', regions: result.regions });
      else
        conflicts.push({ path, why: 'it has changed, and its lines repeat too often to be merged here', regions: [] });
    }
  }
  return { changes, conflicts, merged };
}

/** Where a patch does not fit. */
interface Misfit {
  readonly path: string;
  readonly line: number;
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

async function patched(
  files: readonly DiffFile[],
  read: Read,
): Promise<{ readonly intents: readonly Intent[] } | Misfit> {
  const intents: Intent[] = [];
  for (const { path, from, status, hunks, binary, modes, blobs } of files) {
    if (binary) throw unusable(path, 'The patch does not tell its content: it is binary.');
    const source = from ?? path;
    const before = status === 'added' ? null : await read(source);
    if (status === 'added' && (await read(path)) !== null)
      return { path, line: 1, expected: undefined, found: 'a file' };
    if (status !== 'added' && before === null) return { path: source, line: 1, expected: 'a file', found: undefined };
    const exact = applyHunks(before ?? '', hunks);
    const placed = 'text' in exact || blobs !== undefined ? undefined : placeHunks(before ?? '', hunks);
    const applied = placed === undefined ? exact : applyHunks(before ?? '', placed);
    if (!('text' in applied)) return { path: source, ...applied };
    const isExecutable = modes?.after === undefined ? {} : { executable: modes.after === '100755' };
    if (status === 'deleted') intents.push({ path, before, after: null });
    else if (status === 'renamed')
      intents.push(
        { path: source, before, after: null },
        { path, before: await read(path), after: applied.text, ...isExecutable },
      );
    else
      intents.push({
        path,
        before: status === 'copied' ? await read(path) : before,
        after: applied.text,
        ...isExecutable,
      });
  }
  return { intents };
}

/** Reads texts of a commit; null for a file that is not there. */
function reader(workspace: WorkspaceApi, ref: string): Read {
  const known = new Map<string, Promise<string | null>>();
  const load = async (path: string): Promise<string | null> => {
    try {
      const { content, truncated, kind } = await workspace.readFile({ path, ref, mostBytes: LARGEST_FILE });
      if (kind === 'symlink') throw unusable(path, 'It is a symbolic link.');
      if (content.kind !== 'text' || content.replaced) throw unusable(path, 'It is no text.');
      if (truncated) throw unusable(path, `It is larger than ${LARGEST_FILE} bytes.`);
      return content.text;
    } catch (error) {
      if (asToolFailure(error)?.failure.errorType === 'FILE_NOT_FOUND') return null;
      throw error;
    }
  };
  return (path) => {
    const text = known.get(path) ?? load(path);
    known.set(path, text);
    return text;
  };
}

function unusable(path: string, why: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${path} cannot be changed by a step: ${why}`,
    advice: 'Change it with git, and complete the step with that commit. Nothing was changed.',
  });
}

function doesNotApply({ path, line, expected, found }: Misfit, base: string): ToolFailure {
  const shown = (text: string | undefined) => (text === undefined ? 'nothing' : JSON.stringify(text.slice(0, 200)));
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The patch does not apply to ${path} at ${base.slice(0, 12)}: at line ${line} it expects ${shown(expected)}, and there is ${shown(found)}.`,
    advice:
      'Make it anew from that commit, or from the tip of the branch, and change the step with update_plan. Nothing was changed.',
    details: {
      field: 'patch',
      value: `${path}:${line}`,
      constraint: 'a unified diff against the commit of the plan, or the tip of its branch',
    },
  });
}
