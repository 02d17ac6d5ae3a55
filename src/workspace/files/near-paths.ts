/** Paths that resemble one that does not exist. */
import { editDistance } from '../../lib/edit-distance.ts';

/** Paths that are named. */
const MOST_NAMED = 5;

/** How a path resembles the wanted one; lower is nearer, compared from the left. */
type Nearness = readonly [kind: number, edits: number, foldersApart: number];

/**
 * Up to five of `paths`, nearest first: the same but for case, then the same name in another folder, the same name with another
 * ending, and names within a third of their length in edits.
 */
export function nearPaths(wanted: string, paths: Iterable<string>): readonly string[] {
  const goal = partsOf(wanted);
  const near: { readonly path: string; readonly nearness: Nearness }[] = [];
  for (const path of paths) {
    const nearness = nearnessOf(goal, partsOf(path));
    if (nearness === undefined) continue;
    near.push({ path, nearness });
    near.sort((left, right) => compare(left.nearness, right.nearness) || (left.path < right.path ? -1 : 1));
    near.length = Math.min(near.length, MOST_NAMED);
  }
  return near.map(({ path }) => path);
}

interface Parts {
  readonly folders: readonly string[];
  readonly name: string;
  readonly stem: string;
}

function partsOf(path: string): Parts {
  const folders = path.toLowerCase().split('/');
  const name = folders.pop() ?? '';
  const dot = name.lastIndexOf('.');
  return { folders, name, stem: dot > 0 ? name.slice(0, dot) : name };
}

function nearnessOf(goal: Parts, other: Parts): Nearness | undefined {
  const apart = foldersApart(goal.folders, other.folders);
  if (goal.name === other.name) return [apart === 0 ? 0 : 1, 0, apart];
  if (goal.stem === other.stem) return [2, 0, apart];
  const most = Math.floor(Math.max(goal.name.length, other.name.length) / 3);
  if (Math.abs(goal.name.length - other.name.length) > most) return undefined;
  const edits = editDistance(goal.name, other.name);
  return edits <= most ? [3, edits, apart] : undefined;
}

/** Folders of either path that the other has not, from its end. */
function foldersApart(left: readonly string[], right: readonly string[]): number {
  const longer = Math.max(left.length, right.length);
  let shared = 0;
  while (shared < longer && left.at(-1 - shared) !== undefined && left.at(-1 - shared) === right.at(-1 - shared))
    shared++;
  return left.length + right.length - 2 * shared;
}

function compare(left: Nearness, right: Nearness): number {
  for (const [index, value] of left.entries()) {
    const difference = value - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
