/** Counting tokens as OpenAI's cl100k_base does: a known measure; the tokenizer of every model is its own. */
import encoding from 'gpt-tokenizer/encoding/cl100k_base';

/** The tokenizer's name. */
export const TOKENIZER = 'cl100k_base';

/** The encoder's time grows with the square of a run of letters, spaces or signs: texts with longer ones are counted in pieces. */
const LONGEST_RUN = 512;
const LONG_RUN = new RegExp(`\\p{L}{${LONGEST_RUN}}|\\s{${LONGEST_RUN}}|[^\\s\\p{L}\\p{N}]{${LONGEST_RUN}}`, 'u');
const BLANK_LINES = new RegExp(`\\n\\s{${LONGEST_RUN - 1}}`);
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
  if (!hasLongRun(text)) return encoding.countTokens(text, AS_TEXT);
  let tokens = 0;
  for (let start = 0; start < text.length; start += LONGEST_RUN) {
    tokens += encoding.countTokens(text.slice(start, start + LONGEST_RUN), AS_TEXT);
  }
  return tokens;
}

function hasLongRun(text: string): boolean {
  // The pattern is slow, and ordinary lines are short.
  return (hasLongLine(text) || BLANK_LINES.test(text)) && LONG_RUN.test(text);
}

function hasLongLine(text: string): boolean {
  for (let start = 0; start + LONGEST_RUN < text.length; ) {
    const end = text.indexOf('\n', start);
    if ((end === -1 ? text.length : end) - start >= LONGEST_RUN) return true;
    start = end + 1;
  }
  return text.length === LONGEST_RUN;
}
