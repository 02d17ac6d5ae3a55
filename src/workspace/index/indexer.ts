/** Keeps the index at the commit it covers: only what changed is touched, in slices that survive eviction. */

import type { Masking } from '../../lib/secrets/masking.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import type { SyntaxApi } from '../../syntax/api.ts';
import type { Coverage } from '../coverage.ts';
import { messageOf } from './analysis.ts';
import { coverTree } from './cover.ts';
import { Derivations } from './derivations.ts';
import { Documents } from './documents.ts';
import { OutdatedDocuments } from './outdated-documents.ts';
import type { IndexPart } from './part.ts';
import { PendingFiles } from './pending-files.ts';
import { READING_REASONS, READING_VERSION } from './skips.ts';
import type { CommitSource } from './tree-changes.ts';
import { ITEM_WORK, SLICE_WORK, type Work } from './work.ts';

/** Work of a step of a part that settles, and steps in one slice. */
const SETTLE_WORK: Work = 10_000;
const SETTLE_STEPS = 4;
/** What `index_state.settled` is at least when there is that much. */
const SETTLED: Readonly<Record<Need, number>> = { documents: 1, everything: 2 };
/** Documents that leave, or are dropped, in one slice. */
const DEPARTURES = 200;

/** What an answer needs of the index: all documents of the commit and every part but those that settle late, or those parts, too. */
export type Need = 'documents' | 'everything';

/** What an indexer is made of. */
export interface IndexerSetup {
  readonly database: SqlDatabase;
  readonly source: CommitSource;
  readonly syntax: SyntaxApi;
  readonly parts: readonly IndexPart[];
  readonly masking: Masking;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Awaited between slices: lets other events in. */
  readonly giveWay: () => Promise<void>;
}

/** The index of one workspace. */
export class Indexer {
  readonly #setup: IndexerSetup;
  readonly #documents: Documents;
  readonly #derivations: Derivations;
  readonly #pending: PendingFiles;
  readonly #outdated: OutdatedDocuments;
  /** The slice that is being done; there is one at a time. */
  #slice: Promise<Work> | undefined;

