/** Both sides of a change as trees of files: out of the diff, and of a workspace that has one of them. */
import type { Omission } from '../finding.ts';
import type { SourceTree, Subject } from '../source.ts';
import type { Diff, DiffFile } from './diff.ts';
import { type Fit, fitOf } from './fit.ts';
import { TextCache } from './text-cache.ts';
import { type Side, wholeText } from './whole.ts';

/** Reads a workspace. */
export interface WorkspaceReader {
  /** A file's text, a byte order mark included; undefined when there is none, or it is no UTF-8 text, or larger than `LARGEST_SOURCE`. */
  read(path: string, commit: string): Promise<string | undefined>;
  /** All paths of a commit, sorted. */
  paths(commit: string): Promise<readonly string[]>;
}

/** What {@link subjectOf} is told. */
export interface SubjectRequest {
  readonly diff: Diff;
  /** The files of the diff, riskiest first. */
  readonly byRisk: readonly DiffFile[];
  readonly message?: string;
  /** A workspace and its commit that has one side of the change; absent: only what the diff tells is known. */
  readonly workspace?: { readonly name: string; readonly reader: WorkspaceReader; readonly commit: string };
}

/** What is reviewed, and what of it is not known. */
export interface Sides {
  readonly subject: Subject;
  /** Which side the workspace's commit is, where most files agree. */
  readonly state?: Side;
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
}

/** Files that are looked up in the workspace; of a larger change the riskiest. */
const MOST_FILES = 2_000;
/** Files that are read at once. */
const AT_ONCE = 8;

/**
 * Both sides of a diff. Without a workspace, files are known that the diff tells whole: added and deleted ones. With one, it is found out
 * for each file whether the workspace has it as before or as after the change: by the ids of the blobs, else by applying the hunks;
 * the other side is made from it. A file that is neither is known by its hunks only and said in `omitted`. Reads at most 2,000 files
 * beforehand, and others when they are asked for.
 */
export async function subjectOf({ diff, byRisk, message, workspace }: SubjectRequest): Promise<Sides> {
  const subject = { diff, byRisk, ...(message !== undefined && { message }) };
  if (workspace === undefined) {
    const tree = (side: Side): SourceTree => {
      const files = filesOn(diff, side);
      return {
        async read(path) {
          const file = files.get(path);
          return file === undefined ? undefined : wholeText(file, side);
        },
        paths: async () => undefined,
      };
    };
    return { subject: { ...subject, before: tree('before'), after: tree('after') }, omitted: [], warnings: [] };
  }
  const { name, reader, commit } = workspace;
  const paths = await reader.paths(commit);
  const texts = new TextCache((path) => reader.read(path, commit));
  const known = new Set(paths);
  const fits = new Map<DiffFile, Fit>();
  const looked = byRisk.slice(0, MOST_FILES);
  for (let at = 0; at < looked.length; at += AT_ONCE) {
    const some = looked.slice(at, at + AT_ONCE);
    const found = await Promise.all(some.map((file) => fitOf(file, known, (path) => texts.read(path))));
    for (const [index, file] of some.entries()) fits.set(file, found[index] ?? { kind: 'unknown', why: '' });
  }
  const state = majority([...fits.values()]);
  const placed = new Map([...fits].map(([file, fit]) => [file, fileAt(file, fit)]));
  const atPlace = (file: DiffFile) => placed.get(file) ?? file;
  const moved = { files: diff.files.map(atPlace) };
  const fitsThere = new Map([...fits].map(([file, fit]) => [atPlace(file), fit]));
  const context = { diff: moved, fits: fitsThere, state, texts, paths, commit };
  return {
    subject: {
      ...subject,
      diff: moved,
      byRisk: byRisk.map(atPlace),
      workspace: name,
      before: sideTree(context, 'before'),
      after: sideTree(context, 'after'),
    },
    ...(state !== undefined && { state }),
    ...reportOf(byRisk.map(atPlace), fitsThere, state, name, commit),
  };
}

/** Both sides of a change between two commits of a workspace. */
export function subjectOfCommits(
  request: Omit<SubjectRequest, 'workspace'> & {
    readonly name: string;
    readonly reader: WorkspaceReader;
    readonly base: string;
    readonly head: string;
  },
): Subject {
  const { diff, byRisk, message, name, reader, base, head } = request;
  const tree = (commit: string): SourceTree => {
    const texts = new TextCache((path) => reader.read(path, commit));
    return { commit, read: (path) => texts.read(path), paths: () => reader.paths(commit) };
  };
  return {
    diff,
    byRisk,
    workspace: name,
    before: tree(base),
    after: tree(head),
    ...(message !== undefined && { message }),
  };
}

