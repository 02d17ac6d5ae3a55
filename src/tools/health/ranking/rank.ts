/** Which tools fit what is asked: weighted words of their definitions and of their phrases of intent. */
import type { Tool } from '../../../mcp/define-tool.ts';
import { isFaint, SOMETHING, termsOf, termsOfName } from './words.ts';

/** What a word counts by where it is found. */
const WEIGHTS = { name: 2.5, title: 1.5, intents: 1.7, description: 0.5, parameters: 0.3 } as const;
/** What an intent that says all of the question counts, in words. */
const PHRASE_WEIGHT = 2;
/** What a tool gets whose name is written out. */
const NAMED = 20;
/** Share that a word counts which tells little. */
const FAINT_WEIGHT = 0.4;
/** Evidence below which no tool fits, and the share of the best one's score below which another does not. */
const LEAST_EVIDENCE = 0.85;
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
  readonly intents: readonly ReadonlySet<string>[];
}

/** The tools of a catalogue, ready to be searched. */
export class ToolIndex<Entry extends { readonly tool: Tool }> {
  readonly #documents: readonly Document<Entry>[];
  readonly #frequency = new Map<string, number>();
  readonly #names: ReadonlySet<string>;

  constructor(entries: Iterable<Entry>) {
    const all = [...entries];
    this.#names = new Set(all.flatMap(({ tool }) => [tool.name, ...parametersOf(tool)]));
    this.#documents = all.map(toDocument);
    for (const { weights } of this.#documents) {
      for (const term of weights.keys()) this.#frequency.set(term, (this.#frequency.get(term) ?? 0) + 1);
    }
  }

  /** All tools that have a word of `query`, best first. Equal ones stay in the catalogue's order. */
  rank(query: string): readonly Ranked<Entry>[] {
    const asked = [...termsOf(query, this.#names)];
    const terms = [...new Set(asked.map((term) => (this.#isKnown(term) ? term : SOMETHING)))];
    const known = asked.filter((term) => this.#isKnown(term)).length / Math.max(1, asked.length);
    const told = terms.filter((term) => term !== SOMETHING);
    const named = new Set(query.match(/\w+/g));
    return this.#documents
      .map((document) => {
        const bonus = named.has(document.entry.tool.name) ? NAMED : 0;
        return {
          entry: document.entry,
          score: bonus + this.#score(terms, document, terms.length),
          evidence: bonus + this.#score(told, document, terms.length) * known,
        };
      })
      .filter(({ score }) => score > 0)
      .sort((left, right) => right.score - left.score);
  }

  #isKnown(term: string): boolean {
    return this.#frequency.has(term) || isFaint(term);
  }

  #score(terms: readonly string[], { weights, intents }: Document<Entry>, length: number): number {
    let score = 0;
    for (const term of terms) score += this.#rarity(term) * (weights.get(term) ?? 0);
    const all = this.#sum(terms);
    const likeness = intents.map((intent) => {
      const common = this.#sum(terms.filter((term) => intent.has(term)));
      return common === 0 ? 0 : (common * common) / Math.sqrt(all * this.#sum([...intent]));
    });
    return (score + PHRASE_WEIGHT * Math.max(0, ...likeness)) / Math.sqrt(length + 4);
  }

  #sum(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + this.#rarity(term), 0);
  }

  /** More for what few tools have. */
  #rarity(term: string): number {
    const count = this.#frequency.get(term) ?? 0;
    return Math.log(1 + this.#documents.length / (count + 0.5)) ** 0.6 * (isFaint(term) ? FAINT_WEIGHT : 1);
  }
}

/** Those of `ranked` that fit. */
export function fitting<Entry>(ranked: readonly Ranked<Entry>[]): readonly Ranked<Entry>[] {
  const [best] = ranked;
  if (best === undefined || best.evidence < LEAST_EVIDENCE) return [];
  return ranked.filter(({ score }) => score >= best.score * LEAST_SHARE);
}

function parametersOf({ definition }: Tool): readonly string[] {
  return Object.keys(definition.inputSchema.properties ?? {});
}

function toDocument<Entry extends { readonly tool: Tool }>(entry: Entry): Document<Entry> {
  const { name, intents, definition } = entry.tool;
  const { title = '', description = '' } = definition;
  const weights = new Map<string, number>();
  const places: readonly (readonly [terms: Iterable<string>, weight: number])[] = [
    [termsOfName(name), WEIGHTS.name],
    [termsOf(title), WEIGHTS.title],
    [intents.flatMap((intent) => [...termsOf(intent)]), WEIGHTS.intents],
    [termsOf(description), WEIGHTS.description],
    [parametersOf(entry.tool).flatMap((parameter) => [...termsOfName(parameter)]), WEIGHTS.parameters],
  ];
  for (const [terms, weight] of places)
    for (const term of terms) weights.set(term, Math.max(weight, weights.get(term) ?? 0));
  return { entry, weights, intents: [...[...intents, title].map((text) => termsOf(text)), termsOfName(name)] };
}
