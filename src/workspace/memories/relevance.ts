/** Which memories fit a query in words. */
import { termsOf } from '../search/terms.ts';
import type { Memory } from './service.ts';

/** Different terms of a query that are looked for. */
const MOST_TERMS = 256;

/** A memory and how well it fits. */
export interface Scored {
  readonly memory: Memory;
  /** More than 0 where it has a term of the query. */
  readonly score: number;
  /** Whether it has two of them, or the only one. */
  readonly fits: boolean;
}

/**
 * All of them in their order. A term of the query counts the more, the fewer of the memories have it: in title, tags, subtype and content,
 * and in the paths of evidence.
 */
export function scoreMemories(memories: readonly Memory[], query: string): readonly Scored[] {
  const asked = [...new Set(termsOf(query))].slice(0, MOST_TERMS);
  const found = memories.map((memory) => {
    const own = new Set(termsOf(wordsIn(memory)));
    return { memory, terms: asked.filter((term) => own.has(term)) };
  });
  const frequency = new Map<string, number>();
  for (const { terms } of found) for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const weigh = (term: string) => Math.log(1 + memories.length / (frequency.get(term) ?? 1));
  return found.map(({ memory, terms }) => ({
    memory,
    score: terms.reduce((sum, term) => sum + weigh(term), 0),
    fits: terms.length > 0 && terms.length >= Math.min(2, asked.length),
  }));
}

/** Those that have a term of the query, the best first. */
export function memoriesAbout(memories: readonly Memory[], query: string): readonly Memory[] {
  return scoreMemories(memories, query)
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score)
    .map(({ memory }) => memory);
}

function wordsIn({ title = '', subtype = '', tags, content, evidence }: Memory): string {
  return [title, subtype, ...tags, content, ...evidence.map(({ path }) => path)].join(' ');
}
