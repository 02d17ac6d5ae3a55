/** What a query asks for. Everything in it is data: there is no syntax but quotes around phrases. */
import { partsOf, termsOfWord } from './terms.ts';

/** Characters of a query that are read. */
export const LONGEST_QUERY = 20_000;
/** Different terms that are looked up. */
const MOST_TERMS = 256;
/** Words that may stand as one identifier. */
const LONGEST_COMPOUND = 3;
const SHORTEST_COMPOUND = 5;
/** What a compound counts, where a term counts 1. */
const COMPOUND_WEIGHT = 0.6;
/** A term after so many others counts half: what is asked comes first, circumstances after. */
const HALF_AFTER = 50;
/** Phrases that are looked for. */
const MOST_PHRASES = 10;

/** A query. */
export interface ParsedQuery {
  /** What each term counts. */
  readonly terms: ReadonlyMap<string, AskedTerm>;
  /** Words written as identifiers are, each once. */
  readonly identifiers: readonly string[];
  /** What stands in double quotes, in lower case with single spaces. */
  readonly phrases: readonly string[];
}

/** A term of a query. */
export interface AskedTerm {
  readonly weight: number;
  /** As it is written in the query. */
  readonly word: string;
}

/** Reads the first {@link LONGEST_QUERY} characters of `text`. */
export function parseQuery(text: string): ParsedQuery {
  const read = text.slice(0, LONGEST_QUERY);
  const found = [...read.matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)];
  const words = found.map(([word]) => word);
  const terms = countTerms(words);
  for (const [term, word] of compounds(words)) {
    if (!terms.has(term) && terms.size < MOST_TERMS) terms.set(term, { weight: COMPOUND_WEIGHT, word });
  }
  const identifiers = found
    .filter(({ 0: word, index }) => partsOf(word).length > 1 || read[index + word.length] === '(')
    .map(([word]) => word);
  const phrases = [...read.matchAll(/"([^"\n]{3,200})"/g)]
    .map(([, phrase = '']) => phrase.trim().toLowerCase().replace(/\s+/g, ' '))
    .filter((phrase) => phrase.includes(' '));
  return {
    terms,
    identifiers: [...new Set(identifiers)].slice(0, MOST_TERMS),
    phrases: [...new Set(phrases)].slice(0, MOST_PHRASES),
  };
}

function countTerms(words: readonly string[]): Map<string, AskedTerm> {
  const counts = new Map<string, { times: number; word: string }>();
  for (const word of words) {
    for (const term of termsOfWord(word)) {
      const known = counts.get(term);
      if (known !== undefined) known.times++;
      else if (counts.size < MOST_TERMS) counts.set(term, { times: 1, word });
    }
  }
  return new Map(
    [...counts].map(([term, { times, word }], place) => [
      term,
      { weight: (1 + Math.log(times)) / (1 + place / HALF_AFTER), word },
    ]),
  );
}

/** Neighbouring words as one identifier: `connection pool` may be written `connectionPool` or `connection_pool`. */
function* compounds(words: readonly string[]): Generator<readonly [term: string, words: string]> {
  for (const start of words.keys()) {
    for (let count = 2; count <= LONGEST_COMPOUND && start + count <= words.length; count++) {
      const parts = words.slice(start, start + count);
      if (parts.every((part) => termsOfWord(part).length === 0)) continue;
      const whole = parts.join('').toLowerCase();
      for (const term of [whole, whole.replace(/s$/, '')]) {
        if (term.length >= SHORTEST_COMPOUND) yield [term, parts.join(' ')];
      }
    }
  }
}
