/** A repository: names of commits, their files and their history. */
import { ToolFailure } from '../../lib/errors.ts';
import type { Sql } from '../../lib/sql.ts';
import {
  BadObject,
  type Commit,
  findTreeEntry,
  isOid,
  MODES,
  type Oid,
  parseCommit,
  parseTree,
  type TreeEntry,
} from './object.ts';
import { ObjectStore } from './object-store.ts';
import { MOST_PATHS } from './paths.ts';
import { Refs } from './refs.ts';
import { ShallowCommits } from './shallow-commits.ts';
import { Tags } from './tags.ts';

/** A file of a commit. */
export interface RepositoryFile {
  /** From the root, with slashes. */
  readonly path: string;
  /** Octal digits: a file, an executable one, a symbolic link or a submodule. */
  readonly mode: string;
  /** The blob; a submodule's commit. */
  readonly oid: Oid;
}

/** Where folders are tried for a name that is not a full ref, as git does. */
const REF_FOLDERS = ['', 'refs/', 'refs/tags/', 'refs/heads/'] as const;

/** One repository. */
export class Repository {
  readonly objects: ObjectStore;
  readonly refs: Refs;
  readonly shallow: ShallowCommits;
  readonly tags: Tags;

  constructor(sql: Sql) {
    this.objects = new ObjectStore(sql);
    this.refs = new Refs(sql);
    this.shallow = new ShallowCommits(sql);
    this.tags = new Tags(this.objects);
  }

  /** The commit that `name` stands for: `HEAD`, a branch, a tag, a full ref or an id. Undefined when there is none. */
  resolve(name: string): Oid | undefined {
    if (name === 'HEAD') return this.resolve(this.refs.head);
    for (const folder of REF_FOLDERS) {
      const oid = this.refs.get(folder + name);
      if (oid !== undefined) return this.#peel(oid);
    }
    return isOid(name) ? this.#peel(name) : undefined;
  }

  /** Whether there is an object of that id. */
  has(oid: Oid): boolean {
    return this.objects.has(oid);
  }

  /** Throws `BadObject` when there is no such commit. */
  commit(oid: Oid): Commit {
    const object = this.objects.read(oid);
    if (object?.type !== 'commit') throw new BadObject(`${oid} is no commit of this repository`);
    return parseCommit(object.data);
  }

  /** Throws `BadObject` when there is no such tree. */
  tree(oid: Oid): readonly TreeEntry[] {
    const object = this.objects.read(oid);
    if (object?.type !== 'tree') throw new BadObject(`${oid} is no tree of this repository`);
    return parseTree(object.data);
  }

  /** The entry of that name in a tree; undefined when it has none. Throws `BadObject` when there is no such tree. */
  entry(tree: Oid, name: string): TreeEntry | undefined {
    const object = this.objects.read(tree);
    if (object?.type !== 'tree') throw new BadObject(`${tree} is no tree of this repository`);
    return findTreeEntry(object.data, name);
  }

  /** A blob's bytes; undefined when there is none of that id. */
  blob(oid: Oid): Uint8Array | undefined {
    const object = this.objects.read(oid);
    return object?.type === 'blob' ? object.data : undefined;
  }

  /** Bytes of a blob; undefined when there is no object of that id. Does not read it. */
  blobSize(oid: Oid): number | undefined {
    return this.objects.sizeOf(oid);
  }

  /** All files of a commit, in git's order. Throws `ToolFailure` beyond `MOST_PATHS`, which no push brings any more. */
  *files(commit: Oid): Generator<RepositoryFile> {
    if (yield* this.firstFiles(commit, MOST_PATHS)) return;
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `Commit ${commit.slice(0, 12)} has more than ${MOST_PATHS} files and folders.`,
      advice: 'Push the part that is needed to a workspace of its own.',
    });
  }

  /** Files of a commit, in git's order, among its first `most` files and folders; returns whether these are all. */
  *firstFiles(commit: Oid, most: number): Generator<RepositoryFile, boolean> {
    const folders = [{ path: '', entries: this.tree(this.commit(commit).tree).values() }];
    for (let left = most, folder = folders.at(-1); folder !== undefined; folder = folders.at(-1)) {
      const next = folder.entries.next();
      if (next.done) {
        folders.pop();
        continue;
      }
      if (left-- === 0) return false;
      const { mode, name, oid } = next.value;
      const path = folder.path + name;
      if (mode === MODES.tree) folders.push({ path: `${path}/`, entries: this.tree(oid).values() });
      else yield { path, mode, oid };
    }
    return true;
  }

  /** The entry of a commit at `path`; undefined when there is none. */
  entryAt(commit: Oid, path: string): TreeEntry | undefined {
    let tree = this.commit(commit).tree;
    const names = path.split('/');
    for (const [depth, name] of names.entries()) {
      const entry = this.entry(tree, name);
      if (entry === undefined || depth === names.length - 1) return entry;
      if (entry.mode !== MODES.tree) return undefined;
      tree = entry.oid;
    }
    return undefined;
  }

  #peel(oid: Oid): Oid | undefined {
    const { target } = this.tags.follow(oid);
    return this.objects.typeOf(target) === 'commit' ? target : undefined;
  }
}
