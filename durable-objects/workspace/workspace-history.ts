/** The history of a workspace: that of the commit which the index covers. */

import type { Background, Turn } from '../../src/lib/background.ts';
import { MASKING } from '../../src/lib/secrets/masking.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import { findCommits } from '../../src/workspace/history/find-commits.ts';
import { HistoryIndex } from '../../src/workspace/history/history-index.ts';
import type { FindCommitsRequest, FindCommitsResult } from '../../src/workspace/history/service.ts';
import { BACKGROUND } from './background.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** Work of one turn; other calls come in between. */
const TURN_WORK = 2_000_000;
/** Work that a search does first, so that a small push is found in it. */
const CATCH_UP_WORK = 1_000_000;

/** The history in a Durable Object. */
export class WorkspaceHistory {
  readonly #storage: DurableObjectStorage;
  readonly #repository: Repository;
  readonly #background: Background;
  readonly #history: HistoryIndex;

  constructor(storage: DurableObjectStorage, repository: Repository, index: WorkspaceIndex, background: Background) {
    this.#storage = storage;
    this.#repository = repository;
    this.#background = background;
    this.#history = new HistoryIndex({
      database: storage,
      source: repository,
      masking: MASKING,
      wanted: () => index.covered,
      giveWay: () => scheduler.wait(1),
    });
  }

  async find(request: FindCommitsRequest): Promise<FindCommitsResult> {
    if (await this.#history.work(CATCH_UP_WORK)) await this.#background.wake(BACKGROUND.history);
    const { sql } = this.#storage;
    const commitsStarting = (digits: string, most: number) => this.#repository.objects.commitsStarting(digits, most);
    return findCommits({ sql, source: this.#repository, commitsStarting }, request, this.#history.coverage());
  }

  /** One slice of what waits. */
  async turn(): Promise<Turn> {
    return (await this.#history.work(TURN_WORK)) ? { after: 0 } : 'done';
  }
}
