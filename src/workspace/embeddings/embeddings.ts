/** Embeddings of the live chunks, computed in slices after everything else; a search asks which are nearest to a query's. */
import type { Sql } from '../../lib/sql.ts';
import type { IndexPart, LiveDocument } from '../index/part.ts';
import { type Embedder, EmbeddingFailed } from './embedder.ts';
import { cosine, quantize } from './quantize.ts';

/** Tables of the embeddings, as step 1 creates them. */
export const EMBEDDINGS_SCHEMA = `
  -- Of live chunks, by one model.
  CREATE TABLE IF NOT EXISTS embedding (
    chunk INTEGER PRIMARY KEY,
    -- As quantize.ts makes them.
    vector BLOB NOT NULL
  ) STRICT;
  -- Live chunks that wait for theirs.
  CREATE TABLE IF NOT EXISTS embedding_pending (chunk INTEGER PRIMARY KEY) STRICT;
  -- One row.
  CREATE TABLE IF NOT EXISTS embedding_state (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    model TEXT,
    -- Attempts in a row that failed.
    failures INTEGER NOT NULL DEFAULT 0,
    last_error TEXT
  ) STRICT;
  INSERT OR IGNORE INTO embedding_state (id) VALUES (1);
`;

/** Chunks of one request to the model. */
const BATCH = 32;
/** Characters of a chunk that the model gets; models read some thousand tokens at most. */
const LONGEST_TEXT = 6_000;
/** Chunks that are nearest to a query. */
const MOST_SIMILAR = 100;

/** How far embeddings are. */
export interface EmbeddingsState {
  readonly model: string;
  readonly embedded: number;
  readonly pending: number;
  /** Attempts in a row that failed, and what the last one said. */
  readonly failures: number;
  readonly lastError?: string;
}

interface WaitingChunk {
  readonly chunk: number;
  /** What the model reads. */
  readonly text: string;
}

/** Where no model is configured: documents come and go without their vectors, so none may stay. */
export function forgetEmbeddings(sql: Sql): void {
  if (sql.exec('SELECT 1 FROM embedding_state WHERE model IS NOT NULL').toArray().length === 0) return;
  sql.exec('DELETE FROM embedding');
  sql.exec('DELETE FROM embedding_pending');
  sql.exec('UPDATE embedding_state SET model = NULL');
}

/** The embeddings of one workspace. */
export class Embeddings implements IndexPart {
  readonly name = 'embeddings';
  readonly #sql: Sql;
  readonly #embedder: Embedder;

  constructor(sql: Sql, embedder: Embedder) {
    this.#sql = sql;
    this.#embedder = embedder;
  }

  add({ chunks }: LiveDocument): void {
    const ids = JSON.stringify(chunks.map(({ id }) => id));
    this.#sql.exec('INSERT OR IGNORE INTO embedding_pending SELECT value FROM json_each(?)', ids);
  }

  remove({ chunks }: LiveDocument): void {
    const ids = JSON.stringify(chunks.map(({ id }) => id));
    for (const table of ['embedding', 'embedding_pending']) {
      this.#sql.exec(`DELETE FROM ${table} WHERE chunk IN (SELECT value FROM json_each(?))`, ids);
    }
  }

  /** To be called once the tables are there: vectors of another model are dropped, and live chunks without one wait. */
  start(): void {
    const { model } = this.#sql.exec<{ model: string | null }>('SELECT model FROM embedding_state').one();
    if (model === this.#embedder.model) return;
    this.#sql.exec('DELETE FROM embedding');
    this.#sql.exec(
      `INSERT OR IGNORE INTO embedding_pending
       SELECT chunk.id FROM chunk JOIN document ON document.id = chunk.document WHERE live = 1`,
    );
    this.#sql.exec('UPDATE embedding_state SET model = ?, failures = 0, last_error = NULL', this.#embedder.model);
  }

