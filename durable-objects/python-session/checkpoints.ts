/** Checkpoints of a session's interpreter: taken after each cell when that is cheap, or on demand, and restored. */

import { InterpreterLost } from '../../src/python/interpreter-lost.ts';
import type { StateBatch, StateChunk, StateHeader, StateRequest, StateResult } from '../../wasm/python/kernel/types.ts';
import {
  type CheckpointRow,
  claimCheckpoint,
  dropOrphans,
  keepOnly,
  newCheckpointId,
  readCheckpoints,
  readChunks,
  readHeader,
  readStanding,
  storeCheckpoint,
  storeChunks,
  storeStanding,
} from './checkpoints.schema.ts';
import { contentBytes, keepLists, listFiles, restoreFiles } from './session-files.schema.ts';

/** Changed pages of 1 KB up to which a checkpoint is taken before a cell's answer goes out; a larger one follows it. */
const CHEAP_PAGES = 2048;
/** Checkpoints that build on one another before one starts anew from a fresh interpreter. */
const LONGEST_CHAIN = 24;
/** The newest ones of each kind that are kept, while their compressed pages and all contents of files take no more bytes. */
const KEPT = { requested: 20, automatic: 10, pages: 256 << 20, contents: 512 << 20 } as const;
/** Chunks of a state; its heap has 68 MB. */
const MOST_CHUNKS = 256;
/** Compressed bytes in one message to the interpreter. */
const BATCH_BYTES = 4 << 20;

/** The interpreter's methods that move its state. */
export interface StateSource {
  takeState(request: StateRequest): Promise<StateResult>;
  takeMore(): Promise<StateBatch>;
}
export interface StateTarget {
  beginRestore(header: StateHeader): Promise<void>;
  writeChunks(chunks: readonly StateChunk[]): Promise<void>;
  endRestore(id: number): Promise<void>;
}

/** Why a checkpoint could not be taken: noun phrases. */
export class NotCheckpointed extends Error {
  override readonly name = 'NotCheckpointed';
  readonly obstacles: readonly string[];
  constructor(obstacles: readonly string[]) {
    super(`The state cannot be kept: ${obstacles.join('; ')}.`);
    this.obstacles = obstacles;
  }
}

/** What somebody gave who asked for a checkpoint; there is none when it is taken after a cell. */
export interface Asked {
  readonly label: string | null;
}

/** The checkpoints of one session. */
export class Checkpoints {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly #abandon: () => void;

  /** `abandon` is called when contents of files may be held by none any more. */
  constructor(storage: DurableObjectStorage, abandon: () => void) {
    this.#storage = storage;
    this.#sql = storage.sql;
    this.#abandon = abandon;
  }

