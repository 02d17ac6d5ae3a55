/** Whether what a memory rests on is as it was: its places compared with another commit. */
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { findCited } from './cited-lines.ts';
import type { CheckedMemory, Evidence, Memory, MemoryStanding, MemoryStatus } from './service.ts';

/** A file that was renamed between two commits. */
export type Renamed =
  | { readonly kind: 'to'; readonly path: string }
  | { readonly kind: 'nowhere' }
  /** Too much was changed to look at all of it. */
  | { readonly kind: 'unknown' };

/** The files of commits; what reading takes counts as work. */
export interface CitedFiles {
  /** The commit that a request means; undefined when it names none and nothing is indexed. Throws `ToolFailure` when there is none. */
  commitOf(ref: string | undefined): string | undefined;
  /** A file that somebody names. Throws `ToolFailure` when there is none. */
  fileAt(commit: string, path: string): { readonly path: string; readonly blob: string };
  /** The content of a file; undefined when the commit has no such file. */
  blobAt(commit: string, path: string): string | undefined;
  /** Its lines by `comparedLines`; undefined when it is no text, or too large. */
  linesOf(blob: string): readonly string[] | undefined;
  renamed(path: string, from: string, to: string): Steps<Renamed>;
}

/** Units of work for a place, and lines that are compared in one. */
const PLACE_UNITS = 200;
const LINES_PER_UNIT = 2;
/** Digits of a commit's id. */
const SHORT_OID = 12;

/** The memory with the standing of each of its places at `commit`; undefined when there is no commit. */
export function* checkMemory(
  memory: Memory,
  commit: string | undefined,
  files: CitedFiles,
  work: WorkBudget,
): Steps<CheckedMemory> {
  const evidence: CheckedMemory['evidence'][number][] = [];
  for (const place of memory.evidence) {
    const standing = yield* standingOf(place, memory.commit, commit, { files, work });
    evidence.push({ ...place, standing });
  }
  return { ...memory, evidence, status: statusOf(evidence.map(({ standing }) => standing.kind)) };
}

function statusOf(kinds: readonly MemoryStanding['kind'][]): MemoryStatus {
  if (kinds.length === 0) return 'without_evidence';
  if (kinds.includes('changed')) return 'stale';
  return kinds.includes('unchecked') ? 'unchecked' : 'current';
}

function* standingOf(
  { path, blob, lines }: Evidence,
  from: string | undefined,
  to: string | undefined,
  { files, work }: { readonly files: CitedFiles; readonly work: WorkBudget },
): Steps<MemoryStanding> {
  work.spend(PLACE_UNITS);
  if (work.isSpent) return unchecked("one call's work was used up before it");
  if (to === undefined || from === undefined) return unchecked('the workspace has no commit to compare with');
  yield;
  const at =
    files.blobAt(to, path) === undefined ? yield* files.renamed(path, from, to) : { kind: 'to' as const, path };
  if (at.kind === 'unknown') return unchecked(`${path} is gone, and too much was changed to find out whether renamed`);
  if (at.kind === 'nowhere') return changed(`${path} is not in commit ${to.slice(0, SHORT_OID)}`);
  const isRenamed = at.path !== path;
  const now = files.blobAt(to, at.path);
  if (lines === undefined) {
    if (now !== blob) return unchecked(`${at.path} was changed, and the memory cites none of its lines`);
    return isRenamed ? { kind: 'moved', path: at.path } : { kind: 'unchanged' };
  }
  const { start, end } = lines;
  const standsAt = (first: number): MemoryStanding =>
    isRenamed || first !== start
      ? { kind: 'moved', path: at.path, lineStart: first, lineEnd: first + end - start }
      : { kind: 'unchanged' };
  if (now === blob) return standsAt(start);
  const before = files.linesOf(blob);
  const after = now === undefined ? undefined : files.linesOf(now);
  if (before === undefined || after === undefined) return unchecked(`${at.path} is no text that is compared`);
  work.spend((before.length + after.length) / LINES_PER_UNIT);
  const found = findCited(before, after, lines);
  switch (found.kind) {
    case 'at':
      return standsAt(found.start);
    case 'several':
      return changed(`${at.path} was changed, and has such lines in several places, or had`);
    case 'unknown':
      return unchecked(`${at.path} had such lines in several places, and too much was moved to tell which are left`);
    case 'gone':
      return changed(`${at.path} does not have these lines any longer; other files were not searched`);
  }
}

function changed(why: string): MemoryStanding {
  return { kind: 'changed', why };
}

function unchecked(why: string): MemoryStanding {
  return { kind: 'unchecked', why };
}
