/** What a query asks for. Everything in it is data: there is no syntax but quotes around phrases. */
import { type CleanQuery, cleanQuery } from './clean-query.ts';
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
/** What a word counts that is in the first line of several, where others count 1: it is the title of an issue. */
const TITLE_WEIGHT = 1.5;
/** What a name such as `x12` counts: it says nothing by itself. */
const NUMBERED_WEIGHT = 0.2;
const NUMBERED = /^[A-Za-z]_?\d{1,4}$/;
const NUMBER = /^\p{N}+$/u;
/** Phrases that are looked for. */
const MOST_PHRASES = 10;

/** A query. */
export interface ParsedQuery {
  /** What each term counts. */
  readonly terms: ReadonlyMap<string, AskedTerm>;
  /** Words written as identifiers are, each once. */
  readonly identifiers: readonly string[];
  /** Paths of files that it names, or ends of them. */
  readonly paths: readonly string[];
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
  const query = text.slice(0, LONGEST_QUERY);
  const parsed = parseClean(cleanQuery(query), false);
  // A query of nothing but numbers or versions asks for them.
  return parsed.terms.size > 0 ? parsed : parseClean({ text: query, names: [], paths: [] }, true);
}

function parseClean({ text, names, paths }: CleanQuery, withNumbers: boolean): ParsedQuery {
  const found = [...text.matchAll(/[\p{L}\p{N}\p{M}_$]+/gu)].filter(([word]) => withNumbers || !NUMBER.test(word));
  const terms = countTerms(
    found.map(([word]) => word),
    titleOf(text),
    withNumbers,
  );
  for (const [term, word] of compounds(text, found)) {
    if (!terms.has(term) && terms.size < MOST_TERMS) terms.set(term, { weight: COMPOUND_WEIGHT, word });
  }
  const identifiers = found
    .filter(({ 0: word, index }) => partsOf(word).length > 1 || text[index + word.length] === '(')
    .map(([word]) => word);
  const phrases = [...text.matchAll(/"([^"\n]{3,200})"/g)]
    .map(([, phrase = '']) => phrase.trim().toLowerCase().replace(/\s+/g, ' '))
    .filter((phrase) => phrase.includes(' '));
  return {
    terms,
    identifiers: [...new Set([...names, ...identifiers])].slice(0, MOST_TERMS),
    paths,
    phrases: [...new Set(phrases)].slice(0, MOST_PHRASES),
  };
}

/** Words of the first line, where others follow. */
function titleOf(text: string): ReadonlySet<string> {
  const [first = '', ...others] = text.trim().split('\n');
  return new Set(others.length === 0 ? [] : first.match(/[\p{L}\p{N}\p{M}_$]+/gu));
}

function countTerms(
  words: readonly string[],
  title: ReadonlySet<string>,
  withNumbers: boolean,
): Map<string, AskedTerm> {
  const counts = new Map<string, { times: number; word: string; share: number }>();
  for (const word of words) {
    const share = title.has(word) ? TITLE_WEIGHT : NUMBERED.test(word) ? NUMBERED_WEIGHT : 1;
    for (const term of termsOfWord(word)) {
      if (!withNumbers && NUMBER.test(term)) continue;
      const known = counts.get(term);
      if (known !== undefined) {
        known.times++;
        known.share = Math.max(known.share, share);
      } else if (counts.size < MOST_TERMS) counts.set(term, { times: 1, word, share });
    }
  }
  return new Map(
    [...counts].map(([term, { times, word, share }], place) => [
      term,
      { weight: (share * (1 + Math.log(times))) / (1 + place / HALF_AFTER), word },
    ]),
  );
}

/** Neighbouring words as one identifier: `connection pool` may be written `connectionPool` or `connection_pool`. */
function* compounds(
  text: string,
  found: readonly RegExpExecArray[],
): Generator<readonly [term: string, words: string]> {
  for (const [start, { index }] of found.entries()) {
    for (let count = 2; count <= LONGEST_COMPOUND; count++) {
      const last = found[start + count - 1];
      const between = last === undefined ? '' : text.slice(index, last.index);
      // Other signs, and numbers that were passed over, stand between words of code.
      if (last === undefined || !/^(?:[\p{L}\p{M}\p{N}_$]+[ -])+$/u.test(between)) break;
      const parts = found.slice(start, start + count).map(([word]) => word);
      if (parts.every((part) => termsOfWord(part).length === 0)) continue;
      const whole = parts.join('').toLowerCase();
      for (const term of [whole, whole.replace(/s$/, '')]) {
        if (term.length >= SHORTEST_COMPOUND) yield [term, parts.join(' ')];
      }
    }
  }
}
