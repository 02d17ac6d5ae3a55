/** The memories and suggestions of one workspace, in its database. */
import { z } from 'zod';
import type { Sql } from '../../lib/sql.ts';
import { MEMORY_CATEGORIES, MEMORY_PRIORITIES, type Memory } from './service.ts';

/** Contents that are remembered as dismissed; the oldest are forgotten first. */
const MOST_DISMISSED = 2000;

const facts = z.object({
  category: z.enum(MEMORY_CATEGORIES),
  content: z.string(),
  title: z.string().exactOptional(),
  subtype: z.string().exactOptional(),
  tags: z.array(z.string()),
  priority: z.enum(MEMORY_PRIORITIES).exactOptional(),
  source: z.string().exactOptional(),
  commit: z.string().exactOptional(),
  evidence: z.array(
    z.object({
      path: z.string(),
      blob: z.string(),
      lines: z.object({ start: z.int(), end: z.int(), hash: z.string() }).exactOptional(),
    }),
  ),
});

const states = z.enum(['kept', 'suggested', 'snoozed']);

/** What is stored of a memory beside its id. */
export type MemoryRecord = Omit<Memory, 'id' | 'createdAt'>;

type Row = Record<'state' | 'facts', string> & { id: number; session: string | null; created_at: number };

/** Reads and writes memories; `key` is that of the content, by `contentKey`. */
export class StoredMemories {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Those in one of these states, the newest first. */
  list(...wanted: readonly Memory['state'][]): readonly Memory[] {
    return this.#read(
      'WHERE state IN (SELECT value FROM json_each(?)) ORDER BY memory.id DESC',
      JSON.stringify(wanted),
    );
  }

  count(...wanted: readonly Memory['state'][]): number {
    const query = 'SELECT count(*) AS memories FROM memory WHERE state IN (SELECT value FROM json_each(?))';
    return this.#sql.exec<{ memories: number }>(query, JSON.stringify(wanted)).one().memories;
  }

  get(id: string): Memory | undefined {
    const number = /^m([1-9]\d{0,14})$/.exec(id)?.[1];
    return number === undefined ? undefined : this.#read('WHERE id = ?', Number(number))[0];
  }

  /** The one with that content. */
  withKey(key: string): Memory | undefined {
    return this.#read('WHERE content_key = ?', key)[0];
  }

  add(record: MemoryRecord, key: string, now: number): Memory {
    const { id } = this.#sql
      .exec<{ id: number }>(
        'INSERT INTO memory (state, session, content_key, created_at, facts) VALUES (?, ?, ?, ?, ?) RETURNING id',
        record.state,
        record.session ?? null,
        key,
        now,
        factsOf(record),
      )
      .one();
    return { ...record, id: `m${id}`, createdAt: new Date(now).toISOString() };
  }

  /** Writes a memory that is there already. */
  update(memory: Memory, key: string): void {
    const query = 'UPDATE memory SET state = ?, content_key = ?, facts = ? WHERE id = ?';
    this.#sql.exec(query, memory.state, key, factsOf(memory), numberOf(memory));
  }

  remove(memory: Memory): void {
    this.#sql.exec('DELETE FROM memory WHERE id = ?', numberOf(memory));
  }

  isDismissed(key: string): boolean {
    return this.#sql.exec('SELECT 1 FROM memory_dismissed WHERE content_key = ?', key).toArray().length > 0;
  }

  /** Removes it, and notes that its content is not wanted. */
  dismiss(memory: Memory, key: string): void {
    this.remove(memory);
    this.#sql.exec('INSERT OR IGNORE INTO memory_dismissed (content_key) VALUES (?)', key);
    const oldest = 'SELECT id FROM memory_dismissed ORDER BY id DESC LIMIT -1 OFFSET ?';
    this.#sql.exec(`DELETE FROM memory_dismissed WHERE id IN (${oldest})`, MOST_DISMISSED);
  }

  /** What is kept again is wanted. */
  forgive(key: string): void {
    this.#sql.exec('DELETE FROM memory_dismissed WHERE content_key = ?', key);
  }

  #read(condition: string, value: string | number): readonly Memory[] {
    return this.#sql
      .exec<Row>(`SELECT id, state, session, created_at, facts FROM memory ${condition}`, value)
      .toArray()
      .map(({ id, state, session, created_at, facts: text }) => ({
        ...facts.parse(JSON.parse(text)),
        id: `m${id}`,
        state: states.parse(state),
        ...(session !== null && { session }),
        createdAt: new Date(created_at).toISOString(),
      }));
  }
}

/** Fields that have columns are left out. */
function factsOf(record: MemoryRecord): string {
  return JSON.stringify(facts.parse(record));
}

function numberOf({ id }: Memory): number {
  return Number(id.slice(1));
}
