/** The terms of one chunk as bytes: pairs of a term's id and how often it occurs, in order of ids. */

/** How often a term occurs in a chunk. */
export interface Occurrences {
  readonly term: number;
  /** In its text, up to {@link MOST_IN_TEXT}. */
  readonly text: number;
  /** In the names of definitions around and in it, up to {@link MOST_IN_NAMES}. */
  readonly names: number;
}

/** More are counted as so many. */
export const MOST_IN_TEXT = 31;
/** More are counted as so many. */
export const MOST_IN_NAMES = 7;

/** Bytes of `occurrences`, which are in order of their terms. */
export function encodeOccurrences(occurrences: readonly Occurrences[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const { term, text, names } of occurrences) {
    let rest = term - before;
    before = term;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
    bytes.push(Math.min(text, MOST_IN_TEXT) | (Math.min(names, MOST_IN_NAMES) << 5));
  }
  return Uint8Array.from(bytes);
}

/** Calls `visit` for each pair in `bytes`. */
export function decodeOccurrences(bytes: Uint8Array, visit: (term: number, text: number, names: number) => void): void {
  let term = 0;
  for (let at = 0; at < bytes.length; ) {
    let delta = 0;
    let shift = 0;
    let byte = bytes[at++] ?? 0;
    for (; byte > 127; byte = bytes[at++] ?? 0) {
      delta |= (byte & 127) << shift;
      shift += 7;
    }
    term += delta | (byte << shift);
    const counts = bytes[at++] ?? 0;
    visit(term, counts & 31, counts >> 5);
  }
}
