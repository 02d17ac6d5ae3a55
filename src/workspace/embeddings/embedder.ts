/** Embedding models behind one interface: texts become vectors whose angles tell how near their meanings are. */

/** A model. */
export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  /** The vector of each text, in order, all of one length. Throws {@link EmbeddingFailed}. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** The model could not be asked, or what it answered makes no sense. */
export class EmbeddingFailed extends Error {
  override readonly name = 'EmbeddingFailed';
}

/** Numbers of the longest vector that is taken. */
const MOST_DIMENSIONS = 4096;

/** Checks what a model answered for `count` texts. Throws {@link EmbeddingFailed}. */
export function expectVectors(answered: readonly unknown[], count: number): readonly Float32Array[] {
  const vectors = answered.map(toVector).filter((vector) => vector !== undefined);
  const alike = vectors.filter(({ length }) => length === vectors[0]?.length);
  if (alike.length === count && answered.length === count) return alike;
  throw new EmbeddingFailed(`The model answered ${alike.length} usable vectors for ${count} texts.`);
}

function toVector(answered: unknown): Float32Array | undefined {
  if (!Array.isArray(answered) || answered.length === 0 || answered.length > MOST_DIMENSIONS) return undefined;
  const vector = Float32Array.from(answered);
  return vector.every(Number.isFinite) ? vector : undefined;
}
