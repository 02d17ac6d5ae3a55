/** From a request to everything that its review needs. */
import { maskSecrets } from '../../src/lib/secrets/mask.ts';
import { type OnProgress, proceed } from '../../src/lib/work.ts';
import type { Diff } from '../../src/review/diff/diff.ts';
import { parseDiff } from '../../src/review/diff/parse.ts';
import type { Omission } from '../../src/review/finding.ts';
import { type Outline, type ReviewInput, sizeOf } from '../../src/review/review.ts';
import type { Clock } from '../../src/review/run-checks.ts';
import type { ReviewRequest } from '../../src/review/service.ts';
import type { SourceTree, Subject } from '../../src/review/source.ts';
import { pathFilter } from '../../src/workspace/path-filter.ts';
import { checksOf } from './checks.ts';
import type { ReviewServices } from './services.ts';
import { CommitTree } from './source-tree.ts';

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
}

/** Everything for a review. Throws `ToolFailure` for a diff, a revision or a file of rules that cannot be read, and `Cancelled`. */
export async function prepare(
  request: ReviewRequest,
  services: ReviewServices,
  onProgress: OnProgress,
  now: Clock,
): Promise<Prepared> {
  const { workspace, options } = request;
  await proceed(onProgress, { done: 0, message: 'reading the change' });
  const started = now();
  const change = await changeOf(request, services);
  const read = now();
  const { policy, paths, model } = options;
  const wants = pathFilter({ paths, excludePaths: [], fileTypes: [] });
  const files = change.diff.files.filter(({ path, from }) => wants(path) || (from !== undefined && wants(from)));
  const diff = { files };
  const { before, after, message, omitted, warnings } = change;
  const outline = outlineOf(diff);
  const subject: Subject = {
    diff,
    before,
    after,
    ...(workspace !== undefined && { workspace }),
    ...(message !== undefined && { message }),
    byRisk: files,
  };
  const { owner: _, ...inputs } = request;
  return {
    subject,
    outline,
    checks: checksOf(subject, options, services),
    isMoved: () => false,
    policy,
    ...(model !== undefined && { model }),
    scrub: (text) => maskSecrets(text).text,
    inputs: [inputs, before.commit, after.commit],
    omitted: omitted.filter(({ what }) => wants(what)),
    warnings,
    trees: [before, after].filter((tree) => tree instanceof CommitTree),
    timings: { context_fetch: read - started, preflight: now() - read },
  };
}

function changeOf(request: ReviewRequest, services: ReviewServices): Promise<Change> {
  const { change, workspace, options } = request;
  if (change.kind === 'commits') return commitsChange(change, workspace ?? 'default', services);
  return diffChange(parseDiff(change.text, options.paths), change.ref, workspace, services);
}

const WHY = {
  too_large: 'It is larger than is compared.',
  unread: 'The change is too large for one review: review parts of it by paths.',
  beyond_limit: 'The change is too large for one review: review parts of it by paths.',
} as const;

/** What differs between two commits of the workspace `name`. Throws `ToolFailure` for revisions that are not there. */
export async function commitsChange(
  { base, head, twoDot }: Extract<ReviewRequest['change'], { kind: 'commits' }>,
  name: string,
  services: Pick<ReviewServices, 'workspace'>,
): Promise<Change> {
  const workspace = services.workspace(name);
  const patch = await workspace.patch({
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
    twoDot,
    paths: [],
  });
  // Git takes a file for a text whose first NUL comes late.
  const text = patch.text.replaceAll('\0', '\ufffd');
  const diff = text === '' ? { files: [], warnings: [] } : parseDiff(text);
  return {
    diff,
    before: patch.base === undefined ? EMPTY : new CommitTree(workspace, patch.base),
    after: new CommitTree(workspace, patch.head),
    message: patch.message,
    omitted: patch.left.map(({ path, why }) => ({ what: path, why: WHY[why] })),
    warnings: [
      ...diff.warnings,
      ...(patch.allFilesFound ? [] : ['Folders were left that were not looked into: the change is too large.']),
    ],
  };
}

/** The tree before a first commit. */
const EMPTY: SourceTree = { read: async () => undefined, paths: async () => [] };

async function diffChange(
  diff: Diff & { readonly warnings: readonly string[] },
  _ref: string | undefined,
  _workspace: string | undefined,
  _services: ReviewServices,
): Promise<Change> {
  return { diff, before: EMPTY, after: EMPTY, omitted: [], warnings: diff.warnings };
}

function outlineOf(diff: Diff): Outline {
  return { risk: 1, classification: 'feature', hotspots: [], size: sizeOf({ diff }) };
}
