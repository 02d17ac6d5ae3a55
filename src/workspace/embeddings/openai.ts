/** Models behind OpenAI's HTTP interface, which many servers speak: `POST <url>/embeddings`. */
import { z } from 'zod';
import { jsonOf } from '../../lib/json.ts';
import { maskAllSecrets } from '../../lib/secrets/strict.ts';
import { textUpTo } from '../../lib/text-up-to.ts';
import { type Embedder, EmbeddingFailed, expectVectors } from './embedder.ts';

/** Where a model is. */
export interface OpenAiModel {
  /** Such as `https://api.openai.com/v1`. */
  readonly url: string;
  /** Sent as bearer token; absent where none is asked for. */
  readonly key?: string;
  readonly model: string;
}

/** Milliseconds for one answer. */
const PATIENCE_MS = 20_000;
/** Characters of an error's body that are repeated. */
const LONGEST_DETAIL = 200;
/** Bytes of an answer that are read: vectors of all texts of a request take less. */
const LONGEST_ANSWER = 16 << 20;
/** Bytes of a refusal that are read. */
const LONGEST_REFUSAL = 64 << 10;

const answerSchema = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });

/** That model; `patienceMs` is how long one answer may take. */
export function openAiEmbedder({ url, key, model }: OpenAiModel, patienceMs = PATIENCE_MS): Embedder {
  const endpoint = `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`;
  return {
    model,
    async embed(texts) {
      const answer = answerSchema.safeParse(
        await post({ endpoint, key, patienceMs }, { model, input: texts, encoding_format: 'float' }),
      );
      if (!answer.success)
        throw new EmbeddingFailed('The embeddings endpoint answered something else than embeddings.');
      const vectors = answer.data.data.toSorted((left, right) => left.index - right.index);
      return expectVectors(
        vectors.map(({ embedding }) => embedding),
        texts.length,
      );
    },
  };
}

/** Where a request goes. */
interface Target {
  readonly endpoint: string;
  readonly key: string | undefined;
  readonly patienceMs: number;
}

async function post({ endpoint, key, patienceMs }: Target, body: unknown): Promise<unknown> {
  const failed = (why: string) => new EmbeddingFailed(`The embeddings endpoint ${told(why, key)}`);
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  try {
    const signal = AbortSignal.timeout(patienceMs);
    // A redirect would take the key and the code elsewhere.
    const init = { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual', signal } as const;
    const response = await fetch(endpoint, init);
    const { text, isWhole } = await textUpTo(response.body, response.ok ? LONGEST_ANSWER : LONGEST_REFUSAL);
    if (!response.ok) throw failed(`answered ${response.status}: ${text}`);
    if (!isWhole) throw failed('answered more than is taken.');
    return jsonOf(text);
  } catch (error) {
    if (error instanceof EmbeddingFailed) throw error;
    throw failed(`cannot be asked: ${String(error)}`);
  }
}

/** Words of elsewhere, without the key or any other secret. */
function told(words: string, key: string | undefined): string {
  const hidden = key === undefined || key === '' ? words : words.replaceAll(key, '****');
  return maskAllSecrets(hidden).text.slice(0, LONGEST_DETAIL).toWellFormed();
}