  constructor(setup: IndexerSetup) {
    this.#setup = setup;
    this.#derivations = new Derivations(setup.database.sql, setup.masking, setup.parts);
    this.#documents = new Documents(setup.database.sql, setup.parts, this.#derivations);
    this.#pending = new PendingFiles(setup, this.#documents, this.#derivations);
    this.#outdated = new OutdatedDocuments(setup, this.#documents, this.#derivations);
    setup.database.transactionSync(() => this.#renewSkips());
  }

  /**
   * To be called before {@link waits} is relied on: asks the syntax engine for its versions, once, so that documents of others are known. When
   * it is away, what it derived is taken for what it would derive.
   */
  async prepare(): Promise<void> {
    if (this.#derivations.complete) return;
    await this.#derivations.ask(this.#setup.syntax).catch(() => {});
  }

  /** Covers a commit from now on. Writes the list of its files; their contents wait for {@link work}. */
  cover(branch: string, commit: string): void {
    const { database, source, now } = this.#setup;
    database.transactionSync(() => {
      const tree = source.commit(commit).tree;
      const before = this.#covered();
      const changed = coverTree(database.sql, source, { from: before?.tree, to: tree });
      database.sql.exec('INSERT OR REPLACE INTO covered VALUES (1, ?, ?, ?, ?)', branch, commit, tree, now());
      // Parts may note the commit that they are settled for.
      if (changed || commit !== before?.oid) this.#changed();
    });
  }

  /** Covers nothing from now on. */
  uncover(): void {
    const { database, source } = this.#setup;
    database.transactionSync(() => {
      coverTree(database.sql, source, { from: this.#covered()?.tree, to: undefined });
      database.sql.exec('DELETE FROM covered');
      this.#changed();
    });
  }

  /** The branch that is covered, in full; undefined when none is. */
  get branch(): string | undefined {
    return this.#covered()?.branch;
  }

  /** The branch that is covered, in full, and its commit; undefined when none is. */
  get covered(): { readonly branch: string; readonly commit: string } | undefined {
    const covered = this.#covered();
    return covered && { branch: covered.branch, commit: covered.oid };
  }

  /** Whether something waits to be done before that much is there. */
  waits(need: Need): boolean {
    if (this.#filesWait || this.#has('departure') || this.#outdated.wait) return true;
    return this.#has(`index_state WHERE settled < ${SETTLED[need]}`);
  }

  /** Slices in a row that failed. */
  get failures(): number {
    return this.#setup.database.sql.exec<{ failures: number }>('SELECT failures FROM index_state').one().failures;
  }

  /**
   * Does what waits, up to about `limit`, and returns whether more is left. It stops early when a slice fails, as when the syntax
   * engine is away: the state has the error, and the next call tries again.
   */
  async work(limit: Work, need: Need = 'everything'): Promise<boolean> {
    await this.prepare();
    await this.#workWhile(() => this.waits(need), limit);
    return this.waits(need);
  }

  /** As {@link work}, but only until no file waits; documents that left may still be there then. */
  async workOnFiles(limit: Work): Promise<void> {
    await this.#workWhile(() => this.#filesWait, limit);
  }

  /** What is covered now; `complete` is about what an answer needs. */
  coverage(need: Need): Coverage {
    const { sql } = this.#setup.database;
    const covered = this.#covered();
    const count = (where: string) =>
      sql.exec<{ files: number }>(`SELECT count(*) AS files FROM file ${where}`).one().files;
    const filesPending = count('WHERE document IS NULL AND skipped IS NULL');
    const filesSkipped = count('WHERE skipped IS NOT NULL');
    return {
      ...(covered !== undefined && { branch: covered.branch.replace(/^refs\/heads\//, ''), commit: covered.oid }),
      complete: !this.waits(need),
      // The rest: each of these counts reads an index only, not the rows.
      filesIndexed: count('') - filesPending - filesSkipped,
      filesPending,
      filesSkipped,
      filesOutdated: this.#outdated.files,
    };
  }

  get #filesWait(): boolean {
    return this.#has('file WHERE document IS NULL AND skipped IS NULL');
  }

  #has(rows: string): boolean {
    return this.#setup.database.sql.exec(`SELECT 1 FROM ${rows} LIMIT 1`).toArray().length > 0;
  }

  async #workWhile(waiting: () => boolean, limit: Work): Promise<void> {
    for (let done = 0; done < limit && waiting(); ) {
      this.#slice ??= this.#next().finally(() => {
        this.#slice = undefined;
      });
      try {
        done += await this.#slice;
        await this.#setup.giveWay();
      } catch {
        return;
      }
    }
  }

  /** Files that other rules skipped wait to be looked at again. */
  #renewSkips(): void {
    const { sql } = this.#setup.database;
    if (!this.#has(`index_state WHERE skipped_by IS NOT '${READING_VERSION}'`)) return;
    const reasons = READING_REASONS.map((reason) => `'${reason}'`).join();
    const again = sql.exec(`UPDATE file SET skipped = NULL, detail = NULL WHERE skipped IN (${reasons}) RETURNING id`);
    if (again.toArray().length > 0) sql.exec('UPDATE index_state SET settled = 0');
    sql.exec('UPDATE index_state SET skipped_by = ?', READING_VERSION);
  }

  #covered(): { branch: string; oid: string; tree: string } | undefined {
    return this.#setup.database.sql
      .exec<{ branch: string; oid: string; tree: string }>('SELECT branch, oid, tree FROM covered')
      .toArray()[0];
  }

  #changed(): void {
    this.#pending.commitChanged();
    this.#setup.database.sql.exec('UPDATE index_state SET settled = 0, failures = 0');
  }

  async #next(): Promise<Work> {
    const { sql } = this.#setup.database;
    try {
      const done = (await this.#pending.slice()) ?? this.#depart() ?? (await this.#outdated.slice()) ?? this.#settle();
      sql.exec('UPDATE index_state SET failures = 0, indexed_at = ?', this.#setup.now());
      return done;
    } catch (error) {
      sql.exec(
        'UPDATE index_state SET failures = failures + 1, last_error = ?, last_error_at = ?',
        messageOf(error),
        this.#setup.now(),
      );
      throw error;
    }
  }

  /** Takes documents out that no file has any more; undefined when there is nothing to do. */
  #depart(): Work | undefined {
    const { database } = this.#setup;
    return database.transactionSync(() => {
      const leaving = database.sql
        .exec<{ document: number; files: number }>(
          `SELECT document, (SELECT count(*) FROM file WHERE file.document = departure.document) AS files
           FROM departure ORDER BY document LIMIT ?`,
          DEPARTURES,
        )
        .toArray();
      if (leaving.length === 0) return undefined;
      let done = 0;
      for (const { document, files } of leaving) {
        if (files === 0) done += this.#documents.retire(document);
        database.sql.exec('DELETE FROM departure WHERE document = ?', document);
        done += ITEM_WORK;
        if (done >= SLICE_WORK) break;
      }
      return done;
    });
  }

  #settle(): Work {
    const { database, parts } = this.#setup;
    const late = !this.waits('documents');
    const settling = parts.filter(({ settlesLate = false }) => settlesLate === late);
    return database.transactionSync(() => {
      for (let step = 1; step <= SETTLE_STEPS; step++) {
        if (settling.some((part) => part.settle?.() ?? false) || (late && this.#documents.trim(DEPARTURES))) continue;
        database.sql.exec('UPDATE index_state SET settled = ?', SETTLED[late ? 'everything' : 'documents']);
        return step * SETTLE_WORK;
      }
      return SETTLE_STEPS * SETTLE_WORK;
    });
  }
}
