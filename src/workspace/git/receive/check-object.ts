/** Checks what an object says, and tells which others it names: what `git fsck` calls an error and a client could be hurt by. */
import { BadObject, MODES, type ObjectType } from '../object.ts';
import { isForbiddenName } from '../paths.ts';

/** Is told each object that one names: its id is in `bytes` at `at`. */
export type OnLink = (bytes: Uint8Array, at: number, type: ObjectType) => void;

const decoder = new TextDecoder();
const OID_BYTES = 20;
const SPACE = 0x20;
const SLASH = 0x2f;
const TREE_MODE = MODES.tree;

/** What a tree entry of a mode is; group-writable files are what git made long ago. */
const TYPE_OF_MODE: Readonly<Record<string, ObjectType | 'elsewhere'>> = {
  [MODES.tree]: 'tree',
  [MODES.file]: 'blob',
  '100664': 'blob',
  [MODES.executable]: 'blob',
  [MODES.symlink]: 'blob',
  [MODES.submodule]: 'elsewhere',
};

/** Throws {@link BadObject} unless `data` is an object of that type. `cutOff`: it is a commit whose parents are not expected. */
export function checkObject(type: ObjectType, data: Uint8Array, onLink: OnLink, cutOff: () => boolean): void {
  switch (type) {
    case 'blob':
      return;
    case 'tree':
      return checkTree(data, onLink);
    case 'commit':
      return checkCommit(data, onLink, cutOff);
    case 'tag':
      return checkTag(data, onLink);
  }
}

function checkTree(data: Uint8Array, onLink: OnLink): void {
  let previous = data.subarray(0, 0);
  let previousIsTree = false;
  /** Files that a folder of the same name may follow, the longest last; each begins as the one before. */
  const files: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(SPACE, at);
    const zero = space < 0 ? -1 : data.indexOf(0, space);
    const end = zero + 1 + OID_BYTES;
    if (zero < 0 || end > data.length) throw new BadObject('a tree is cut off');
    const mode = modeAt(data, at, space);
    const type = TYPE_OF_MODE[mode];
    if (type === undefined) throw new BadObject(`a tree has an entry of mode ${JSON.stringify(mode)}`);
    const name = data.subarray(space + 1, zero);
    checkName(name);
    if (at > 0) {
      const order = compareEntries(previous, previousIsTree, name, type === 'tree');
      if (order > 0) throw new BadObject('a tree is not sorted');
      if (order === 0 || equal(previous, name)) throw twice(name);
    }
    while (files.length > 0 && !startsWith(name, files.at(-1))) files.pop();
    if (type === 'tree') {
      if (files.some((file) => equal(file, name))) throw twice(name);
    } else {
      files.push(name);
    }
    if (type !== 'elsewhere') onLink(data, zero + 1, type);
    previous = name;
    previousIsTree = type === 'tree';
    at = end;
  }
}

/** The mode without zeros in front, which old versions of git wrote. */
function modeAt(data: Uint8Array, start: number, end: number): string {
  let mode = '';
  for (let at = start; at < Math.min(end, start + 8); at++) mode += String.fromCharCode(data[at] ?? 0);
  if (end - start > 8) return `${mode}…`;
  return mode === `0${TREE_MODE}` ? TREE_MODE : mode;
}

function checkName(name: Uint8Array): void {
  if (name.length > 4096) throw new BadObject(`a tree has a name of ${name.length} bytes, more than 4096`);
  const first = name[0] ?? 0;
  // Only names that begin like this, or have a backslash, can be forbidden ones.
  const suspicious = first === 0 || first === 0x2e || (first | 0x20) === 0x67 || first === 0xe2 || first === 0xef;
  if (name.includes(SLASH)) throw new BadObject(`a tree has an entry whose name contains a slash: ${quoted(name)}`);
  if ((suspicious || name.includes(0x5c)) && isForbiddenName(decoder.decode(name))) {
    throw new BadObject(`a tree has an entry named ${quoted(name)}`);
  }
}

/** git's order: folders as if their names ended in a slash. */
function compareEntries(left: Uint8Array, leftIsTree: boolean, right: Uint8Array, rightIsTree: boolean): number {
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  const next = (name: Uint8Array, isTree: boolean) => name[shared] ?? (isTree ? SLASH : 0);
  return next(left, leftIsTree) - next(right, rightIsTree);
}

function startsWith(name: Uint8Array, prefix: Uint8Array | undefined): boolean {
  return prefix === undefined || (name.length >= prefix.length && prefix.every((byte, at) => name[at] === byte));
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && startsWith(left, right);
}

function twice(name: Uint8Array): BadObject {
  return new BadObject(`a tree has ${quoted(name)} twice`);
}

function quoted(name: Uint8Array): string {
  return JSON.stringify(decoder.decode(name.subarray(0, 100)));
}

function checkCommit(data: Uint8Array, onLink: OnLink, cutOff: () => boolean): void {
  const lines = new HeaderLines(data);
  onLink(lines.oid('tree', 'a commit'), 0, 'tree');
  const keepParents = lines.startsWith('parent ') && !cutOff();
  while (lines.startsWith('parent ')) {
    const parent = lines.oid('parent', 'a commit');
    if (keepParents) onLink(parent, 0, 'commit');
  }
  lines.text('author', 'a commit');
  lines.text('committer', 'a commit');
}

function checkTag(data: Uint8Array, onLink: OnLink): void {
  const lines = new HeaderLines(data);
  const object = lines.oid('object', 'a tag');
  const type = lines.text('type', 'a tag');
  lines.text('tag', 'a tag');
  if (type !== 'commit' && type !== 'tree' && type !== 'blob' && type !== 'tag') {
    throw new BadObject(`a tag is of an object of type ${JSON.stringify(type.slice(0, 20))}`);
  }
  onLink(object, 0, type);
}

/** The lines at the beginning of a commit or tag, one after the other. */
class HeaderLines {
  readonly #data: Uint8Array;
  #at = 0;

  constructor(data: Uint8Array) {
    this.#data = data;
  }

  startsWith(text: string): boolean {
    for (let index = 0; index < text.length; index++) {
      if (this.#data[this.#at + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  /** The value of the line, which must have that key. */
  text(key: string, owner: string): string {
    return decoder.decode(this.#value(key, owner));
  }

  /** The 20 bytes that the line's value stands for. */
  oid(key: string, owner: string): Uint8Array {
    const digits = this.#value(key, owner);
    const oid = new Uint8Array(OID_BYTES);
    for (let at = 0; at < OID_BYTES; at++) oid[at] = 16 * digitOf(digits[2 * at]) + digitOf(digits[2 * at + 1]);
    if (digits.length !== 2 * OID_BYTES || !digits.every((digit) => digitOf(digit) >= 0)) {
      throw new BadObject(`${owner} has a line "${key}" without an object id`);
    }
    return oid;
  }

  #value(key: string, owner: string): Uint8Array {
    const end = this.#data.indexOf(0x0a, this.#at);
    if (end < 0 || !this.startsWith(`${key} `)) throw new BadObject(`${owner} has no line "${key}" where it belongs`);
    const value = this.#data.subarray(this.#at + key.length + 1, end);
    this.#at = end + 1;
    return value;
  }
}

/** -1 when it is no lower-case hex digit. */
function digitOf(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  return byte >= 0x61 && byte <= 0x66 ? byte - 0x57 : -1;
}
