/** From a request to everything that its review needs. */
import { maskAllSecrets } from '../../lib/secrets/strict.ts';
import { type OnProgress, proceed } from '../../lib/work.ts';
import { pathFilter } from '../../workspace/api.ts';
import type { Diff, DiffFile } from '../diff/diff.ts';
import { movedLines } from '../diff/moved.ts';
import { parseDiff } from '../diff/parse.ts';
import { subjectOf } from '../diff/sides.ts';
import type { Omission } from '../finding.ts';
import { preflight } from '../preflight/preflight.ts';
import { RULES_PATH, readRules } from '../preflight/rules.ts';
import type { ReviewInput } from '../review.ts';
import type { Clock } from '../run-checks.ts';
import type { ReviewRequest } from '../service.ts';
import type { ReviewServices } from '../services.ts';
import type { SourceTree, Subject } from '../source.ts';
import { checksOf } from './checks.ts';
import { CommitTree } from './commit-tree.ts';

/** A review's input, with the commits that it reads. */
export interface Prepared extends ReviewInput {
  readonly trees: readonly CommitTree[];
}

/** A change with both of its sides. */
export interface Change {
  readonly diff: Diff;
  readonly before: SourceTree;
  readonly after: SourceTree;
  readonly message?: string;
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
  /** What the sides are made of. */
  readonly trees: readonly CommitTree[];
}

/** Everything for a review. Throws `ToolFailure` for a diff, a revision or a file of rules that cannot be read, and `Cancelled`. */
export async function prepare(
  request: ReviewRequest,
  services: ReviewServices,
  onProgress: OnProgress,
  now: Clock,
): Promise<Prepared> {
  const { workspace, options, owner: _, ...inputs } = request;
  const { policy, model, paths } = options;
  await proceed(onProgress, { done: 0, message: 'reading the change' });
  const started = now();
  const wants = wantsOf(paths);
  const change = await changeOf(request, services, wants);
  const { before, after, omitted, warnings, trees } = change;
  const read = now();
  const message = request.message ?? change.message;
  const rulesText = await after.read(RULES_PATH);
  const rules = rulesText === undefined ? {} : readRules(rulesText);
  const moved = movedLines(change.diff);
  const isMoved = (file: string, line: number) => moved.get(file)?.has(line) === true;
  const { risk, classification, hotspots, byRisk, size } = preflight(change.diff, {
    rules,
    isMoved,
    ...(message !== undefined && { message }),
  });
  const subject: Subject = {
    diff: change.diff,
    before,
    after,
    ...(workspace !== undefined && { workspace }),
    ...(message !== undefined && { message }),
    byRisk,
  };
  return {
    subject,
    outline: { risk, classification, hotspots, size },
    checks: checksOf(request, rules, services),
    isMoved,
    policy,
    ...(model !== undefined && { model }),
    scrub: (text) => maskAllSecrets(text).text,
    inputs: [workspace, inputs, options, before.commit, after.commit],
    omitted,
    warnings,
    timings: { context_fetch: read - started, preflight: now() - read },
    trees,
  };
}

type Wants = (file: DiffFile) => boolean;

/** Which files of a change are looked at; see `ReviewOptions.paths`. */
export function wantsOf(paths: readonly string[]): Wants {
  const wants = pathFilter({ paths, excludePaths: [], fileTypes: [] });
  return ({ path, from }) => wants(path) || (from !== undefined && wants(from));
}

/** What a request is about. */
export interface ChangeOf extends Pick<ReviewRequest, 'change' | 'workspace'> {
  readonly options: Pick<ReviewRequest['options'], 'paths'>;
}

/** Both sides of a change. Throws `ToolFailure` for a diff or revisions that cannot be read. */
export function changeOf(request: ChangeOf, services: ReviewServices, wants: Wants): Promise<Change> {
  const { change, workspace, options } = request;
  if (change.kind === 'commits') return commitsChange(change, workspace ?? 'default', services, options.paths);
  return diffChange(change, workspace, options.paths, services, wants);
}

async function diffChange(
  { text, ref }: Extract<ReviewRequest['change'], { kind: 'diff' }>,
  name: string | undefined,
  paths: readonly string[],
  services: ReviewServices,
  wants: Wants,
): Promise<Change> {
  const parsed = parseDiff(text, paths);
  const diff = { files: parsed.files.filter(wants) };
  const { byRisk } = preflight(diff);
  const tree = name === undefined ? undefined : await treeAt(services, name, ref);
  const sides = await subjectOf({
    diff,
    byRisk,
    ...(name !== undefined &&
      tree !== undefined && {
        workspace: {
          name,
          commit: tree.commit,
          reader: { read: (path) => tree.read(path), paths: () => tree.paths() },
        },
      }),
  });
  const { before, after } = sides.subject;
  return {
    diff: sides.subject.diff,
    before,
    after,
    omitted: sides.omitted,
    warnings: [...parsed.warnings, ...sides.warnings],
    trees: tree === undefined ? [] : [tree],
  };
}

async function treeAt(services: ReviewServices, name: string, ref: string | undefined): Promise<CommitTree> {
  const workspace = services.workspace(name);
  return new CommitTree(workspace, (await workspace.fileTree(ref)).commit);
}

const TOO_MUCH = 'The change is too large for one review: review parts of it by paths.';
const WHY = { too_large: 'It is larger than is compared.', unread: TOO_MUCH, beyond_limit: TOO_MUCH } as const;

/** What differs between two commits of a workspace. Throws `ToolFailure` for revisions that are not there. */
export async function commitsChange(
  { base, head, twoDot }: Extract<ReviewRequest['change'], { kind: 'commits' }>,
  name: string,
  services: ReviewServices,
  paths: readonly string[] = [],
): Promise<Change> {
  const workspace = services.workspace(name);
  const patch = await workspace.patch({
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
    twoDot,
    paths,
  });
  // Git takes a file for a text whose first NUL comes late.
  const text = patch.text.replaceAll('\0', '\ufffd');
  const diff = text === '' ? { files: [], warnings: [] } : parseDiff(text);
  const before = patch.base === undefined ? undefined : new CommitTree(workspace, patch.base);
  const after = new CommitTree(workspace, patch.head);
  return {
    diff,
    before: before ?? EMPTY,
    after,
    message: patch.message,
    omitted: patch.left.map(({ path, why }) => ({ what: path, why: WHY[why] })),
    warnings: [
      ...diff.warnings,
      ...(patch.allFilesFound ? [] : ['Folders were left that were not looked into: the change is too large.']),
    ],
    trees: before === undefined ? [after] : [before, after],
  };
}

/** The tree before a first commit. */
const EMPTY: SourceTree = { read: async () => undefined, paths: async () => [] };
