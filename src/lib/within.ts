/** Waiting for an answer, but not for ever. */

/** The answer, or `undefined` when it takes longer. Leaves no timer behind: one would keep a Durable Object in memory. */
export async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), milliseconds);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
