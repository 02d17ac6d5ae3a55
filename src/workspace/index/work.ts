/** How the work of indexing is counted. */

/** Bytes of texts, with a fixed amount for everything that is touched. */
export type Work = number;

/** Work of a file or document, beside the bytes it has. */
export const ITEM_WORK: Work = 1_000;

/** Work after which a slice ends: short enough for other calls to come in between. */
export const SLICE_WORK: Work = 256_000;