  /** The checkpoint that a new interpreter starts from. */
  get head(): number | null {
    return readStanding(this.#sql).head;
  }

  /** Cells that ran since the last checkpoint: a lost interpreter loses what they did to variables. */
  get behind(): number {
    return readStanding(this.#sql).behind;
  }

  /** All there are, the newest first. */
  list(): readonly CheckpointRow[] {
    return readCheckpoints(this.#sql);
  }

  /** A cell begins: until its state is kept, the interpreter is ahead of the checkpoints. Returns what to ask with the cell. */
  begin(): StateRequest {
    const { head, behind } = readStanding(this.#sql);
    storeStanding(this.#sql, { head, behind: behind + 1 });
    return this.#request(CHEAP_PAGES);
  }

  /** Keeps the state that came with a cell's result, when it did. */
  keep(request: StateRequest, state: StateResult | undefined): void {
    if (state?.kind !== 'taken' || state.header === undefined) return;
    const bytes = storeChunks(this.#sql, request.id, 0, state.chunks);
    this.#finish(request, state.header, bytes);
  }

  /** Takes a checkpoint of an idle interpreter, however large; `spared` stays in any case. Throws {@link NotCheckpointed}. */
  async take(kernel: StateSource, asked?: Asked, spared?: number): Promise<CheckpointRow> {
    dropOrphans(this.#sql);
    let request = this.#request(Number.MAX_SAFE_INTEGER);
    let state = await kernel.takeState(request);
    if (state.kind === 'unknown') {
      request = { id: newCheckpointId(this.#sql), mostPages: request.mostPages };
      state = await kernel.takeState(request);
    }
    if (state.kind === 'refused') throw new NotCheckpointed(state.obstacles);
    if (state.kind !== 'taken') throw new InterpreterLost();
    let batch: StateBatch = state;
    let [part, bytes] = [batch.chunks.length, storeChunks(this.#sql, request.id, 0, batch.chunks)];
    while (batch.header === undefined) {
      batch = await kernel.takeMore();
      bytes += storeChunks(this.#sql, request.id, part, batch.chunks);
      part += batch.chunks.length;
      if (part > MOST_CHUNKS) throw new InterpreterLost();
    }
    const { header } = batch;
    return this.#storage.transactionSync(() => this.#finish(request, header, bytes, asked, spared));
  }

  /** Puts a fresh interpreter into the state of the head, if there is one. Throws what the interpreter throws. */
  async restoreInto(kernel: StateTarget): Promise<void> {
    const { head } = this;
    if (head === null) return;
    await kernel.beginRestore(readHeader(this.#sql, head));
    let batch: StateChunk[] = [];
    let bytes = 0;
    for (const id of this.#ancestry(head)) {
      for (const chunk of readChunks(this.#sql, id)) {
        batch.push(chunk);
        bytes += chunk.data.length;
        if (bytes < BATCH_BYTES) continue;
        await kernel.writeChunks(batch);
        [batch, bytes] = [[], 0];
      }
    }
    await kernel.writeChunks(batch);
    await kernel.endRestore(head);
  }

  /** The checkpoint of the present, if there is one: neither has a cell run since nor a file changed. */
  get present(): CheckpointRow | undefined {
    const { head, behind } = readStanding(this.#sql);
    const row = behind > 0 ? undefined : this.list().find(({ id }) => id === head);
    return row?.files === listFiles(this.#sql) ? row : undefined;
  }

  /** Keeps the checkpoint of the present for somebody; undefined when there is none, or somebody else asked for it before. */
  claim({ label }: Asked): CheckpointRow | undefined {
    const { present } = this;
    if (present === undefined || present.requested === 1) return undefined;
    claimCheckpoint(this.#sql, present.id, label);
    return { ...present, requested: 1, label };
  }

  /** Makes a checkpoint the one that a new interpreter starts from; null: none. */
  rewind(id: number | null): void {
    storeStanding(this.#sql, { head: id, behind: 0 });
  }

  /** Goes back to a checkpoint and the files that it had. */
  restore({ id, files }: CheckpointRow): void {
    this.#storage.transactionSync(() => {
      restoreFiles(this.#sql, files);
      this.rewind(id);
    });
    this.#abandon();
  }

  #request(mostPages: number): StateRequest {
    const id = newCheckpointId(this.#sql);
    const head = this.list().find((row) => row.id === this.head);
    return head === undefined || head.depth >= LONGEST_CHAIN ? { id, mostPages } : { id, since: head.id, mostPages };
  }

  #finish(request: StateRequest, header: StateHeader, bytes: number, asked?: Asked, spared?: number): CheckpointRow {
    const parent = request.since ?? null;
    const row: CheckpointRow = {
      id: request.id,
      parent,
      depth: 1 + (this.list().find(({ id }) => id === parent)?.depth ?? 0),
      requested: asked === undefined ? 0 : 1,
      label: asked?.label ?? null,
      created_at: Date.now(),
      bytes,
      files: listFiles(this.#sql),
    };
    storeCheckpoint(this.#sql, row, header);
    storeStanding(this.#sql, { head: row.id, behind: 0 });
    this.#prune(spared);
    return row;
  }

  /** From the oldest to `id`. */
  #ancestry(id: number): readonly number[] {
    const parents = new Map(this.list().map((row) => [row.id, row.parent]));
    const path: number[] = [];
    for (let at: number | null | undefined = id; at !== null && at !== undefined; at = parents.get(at))
      path.unshift(at);
    return path;
  }

  #prune(spared?: number): void {
    const kept = new Set<number>();
    const crowded = contentBytes(this.#sql) > KEPT.contents;
    const left = { requested: KEPT.requested, automatic: crowded ? 1 : KEPT.automatic };
    let bytes = 0;
    for (const row of this.list()) {
      bytes += row.bytes;
      const kind = row.requested === 1 ? 'requested' : 'automatic';
      if (row.id !== this.head && row.id !== spared && (left[kind]-- <= 0 || bytes > KEPT.pages)) continue;
      for (const id of this.#ancestry(row.id)) kept.add(id);
    }
    if (kept.size === this.list().length) return;
    keepOnly(this.#sql, kept);
    keepLists(this.#sql, new Set(this.list().map(({ files }) => files)));
    this.#abandon();
  }
}
