/** Which tools fit what is asked: weighted words of their definitions and of their phrases of intent. */

import { editDistance } from '../../../lib/edit-distance.ts';
import type { Tool } from '../../../mcp/define-tool.ts';
import { elsewhere } from './elsewhere.ts';
import intents from './intents.json' with { type: 'json' };
import { isFaint, MEANT, SOMETHING, termsOf, termsOfName } from './words.ts';

/** What people say when they want a tool, by its name, in words that its name, title and description do not have. */
export const INTENTS: Readonly<Record<string, readonly string[]>> = intents;

/** What a word counts by where it is found. */
const WEIGHTS = { name: 2.5, title: 1.5, intents: 2.5, description: 0.5, parameters: 0.3 } as const;
/** Of how many intents that have a word half of its weight comes. */
const HALF_OF_INTENTS = 2;
/** What two words that follow each other count, beside what each does. */
const PAIR_WEIGHT = 0.7;
/** What the intents that are most like the question count, in words, if they say all of it. */
const LIKENESS = [2, 0.6, 0.6] as const;
/** What a tool gets whose name is written out. */
const NAMED = 20;
/** Share that a word counts which tells little. */
const FAINT_WEIGHT = 0.5;
/** Letters of the shortest word in which a typo is looked for. */
const LEAST_TYPO = 5;
/** What remains of the evidence for each word about something that is not here. */
const ELSEWHERE_SHARE = 0.5;
/** Evidence below which no tool fits, and the share of the best one's score below which another does not. */
const LEAST_EVIDENCE = 1.5;
const LEAST_SHARE = 0.35;

/** A tool and how well it fits. */
export interface Ranked<Entry> {
  readonly entry: Entry;
  readonly score: number;
  /** The score of the words that tools have: without what any question has that is about something. */
  readonly evidence: number;
}

interface Document<Entry> {
  readonly entry: Entry;
  /** Weight of each term. */
  readonly weights: ReadonlyMap<string, number>;
  readonly pairs: ReadonlySet<string>;
  readonly intents: readonly ReadonlySet<string>[];
}

interface Asked {
  readonly terms: readonly string[];
  readonly pairs: readonly string[];
}

/** The tools of a catalogue, ready to be searched. */
export class ToolIndex<Entry extends { readonly tool: Tool }> {
  readonly #documents: readonly Document<Entry>[];
  /** In how many tools a term or a pair is; less for one that counts little in some of them. */
  readonly #frequency: ReadonlyMap<string, number>;
  readonly #names: ReadonlySet<string>;
  /** Words that may have been meant, each with its term. */
  readonly #words: readonly (readonly [word: string, term: string])[];

  constructor(entries: Iterable<Entry>) {
    const all = [...entries];
    this.#names = new Set(all.flatMap(({ tool }) => [tool.name, ...parametersOf(tool)]));
    this.#documents = all.map(toDocument);
    this.#frequency = frequencies(this.#documents);
    const terms = [...new Set(this.#documents.flatMap(({ weights }) => [...weights.keys()]))];
    this.#words = [...terms.map((term): [string, string] => [term, term]), ...MEANT].filter(
      ([word, term]) => word.length >= LEAST_TYPO && this.#frequency.has(term),
    );
  }

  /** All tools that have a word of `query`, best first. Equal ones stay in the catalogue's order. */
  rank(query: string): readonly Ranked<Entry>[] {
    const asked = [...termsOf(query, this.#names)].map((term) => (this.#isKnown(term) ? term : this.#meant(term)));
    const terms = [...new Set(asked)];
    const known = asked.filter((term) => term !== SOMETHING).length / Math.max(1, asked.length);
    const about = known * ELSEWHERE_SHARE ** elsewhere(query);
    const all = { terms, pairs: pairsOf(terms) };
    const told = { ...all, terms: terms.filter((term) => term !== SOMETHING) };
    const length = Math.sqrt(terms.length + 4);
    const named = new Set(query.match(/\w+/g));
    return this.#documents
      .map((document) => {
        const bonus = named.has(document.entry.tool.name) ? NAMED : 0;
        return {
          entry: document.entry,
          score: bonus + this.#score(all, document) / length,
          evidence: bonus + (this.#score(told, document) / length) * about,
        };
      })
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score);
  }

  #isKnown(term: string): boolean {
    return this.#frequency.has(term) || isFaint(term);
  }

  /** What an unknown word is: a known one with a typo, or something of the user's own. */
  #meant(term: string): string {
    if (term.length < LEAST_TYPO || !/^[a-z]+$/.test(term)) return SOMETHING;
    const near = this.#words.find(
      ([word]) => word[0] === term[0] && Math.abs(word.length - term.length) <= 1 && isTypo(term, word),
    );
    return near === undefined ? SOMETHING : near[1];
  }

