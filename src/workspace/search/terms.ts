/**
 * Texts as terms: words in lower case without endings, identifiers both whole and in parts. The same for what is indexed and for
 * what is asked.
 */
import { fingerprint } from '../../lib/fingerprint.ts';
import { stem } from './stem.ts';
import { STOP_WORDS } from './stop-words.ts';

/** Raised when texts give other terms, or words.ts or paths.ts keeps them otherwise; the stop words are data and count by themselves. */
const RULES = 1;

/** What makes terms of texts. */
export const TERMS_VERSION = `${RULES} ${fingerprint([...STOP_WORDS])}`;

/** Characters of the longest word that is taken; longer ones are data. */
const LONGEST_WORD = 64;
/** Words whose terms are kept in memory. */
const KEPT_WORDS = 20_000;

const WORD = /[\p{L}\p{N}\p{M}_$]+/gu;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Parts of an identifier: an acronym, a word with or without its capital, digits. */
const PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lt}\p{Lm}]+|\p{N}+/gu;

const known = new Map<string, readonly string[]>();

/** The terms of `text`, in order; an identifier of several parts gives itself, without its separators, and then each part. */
export function* termsOf(text: string): Generator<string, void> {
  for (const [word] of text.matchAll(WORD)) yield* termsOfWord(word);
}

/** The terms of one word. */
export function termsOfWord(word: string): readonly string[] {
  if (word.length > LONGEST_WORD) return [];
  const kept = known.get(word);
  if (kept !== undefined) return kept;
  if (known.size >= KEPT_WORDS) known.clear();
  const terms = split(word);
  known.set(word, terms);
  return terms;
}

/** Parts of an identifier in lower case, with their endings. */
export function partsOf(identifier: string): readonly string[] {
  return (identifier.match(PART) ?? []).map((part) => part.toLowerCase());
}

function split(word: string): readonly string[] {
  if (UNSPACED.test(word)) return pairs(word);
  const plain = /^[\x20-\x7e]*$/.test(word) ? word : word.normalize('NFKD').replace(/\p{M}/gu, '');
  const parts = partsOf(plain);
  const terms = parts.filter((part) => part.length > 1 && !STOP_WORDS.has(part)).map(stem);
  if (parts.length === 1) return terms;
  const whole = parts.join('');
  return whole.length > 1 && !STOP_WORDS.has(whole) ? [whole, ...terms] : terms;
}

/** Pairs of neighbouring characters stand for words that nothing separates. */
function pairs(word: string): readonly string[] {
  const characters = [...word.toLowerCase()];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
