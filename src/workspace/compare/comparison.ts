/** What differs between two commits, a page of it. */

import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { type ChangedPath, changedPaths } from '../git/compare/changed-paths.ts';
import { compareFile, countLines, type FileComparison } from '../git/compare/compare-file.ts';
import { renderPatch } from '../git/compare/patch.ts';
import { type FileChange, findRenames } from '../git/compare/renames.ts';
import { piecesOf, renderNames, renderPiece } from '../git/compare/unified.ts';
import { MODES, type Oid } from '../git/object.ts';
import type { Repository } from '../git/repository.ts';
import { pathFilter } from '../path-filter.ts';
import { type ChangedFile, type Comparison, type ComparisonPage, LONGEST_PATCH, type Patch } from './service.ts';

/** Tokens of a listed file besides its paths, and of what an answer says around files and hunks. */
const FILE_TOKENS = 28;
const FRAME_TOKENS = 260;
/** Share of the tokens that the list of files takes when lines are wanted, too. */
const LIST_SHARE = 0.45;

/** Compares the trees of two commits; `base` undefined stands for an empty one. */
export function* comparison(
  repository: Repository,
  { base, head }: { readonly base: Oid | undefined; readonly head: Oid },
  page: ComparisonPage,
  work: WorkBudget,
): Steps<Comparison> {
  const wants = pathFilter({ ...page, fileTypes: [] });
  const treeOf = (commit: Oid | undefined) => (commit === undefined ? undefined : repository.commit(commit).tree);
  const found = yield* changedPaths(repository, treeOf(base), treeOf(head), work);
  const allFilesFound = !work.isSpent;
  const renames = yield* findRenames(repository, found, work);
  const changes = renames.changes.filter(({ path, from }) => wants(path) || (from !== undefined && wants(from)));
  const listed = pageOf(changes, page);
  const pages = new PageWriter(page, listed);
  const files: ChangedFile[] = [];
  for (const change of listed) {
    const compared = yield* compareFile(repository, change, work);
    files.push(describe(change, compared));
    if (page.withLines) pages.write(change, compared);
    yield;
  }
  const sum = new Sum();
  for (const file of files) sum.add(file);
  const isListed = new Set<ChangedPath>(listed);
  for (const change of changes) {
    if (isListed.has(change)) continue;
    sum.add(describe(change, yield* compareFile(repository, change, work)));
    yield;
  }
  const next = nextPage(page, pages, { listed: listed.length, total: changes.length });
  return {
    ...(base !== undefined && { base }),
    head,
    files,
    totalFiles: changes.length,
    added: sum.added,
    removed: sum.removed,
    uncounted: sum.uncounted,
    allFilesFound,
    allRenamesFound: renames.complete,
    patch: pages.patch,
    hunks: pages.hunks,
    totalHunks: pages.totalHunks,
    ...(next !== undefined && { next }),
  };
}

/** Everything that differs between the trees of two commits; `base` undefined stands for an empty one. */
export function* wholePatch(
  repository: Repository,
  { base, head, paths }: { readonly base: Oid | undefined; readonly head: Oid; readonly paths: readonly string[] },
  work: WorkBudget,
): Steps<Omit<Patch, 'message'>> {
  const wants = pathFilter({ paths, excludePaths: [], fileTypes: [] });
  const treeOf = (commit: Oid | undefined) => (commit === undefined ? undefined : repository.commit(commit).tree);
  const found = yield* changedPaths(repository, treeOf(base), treeOf(head), work);
  const allFilesFound = !work.isSpent;
  const { changes } = yield* findRenames(repository, found, work);
  const entries: string[] = [];
  const left: Patch['left'][number][] = [];
  let room = LONGEST_PATCH;
  for (const change of changes) {
    const { path, from } = change;
    if (!wants(path) && (from === undefined || !wants(from))) continue;
    const compared = yield* compareFile(repository, change, work);
    const entry = renderPatch(change, compared);
    if (entry.length > room) {
      left.push({ path, why: 'beyond_limit' });
      continue;
    }
    room -= entry.length;
    entries.push(entry);
    if (compared.kind === 'too_large' || compared.kind === 'unread') left.push({ path, why: compared.kind });
    yield;
  }
  return { ...(base !== undefined && { base }), head, text: entries.join(''), left, allFilesFound };
}

