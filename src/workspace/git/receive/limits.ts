/** What one push may hold. An isolate has 128 MB, which must take the base, the delta and the result of the largest object. */

import { DEEPEST_FOLDER, MOST_PATHS } from '../paths.ts';

/** Limits of a pack. */
export interface PackLimits {
  /** Bytes of the pack. */
  readonly packBytes: number;
  /** Bytes of an object, and of a delta. */
  readonly objectBytes: number;
  /** Bytes of a commit, and of a tag: whoever walks history reads them all. */
  readonly headedBytes: number;
  /** Objects in the pack. */
  readonly objects: number;
  /** Bytes of all its objects and deltas together: small deltas can make much of little. */
  readonly contentBytes: number;
  /** Files and folders below one tree. */
  readonly treePaths: number;
  /** Bytes of all paths below one tree. */
  readonly treeBytes: number;
  /** Levels of folders below one tree. */
  readonly treeDepth: number;
}

export const PACK_LIMITS: PackLimits = {
  packBytes: 1 << 30,
  objectBytes: 32 << 20,
  headedBytes: 1 << 20,
  objects: 1_000_000,
  contentBytes: 64 * 2 ** 30,
  treePaths: MOST_PATHS,
  treeBytes: 64 << 20,
  treeDepth: DEEPEST_FOLDER,
};

/** Deltas between an object and a whole one; an object that would be deeper is stored whole. git makes 50 at most. */
export const DEEPEST_CHAIN = 50;
/** Refs that one push may change, and commits it may name as shallow. */
export const MOST_COMMANDS = 20_000;
/** Bytes of the lines that name them. */
export const MOST_COMMAND_BYTES = 8 << 20;

/** A pack that is not taken; nothing of it is kept. */
export class BadPack extends Error {
  override readonly name = 'BadPack';
}

/** A size for people: `1.5 MB`. */
export function megabytes(bytes: number): string {
  return `${Number((bytes / 2 ** 20).toFixed(1))} MB`;
}
