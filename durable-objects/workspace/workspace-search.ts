/** Search by meaning in a workspace, with embeddings where a model is configured, which are computed in the background. */
import type { Background, Turn } from '../../src/lib/background.ts';
import type { Embedder } from '../../src/workspace/embeddings/embedder.ts';
import { Embeddings, type EmbeddingsState, forgetEmbeddings } from '../../src/workspace/embeddings/embeddings.ts';
import { openAiEmbedder } from '../../src/workspace/embeddings/openai.ts';
import { type AiBinding, workersAiEmbedder } from '../../src/workspace/embeddings/workers-ai.ts';
import type { IndexPart } from '../../src/workspace/index/part.ts';
import { searchParts } from '../../src/workspace/search/parts.ts';
import { searchByMeaning } from '../../src/workspace/search/search.ts';
import {
  NO_SIMILARITY,
  type SearchRequest,
  type SearchResult,
  type Similarity,
} from '../../src/workspace/search/service.ts';
import { BACKGROUND } from './background.ts';
import type { WorkspaceIndex } from './workspace-index.ts';

/** Which embedding model is asked, if any: an endpoint that speaks OpenAI's interface, else Workers AI. */
export interface EmbeddingsEnv {
  /** Such as `https://api.openai.com/v1`. */
  readonly EMBEDDINGS_URL?: string;
  readonly EMBEDDINGS_KEY?: string;
  readonly EMBEDDINGS_MODEL?: string;
  readonly AI?: AiBinding;
}

/** Searches of one workspace. */
export class WorkspaceSearch {
  /** Parts of the index that searches need. */
  readonly parts: readonly IndexPart[];
  readonly #storage: DurableObjectStorage;
  readonly #background: Background;
  readonly #embeddings: Embeddings | undefined;

  constructor(storage: DurableObjectStorage, env: EmbeddingsEnv, background: Background) {
    this.#storage = storage;
    this.#background = background;
    const embedder = embedderOf(env);
    this.#embeddings = embedder === undefined ? undefined : new Embeddings(storage.sql, embedder);
    if (this.#embeddings === undefined) forgetEmbeddings(storage.sql);
    else this.#embeddings.start();
    this.parts = [...searchParts(storage.sql), ...(this.#embeddings === undefined ? [] : [this.#embeddings])];
  }

  /** How far embeddings are; undefined where there is no model. */
  get embeddings(): EmbeddingsState | undefined {
    return this.#embeddings?.state;
  }

  /** Computes some embeddings. */
  async turn(): Promise<Turn> {
    if (this.#embeddings === undefined || !(await this.#embeddings.work())) return 'done';
    return this.#embeddings.state.failures === 0 ? { after: 0 } : 'failed';
  }

  /** Places that fit a query, in what `index` has caught up with. */
  async byMeaning(request: SearchRequest, index: WorkspaceIndex): Promise<SearchResult> {
    const { query, phrasings = [] } = request;
    const vector = await this.#embed(query);
    const others: (Int8Array | undefined)[] = [];
    for (const phrasing of phrasings) others.push(await this.#embed(phrasing));
    const coverage = await index.catchUp('documents');
    const similarities = others.map((each) => this.#similarity(each));
    const result = searchByMeaning(this.#storage.sql, request, [this.#similarity(vector), ...similarities], coverage);
    await this.#wake();
    return result;
  }

  async #embed(query: string): Promise<Int8Array | undefined> {
    return query.trim() === '' ? undefined : await this.#embeddings?.embedQuery(query);
  }

  #similarity(vector: Int8Array | undefined): Similarity {
    const embeddings = this.#embeddings;
    if (embeddings === undefined) return NO_SIMILARITY;
    if (vector === undefined) return { ...NO_SIMILARITY, use: 'failed' };
    return {
      use: embeddings.state.pending === 0 ? 'complete' : 'partial',
      nearest: (allows) => embeddings.nearest(vector, allows),
    };
  }

  /** Goes on with what waits, for example since a model was configured. */
  async #wake(): Promise<void> {
    if (this.#embeddings === undefined || this.#embeddings.state.pending === 0) return;
    await this.#background.wake(BACKGROUND.embeddings);
  }
}

function embedderOf({ EMBEDDINGS_URL, EMBEDDINGS_KEY, EMBEDDINGS_MODEL, AI }: EmbeddingsEnv): Embedder | undefined {
  if (EMBEDDINGS_URL) {
    const key = EMBEDDINGS_KEY ? { key: EMBEDDINGS_KEY } : {};
    return openAiEmbedder({ url: EMBEDDINGS_URL, model: EMBEDDINGS_MODEL ?? 'text-embedding-3-small', ...key });
  }
  return AI === undefined ? undefined : workersAiEmbedder(AI, EMBEDDINGS_MODEL);
}