/** The files of a page: one, and more as long as there is room. */
function pageOf(changes: readonly FileChange[], { offset, limit, withLines, mostTokens }: ComparisonPage) {
  const room = (mostTokens - FRAME_TOKENS) * (withLines ? LIST_SHARE : 1);
  let taken = 0;
  const page = changes.slice(offset, offset + limit);
  const end = page.findIndex((change, index) => {
    taken += tokensOf(change);
    return taken > room && index > 0;
  });
  return end < 0 ? page : page.slice(0, end);
}

function tokensOf({ path, from = '' }: FileChange): number {
  return FILE_TOKENS + countTokens(path) + countTokens(from);
}

function nextPage(
  { offset, hunkOffset }: ComparisonPage,
  { hunks, totalHunks }: PageWriter,
  { listed, total }: { readonly listed: number; readonly total: number },
) {
  if (hunkOffset + hunks < totalHunks) return { offset, hunkOffset: hunkOffset + hunks };
  return offset + listed < total ? { offset: offset + listed, hunkOffset: 0 } : undefined;
}

/** Writes hunks from one on, as long as there is room. */
class PageWriter {
  totalHunks = 0;
  hunks = 0;
  readonly #page: ComparisonPage;
  readonly #parts: string[] = [];
  #room: number;
  #isFull = false;

  constructor(page: ComparisonPage, listed: readonly FileChange[]) {
    this.#page = page;
    this.#room = page.mostTokens - FRAME_TOKENS - listed.reduce((sum, change) => sum + tokensOf(change), 0);
  }

  get patch(): string {
    return this.#parts.join('\n');
  }

  write(change: FileChange, compared: FileComparison): void {
    if (compared.kind !== 'text') return;
    const { before, after, hunks } = compared;
    let isNamed = false;
    for (const piece of piecesOf(hunks, before.length, this.#page.context)) {
      const index = this.totalHunks++;
      if (index < this.#page.hunkOffset || this.#isFull) continue;
      const names = isNamed ? [] : [renderNames(change)];
      const parts = [...names, renderPiece(piece, before, after)];
      const tokens = parts.reduce((sum, part) => sum + countTokens(part), 0);
      // There is always one, so that pages come to an end.
      if (tokens > this.#room && this.hunks > 0) {
        this.#isFull = true;
        continue;
      }
      this.#parts.push(...parts);
      this.#room -= tokens;
      this.hunks++;
      isNamed = true;
    }
  }
}

class Sum {
  added = 0;
  removed = 0;
  uncounted = 0;

  add({ added = 0, removed = 0, uncounted }: ChangedFile): void {
    this.added += added;
    this.removed += removed;
    if (uncounted === 'too_large' || uncounted === 'unread') this.uncounted++;
  }
}

function describe(change: FileChange, compared: FileComparison): ChangedFile {
  const { path, from, similarity, before, after } = change;
  const mode = after?.mode ?? before?.mode;
  const modes = before !== undefined && after !== undefined && before.mode !== after.mode;
  const kind = mode === MODES.symlink ? 'symlink' : mode === MODES.submodule ? 'submodule' : undefined;
  return {
    path,
    ...(from !== undefined && { from }),
    ...(similarity !== undefined && { similarity }),
    status: statusOf(change),
    ...(compared.kind === 'text' ? countLines(compared.hunks) : { uncounted: compared.kind }),
    ...(modes && { modes: [before.mode, after.mode] }),
    ...(kind !== undefined && { kind }),
  };
}

function statusOf({ from, before, after }: FileChange): ChangedFile['status'] {
  if (from !== undefined) return 'renamed';
  if (before === undefined) return 'added';
  if (after === undefined) return 'deleted';
  const isRegular = (mode: string) => mode === MODES.file || mode === MODES.executable;
  if (before.mode !== after.mode && !(isRegular(before.mode) && isRegular(after.mode))) return 'type_changed';
  return before.oid === after.oid ? 'mode_changed' : 'modified';
}
