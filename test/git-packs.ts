/** Packs made by hand, good and bad ones. */
import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { concatBytes, fromHex } from '../src/workspace/git/bytes.ts';
import { encodeTree, type GitObject, type Oid, oidOf, type TreeEntry } from '../src/workspace/git/object.ts';
import { encodeLine, FLUSH } from '../src/workspace/git/pkt-line.ts';

const CODES = { commit: 1, tree: 2, blob: 3, tag: 4, 'offset-delta': 6, 'oid-delta': 7 } as const;

/** An entry of a pack; `size` and `stream` are what is true unless they are given. */
export interface MadeEntry {
  readonly kind: keyof typeof CODES | number;
  readonly data: Uint8Array;
  /** Of deltas: an oid, or how many bytes before the entry its base begins. */
  readonly base?: Oid | number;
  readonly size?: number;
  readonly stream?: Uint8Array;
}

const encoder = new TextEncoder();

/** The bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/** A blob. */
export function blob(text: string): GitObject {
  return { type: 'blob', data: bytesOf(text) };
}

/** A tree; entries are sorted. */
export function tree(...entries: readonly TreeEntry[]): GitObject {
  return { type: 'tree', data: encodeTree(entries) };
}

/** A tree of entries as they are: mode, name, oid. */
export function rawTree(...entries: readonly (readonly [string, string | Uint8Array, Oid])[]): GitObject {
  const parts = entries.map(([mode, name, oid]) =>
    concatBytes([bytesOf(`${mode} `), typeof name === 'string' ? bytesOf(name) : name, Uint8Array.of(0), fromHex(oid)]),
  );
  return { type: 'tree', data: concatBytes(parts) };
}

/** A commit of a tree. */
export function commit(ofTree: Oid, ...parents: readonly Oid[]): GitObject {
  const lines = [`tree ${ofTree}`, ...parents.map((parent) => `parent ${parent}`)];
  const who = 'A <a@example.org> 1700000000 +0000';
  return { type: 'commit', data: bytesOf(`${lines.join('\n')}\nauthor ${who}\ncommitter ${who}\n\nMessage\n`) };
}

/** A tree with one file, and its commit; the last one is the commit. */
export function history(text: string, ...parents: readonly Oid[]): readonly [GitObject, GitObject, GitObject] {
  const file = blob(text);
  const root = tree({ mode: '100644', name: 'file', oid: oidOf(file) });
  return [file, root, commit(oidOf(root), ...parents)];
}

/** A delta that copies pieces (offset and length) and inserts bytes. */
export function delta(
  baseSize: number,
  resultSize: number,
  ...steps: readonly (readonly [number, number] | Uint8Array)[]
): Uint8Array {
  const parts = steps.map((step) => {
    if (step instanceof Uint8Array) return concatBytes([Uint8Array.of(step.length), step]);
    const [offset, length] = step;
    return Uint8Array.of(0xff, offset, offset >> 8, offset >> 16, offset >> 24, length, length >> 8, length >> 16);
  });
  return concatBytes([varint(baseSize), varint(resultSize), ...parts]);
}

/** The bytes of an entry. */
export function encodeEntry({
  kind,
  data,
  base,
  size = data.length,
  stream = deflateSync(data),
}: MadeEntry): Uint8Array {
  const code = typeof kind === 'number' ? kind : CODES[kind];
  const head = [(code << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    head[head.length - 1] = (head.at(-1) ?? 0) | 0x80;
    head.push(rest & 0x7f);
  }
  return concatBytes([Uint8Array.from(head), encodeBase(base), stream]);
}

/** A pack of objects and entries, its trailer right; `count` is what its header says. */
export function encodePack(entries: readonly (GitObject | MadeEntry)[], count = entries.length): Uint8Array {
  const head = new Uint8Array(12);
  head.set(bytesOf('PACK'));
  const view = new DataView(head.buffer);
  view.setUint32(4, 2);
  view.setUint32(8, count);
  const made = entries.map((entry) => encodeEntry('kind' in entry ? entry : { kind: entry.type, data: entry.data }));
  return sealed(concatBytes([head, ...made]));
}

/** Bytes and their hash. */
export function sealed(bytes: Uint8Array): Uint8Array {
  return concatBytes([bytes, createHash('sha1').update(bytes).digest()]);
}

/** The body of a push: commands as `<old> <new> <ref>`, and a pack. */
export function pushBody(
  commands: readonly string[],
  pack: Uint8Array,
  { capabilities = 'report-status side-band-64k', shallow = [] as readonly Oid[] } = {},
): Uint8Array {
  const lines = commands.map((command, index) => encodeLine(index === 0 ? `${command}\0${capabilities}` : command));
  return concatBytes([...shallow.map((oid) => encodeLine(`shallow ${oid}`)), ...lines, FLUSH, pack]);
}

function encodeBase(base: Oid | number | undefined): Uint8Array {
  if (base === undefined) return new Uint8Array();
  if (typeof base === 'string') return fromHex(base);
  const digits = [base & 0x7f];
  for (let rest = Math.floor(base / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest--;
    digits.unshift(0x80 | (rest & 0x7f));
  }
  return Uint8Array.from(digits);
}

function varint(value: number): Uint8Array {
  const bytes = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push(0x80 | (rest & 0x7f));
  return Uint8Array.from([...bytes, rest]);
}
