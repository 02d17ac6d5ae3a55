/** Compares the commit that a plan was made for with what its workspace holds now. */
import { asToolFailure } from '../../lib/errors.ts';
import type { WorkspaceApi } from '../../workspace/api.ts';
import { checkedFiles } from '../checking/files.ts';
import { tipOf } from '../own-commit.ts';
import type { PlanView } from '../progress/view.ts';
import type { PlanFacts } from '../records.ts';
import type { DriftReport } from '../service.ts';
import type { PlanningServices } from '../services.ts';
import { driftsOf, filesOf, openSteps, type SymbolFate, withoutOwn } from './drifts.ts';

/** Files that are compared by their symbols, and bytes of one. */
const MOST_FILES = 200;
const LARGEST_FILE = 1_500_000;
/** Changed files that are looked at. */
const MOST_CHANGED = 20_000;
/** Steps whose work is told from that of others: the last ones. */
const MOST_WORKS = 20;

/** What drifted at the indexed commit. Never throws for what is missing in the workspace: `error` says it. */
export async function driftOf(view: PlanView, facts: PlanFacts, services: PlanningServices): Promise<DriftReport> {
  try {
    const workspace = services.workspace(facts.workspace);
    const commit = await headOf(facts, workspace);
    if (commit === undefined) return { drifts: [], error: `The workspace ${facts.workspace} is empty.` };
    if (facts.commit === undefined || facts.commit === commit) return { commit, drifts: [] };
    return await compared(view, { ...facts, commit: facts.commit }, commit, services);
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined || failure.errorType === 'RuntimeError') throw error;
    return { drifts: [], error: failure.message };
  }
}

async function compared(
  view: PlanView,
  facts: PlanFacts & { readonly commit: string },
  commit: string,
  services: PlanningServices,
): Promise<DriftReport> {
  const base = facts.commit;
  const workspace = services.workspace(facts.workspace);
  const open = openSteps(view.plan.steps, view.states);
  if (open.length === 0) return { commit, drifts: [] };
  const { files, allFilesFound, totalFiles } = await workspace.compare({
    base,
    head: commit,
    twoDot: true,
    paths: [],
    excludePaths: [],
    context: 0,
    withLines: false,
    offset: 0,
    limit: MOST_CHANGED,
    hunkOffset: 0,
    mostTokens: Number.MAX_SAFE_INTEGER,
  });
  const pathsOf = (...statuses: readonly string[]) =>
    new Set(files.flatMap(({ status, path }) => (statuses.includes(status) ? [path] : [])));
  const all = {
    changed: pathsOf('modified', 'type_changed', 'mode_changed'),
    gone: new Set([...pathsOf('deleted'), ...files.flatMap(({ from }) => from ?? [])]),
    added: pathsOf('added', 'renamed'),
  };
  const isOwn = await ownChanges(view, facts, commit, services);
  const paths = withoutOwn(all, (path) => isOwn(path));
  const named = new Set(open.flatMap(({ symbols = [] }) => symbols.map(({ file }) => file)));
  const read = [...named].filter((file) => paths.changed.has(file)).sort();
  const fates = new Map<string, ReadonlyMap<string, string>[]>();
  for (const file of read.slice(0, MOST_FILES))
    fates.set(file, [
      await symbolsOf(file, base, workspace, services),
      await symbolsOf(file, commit, workspace, services),
    ]);
  const fateOf = (file: string, name: string): SymbolFate => {
    const [was, is] = fates.get(file) ?? [];
    if (was === undefined || is === undefined) return 'unread';
    if (!is.has(name)) return 'gone';
    return was.get(name) === is.get(name) ? 'same' : 'changed';
  };
  const done = view.plan.steps.filter((step, index) => view.states[index] === 'completed' && filesOf(step).length > 0);
  const left = [
    ...(allFilesFound && totalFiles <= MOST_CHANGED ? [] : ['not all changed files were looked at']),
    ...(read.length > MOST_FILES
      ? [`of ${read.length} changed files only ${MOST_FILES} were compared by their symbols`]
      : []),
  ];
  const drifts = driftsOf(open, done, paths, fateOf).filter(({ step, file }) => !isOwn(file, step));
  return { commit, drifts, ...(left.length > 0 && { error: left.join('; ') }) };
}

/** What a plan is compared with: the tip of the branch that it was made for, else what is indexed, unless that is the plan's own branch. */
export async function headOf(facts: PlanFacts, workspace: WorkspaceApi): Promise<string | undefined> {
  const { branch, commit } = await workspace.coverage();
  if (commit === undefined) return undefined;
  const tip = facts.madeOn === undefined ? undefined : await tipOf(facts.madeOn, workspace);
  return tip ?? (branch === facts.branch ? facts.commit : commit);
}

/** What a step did to its files; without a commit it is being done. */
interface Work {
  readonly number: number;
  readonly files: readonly string[];
  readonly base: string;
  readonly commit?: string;
  readonly endedAt: number;
}

/**
 * Whether a file is at `head` what the steps of the plan made of it: as each completed one left it when the next began. Of a step that is being
 * done, its own work on its files is no drift either.
 */
async function ownChanges(
  { plan, states, progress }: PlanView,
  facts: PlanFacts & { readonly commit: string },
  head: string,
  services: PlanningServices,
): Promise<(path: string, step?: number) => boolean> {
  const works = plan.steps.flatMap((step, index): readonly Work[] => {
    const { base = facts.commit, commit, endedAt = 0 } = progress[index] ?? {};
    const files = filesOf(step);
    if (states[index] === 'executing') return [{ number: step.number, files, base, endedAt: Number.POSITIVE_INFINITY }];
    return states[index] === 'completed' && commit !== undefined && files.length > 0
      ? [{ number: step.number, files, base, commit, endedAt }]
      : [];
  });
  const latest = works.sort((one, other) => one.endedAt - other.endedAt).slice(-MOST_WORKS);
  const commits = new Set([facts.commit, head, ...latest.flatMap(({ base, commit = base }) => [base, commit])]);
  const trees = new Map<string, ReadonlyMap<string, string>>();
  for (const each of commits) trees.set(each, (await checkedFiles(facts.workspace, each, services)).blobs);
  const blobAt = (commit: string, path: string) => trees.get(commit)?.get(path);
  return (path, step) => {
    let made = blobAt(facts.commit, path);
    for (const { number, files, base, commit } of latest) {
      if (!files.includes(path) || blobAt(base, path) !== made) continue;
      if (commit === undefined && number === step) return true;
      made = blobAt(commit ?? base, path);
    }
    return made === blobAt(head, path);
  };
}

/** The text of each definition in a file, by `f`, `C` or `C.m`. */
async function symbolsOf(
  path: string,
  ref: string,
  workspace: WorkspaceApi,
  { syntax }: PlanningServices,
): Promise<ReadonlyMap<string, string>> {
  const { content } = await workspace.readFile({ path, ref, mostBytes: LARGEST_FILE });
  if (content.kind !== 'text') return new Map();
  const lines = content.text.split('\n');
  const [facts] = await syntax.analyze([{ path, text: content.text }]);
  return new Map(
    (facts?.symbols ?? []).map(({ scope, name, lineStart, lineEnd }) => [
      scope === '' ? name : `${scope}.${name}`,
      lines.slice(lineStart - 1, lineEnd).join('\n'),
    ]),
  );
}
