/**
 * Takes the state of an idle interpreter out and puts it into another one: pages of the heap that changed, and the little that
 * Python keeps in JavaScript. Two interpreters of the same build boot alike, so the addresses and references that the
 * JavaScript side holds mean the same in both.
 */
import type { EmscriptenModule, FileStream } from './glue.ts';
import { LARGEST_HEAP } from './heap.ts';
import { HEAP_PAGE, type HeapPages, type PageHashes } from './heap-pages.ts';
import { readTemporary, type Temporary, writeTemporary } from './temporary.ts';
import type { StateBatch, StateChunk, StateHeader, StateRequest, StateResult } from './types.ts';
import { UnfitState } from './unfit-state.ts';

/** Pages in a chunk: 1 MB, which fits a row of a database even when it cannot be compressed. */
const CHUNK_PAGES = 1024;
/** Pages in one answer: a message holds at most 32 MB, and the isolate 128. */
const BATCH_PAGES = 4 * CHUNK_PAGES;

/** The same in every interpreter: a state may hold it open to read. `importlib.metadata` does. */
const LIBRARY = /^\/lib\/python\d+\.zip$/;
/** Mask of how a file was opened; 0 to read. */
const ACCESS = 3;
/** Slots for references to JavaScript objects that a state may have. */
const MOST_SLOTS = 1 << 18;
/** Bytes of files outside of /workspace that a state may hold. */
const TEMPORARY_LIMIT = 1 << 20;

/** An image of the heap that is known by a number. */
interface Known {
  readonly id: number;
  readonly hashes: PageHashes;
}

/** A state of which some chunks are still to be read. */
interface Taking extends Known {
  readonly known: Known | undefined;
  rest: Uint32Array;
  /** It takes more than one batch. */
  readonly torn: boolean;
}

/** The heap of a freshly booted interpreter. */
export interface Base {
  /** Names the build: states fit interpreters of the same one. */
  readonly id: string;
  readonly hashes: PageHashes;
}

/** The state of one interpreter; made right after its boot. */
export class InterpreterState {
  #module: EmscriptenModule;
  #pages: HeapPages;
  #base: Base;
  /** What the interpreter holds in JavaScript after its boot. */
  #bootSlots: readonly unknown[];
  #bootTable: number;
  #bootInterned: number;
  #bootLibraries: ReadonlySet<string>;
  #bootStreams: ReadonlySet<unknown>;
  /** The newest image taken, and the one before it: either may be what the next is compared with. */
  #images: readonly Known[] = [];
  #restoring: StateHeader | undefined;
  #taking: Taking | undefined;

  constructor(module: EmscriptenModule, pages: HeapPages, base: Base) {
    this.#module = module;
    this.#pages = pages;
    this.#base = base;
    this.#bootSlots = this.#slots();
    this.#bootTable = module.wasmTable.length;
    this.#bootInterned = this.#interned().length;
    this.#bootLibraries = new Set(Object.keys(module.LDSO.loadedLibsByName));
    this.#bootStreams = new Set(module.FS.streams);
  }

