/** What became of one file: lines of a text, or that it is none. */
import type { Hunk } from '../../../lib/line-diff.ts';
import type { Steps, WorkBudget } from '../../../lib/sliced-work.ts';
import { MODES } from '../object.ts';
import type { Repository } from '../repository.ts';
import type { ChangedPath, Side } from './changed-paths.ts';
import { lineChanges } from './line-changes.ts';
import { byteLines, isBinaryContent, readBlob } from './text.ts';

/** Bytes of a content that is compared. */
export const LARGEST_COMPARED = 4 << 20;

const FILE_UNITS = 100;

/** How the contents of a file differ. */
export type FileComparison =
  | {
      readonly kind: 'text';
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly hunks: readonly Hunk[];
    }
  /** At least one of them has NUL bytes. */
  | { readonly kind: 'binary' }
  | { readonly kind: 'too_large' }
  /** The budget was spent before. */
  | { readonly kind: 'unread' };

/** Compares what a path had and has. A submodule is a line with its commit. */
export function* compareFile(repository: Repository, change: ChangedPath, work: WorkBudget): Steps<FileComparison> {
  if (work.isSpent) return { kind: 'unread' };
  work.spend(FILE_UNITS);
  const sides = [change.before, change.after];
  if (change.before?.oid === change.after?.oid) return { kind: 'text', before: [], after: [], hunks: [] };
  const sizes = sides.map((side) => sizeOf(repository, side));
  if (sizes.some((size) => size > LARGEST_COMPARED)) return { kind: 'too_large' };
  const contents = sides.map((side) => contentOf(repository, side, work));
  if (contents.some(isBinaryContent)) return { kind: 'binary' };
  yield;
  const texts: (readonly string[])[] = [];
  for (const content of contents) {
    const lines = yield* byteLines(content, work);
    if (lines === undefined) return { kind: 'too_large' };
    texts.push(lines);
  }
  const [before = [], after = []] = texts;
  const hunks = yield* lineChanges(before, after, work);
  return hunks === undefined ? { kind: 'unread' } : { kind: 'text', before, after, hunks };
}

/** Lines that were put in and taken out. */
export function countLines(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  return hunks.reduce(
    (sum, { before, after }) => ({ added: sum.added + after.count, removed: sum.removed + before.count }),
    { added: 0, removed: 0 },
  );
}

function sizeOf(repository: Repository, side: Side | undefined): number {
  return side === undefined || side.mode === MODES.submodule ? 0 : (repository.blobSize(side.oid) ?? 0);
}

function contentOf(repository: Repository, side: Side | undefined, work: WorkBudget): Uint8Array {
  if (side === undefined) return new Uint8Array();
  if (side.mode === MODES.submodule) return new TextEncoder().encode(`Subproject commit ${side.oid}\n`);
  return readBlob(repository, side.oid, work) ?? new Uint8Array();
}
