/** The files of a commit, for checks that look at some of them. */
import { pathPatterns } from '../../../src/lib/path-patterns.ts';
import type { CheckOf } from '../../../src/planning/checks.ts';
import type { PlanningServices } from '../services.ts';
import type { Found } from './run-checks.ts';

/** The files of a commit. */
export interface CheckedFiles {
  /** Id of the content by path. */
  readonly blobs: ReadonlyMap<string, string>;
  readonly sizes: ReadonlyMap<string, number>;
}

/** Paths that evidence names. */
const MOST_NAMED = 5;

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

/** Paths that are named, or match a pattern as in `.gitignore`, in their order. Throws `ToolFailure` for patterns that cannot be used. */
export function matchingPaths(patterns: readonly string[], { blobs }: CheckedFiles): readonly string[] {
  const exact = new Set(patterns.filter((pattern) => blobs.has(pattern)));
  const others = patterns.filter((pattern) => !exact.has(pattern));
  const matches = others.length === 0 ? () => false : pathPatterns('files', others);
  return [...blobs.keys()].filter((path) => exact.has(path) || matches(path));
}

/** Whether a file is there, or none is. */
export function fileExists({ path, exists }: CheckOf<'file'>, files: CheckedFiles): Found {
  const found = matchingPaths([path], files);
  return {
    outcome: found.length > 0 === exists ? 'holds' : 'fails',
    basis: 'read',
    evidence: found.length === 0 ? `No file matches ${path}.` : `There: ${named(found)}.`,
  };
}

/** Paths in a line. */
export function named(paths: readonly string[]): string {
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `${paths.slice(0, MOST_NAMED).join(', ')}${more}`;
}
