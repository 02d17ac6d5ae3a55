/** How many tokens a text may take, without a tokenizer: for what has to stay within a size and need not use all of it. */

/** Characters of a word, and digits of a number, that are one token. */
const WORD = 6;
const DIGITS = 3;

/**
 * Tokens that `text` takes at most, for ordinary texts and code: mostly a third more than models count. Ids and other random letters are
 * taken for words of their own wherever digits are between them.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(/[A-Za-z]+|[0-9]+|[ ]+|[^\u0020-\u007f]|[^A-Za-z0-9 ]/gu)) {
    const first = piece.charCodeAt(0);
    if (first > 0x7f) tokens += piece.length > 1 ? 3 : 1.5;
    else if (first === 0x20) tokens += piece.length > 1 ? 1 : 0;
    else tokens += Math.ceil(piece.length / (/[0-9]/.test(piece) ? DIGITS : WORD));
  }
  return Math.ceil(tokens);
}
