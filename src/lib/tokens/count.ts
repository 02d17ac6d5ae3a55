/**
 * Counting tokens of o200k_base from above, cheaply: with the first merges of the encoding only (`ranks.json`), which a Worker can hold
 * in memory beside its work. Every count is at least the real one, and for ordinary texts some 15 % more.
 */
import { BytePairEncodingCore } from 'gpt-tokenizer/BytePairEncodingCore';
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import ranks from './ranks.json' with { type: 'json' };

/** UTF-16 units that are encoded at once; a word that two windows share is counted in two parts. */
const WINDOW = 1024;
/**
 * The same where a run of letters, spaces or signs is long: the encoder's time grows with its square. So no token that is counted has more
 * units.
 */
export const LONGEST_TOKEN = 64;
const LONG_RUN = new RegExp(`\\p{L}{${LONGEST_TOKEN}}|\\s{${LONGEST_TOKEN}}|[^\\s\\p{L}\\p{N}]{${LONGEST_TOKEN}}`, 'u');

const encoder = new BytePairEncodingCore({
  bytePairRankDecoder: ranks,
  // No text is special; the encoder wants some name.
  specialTokensEncoder: new Map([['<|endoftext|>', ranks.length]]),
  tokenSplitRegex: O200K_TOKEN_SPLIT_REGEX,
  mergeCacheSize: 2000,
});

/** A part of a text and how many tokens it has at most. */
export interface Window {
  /** UTF-16 units; windows begin and end between code points. */
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
}

/** The text in windows, from its beginning. Read only as far as they are asked for. */
export function* windowsOf(text: string): Generator<Window> {
  try {
    for (let start = 0; start < text.length; ) {
      const wide = text.slice(start, boundary(text, start + WINDOW));
      const end = LONG_RUN.test(wide) ? boundary(text, start + LONGEST_TOKEN) : start + wide.length;
      yield { start, end, tokens: encoder.countNative(text.slice(start, end)) };
      start = end;
    }
  } finally {
    // Its keys are slices, which keep their texts alive.
    encoder.clearMergeCache();
  }
}

/** Tokens of `text`, at least as many as it has; counting ends, with some number above `most`, where there are more than those. */
export function countTokens(text: string, most = Number.POSITIVE_INFINITY): number {
  let tokens = 0;
  for (const window of windowsOf(text)) {
    tokens += window.tokens;
    if (tokens > most) break;
  }
  return tokens;
}

/** The place, or the one behind it when it is between the halves of a character. */
export function boundary(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const low = unit >= 0xdc00 && unit <= 0xdfff;
  const before = text.charCodeAt(at - 1);
  return low && before >= 0xd800 && before <= 0xdbff ? at + 1 : at;
}