interface Context {
  readonly diff: Diff;
  readonly fits: ReadonlyMap<DiffFile, Fit>;
  readonly state: Side | undefined;
  readonly texts: TextCache;
  readonly paths: readonly string[];
  readonly commit: string;
}

function sideTree({ diff, fits, state, texts, paths, commit }: Context, side: Side): SourceTree {
  const files = filesOn(diff, side);
  /** Paths that the other side has and this one has not. */
  const gone = new Set(filesOn(diff, side === 'before' ? 'after' : 'before').keys());
  for (const path of files.keys()) gone.delete(path);
  return {
    commit,
    async read(path) {
      const file = files.get(path);
      if (file === undefined) return gone.has(path) ? undefined : texts.read(path);
      return wholeText(file, side) ?? textOn(file, fits.get(file), state, side, texts);
    },
    async paths() {
      const all = new Set(paths.filter((path) => !gone.has(path)));
      for (const path of files.keys()) all.add(path);
      return [...all].sort();
    },
  };
}

/** A file of the diff on one side, made from the other where the workspace has that. */
async function textOn(
  file: DiffFile,
  fit: Fit | undefined,
  state: Side | undefined,
  side: Side,
  texts: TextCache,
): Promise<string | undefined> {
  if (fit === undefined || fit.kind === 'unknown') return undefined;
  const known = fit.kind === 'both' ? (state ?? 'before') : fit.kind;
  const text = await texts.read(known === 'before' ? (file.from ?? file.path) : file.path);
  if (text === undefined || known === side) return text;
  return fit.turn(text, known);
}

/** The files of the diff that one side has, by their path there; a copied one stands on the side after the change only. */
function filesOn({ files }: Diff, side: Side): ReadonlyMap<string, DiffFile> {
  if (side === 'after') return new Map(files.flatMap((file) => (file.status === 'deleted' ? [] : [[file.path, file]])));
  return new Map(
    files.flatMap((file) =>
      file.status === 'added' || file.status === 'copied' ? [] : [[file.from ?? file.path, file]],
    ),
  );
}

/** The file of the diff with its hunks where the workspace has their lines. */
function fileAt(file: DiffFile, fit: Fit): DiffFile {
  return fit.kind === 'unknown' || fit.placed === undefined ? file : { ...file, hunks: fit.placed };
}

function majority(fits: readonly Fit[]): Side | undefined {
  const count = (kind: Fit['kind']) => fits.filter((fit) => fit.kind === kind).length;
  const [before, after] = [count('before'), count('after')];
  return before > after ? 'before' : after > before ? 'after' : undefined;
}

function reportOf(
  byRisk: readonly DiffFile[],
  fits: ReadonlyMap<DiffFile, Fit>,
  state: Side | undefined,
  name: string,
  commit: string,
): Pick<Sides, 'omitted' | 'warnings'> {
  const omitted: Omission[] = [];
  let [misfits, others, placed] = [0, 0, 0];
  for (const file of byRisk) {
    const fit = fits.get(file);
    if (fit === undefined)
      omitted.push({ what: file.path, why: `only the ${MOST_FILES} riskiest files are looked up in the workspace` });
    else if (fit.kind === 'unknown') {
      if (wholeText(file, 'after') === undefined && wholeText(file, 'before') === undefined)
        omitted.push({ what: file.path, why: fit.why });
      if (fit.isMisfit) misfits++;
    } else {
      if (fit.kind !== 'both' && fit.kind !== state) others++;
      if (fit.placed !== undefined) placed++;
    }
  }
  const place = `commit ${commit.slice(0, 8)} of workspace ${name}`;
  return {
    omitted,
    warnings: [
      ...(misfits > 0
        ? [
            `${misfits} of ${byRisk.length} files are in ${place} neither as before nor as after the change; only their hunks are read.`,
          ]
        : []),
      ...(placed > 0
        ? [
            `The line numbers of ${placed} of ${byRisk.length} files are wrong in the diff; their lines were found in ${place}, whose numbers findings have.`,
          ]
        : []),
      ...(others > 0
        ? [`${place} has ${others} of ${byRisk.length} files on the other side of the change than most.`]
        : []),
    ],
  };
}
