/** Words of commits and of queries: those of identifiers too, in parts and as a whole. */
import { subtokens } from '../../lib/subtokens.ts';

/** Raised when commits give other words, or history-index.ts or changes.ts makes something else of them. */
export const HISTORY_VERSION = 3;

/** Characters that a word may have; longer ones are no words of a language or a program. */
const LONGEST_WORD = 64;

/** Words that say nothing about a commit. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by did do does for from had has have how i if in into is it its of on or so that the their ' +
    'then there these they this to was we were what when where which who why will with you'
  ).split(' '),
);

/** Runs of letters of scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+/gu;

/**
 * Words of a text in order: of `parseHeader` `parse`, `header` and `parseheader`. Where no spaces part words, these are every two letters
 * in a row, or the only one.
 */
export function* wordsOf(text: string): Generator<string> {
  for (const [run] of text.matchAll(UNSPACED)) {
    const letters = Array.from(run);
    if (letters.length === 1) yield run;
    for (let at = 0; at + 2 <= letters.length; at++) yield `${letters[at]}${letters[at + 1]}`;
  }
  for (const [identifier] of text.replace(UNSPACED, ' ').matchAll(/[\p{L}\p{N}_$]+/gu)) {
    if (identifier.length > LONGEST_WORD) continue;
    const parts = subtokens(identifier);
    yield* parts;
    if (parts.length > 1) yield parts.join('');
  }
}

/** Different words of a query, in order; function words only where there are no others. */
export function queryWords(query: string): readonly string[] {
  const words = [...new Set(wordsOf(query))];
  const telling = words.filter((word) => !FUNCTION_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}