  /** What stands in the way of taking the state, as noun phrases; empty when nothing does. */
  #obstacles({ bytes, unloaded }: Temporary): readonly string[] {
    const { LDSO, wasmTable } = this.#module;
    const open = this.#opened()
      .filter(({ path, flags }) => !LIBRARY.test(path ?? '') || (flags & ACCESS) !== 0)
      .map(({ path }) => path ?? 'pipe');
    const native = Object.keys(LDSO.loadedLibsByName).filter((name) => !this.#bootLibraries.has(name));
    const slots = this.#slots();
    const { length } = this.#module.HEAPU8;
    // Where another object took the place of one that Python let go, a new interpreter would have the old one.
    const references = slots.filter((value, slot) => value !== null && value !== this.#bootSlots[slot]);
    return [
      ...(open.length > 0 ? [`open files (${[...new Set(open)].join(', ')})`] : []),
      ...(native.length > 0 ? [`native modules (${native.map((path) => path.replace(/^.*\//, '')).join(', ')})`] : []),
      ...(references.length > 0
        ? [`${references.length} JavaScript objects, such as those of pending asyncio tasks`]
        : []),
      ...(slots.length > MOST_SLOTS ? [`${slots.length} JavaScript objects at one time`] : []),
      ...(length > LARGEST_HEAP ? [`a heap of ${length} bytes`] : []),
      ...(bytes > TEMPORARY_LIMIT
        ? [`more than ${TEMPORARY_LIMIT} bytes of files in /tmp or elsewhere outside of /workspace`]
        : []),
      ...(unloaded.length > 0
        ? [`files moved out of /workspace that were not opened yet (${unloaded.join(', ')})`]
        : []),
      ...(native.length === 0 && wasmTable.length !== this.#bootTable ? ['callbacks made for native code'] : []),
    ];
  }

  /** Hashes of the heap as it is now. */
  hashes(): PageHashes {
    return this.#pages.look(new Uint32Array()).hashes;
  }

  /** Takes what changed since the state `since` was taken, or else since the boot. */
  async take({ id, since, mostPages }: StateRequest): Promise<StateResult> {
    const obstacles = this.#obstacles(readTemporary(this.#module.FS, TEMPORARY_LIMIT));
    if (obstacles.length > 0) return { kind: 'refused', obstacles };
    const known = this.#images.find((image) => image.id === since);
    if (since !== undefined && known === undefined) return { kind: 'unknown' };
    const { hashes, changed } = this.#pages.look(known?.hashes ?? this.#base.hashes);
    if (changed.length > mostPages) return { kind: 'large', pages: changed.length };
    this.#taking = { id, known, hashes, rest: changed, torn: changed.length > BATCH_PAGES };
    return { kind: 'taken', ...(await this.takeMore()) };
  }

  /**
   * The next chunks of the state that is being taken; no cell may run before the last. What destructors change between two
   * batches comes with the last one.
   */
  async takeMore(): Promise<StateBatch> {
    const taking = this.#taking;
    if (taking === undefined) throw new Error('No state is being taken.');
    const parts: Uint32Array[] = [taking.rest.slice(0, BATCH_PAGES)];
    taking.rest = taking.rest.subarray(BATCH_PAGES);
    let header: StateHeader | undefined;
    if (taking.rest.length === 0) {
      let { hashes } = taking;
      if (taking.torn) {
        const late = this.#pages.look(hashes);
        parts.push(late.changed);
        hashes = late.hashes;
      }
      header = this.#describe(hashes);
      this.#images = [...(taking.known ? [taking.known] : []), { id: taking.id, hashes }];
      this.#taking = undefined;
    }
    // Everything is read before anything is awaited.
    const raw = parts.flatMap(inChunks).map((pages) => ({ pages, bytes: this.#pages.read(pages) }));
    const chunks: StateChunk[] = [];
    for (const { pages, bytes } of raw) {
      chunks.push({ pages, data: await through(new CompressionStream('deflate-raw'), bytes) });
    }
    return { chunks, ...(header && { header }) };
  }

  /** Prepares for the chunks of a state. Throws {@link UnfitState} when it was taken from another build. */
  beginRestore(header: StateHeader): void {
    if (header.base !== this.#base.id)
      throw new UnfitState('The state was taken from another build of the interpreter.');
    const module = this.#module;
    if (!this.#hasSlot(header.slots - 1) || header.interned.length > 0) {
      // Both are kept outside the heap; what C writes into the heap for them is part of the state already.
      const heap = module.HEAPU8.slice();
      while (!this.#hasSlot(header.slots - 1)) module._hiwire_new(null);
      for (const text of header.interned) module.__hiwire_immortal_add(text);
      module.HEAPU8.set(heap);
    }
    if (header.heapBytes > module.HEAPU8.length && !module.growMemory(header.heapBytes)) {
      throw new UnfitState('There is no memory for the heap of the state.');
    }
    this.#restoring = header;
  }

  /** Writes chunks, those of older states first. */
  async writeChunks(chunks: readonly StateChunk[]): Promise<void> {
    for (const { pages, data } of chunks) {
      const bytes = await through(new DecompressionStream('deflate-raw'), data);
      if (bytes.length !== pages.length * HEAP_PAGE) throw new UnfitState('A chunk of the state is damaged.');
      this.#pages.write(pages, bytes);
    }
  }

  /** Checks every byte of the heap. From now on the interpreter is in the state `id`. Throws {@link UnfitState}. */
  endRestore(id: number): void {
    const header = this.#restoring;
    if (header === undefined) throw new Error('No restore was begun.');
    this.#restoring = undefined;
    const { hashes } = this.#pages.look(this.#base.hashes);
    if (this.#pages.digest(hashes) !== header.digest) throw new UnfitState('The state does not fit this interpreter.');
    this.#images = [{ id, hashes }];
    const { FS } = this.#module;
    writeTemporary(FS, header.temporary);
    for (const { fd, path, position } of header.library) {
      const stream = FS.open(path, 'r');
      FS.streams[stream.fd] = null;
      FS.streams[fd] = Object.assign(stream, { fd, position });
    }
    if (FS.analyzePath(header.directory).exists) FS.chdir(header.directory);
  }

  #describe(hashes: PageHashes): StateHeader {
    return {
      base: this.#base.id,
      heapBytes: this.#module.HEAPU8.length,
      digest: this.#pages.digest(hashes),
      slots: this.#slots().length,
      interned: this.#interned().slice(this.#bootInterned),
      directory: this.#module.FS.cwd(),
      library: this.#opened().map(({ fd, path = '', position }) => ({ fd, path, position })),
      temporary: readTemporary(this.#module.FS, TEMPORARY_LIMIT).entries,
    };
  }

  /** Files that Python has opened since the boot; Pyodide itself may open its standard streams anew. */
  #opened(): readonly FileStream[] {
    const isNew = (stream: FileStream): boolean =>
      !this.#bootStreams.has(stream) && !(stream.fd <= 2 && stream.path?.startsWith('/dev/std'));
    return this.#module.FS.streams.flatMap((stream) => (stream && isNew(stream) ? [stream] : []));
  }

  /** What the slots for references to JavaScript objects hold, up to one more than a state may have; null is in a free one. */
  #slots(): readonly unknown[] {
    const values: unknown[] = [];
    while (values.length <= MOST_SLOTS && this.#hasSlot(values.length)) {
      values.push(this.#module.__hiwire_get(values.length));
    }
    return values;
  }

  /** Only reading tells. */
  #hasSlot(slot: number): boolean {
    try {
      this.#module.__hiwire_get(slot);
      return true;
    } catch {
      return false;
    }
  }

  /** Texts that C code keeps in JavaScript for good. */
  #interned(): readonly string[] {
    const texts: string[] = [];
    for (let index = 1; index <= MOST_SLOTS; index++) {
      try {
        const value = this.#module.__hiwire_immortal_get(index);
        if (typeof value === 'string') texts.push(value);
      } catch {
        break;
      }
    }
    return texts;
  }
}

function inChunks(pages: Uint32Array): readonly Uint32Array[] {
  const chunks = Array.from({ length: Math.ceil(pages.length / CHUNK_PAGES) }, (_, index) => index * CHUNK_PAGES);
  return chunks.map((at) => pages.slice(at, at + CHUNK_PAGES));
}

async function through(transform: CompressionStream | DecompressionStream, bytes: Uint8Array): Promise<Uint8Array> {
  const writer = transform.writable.getWriter();
  const written = Promise.all([writer.write(bytes.slice()), writer.close()]);
  const [result] = await Promise.all([new Response(transform.readable).bytes(), written]);
  return result;
}
