/** The files of a commit, for checks that look at some of them. */
import { asToolFailure } from '../../lib/errors.ts';
import { pathPatterns } from '../../lib/path-patterns.ts';
import type { CheckOf } from '../checks.ts';
import type { PlanningServices } from '../services.ts';
import { type CheckFinding, named } from './found.ts';

/** The files of a commit. */
export interface CheckedFiles {
  /** Id of the content by path. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly sizes: ReadonlyMap<string, number>;
}

/** Bytes of a file that is read. */
export const LARGEST_FILE = 1_500_000;

/** Throws `ToolFailure` for a commit that is not there, and one with more files than are read. */
export async function checkedFiles(
  workspace: string,
  commit: string,
  services: PlanningServices,
): Promise<CheckedFiles> {
  const { files } = await services.workspace(workspace).fileTree(commit);
  return {
    blobs: new Map(files.map(({ path, blob }) => [path, blob])),
    sizes: new Map(files.map(({ path, size }) => [path, size])),
  };
}

/** A file at a commit. */
export interface ReadText {
  /** Id of the content. */
  readonly blob: string;
  /** Absent: it is binary, a link, or larger than {@link LARGEST_FILE}. */
  readonly text?: string;
}

/** A file at a commit; undefined where it has none of that path. Throws `ToolFailure` for a commit that is not there. */
export async function readText(
  path: string,
  ref: string,
  workspace: string,
  services: PlanningServices,
): Promise<ReadText | undefined> {
  try {
    const file = await services.workspace(workspace).readFile({ path, ref, mostBytes: LARGEST_FILE });
    const { blob, kind, content, truncated } = file;
    const isText = kind !== 'symlink' && content.kind === 'text' && !truncated;
    return { blob, ...(isText && { text: content.text }) };
  } catch (error) {
    if (asToolFailure(error)?.failure.errorType === 'FILE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Paths that are named, or match a pattern as in `.gitignore`, in their order. Throws `ToolFailure` for patterns that cannot be used. */
export function matchingPaths(patterns: readonly string[], { blobs }: CheckedFiles): readonly string[] {
  const exact = new Set(patterns.filter((pattern) => blobs.has(pattern)));
  const others = patterns.filter((pattern) => !exact.has(pattern));
  const matches = others.length === 0 ? () => false : pathPatterns('files', others);
  return [...blobs.keys()].filter((path) => exact.has(path) || matches(path));
}

/** Whether a path that pytest takes, such as `tests/`, `a.py` or `a.py::test_b`, is a file or folder. */
export function isPathIn(path: string, { blobs }: CheckedFiles): boolean {
  const folder = folderOf(path);
  if (folder === '' || blobs.has(folder)) return true;
  return [...blobs.keys()].some((each) => each.startsWith(`${folder}/`));
}

/** The file or folder of a path that pytest takes, as files of commits are named; empty for the root. */
export function folderOf(path: string): string {
  const [file = ''] = path.replace(/^(\.\/)+/, '').split('::');
  const folder = file.replace(/(?<!\/)\/+$/, '');
  return folder === '.' ? '' : folder;
}

/** Whether a file is there, or none is. */
export function fileExists({ path, exists }: CheckOf<'file'>, files: CheckedFiles): CheckFinding {
  const found = matchingPaths([path], files);
  return {
    outcome: found.length > 0 === exists ? 'holds' : 'fails',
    basis: 'read',
    evidence: found.length === 0 ? `No file matches ${path}.` : `There: ${named(found)}.`,
  };
}
