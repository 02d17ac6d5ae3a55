/** The history of a workspace: that of the commit which the index covers. */

import type { Repository } from '../../src/git/repository.ts';
import { findCommits } from '../../src/workspace/history/find-commits.ts';
import { HistoryIndex } from '../../src/workspace/history/history-index.ts';
import { HISTORY_SCHEMA } from '../../src/workspace/history/schema.ts';
import type { FindCommitsRequest, FindCommitsResult } from '../../src/workspace/history/service.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** Work of one alarm; other calls come in between. */
const ALARM_WORK = 2_000_000;
/** Work that a search does first, so that a small push is found in it. */
const CATCH_UP_WORK = 1_000_000;

/** The history in the Durable Object `ctx`. */
export class WorkspaceHistory {
  readonly #storage: DurableObjectStorage;
  readonly #repository: Repository;
  readonly #history: HistoryIndex;

  constructor({ storage }: DurableObjectState, repository: Repository, index: WorkspaceIndex) {
    this.#storage = storage;
    this.#repository = repository;
    storage.sql.exec(HISTORY_SCHEMA);
    this.#history = new HistoryIndex({
      database: { sql: storage.sql, transactionSync: (work) => storage.transactionSync(work) },
      source: repository,
      wanted: () => index.covered,
    });
  }

  async find(request: FindCommitsRequest): Promise<FindCommitsResult> {
    if (this.#history.work(CATCH_UP_WORK)) await this.#goOn();
    const { sql } = this.#storage;
    const commitsStarting = (digits: string, most: number) => this.#repository.objects.commitsStarting(digits, most);
    return findCommits({ sql, source: this.#repository, commitsStarting }, request, this.#history.coverage());
  }

  /** One slice of what waits. */
  async alarm(): Promise<void> {
    if (this.#history.work(ALARM_WORK)) await this.#goOn();
  }

  /** The alarm may be set already, and later on purpose. */
  async #goOn(): Promise<void> {
    if ((await this.#storage.getAlarm()) === null) await this.#storage.setAlarm(Date.now());
  }
}
