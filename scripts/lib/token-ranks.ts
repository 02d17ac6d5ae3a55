/** The part of o200k_base that `src/lib/tokens/` counts with, made from gpt-tokenizer's copy of it. */
import type { RawBytePairRanks } from 'gpt-tokenizer/BytePairEncodingCore';
import published from 'gpt-tokenizer/bpeRanks/o200k_base';

/** Merges that are kept, by rank: the first ones, which the encoding makes before all others. */
const KEPT = 24_000;

/**
 * The first ranks, and all numbers of up to three digits, which are whole tokens. Encoding with them stops before the later merges, so it
 * gives at least as many tokens as the whole encoding does.
 */
export function keptRanks(): RawBytePairRanks {
  const numbers = published.slice(KEPT).filter((token) => typeof token === 'string' && /^[0-9]{1,3}$/.test(token));
  return [...published.slice(0, KEPT), ...numbers];
}
