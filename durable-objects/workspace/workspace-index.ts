/** The index of a workspace: covers the branch pushed last, and goes on in alarms until nothing waits. */

import type { Repository } from '../../src/git/repository.ts';
import type { SyntaxApi } from '../../src/syntax/service.ts';
import type { Coverage } from '../../src/workspace/coverage.ts';
import { Indexer, type Need } from '../../src/workspace/index/indexer.ts';
import type { IndexPart } from '../../src/workspace/index/part.ts';
import { INDEX_SCHEMA } from '../../src/workspace/index/schema.ts';
import type { IndexFacts, IndexStatus, IndexStatusRequest } from '../../src/workspace/index/service.ts';
import { readFacts, readStatus, secretsOf } from '../../src/workspace/index/status.ts';

/** Work of one alarm; other calls come in between. */
const ALARM_WORK = 16_000_000;
/** Work that a read tool does first, so that a small push is complete in the next answer. */
const CATCH_UP_WORK = 1_000_000;
/** Work of parts that settle, for an answer that needs it: enough for about 40 MB of code. */
const SETTLE_WORK = 2_000_000;
/** Files of a push that is indexed before it is answered. */
const SMALL_PUSH = 100;
/** Secrets that the answer to a push names. */
const NAMED_SECRETS = 5;
/** Milliseconds before the first attempt after one that failed; every further attempt waits twice as long. */
const FIRST_PAUSE = 1_000;
/** Attempts that failed, after which only a push or a read tool makes another one. */
const MOST_ATTEMPTS = 8;

/** The index of the Durable Object `ctx`. */
export class WorkspaceIndex {
  readonly #storage: DurableObjectStorage;
  readonly #repository: Repository;
  readonly #indexer: Indexer;
  /** Needs for which more waits than an answer can wait for; the alarm does it. */
  readonly #tooLong = new Set<Need>();

  constructor(ctx: DurableObjectState, repository: Repository, syntax: SyntaxApi, parts: readonly IndexPart[]) {
    this.#storage = ctx.storage;
    this.#repository = repository;
    ctx.storage.sql.exec([INDEX_SCHEMA, ...parts.map((part) => part.schema)].join(''));
    this.#indexer = new Indexer({
      database: { sql: ctx.storage.sql, transactionSync: (work) => ctx.storage.transactionSync(work) },
      source: repository,
      syntax,
      parts,
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
    await this.#storage.setAlarm(Date.now());
  }

  /**
   * Does what an answer can wait for, so that small pushes are complete in it; returns what is covered then. After a large push only the
   * first answer of each need waits.
   */
  async catchUp(need: Need): Promise<Coverage> {
    const indexer = this.#indexer;
    if (indexer.waits(need) && !this.#tooLong.has(need)) {
      const documentsWait = await indexer.work(CATCH_UP_WORK, 'documents');
      if (documentsWait || (need === 'everything' && (await indexer.work(SETTLE_WORK)))) this.#tooLong.add(need);
    }
    if (indexer.waits('everything') && (await this.#storage.getAlarm()) === null)
      await this.#storage.setAlarm(Date.now());
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
    const named = items.map(({ file, line, kind }) => `${file}:${line} (${kind})`).join(', ');
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

  /** One slice of what waits. */
  async alarm(): Promise<void> {
    if (!(await this.#indexer.work(ALARM_WORK))) return;
    const { failures } = this.#indexer;
    if (failures > MOST_ATTEMPTS) return;
    const pause = failures === 0 ? 0 : FIRST_PAUSE * 2 ** (failures - 1);
    await this.#storage.setAlarm(Date.now() + pause);
  }
}
