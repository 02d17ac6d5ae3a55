/** Compares the commit that a plan was made for with what its workspace holds now. */
import { asToolFailure } from '../../src/lib/errors.ts';
import { driftsOf, filesOf, openSteps, type SymbolFate } from '../../src/planning/drift.ts';
import type { PlanView } from '../../src/planning/progress/view.ts';
import type { PlanFacts } from '../../src/planning/records.ts';
import type { DriftReport } from '../../src/planning/service.ts';
import type { WorkspaceApi } from '../../src/workspace/service.ts';
import type { PlanningServices } from './services.ts';

/** Files that are compared by their symbols, and bytes of one. */
const MOST_FILES = 200;
const LARGEST_FILE = 1_500_000;
/** Changed files that are looked at. */
const MOST_CHANGED = 20_000;

/** What drifted at the indexed commit. Never throws for what is missing in the workspace: `error` says it. */
export async function driftOf(view: PlanView, facts: PlanFacts, services: PlanningServices): Promise<DriftReport> {
  try {
    const workspace = services.workspace(facts.workspace);
    const { commit } = await workspace.coverage();
    if (commit === undefined) return { drifts: [], error: `The workspace ${facts.workspace} is empty.` };
    if (facts.commit === undefined || facts.commit === commit) return { commit, drifts: [] };
    return await compared(view, facts.commit, commit, workspace, services);
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined || failure.errorType === 'RuntimeError') throw error;
    return { drifts: [], error: failure.message };
  }
}

async function compared(
  view: PlanView,
  base: string,
  commit: string,
  workspace: WorkspaceApi,
  services: PlanningServices,
): Promise<DriftReport> {
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
  const paths = {
    changed: pathsOf('modified', 'type_changed', 'mode_changed'),
    gone: new Set([...pathsOf('deleted'), ...files.flatMap(({ from }) => from ?? [])]),
    added: pathsOf('added', 'renamed'),
  };
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
  return { commit, drifts: driftsOf(open, done, paths, fateOf), ...(left.length > 0 && { error: left.join('; ') }) };
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
