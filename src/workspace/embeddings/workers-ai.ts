/** Models of Workers AI. */
import { z } from 'zod';
import { type Embedder, EmbeddingFailed, expectVectors } from './embedder.ts';

/** The binding, as far as it is used. */
export interface AiBinding {
  run(model: string, input: { readonly text: readonly string[] }): Promise<unknown>;
}

/** The model that is asked where none is named. */
export const DEFAULT_MODEL = '@cf/baai/bge-base-en-v1.5';

const answerSchema = z.object({ data: z.array(z.array(z.number())) });

/** A model behind `ai`. */
export function workersAiEmbedder(ai: AiBinding, model = DEFAULT_MODEL): Embedder {
  return {
    model,
    async embed(texts) {
      const answer = answerSchema.safeParse(await ask(ai, model, texts));
      if (!answer.success) throw new EmbeddingFailed(`${model} answered something else than embeddings.`);
      return expectVectors(answer.data.data, texts.length);
    },
  };
}

async function ask(ai: AiBinding, model: string, texts: readonly string[]): Promise<unknown> {
  try {
    return await ai.run(model, { text: texts });
  } catch (error) {
    throw new EmbeddingFailed(`${model} cannot be asked: ${String(error)}`);
  }
}