  #score(asked: Asked, { weights, pairs, intents }: Document<Entry>): number {
    let score = 0;
    for (const term of asked.terms) score += this.#rarity(term) * (weights.get(term) ?? 0);
    for (const pair of asked.pairs) if (pairs.has(pair)) score += this.#rarity(pair) * PAIR_WEIGHT;
    const all = this.#sum(asked.terms);
    const likeness = intents
      .map((intent) => {
        const common = this.#sum(asked.terms.filter((term) => intent.has(term)));
        return common === 0 ? 0 : (common * common) / Math.sqrt(all * this.#sum([...intent]));
      })
      .sort((left, right) => right - left);
    return LIKENESS.reduce((sum, weight, place) => sum + weight * (likeness[place] ?? 0), score);
  }

  #sum(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + this.#rarity(term), 0);
  }

  /** More for what few tools have. */
  #rarity(term: string): number {
    const count = this.#frequency.get(term) ?? 0;
    return Math.log(1 + this.#documents.length / (count + 0.5)) ** 0.7 * (isFaint(term) ? FAINT_WEIGHT : 1);
  }
}

/** Those of `ranked` that fit. */
export function fitting<Entry>(ranked: readonly Ranked<Entry>[]): readonly Ranked<Entry>[] {
  const [best] = ranked;
  if (best === undefined || best.evidence < LEAST_EVIDENCE) return [];
  return ranked.filter(({ score }) => score >= best.score * LEAST_SHARE);
}

/** Whether one letter is wrong, missing or too much, or two neighbours are exchanged. */
function isTypo(typed: string, meant: string): boolean {
  const distance = editDistance(typed, meant);
  return distance === 1 || (distance === 2 && typed.length === meant.length && sorted(typed) === sorted(meant));
}

function sorted(word: string): string {
  return [...word].sort().join('');
}

function parametersOf({ definition }: Tool): readonly string[] {
  return Object.keys(definition.inputSchema.properties ?? {});
}

function toDocument<Entry extends { readonly tool: Tool }>(entry: Entry): Document<Entry> {
  const { name, definition } = entry.tool;
  const { title = '', description = '' } = definition;
  const phrases = (INTENTS[name] ?? []).map((intent) => termsOf(intent));
  const names = [termsOf(title), termsOfName(name)];
  const weights = new Map<string, number>();
  const count = (terms: Iterable<string>, weight: number) => {
    for (const term of terms) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  };
  count(termsOfName(name), WEIGHTS.name);
  count(termsOf(title), WEIGHTS.title);
  for (const [term, times] of timesOf(phrases)) count([term], (WEIGHTS.intents * times) / (times + HALF_OF_INTENTS));
  count(termsOf(description), WEIGHTS.description);
  for (const parameter of parametersOf(entry.tool)) count(termsOfName(parameter), WEIGHTS.parameters);
  const all = [...phrases, ...names];
  return { entry, weights, pairs: new Set(all.flatMap((terms) => pairsOf([...terms]))), intents: all };
}

function timesOf(phrases: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const phrase of phrases) for (const term of phrase) times.set(term, (times.get(term) ?? 0) + 1);
  return times;
}

/** Neighbours among the terms that are not faint. */
function pairsOf(terms: readonly string[]): readonly string[] {
  const telling = terms.filter((term) => !isFaint(term));
  return telling.slice(1).map((term, place) => `${telling[place]} ${term}`);
}

function frequencies(documents: readonly Document<unknown>[]): ReadonlyMap<string, number> {
  const most = new Map<string, number>();
  const sums = new Map<string, number>();
  for (const { weights } of documents) {
    for (const [term, weight] of weights) {
      most.set(term, Math.max(weight, most.get(term) ?? 0));
      sums.set(term, weight + (sums.get(term) ?? 0));
    }
  }
  const found = new Map([...sums].map(([term, sum]): [string, number] => [term, sum / (most.get(term) ?? 1)]));
  for (const [pair, count] of timesOf(documents.map(({ pairs }) => pairs))) found.set(pair, count);
  return found;
}
