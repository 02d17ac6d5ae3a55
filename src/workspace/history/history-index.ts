/** The index of a workspace's history, made and kept in slices that survive eviction. */

import type { Masking } from '../../lib/secrets/masking.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import { changedFiles, changedLines, type FileChange, type HistorySource } from './changes.ts';
import type { HistoryCoverage } from './service.ts';
import { HistoryWalk } from './walk.ts';
import { HISTORY_VERSION, wordsOf } from './words.ts';

/** Counted work: bytes of blobs that are compared, with these costs for a step of a walk and for a commit. */
const STEP_COST = 500;
const COMMIT_COST = 5_000;
/** Files of a commit that are kept and searched by name. */
const MOST_FILES = 2_000;
/** What is read of one commit's files for its changed lines. */
const MOST_READ = { files: 100, bytes: 2 << 20 } as const;
/** Different words of a commit's changed lines that are kept. */
const MOST_WORDS = 4_000;
/** Work that is done before others are let in. */
const SLICE = 100_000;

/** What a history is made of. */
export interface HistorySetup {
  readonly database: SqlDatabase;
  readonly source: HistorySource;
  readonly masking: Masking;
  /** The branch in full, and its commit, whose history is wanted now; undefined when there is none. */
  readonly wanted: () => { readonly branch: string; readonly commit: string } | undefined;
  /** Awaited between slices: lets other events in. */
  readonly giveWay: () => Promise<void>;
}

/** The history of one workspace. */
export class HistoryIndex {
  readonly #setup: HistorySetup;
  readonly #walk: HistoryWalk;

  constructor(setup: HistorySetup) {
    this.#setup = setup;
    this.#walk = new HistoryWalk(setup.database.sql, setup.source);
    this.#renew();
  }

  /** Whether something waits to be done. */
  get busy(): boolean {
    return !this.#walk.done || this.#walk.tip !== this.#setup.wanted()?.commit || this.#next() !== undefined;
  }

  /** Does what waits, up to about `limit`; returns whether more is left. */
  async work(limit: number): Promise<boolean> {
    const { database, giveWay } = this.#setup;
    for (let done = 0; done < limit; ) {
      // A transaction for each slice, so that several calls may work in turn.
      const slice = database.transactionSync(() => this.#slice());
      if (slice === 0) return false;
      done += slice;
      await giveWay();
    }
    return this.busy;
  }

  coverage(): HistoryCoverage {
    const { database, wanted } = this.#setup;
    const { indexed, total } = database.sql
      .exec<{ indexed: number; total: number }>(
        'SELECT count(*) AS total, count(*) FILTER (WHERE indexed = 1) AS indexed FROM history_commit',
      )
      .one();
    const covered = wanted();
    return {
      ...(covered !== undefined && { branch: covered.branch.replace(/^refs\/heads\//, ''), commit: covered.commit }),
      commitsIndexed: indexed,
      commitsTotal: total,
      complete: !this.busy,
    };
  }

  /** Work that was done; 0 when nothing waits. */
  #slice(): number {
    const tip = this.#setup.wanted()?.commit;
    if (this.#walk.tip !== tip) this.#walk.start(tip);
    let done = 0;
    while (done < SLICE) {
      if (!this.#walk.done) {
        this.#walk.step();
        done += STEP_COST;
        continue;
      }
      const next = this.#next();
      if (next === undefined) return done;
      done += this.#index(next);
    }
    return done;
  }

  /** What another version has indexed waits to be indexed again, and is found as it is meanwhile. */
  #renew(): void {
    const { database, masking } = this.#setup;
    const version = `${HISTORY_VERSION} ${masking.version}`;
    database.transactionSync(() => {
      const stale =
        database.sql.exec('SELECT 1 FROM history_state WHERE version IS NOT ?', version).toArray().length > 0;
      if (!stale) return;
      database.sql.exec('UPDATE history_commit SET indexed = 2 WHERE indexed = 1');
      database.sql.exec('UPDATE history_state SET version = ?', version);
    });
  }

  /** The newest commit that waits: first of those that are not indexed at all. In the index's order: many may be of one second. */
  #next(): { id: number; oid: string } | undefined {
    for (const indexed of [0, 2]) {
      const [row] = this.#setup.database.sql
        .exec<{ id: number; oid: string }>(
          'SELECT id, oid FROM history_commit WHERE indexed = ? ORDER BY seconds DESC, id DESC LIMIT 1',
          indexed,
        )
        .toArray();
      if (row !== undefined) return row;
    }
    return undefined;
  }

  #index({ id, oid }: { readonly id: number; readonly oid: string }): number {
    const { database, source, masking } = this.#setup;
    const commit = source.commit(oid);
    const files = changedFiles(source, commit);
    const budget = { ...MOST_READ };
    const lines = summarize(this.#setup, files ?? [], budget);
    const [subject = '', ...body] = masking.mask(commit.message).text.split('\n');
    const named = (files ?? []).slice(0, MOST_FILES);
    const paths = named.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
    database.sql.exec('DELETE FROM history_words WHERE rowid = ?', id);
    database.sql.exec(
      'INSERT INTO history_words (rowid, subject, body, path, lines) VALUES (?, ?, ?, ?, ?)',
      id,
      joined(subject),
      joined(body.join('\n')),
      joined(paths.join('\n')),
      [...lines.words].join(' '),
    );
    database.sql.exec(
      `UPDATE history_commit SET indexed = 1, files = ?, more_files = ?, lines_added = ?, lines_removed = ?, lines_complete = ?,
       words = ? WHERE id = ?`,
      files === undefined ? null : JSON.stringify(named.map(({ path, status, from }) => ({ path, status, from }))),
      (files?.length ?? 0) - named.length,
      lines.added,
      lines.removed,
      lines.complete ? 1 : 0,
      lines.words.size,
      id,
    );
    return COMMIT_COST + MOST_READ.bytes - budget.bytes;
  }
}

interface LineSummary {
  added: number;
  removed: number;
  complete: boolean;
  readonly words: Set<string>;
}

function summarize(
  { source, masking }: HistorySetup,
  files: readonly FileChange[],
  budget: { files: number; bytes: number },
): LineSummary {
  const summary: LineSummary = { added: 0, removed: 0, complete: true, words: new Set() };
  for (const file of files) {
    const lines = changedLines(source, file, budget);
    if (lines === undefined) {
      summary.complete = false;
      continue;
    }
    if (!lines.exact) summary.complete = false;
    summary.added += lines.added.length;
    summary.removed += lines.removed.length;
    const text = masking.mask([...lines.added, ...lines.removed].join('\n')).text;
    for (const word of wordsOf(text)) {
      if (summary.words.size >= MOST_WORDS) break;
      summary.words.add(word);
    }
  }
  return summary;
}

function joined(text: string): string {
  return [...wordsOf(text)].join(' ');
}