  get state(): EmbeddingsState {
    const row = this.#sql
      .exec<{ embedded: number; pending: number; failures: number; error: string | null }>(
        `SELECT (SELECT count(*) FROM embedding) AS embedded, (SELECT count(*) FROM embedding_pending) AS pending,
           failures, last_error AS error FROM embedding_state`,
      )
      .one();
    const { embedded, pending, failures, error } = row;
    return { model: this.#embedder.model, embedded, pending, failures, ...(error !== null && { lastError: error }) };
  }

  /** Asks for the embeddings of some chunks; returns whether more wait. A failure is remembered, not thrown. */
  async work(): Promise<boolean> {
    const waiting = this.#waiting();
    if (waiting.length === 0) return false;
    try {
      const vectors = await this.#embedder.embed(waiting.map(({ text }) => text));
      for (const [index, { chunk }] of waiting.entries()) this.#keep(chunk, vectors[index]);
      this.#sql.exec('UPDATE embedding_state SET failures = 0');
    } catch (error) {
      if (!(error instanceof EmbeddingFailed)) throw error;
      this.#sql.exec('UPDATE embedding_state SET failures = failures + 1, last_error = ?', error.message);
    }
    return this.state.pending > 0;
  }

  /** The vector of a query; undefined when the model fails, which is remembered. */
  async embedQuery(query: string): Promise<Int8Array | undefined> {
    try {
      const [vector] = await this.#embedder.embed([query.slice(0, LONGEST_TEXT)]);
      return vector === undefined ? undefined : quantize(vector);
    } catch (error) {
      if (!(error instanceof EmbeddingFailed)) throw error;
      this.#sql.exec('UPDATE embedding_state SET last_error = ?', error.message);
      return undefined;
    }
  }

  /** The chunks that `allows` accepts whose embeddings are nearest to `vector`, with the cosine of the angle. */
  nearest(vector: Int8Array, allows: (chunk: number) => boolean): ReadonlyMap<number, number> {
    const found: [chunk: number, similarity: number][] = [];
    let least = 0;
    const keepBest = () => {
      found.sort((left, right) => right[1] - left[1]);
      found.length = Math.min(found.length, MOST_SIMILAR);
      least = found.length < MOST_SIMILAR ? 0 : (found.at(-1)?.[1] ?? 0);
    };
    for (const row of this.#sql.exec<{ chunk: number; vector: ArrayBuffer }>('SELECT chunk, vector FROM embedding')) {
      if (!allows(row.chunk)) continue;
      const similarity = cosine(vector, new Int8Array(row.vector));
      if (similarity > least) found.push([row.chunk, similarity]);
      if (found.length >= 2 * MOST_SIMILAR) keepBest();
    }
    keepBest();
    return new Map(found);
  }

  #waiting(): readonly WaitingChunk[] {
    const rows = this.#sql.exec<{ chunk: number; scope: string; text: string; lineStart: number; lineEnd: number }>(
      `SELECT chunk.id AS chunk, scope, text, line_start AS lineStart, line_end AS lineEnd
       FROM embedding_pending JOIN chunk ON chunk.id = embedding_pending.chunk
         JOIN document ON document.id = chunk.document
       ORDER BY embedding_pending.chunk LIMIT ?`,
      BATCH,
    );
    const waiting: WaitingChunk[] = [];
    // Row by row: each has the text of its whole file.
    for (const { chunk, scope, text, lineStart, lineEnd } of rows) {
      const lines = text.split('\n').slice(lineStart - 1, lineEnd);
      waiting.push({ chunk, text: [scope, ...lines].join('\n').slice(0, LONGEST_TEXT) });
    }
    return waiting;
  }

  /** The chunk may have left while the model was asked. */
  #keep(chunk: number, vector: Float32Array | undefined): void {
    if (vector === undefined) return;
    const waits = this.#sql.exec('DELETE FROM embedding_pending WHERE chunk = ? RETURNING chunk', chunk).toArray();
    if (waits.length === 0) return;
    this.#sql.exec('INSERT OR REPLACE INTO embedding VALUES (?, ?)', chunk, new Uint8Array(quantize(vector).buffer));
  }
}
