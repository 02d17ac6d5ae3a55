/** Git's four kinds of object and their formats (gitformat-pack, git-commit-tree, git-mktree). */
import { createHash } from 'node:crypto';
import { lastAddress } from '../../lib/address.ts';
import { compareBytes, concatBytes, fromHex, toHex } from './bytes.ts';

/** What an object is. */
export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** SHA-1 of an object in 40 lower-case hex digits. */
export type Oid = string;

/** The id that stands for "no object" in the protocol. */
export const ZERO_OID: Oid = '0'.repeat(40);

/** An object's content. */
export interface GitObject {
  readonly type: ObjectType;
  readonly data: Uint8Array;
}

/** Who wrote or committed, and when. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly seconds: number;
  /** `+hhmm` or `-hhmm`. */
  readonly zone: string;
}

/** A commit. */
export interface Commit {
  readonly tree: Oid;
  readonly parents: readonly Oid[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** Kinds of tree entries by their mode in octal. */
export const MODES = {
  tree: '40000',
  file: '100644',
  executable: '100755',
  symlink: '120000',
  submodule: '160000',
} as const;

/** One entry of a tree. */
export interface TreeEntry {
  /** Octal digits, as {@link MODES} has them. */
  readonly mode: string;
  readonly name: string;
  readonly oid: Oid;
}

/** Bytes that are no object of the kind they should be. */
export class BadObject extends Error {
  override readonly name = 'BadObject';
}

/** The id of an object. */
export function oidOf({ type, data }: GitObject): Oid {
  return createHash('sha1').update(`${type} ${data.length}\0`).update(data).digest('hex');
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();
const SPACE = 0x20;
const OID_BYTES = 20;

/** Throws {@link BadObject}. Headers other than those of {@link Commit} are passed over. */
export function parseCommit(data: Uint8Array): Commit {
  const text = decoder.decode(data);
  const end = text.indexOf('\n\n');
  const header = end < 0 ? text : text.slice(0, end);
  const fields = header.split('\n').filter((line) => !line.startsWith(' '));
  const valuesOf = (key: string) =>
    fields.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const [tree] = valuesOf('tree');
  const [author] = valuesOf('author');
  const [committer] = valuesOf('committer');
  if (tree === undefined || !isOid(tree)) throw new BadObject('a commit without a tree');
  if (author === undefined || committer === undefined) throw new BadObject('a commit without author or committer');
  return {
    tree,
    parents: valuesOf('parent'),
    author: parseSignature(author),
    committer: parseSignature(committer),
    message: end < 0 ? '' : text.slice(end + 2),
  };
}

/** The content of a commit. */
export function encodeCommit({ tree, parents, author, committer, message }: Commit): Uint8Array {
  const header = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${encodeSignature(author)}`,
    `committer ${encodeSignature(committer)}`,
  ];
  return encoder.encode(`${header.join('\n')}\n\n${message}`);
}

/** Throws {@link BadObject}. */
export function parseTree(data: Uint8Array): readonly TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(SPACE, at);
    const zero = data.indexOf(0, space);
    const end = zero + 1 + OID_BYTES;
    if (space < 0 || zero < 0 || end > data.length) throw new BadObject('a tree that is cut off');
    entries.push({
      // Old versions of git wrote a zero in front of a folder's mode.
      mode: decoder.decode(data.subarray(at, space)).replace(/^0+/, ''),
      name: decoder.decode(data.subarray(space + 1, zero)),
      oid: toHex(data.subarray(zero + 1, end)),
    });
    at = end;
  }
  return entries;
}

/** The entry of that name, found without reading the others; undefined when there is none. Throws {@link BadObject}. */
export function findTreeEntry(data: Uint8Array, name: string): TreeEntry | undefined {
  const wanted = encoder.encode(name);
  for (let at = 0; at < data.length; ) {
    const space = data.indexOf(SPACE, at);
    const start = space + 1;
    const zero = data.indexOf(0, start);
    const end = zero + 1 + OID_BYTES;
    if (space < 0 || zero < 0 || end > data.length) throw new BadObject('a tree that is cut off');
    if (zero - start === wanted.length && wanted.every((byte, index) => data[start + index] === byte)) {
      return {
        mode: decoder.decode(data.subarray(at, space)).replace(/^0+/, ''),
        name,
        oid: toHex(data.subarray(zero + 1, end)),
      };
    }
    at = end;
  }
  return undefined;
}

/** The content of a tree; its entries may come in any order. */
export function encodeTree(entries: readonly TreeEntry[]): Uint8Array {
  const sorted = entries
    .map((entry) => ({ ...entry, key: encoder.encode(entry.mode === MODES.tree ? `${entry.name}/` : entry.name) }))
    .sort((left, right) => compareBytes(left.key, right.key));
  const parts = sorted.flatMap(({ mode, name, oid }) => [encoder.encode(`${mode} ${name}\0`), fromHex(oid)]);
  return concatBytes(parts);
}

/** Whether `text` is an object id. */
export function isOid(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

function parseSignature(text: string): Signature {
  const { start, end } = lastAddress(text);
  const name = text.slice(0, start).replace(/ $/, '');
  const time = /^> (-?\d+) ([+-]\d{4})$/.exec(text.slice(end));
  if (start < 0 || time === null || /[\r\u2028\u2029]/.test(name))
    return { name: text, email: '', seconds: 0, zone: '+0000' };
  const [, seconds = '0', zone = '+0000'] = time;
  return { name, email: text.slice(start + 1, end), seconds: Number(seconds), zone };
}

function encodeSignature({ name, email, seconds, zone }: Signature): string {
  return `${name} <${email}> ${seconds} ${zone}`;
}
