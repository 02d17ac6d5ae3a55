/** The history of a repository as its walks need it. */
import type { Oid } from '../object.ts';
import type { EntrySource, ObjectStore } from '../object-store.ts';

/** A commit without its words. */
export interface CommitNode {
  readonly oid: Oid;
  /** The row that it is in. */
  readonly row: number;
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  /** When it was committed, in seconds since 1970: parents are mostly older, though nothing enforces it. */
  readonly seconds: number;
}

/** Commits that are kept in memory, some 300 bytes each. */
const KEPT = 50_000;
const OID_DIGITS = 40;

const decoder = new TextDecoder('latin1');

/** Commits by id; those that were asked for are kept, up to a bound. */
export class CommitGraph {
  readonly #objects: ObjectStore;
  readonly #rows: EntrySource;
  readonly #kept = new Map<Oid, CommitNode>();

  /** `rows` brings what is read. */
  constructor(objects: ObjectStore, rows: EntrySource) {
    this.#objects = objects;
    this.#rows = rows;
  }

  /** Undefined when there is no such commit. */
  get(oid: Oid): CommitNode | undefined {
    const kept = this.#kept.get(oid);
    if (kept !== undefined) return kept;
    const row = this.#objects.idOf(oid);
    const object = row === undefined ? undefined : this.#objects.readAt(row, this.#rows);
    if (row === undefined || object?.type !== 'commit') return undefined;
    const node = nodeOf(oid, row, object.data);
    if (this.#kept.size >= KEPT) this.#kept.clear();
    this.#kept.set(oid, node);
    return node;
  }
}

function nodeOf(oid: Oid, row: number, data: Uint8Array): CommitNode {
  const text = decoder.decode(data);
  const parents: Oid[] = [];
  let at = 'tree '.length + OID_DIGITS + 1;
  for (; text.startsWith('parent ', at); at += 'parent '.length + OID_DIGITS + 1) {
    parents.push(text.slice(at + 'parent '.length, at + 'parent '.length + OID_DIGITS));
  }
  const start = text.indexOf('\ncommitter ', at);
  const line = text.slice(start + 1, text.indexOf('\n', start + 1));
  const seconds = Number(/ (-?\d+) [+-]\d{4}$/.exec(line)?.[1] ?? 0);
  return { oid, row, tree: text.slice('tree '.length, 'tree '.length + OID_DIGITS), parents, seconds };
}
