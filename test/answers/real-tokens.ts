/** Tokens as clients count them. */
import encoding from 'gpt-tokenizer/encoding/o200k_base';

const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** The encoder's time grows with the square of a run of letters or spaces: longer texts are counted in pieces. */
const LONGEST = 10_000;

/** Tokens of o200k_base. */
export function realTokens(text: string): number {
  let tokens = 0;
  for (let start = 0; start < text.length; start += LONGEST) {
    tokens += encoding.countTokens(text.slice(start, start + LONGEST), AS_TEXT);
  }
  return tokens;
}
