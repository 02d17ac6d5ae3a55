/** Models behind OpenAI's HTTP interface, which many servers speak: `POST <url>/embeddings`. */
import { z } from 'zod';
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
const PATIENCE = 20_000;
/** Characters of an error's body that are repeated. */
const LONGEST_DETAIL = 200;

const answerSchema = z.object({ data: z.array(z.object({ index: z.int(), embedding: z.array(z.number()) })) });

/** That model. */
export function openAiEmbedder({ url, key, model }: OpenAiModel): Embedder {
  const endpoint = `${url.replace(/(?<!\/)\/+$/, '')}/embeddings`;
  return {
    model,
    async embed(texts) {
      const answer = answerSchema.safeParse(
        await post(endpoint, key, { model, input: texts, encoding_format: 'float' }),
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

async function post(endpoint: string, key: string | undefined, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) };
  try {
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(body), signal });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    throw new EmbeddingFailed(`The embeddings endpoint answered ${response.status}: ${text.slice(0, LONGEST_DETAIL)}`);
  } catch (error) {
    if (error instanceof EmbeddingFailed) throw error;
    throw new EmbeddingFailed(`The embeddings endpoint cannot be asked: ${String(error)}`);
  }
}
