/** Counting tokens as OpenAI's cl100k_base does: a known measure; the tokenizer of every model is its own. */
import encoding from 'gpt-tokenizer/encoding/cl100k_base';

/** The tokenizer's name. */
export const TOKENIZER = 'cl100k_base';

/** The encoder's time grows with the square of a run of letters, spaces or signs: texts with longer ones are counted in pieces. */
const LONGEST_RUN = 512;
const LONG_RUN = new RegExp(`\\p{L}{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}|[^\\s\\p{L}\\p{N}]{${LONGEST_RUN}}`, 'u');
/** `<|endoftext|>` in a source is text like any other. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** UTF-16 units after which the encoder's cache is emptied: its keys are slices, which keep their texts alive. */
const CACHED_UNITS = 1 << 20;
let cachedUnits = 0;

/**
 * Tokens of `text`. Exact, but for texts with a run of more than 512 letters, spaces or signs, such as binary data in letters: there
 * the sum of pieces of 512 characters, which is a token or two per piece higher at most.
 */
export function countTokens(text: string): number {
  cachedUnits += text.length;
  if (cachedUnits > CACHED_UNITS) {
    encoding.clearMergeCache();
    cachedUnits = 0;
  }
  if (text.length < LONGEST_RUN || !LONG_RUN.test(text)) return encoding.countTokens(text, AS_TEXT);
  let tokens = 0;
  for (let start = 0; start < text.length; start += LONGEST_RUN) {
    tokens += encoding.countTokens(text.slice(start, start + LONGEST_RUN), AS_TEXT);
  }
  return tokens;
}
