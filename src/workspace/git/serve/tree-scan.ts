/** Reads trees without making strings of them: an enumeration sees every tree of every commit. */
import { BadObject } from '../object.ts';

const SPACE = 0x20;
const SLASH = 0x2f;
const OID_BYTES = 20;
/** What the leading bits of a mode say. */
const FOLDER = 0o040000 >> 12;
const SUBMODULE = 0o160000 >> 12;

const decoder = new TextDecoder('latin1');

/** Where in a tree's data its ids are, of 20 bytes each. Submodules are left out: their commits are elsewhere. */
export interface TreeScan {
  readonly folders: readonly number[];
  readonly files: readonly number[];
  /** Where the names of the folders begin; each ends a zero byte before its id. */
  readonly names: readonly number[];
}

/** Those entries of a tree that another one does not have. */
export interface TreeChanges extends Omit<TreeScan, 'names'> {
  /** For each folder, where in the other tree the id of the folder of that name is; undefined when there is none. */
  readonly counterparts: readonly (number | undefined)[];
}

/** Where the parts of an entry are. */
interface Entry {
  /** The mode without its last 12 bits. */
  readonly kind: number;
  readonly start: number;
  readonly name: number;
  readonly id: number;
}

/** All entries. Throws `BadObject`. */
export function scanTree(data: Uint8Array): TreeScan {
  const folders: number[] = [];
  const files: number[] = [];
  const names: number[] = [];
  for (let at = 0; at < data.length; ) {
    const { kind, name, id } = readEntry(data, at);
    if (kind === FOLDER) {
      folders.push(id);
      names.push(name);
    } else if (kind !== SUBMODULE) files.push(id);
    at = id + OID_BYTES;
  }
  return { folders, files, names };
}

/** The entries of `data` that `before` does not have; both are in git's order. Throws `BadObject`. */
export function scanChanges(data: Uint8Array, before: Uint8Array): TreeChanges {
  const folders: number[] = [];
  const files: number[] = [];
  const counterparts: (number | undefined)[] = [];
  let other = 0;
  for (let at = 0; at < data.length; ) {
    const same = sameEntryEnd(data, at, before, other);
    if (same !== undefined) {
      other += same - at;
      at = same;
      continue;
    }
    const entry = readEntry(data, at);
    at = entry.id + OID_BYTES;
    let counterpart: number | undefined;
    while (other < before.length && counterpart === undefined) {
      const old = readEntry(before, other);
      const order = compareEntries(before, old, data, entry);
      if (order > 0) break;
      other = old.id + OID_BYTES;
      if (order === 0) counterpart = old.id;
    }
    if (counterpart !== undefined && equalIds(data, entry.id, before, counterpart)) continue;
    if (entry.kind === FOLDER) {
      folders.push(entry.id);
      counterparts.push(counterpart);
    } else if (entry.kind !== SUBMODULE) files.push(entry.id);
  }
  return { folders, files, counterparts };
}

/** Names of the folders in `data`, each byte as one character. */
export function folderNames(data: Uint8Array, { folders, names }: TreeScan): readonly string[] {
  return folders.map((id, index) => decoder.decode(data.subarray(names[index], id - 1)));
}

function readEntry(data: Uint8Array, start: number): Entry {
  let at = start;
  let mode = 0;
  for (let byte = data[at++]; byte !== SPACE; byte = data[at++]) {
    if (byte === undefined) throw cutOff();
    mode = mode * 8 + (byte & 7);
  }
  const name = at;
  while (data[at] !== 0) if (++at >= data.length) throw cutOff();
  const id = at + 1;
  if (id + OID_BYTES > data.length) throw cutOff();
  return { kind: mode >> 12, start, name, id };
}

/** Where the entry at `at` ends, when the one at `other` has the same bytes. */
function sameEntryEnd(data: Uint8Array, at: number, before: Uint8Array, other: number): number | undefined {
  let index = 0;
  for (let byte = data[at]; byte !== 0; byte = data[at + ++index]) {
    if (byte === undefined || byte !== before[other + index]) return undefined;
  }
  if (before[other + index] !== 0) return undefined;
  const id = index + 1;
  return equalIds(data, at + id, before, other + id) ? at + id + OID_BYTES : undefined;
}

function equalIds(data: Uint8Array, at: number, before: Uint8Array, other: number): boolean {
  for (let index = 0; index < OID_BYTES; index++) {
    const byte = data[at + index];
    if (byte === undefined || byte !== before[other + index]) return false;
  }
  return true;
}

/** Git's order: names of folders compare as if a slash ended them. Zero for two entries of one name and sort. */
function compareEntries(left: Uint8Array, a: Entry, right: Uint8Array, b: Entry): number {
  for (let index = 0; ; index++) {
    const [x, y] = [byteOf(left, a, index), byteOf(right, b, index)];
    if (x !== y) return x - y;
    if (a.name + index >= a.id - 1) return 0;
  }
}

function byteOf(data: Uint8Array, { kind, name, id }: Entry, index: number): number {
  if (name + index < id - 1) return data[name + index] ?? 0;
  return kind === FOLDER ? SLASH : 0;
}

function cutOff(): BadObject {
  return new BadObject('a tree that is cut off');
}
