/**
 * Sparse heap snapshots: the pages of a booted interpreter's heap that differ from a freshly instantiated one.
 * Layout: six u32 (magic, JSON length, runs, heap length, hash of the base, pages of the base), u32 pairs (page, count), JSON, pages.
 */
import type { EmscriptenModule, SnapshotConfig } from './glue.ts';

const MAGIC = 0x53505932;
const PAGE = 1024;
const WORDS = PAGE / 4;
const HEADER = 24;

interface Description {
  readonly config: SnapshotConfig;
  /** Pages into which C constructors write entropy: always stored, never hashed. */
  readonly volatile: readonly number[];
}

type Run = [page: number, count: number];

function hashPages(heap: Uint32Array, pages: number, skipped: ReadonlySet<number>): number {
  let hash = 0x811c9dc5;
  for (let page = 0; page < pages; page++) {
    if (skipped.has(page)) continue;
    for (let word = page * WORDS; word < (page + 1) * WORDS; word++) {
      hash = Math.imul(hash ^ (heap[word] ?? 0), 0x01000193);
    }
  }
  return hash >>> 0;
}

function pageDiffers(left: Uint8Array, right: Uint8Array, page: number): boolean {
  for (let at = page * PAGE; at < (page + 1) * PAGE; at++) {
    if ((left[at] ?? 0) !== (right[at] ?? 0)) return true;
  }
  return false;
}

function pagesInUse(heap: Uint8Array): number {
  let top = heap.length - 1;
  while (top >= 0 && heap[top] === 0) top--;
  return Math.ceil((top + 1) / PAGE);
}

/**
 * Encodes the heap of `full`, Pyodide's own snapshot, against the heaps of two fresh instances.
 * Returns the sparse snapshot.
 */
export function encodeSnapshot(full: Uint8Array, base: Uint8Array, otherBase: Uint8Array): Uint8Array {
  const header = new Uint32Array(full.buffer, full.byteOffset, 12);
  const [, heapOffset = 0, configLength = 0] = header;
  const heap = full.subarray(heapOffset);
  const config: SnapshotConfig = JSON.parse(new TextDecoder().decode(full.slice(48, 48 + configLength)));
  const basePages = pagesInUse(base);
  const volatile = new Set<number>();
  for (let page = 0; page < basePages; page++) if (pageDiffers(base, otherBase, page)) volatile.add(page);

  const runs: Run[] = [];
  let pages = 0;
  for (let page = 0; page * PAGE < heap.length; page++) {
    if (!volatile.has(page) && !pageDiffers(heap, base, page)) continue;
    pages++;
    const last = runs.at(-1);
    if (last !== undefined && last[0] + last[1] === page) last[1]++;
    else runs.push([page, 1]);
  }

  const description: Description = { config, volatile: [...volatile] };
  const text = JSON.stringify(description);
  const json = new TextEncoder().encode(text + ' '.repeat((4 - (new TextEncoder().encode(text).length % 4)) % 4));
  const head = HEADER + runs.length * 8;
  const snapshot = new Uint8Array(head + json.length + pages * PAGE);
  const baseHash = hashPages(new Uint32Array(base.buffer, base.byteOffset, basePages * WORDS), basePages, volatile);
  const words = [MAGIC, json.length, runs.length, heap.length, baseHash, basePages, ...runs.flat()];
  new Uint32Array(snapshot.buffer, 0, words.length).set(words);
  snapshot.set(json, head);
  let at = head + json.length;
  for (const [page, count] of runs) {
    snapshot.set(heap.subarray(page * PAGE, (page + count) * PAGE), at);
    at += count * PAGE;
  }
  return snapshot;
}

/**
 * Writes a snapshot into the heap of a fresh instance.
 * @returns what Pyodide needs to rebuild its JavaScript side
 * @throws Error when the snapshot was made from another build of the interpreter
 */
export function restoreSnapshot(module: EmscriptenModule, snapshot: Uint8Array): SnapshotConfig {
  const header = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 6);
  const [magic, jsonLength = 0, runCount = 0, heapLength = 0, baseHash, basePages = 0] = header;
  if (magic !== MAGIC) throw new Error('This is no heap snapshot: rebuild with `npm run prepare`.');
  const head = HEADER + runCount * 8;
  const json = new TextDecoder().decode(snapshot.subarray(head, head + jsonLength));
  const { config, volatile }: Description = JSON.parse(json);
  if (hashPages(module.HEAPU32, basePages, new Set(volatile)) !== baseHash) {
    throw new Error('The heap snapshot belongs to another build of the interpreter: rebuild with `npm run prepare`.');
  }
  if (heapLength > module.HEAPU8.length) module.growMemory(heapLength);
  const runs = new Uint32Array(snapshot.buffer, snapshot.byteOffset + HEADER, runCount * 2);
  const heap = module.HEAPU8;
  let from = head + jsonLength;
  for (let index = 0; index < runs.length; index += 2) {
    const at = (runs[index] ?? 0) * PAGE;
    const length = (runs[index + 1] ?? 0) * PAGE;
    heap.set(snapshot.subarray(from, from + length), at);
    from += length;
  }
  return config;
}
