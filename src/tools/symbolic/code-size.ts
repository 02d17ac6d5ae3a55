/** How long the source of a symbolic tool may be. */

/** Bytes, unless the server's settings say otherwise. */
const DEFAULT_LIMIT = 64 * 1024;

/** The setting that changes it. */
export interface CodeSizeSettings {
  readonly SYMBOLIC_CODE_SIZE_LIMIT?: string;
}

/** Largest accepted source text of the symbolic tools, in bytes; a setting that is no positive number counts as absent. */
export function codeSizeLimitOf({ SYMBOLIC_CODE_SIZE_LIMIT }: CodeSizeSettings): number {
  const limit = Number(SYMBOLIC_CODE_SIZE_LIMIT);
  return limit > 0 ? limit : DEFAULT_LIMIT;
}
