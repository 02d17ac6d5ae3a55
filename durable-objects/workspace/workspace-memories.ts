/** What was learned of a workspace, in its Durable Object. */

import { STRICT_MASKING } from '../../src/lib/secrets/masking.ts';
import { inSlices, type Steps, WorkBudget } from '../../src/lib/sliced-work.ts';
import { RepositoryFiles } from '../../src/workspace/files/cited-files.ts';
import type { FileReader } from '../../src/workspace/files/file-reader.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import { Memories } from '../../src/workspace/memories/memories.ts';
import { type Recalled, type RelevantPlace, recall } from '../../src/workspace/memories/recall.ts';
import { memoriesAbout } from '../../src/workspace/memories/relevance.ts';
import { reviewSuggestions } from '../../src/workspace/memories/review-suggestions.ts';
import type {
  AddedMemory,
  AddMemoryRequest,
  CheckedMemory,
  ListMemoriesRequest,
  MemoriesApi,
  Memory,
  MemoryList,
  ReviewedSuggestions,
  ReviewSuggestionsRequest,
  SuggestionOutcome,
  SuggestMemoriesRequest,
  WaitingSuggestions,
} from '../../src/workspace/memories/service.ts';
import { checkMemory } from '../../src/workspace/memories/standing.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** Units of work of one call: some three seconds. */
const MOST_WORK = 3_000_000;
/** The same of memories for a bundle, which is asked for several times until it fits, and after a push. */
const RECALL_WORK = 500_000;
/** Memories that the answer to a push names. */
const MOST_NAMED = 5;

/** Memories in the Durable Object's database. Methods throw `ToolFailure`. */
export class WorkspaceMemories implements MemoriesApi {
  readonly #storage: DurableObjectStorage;
  readonly #repository: Repository;
  readonly #reader: FileReader;
  readonly #index: WorkspaceIndex;
  readonly #memories: Memories;

  constructor(storage: DurableObjectStorage, repository: Repository, reader: FileReader, index: WorkspaceIndex) {
    this.#storage = storage;
    this.#repository = repository;
    this.#reader = reader;
    this.#index = index;
    this.#memories = new Memories({ database: storage, masking: STRICT_MASKING, now: () => Date.now() });
  }

  async addMemory(request: AddMemoryRequest): Promise<AddedMemory> {
    return this.#memories.add(request, this.#files());
  }

  async listMemories(request: ListMemoriesRequest): Promise<MemoryList> {
    const { category, tag, query, staleOnly, ref, offset, limit } = request;
    const { stored } = this.#memories;
    const kept = stored
      .list('kept')
      .filter((memory) => category === undefined || memory.category === category)
      .filter(({ tags }) => tag === undefined || tags.includes(tag));
    const matching = query === undefined ? kept : memoriesAbout(kept, query);
    const work = new WorkBudget(MOST_WORK);
    const commit = this.#files(work).commitOf(ref);
    const check = (some: readonly Memory[]) => this.#work(work, this.#check(some, commit, work));
    const waitingSuggestions = stored.count('suggested');
    const facts = { ...(commit !== undefined && { commit }), waitingSuggestions };
    const page = <Item>(items: readonly Item[]) => items.slice(offset, offset + limit);
    if (!staleOnly) return { ...facts, memories: await check(page(matching)), total: matching.length, unchecked: 0 };
    const checked = await check(matching);
    const stale = checked.filter(({ status }) => status === 'stale');
    const unchecked = checked.filter(({ status }) => status === 'unchecked').length;
    return { ...facts, memories: page(stale), total: stale.length, unchecked };
  }

  async suggestMemories(request: SuggestMemoriesRequest): Promise<readonly SuggestionOutcome[]> {
    return this.#memories.suggest(request, this.#files());
  }

  async waitingSuggestions(session: string | undefined, withSnoozed: boolean): Promise<WaitingSuggestions> {
    const waiting = this.#memories.stored
      .list('suggested', 'snoozed')
      .filter((each) => session === undefined || each.session === session);
    const suggestions = withSnoozed ? waiting : waiting.filter(({ state }) => state === 'suggested');
    return { suggestions, snoozed: waiting.filter(({ state }) => state === 'snoozed').length };
  }

  async reviewSuggestions(request: ReviewSuggestionsRequest): Promise<ReviewedSuggestions> {
    return reviewSuggestions(this.#memories, this.#storage, request, this.#files());
  }

  /** Memories for a bundle of `commit`. */
  async recall(
    commit: string | undefined,
    query: string,
    places: readonly RelevantPlace[],
    most: number,
  ): Promise<Recalled> {
    const work = new WorkBudget(RECALL_WORK);
    const at = { commit, files: this.#files(work), work };
    return this.#work(work, recall(this.#memories.stored.list('kept'), { query, places, most }, at));
  }

  /** What the client of a push is told: which memories are stale now, as far as a bounded amount of work finds out. */
  async report(): Promise<readonly string[]> {
    const work = new WorkBudget(RECALL_WORK);
    const kept = this.#memories.stored.list('kept');
    const checked = await this.#work(work, this.#check(kept, this.#index.covered?.commit, work));
    const stale = checked.filter(({ status }) => status === 'stale').map(({ id }) => id);
    if (stale.length === 0) return [];
    const more = stale.length > MOST_NAMED ? ` and ${stale.length - MOST_NAMED} more` : '';
    return [`memories that cite code which was changed: ${stale.slice(0, MOST_NAMED).join(', ')}${more}`];
  }

  *#check(memories: readonly Memory[], commit: string | undefined, work: WorkBudget): Steps<readonly CheckedMemory[]> {
    const files = this.#files(work);
    const checked: CheckedMemory[] = [];
    for (const memory of memories) checked.push(yield* checkMemory(memory, commit, files, work));
    return checked;
  }

  #files(work = new WorkBudget(MOST_WORK)): RepositoryFiles {
    return new RepositoryFiles(this.#repository, this.#reader, { indexed: () => this.#index.covered?.commit, work });
  }

  #work<Result>(work: WorkBudget, steps: Steps<Result>): Promise<Result> {
    return inSlices(steps, work, () => scheduler.wait(1));
  }
}
