/** The index of a workspace: covers the branch pushed last, and goes on in the background until nothing waits. */

import type { Background, Turn } from '../../src/lib/background.ts';
import { MASKING } from '../../src/lib/secrets/masking.ts';
import { shownPath } from '../../src/lib/shown-path.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import type { Coverage } from '../../src/workspace/coverage.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import { Indexer, type Need } from '../../src/workspace/index/indexer.ts';
import type { IndexPart } from '../../src/workspace/index/part.ts';
import type { IndexFacts, IndexStatus, IndexStatusRequest } from '../../src/workspace/index/service.ts';
import { readFacts, readStatus, secretsOf } from '../../src/workspace/index/status.ts';
import { BACKGROUND } from './background.ts';

/** Work of one turn; other calls come in between. */
const TURN_WORK = 16_000_000;
/** Work that a read tool does first, so that a small push is complete in the next answer. */
const CATCH_UP_WORK = 1_000_000;
/** Work of parts that settle, for an answer that needs it: enough for about 40 MB of code. */
const SETTLE_WORK = 2_000_000;
/** Files of a push that is indexed before it is answered. */
const SMALL_PUSH = 100;
/** Secrets that the answer to a push names. */
const NAMED_SECRETS = 5;

/** The index in the storage of a workspace. */
export class WorkspaceIndex {
  readonly #storage: DurableObjectStorage;
  readonly #repository: Repository;
  readonly #indexer: Indexer;
  readonly #background: Background;
  /** Needs for which more waits than an answer can wait for; the background does it. */
  readonly #tooLong = new Set<Need>();

  constructor(
    storage: DurableObjectStorage,
    repository: Repository,
    syntax: SyntaxApi,
    parts: readonly IndexPart[],
    background: Background,
  ) {
    this.#storage = storage;
    this.#background = background;
    this.#repository = repository;
    this.#indexer = new Indexer({
      database: storage,
      source: repository,
      syntax,
      parts,
      masking: MASKING,
      now: () => Date.now(),
      // Analyses come from this process when all Workers are in one: without a timer no request would be read.
      giveWay: () => scheduler.wait(1),
    });
  }

  /**
   * To be called after refs have changed; `branches` are the changed ones, in full. Covers HEAD's branch if it is among them, else the
   * first by name that exists; when the covered branch is gone, HEAD's.
   */
  async pushed(branches: readonly string[]): Promise<void> {
    const { refs } = this.#repository;
    const commitOf = (branch: string) =>
      refs.get(branch) === undefined ? undefined : this.#repository.resolve(branch);
    const candidates = [...branches].sort().filter((branch) => branch.startsWith('refs/heads/') && commitOf(branch));
    const covered = this.#indexer.branch;
    const stays = covered !== undefined && commitOf(covered) !== undefined ? covered : undefined;
    const branch = candidates.includes(refs.head) ? refs.head : (candidates[0] ?? stays ?? refs.head);
    const commit = commitOf(branch);
    if (commit === undefined) this.#indexer.uncover();
    else this.#indexer.cover(branch, commit);
    this.#tooLong.clear();
    await this.#background.hurry(BACKGROUND.index);
    await this.#background.wake(BACKGROUND.history);
  }

  /**
   * Does what an answer can wait for, so that small pushes are complete in it; returns what is covered then. After a large push only the
   * first answer of each need waits.
   */
  async catchUp(need: Need): Promise<Coverage> {
    const indexer = this.#indexer;
    await indexer.prepare();
    if (indexer.waits(need) && !this.#tooLong.has(need)) {
      const documentsWait = await indexer.work(CATCH_UP_WORK, 'documents');
      if (documentsWait || (need === 'everything' && (await indexer.work(SETTLE_WORK)))) this.#tooLong.add(need);
    }
    if (indexer.waits('everything')) await this.#background.wake(BACKGROUND.index);
    return indexer.coverage(need);
  }

  /** What the client of a push is told. A small push is indexed first, so that its secrets are among them. */
  async report(): Promise<string> {
    const { branch, filesPending } = this.coverage('documents');
    if (filesPending <= SMALL_PUSH) await this.#indexer.workOnFiles(CATCH_UP_WORK);
    const { filesIndexed, filesPending: left, filesSkipped } = this.coverage('documents');
    const { total, items } = secretsOf(this.#storage.sql, { offset: 0, limit: NAMED_SECRETS });
    const files =
      left > 0 ? `${left} files of ${branch} wait to be indexed` : `${filesIndexed} files of ${branch} indexed`;
    const named = items.map(({ file, line, kind }) => `${shownPath(file)}:${line} (${kind})`).join(', ');
    const more = total > items.length ? ` and ${total - items.length} more` : '';
    const secrets = `possible secrets, which the index masks and git does not: ${named}${more}`;
    return [`${files}, ${filesSkipped} skipped`, ...(total === 0 ? [] : [secrets])].join('; ');
  }

  /** The branch that is covered, in full, and its commit; undefined when none is. */
  get covered(): { readonly branch: string; readonly commit: string } | undefined {
    return this.#indexer.covered;
  }

  /** What is covered now; `complete` is about what an answer needs. */
  coverage(need: Need): Coverage {
    return this.#indexer.coverage(need);
  }

  /** Its state, which small pushes have reached. */
  async status(request: IndexStatusRequest): Promise<IndexStatus> {
    await this.catchUp('documents');
    return readStatus(this.#storage.sql, this.facts(), request);
  }

  /** Its state as it is, without lists. */
  facts(): IndexFacts {
    return readFacts(this.#storage.sql, this.coverage('documents'), this.#repository.objects.storedBytes);
  }

  /** One slice of what waits; embeddings follow. */
  async turn(): Promise<Turn> {
    const more = await this.#indexer.work(TURN_WORK);
    await this.#background.wake(BACKGROUND.embeddings);
    if (!more) return 'done';
    return this.#indexer.failures === 0 ? { after: 0 } : 'failed';
  }
}
