/** Why a place was found, in words. */
import type { Sql } from '../../lib/sql.ts';
import { decodeOccurrences } from './forward.ts';
import type { Callee } from './graph.ts';
import type { ParsedQuery } from './query.ts';
import type { Ranked, Ranking } from './rank.ts';
import { pathTerms } from './signals.ts';
import { termsOf, termsOfWord } from './terms.ts';
import type { WeightedTerm } from './vocabulary.ts';

/** Words, names or phrases that one reason lists. */
const MOST_LISTED = 8;
/** Related terms that one reason lists. */
const MOST_RELATED = 5;

/** Reasons of hits of one search. */
export class Reasons {
  readonly #sql: Sql;
  readonly #query: ParsedQuery;
  readonly #asked: ReadonlyMap<number, WeightedTerm>;
  readonly #related: ReadonlyMap<number, WeightedTerm>;

  constructor(sql: Sql, query: ParsedQuery, { asked, related }: Ranking) {
    this.#sql = sql;
    this.#query = query;
    this.#asked = new Map(asked.map((term) => [term.id, term]));
    this.#related = new Map(related.map((term) => [term.id, term]));
  }

  /** Why `hit`, whose text is `content`, was found. `numberOf` gives the number of the hit at a chunk, if it is one. */
  of(hit: Ranked, content: string, numberOf: (chunk: number) => number | undefined): readonly string[] {
    const present = this.#present(hit);
    const path = pathTerms(hit.path);
    const inPath = [...this.#query.terms.keys()].filter((term) => path.has(term));
    const names = this.#names(hit);
    const text = content.toLowerCase().replace(/\s+/g, ' ');
    const phrases = this.#query.phrases.filter((phrase) => text.includes(phrase));
    const { callee, similarity } = hit;
    return [
      ...list(
        'phrase',
        phrases.map((phrase) => `"${phrase}"`),
      ),
      ...list('defines', names),
      ...list('words', this.#words(present.asked.map(({ term }) => term))),
      ...list('path', this.#words(inPath)),
      ...list('related words', surfaceOf(present.related.slice(0, MOST_RELATED), content)),
      ...(callee === undefined ? [] : [`called by ${callerOf(callee, numberOf)}: ${callee.name}`]),
      ...(similarity === undefined ? [] : [`near in meaning: ${similarity.toFixed(2)} cosine similarity`]),
    ];
  }

  /** Terms of the query and related ones that the text or names of `hit` have, the most telling first. */
  #present({ terms }: Ranked): { readonly asked: readonly WeightedTerm[]; readonly related: readonly WeightedTerm[] } {
    const asked: WeightedTerm[] = [];
    const related: WeightedTerm[] = [];
    decodeOccurrences(terms, (id) => {
      const ours = this.#asked.get(id);
      if (ours !== undefined) asked.push(ours);
      const near = this.#related.get(id);
      if (near !== undefined) related.push(near);
    });
    return { asked: asked.sort(byValue), related: related.sort(byValue) };
  }

  /** Names of definitions in `hit` that the query names, or has at least half of the terms of. */
  #names({ document, lineStart, lineEnd }: Ranked): readonly string[] {
    const asked = new Set([...this.#asked.values()].map(({ term }) => term));
    const names = this.#sql
      .exec<{ name: string }>(
        'SELECT DISTINCT name FROM symbol WHERE document = ? AND name_line BETWEEN ? AND ? ORDER BY name_line',
        document,
        lineStart,
        lineEnd,
      )
      .toArray()
      .map(({ name }) => name);
    return names.filter((name) => {
      const terms = termsOfWord(name);
      const [whole = '', ...parts] = terms;
      if (asked.has(whole)) return true;
      const known = parts.filter((part) => asked.has(part));
      return known.length > 0 && known.length * 2 >= parts.length;
    });
  }

  /** The words of the query that stand for `terms`, each once. */
  #words(terms: readonly string[]): readonly string[] {
    return [...new Set(terms.map((term) => this.#query.terms.get(term)?.word ?? term))];
  }
}

function callerOf({ caller }: Callee, numberOf: (chunk: number) => number | undefined): string {
  const number = numberOf(caller.chunk);
  return number === undefined ? `${caller.path}:${caller.lineStart}` : `hit ${number}`;
}

function byValue(left: WeightedTerm, right: WeightedTerm): number {
  return right.weight * right.idf - left.weight * left.idf || (left.term < right.term ? -1 : 1);
}

function list(what: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > MOST_LISTED ? ` and ${items.length - MOST_LISTED} more` : '';
  return [`${what}: ${items.slice(0, MOST_LISTED).join(', ')}${more}`];
}

/** The words of `content` that first gave each term, in lower case. */
function surfaceOf(terms: readonly WeightedTerm[], content: string): readonly string[] {
  const wanted = new Map<string, string>(terms.map(({ term }) => [term, '']));
  for (const [word] of content.matchAll(/\p{Lu}?\p{Ll}+|\p{Lu}+|\p{L}+/gu)) {
    for (const term of termsOf(word)) if (wanted.get(term) === '') wanted.set(term, word.toLowerCase());
  }
  return [...wanted].map(([term, word]) => (word === '' ? term : word));
}
