/** Reads trees without making strings of them: an enumeration sees every entry of every tree. */
import { BadObject } from '../object.ts';

const SPACE = 0x20;
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

/** Throws `BadObject`. */
export function scanTree(data: Uint8Array): TreeScan {
  const folders: number[] = [];
  const files: number[] = [];
  const names: number[] = [];
  for (let at = 0; at < data.length; at += OID_BYTES) {
    let mode = 0;
    for (let byte = data[at++]; byte !== SPACE; byte = data[at++]) {
      if (byte === undefined) throw new BadObject('a tree that is cut off');
      mode = mode * 8 + (byte & 7);
    }
    const name = at;
    while (data[at] !== 0) {
      if (++at >= data.length) throw new BadObject('a tree that is cut off');
    }
    at++;
    if (at + OID_BYTES > data.length) throw new BadObject('a tree that is cut off');
    const kind = mode >> 12;
    if (kind === FOLDER) {
      folders.push(at);
      names.push(name);
    } else if (kind !== SUBMODULE) files.push(at);
  }
  return { folders, files, names };
}

/** Names of the folders in `data`, each byte as one character. */
export function folderNames(data: Uint8Array, { folders, names }: TreeScan): readonly string[] {
  return folders.map((id, index) => decoder.decode(data.subarray(names[index], id - 1)));
}
