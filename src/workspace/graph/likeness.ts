/** How a name is like another. */
import { editDistance } from '../../lib/edit-distance.ts';
import { subtokens } from '../../lib/subtokens.ts';
import type { Match } from './service.ts';

/** Those of many names that are like one; reads no more of them than what is asked for needs. */
export class LikeNames {
  readonly #names: readonly string[];
  readonly #wanted: string;
  #byMatch: ReadonlyMap<Match, readonly string[]> | undefined;

  constructor(names: readonly string[], wanted: string) {
    this.#names = names;
    this.#wanted = wanted;
  }

  /** Names that are like the wanted one in this way at best. */
  by(match: Match): readonly string[] {
    if (match === 'exact') return [...new Set([this.#wanted, this.#wanted.normalize('NFC')])];
    if (match === 'ignoring_case') return this.#sameLetters();
    this.#byMatch ??= this.#match();
    return this.#byMatch.get(match) ?? [];
  }

  #sameLetters(): readonly string[] {
    const lower = this.#wanted.toLowerCase();
    // Only beyond ASCII do lower-case letters take more room than others.
    const isPlain = !/[^\0-\x7f]/.test(lower);
    return this.#names.filter((name) => {
      if (isPlain && name.length !== lower.length) return false;
      return name !== this.#wanted && name.toLowerCase() === lower;
    });
  }

  #match(): ReadonlyMap<Match, readonly string[]> {
    const likenessOf = likeness(this.#wanted);
    const byMatch = new Map<Match, string[]>();
    for (const name of this.#names) {
      const match = likenessOf(name);
      if (match === undefined) continue;
      const known = byMatch.get(match);
      if (known === undefined) byMatch.set(match, [name]);
      else known.push(name);
    }
    return byMatch;
  }
}

/** The share of the pairs of letters of two names that they have in common, from which a name is similar. */
const SIMILAR = 0.4;

/** Names that share {@link SIMILAR} of their pairs of letters with `wanted`, those that share most first, then by name. */
export function byPairs(names: readonly string[], wanted: string): readonly string[] {
  const pairs = new Set(pairsOf(wanted));
  const scored: { name: string; shared: number }[] = [];
  for (const name of names) {
    const own = pairsOf(name);
    const common = own.filter((pair) => pairs.has(pair));
    // Repeated pairs count once; a bound that takes them for different ones is cheap.
    if (2 * common.length < SIMILAR * (common.length + pairs.size)) continue;
    const shared = (2 * new Set(common).size) / (new Set(own).size + pairs.size || 1);
    if (shared >= SIMILAR) scored.push({ name, shared });
  }
  return scored
    .sort((left, right) => right.shared - left.shared || (left.name < right.name ? -1 : 1))
    .map(({ name }) => name);
}

function pairsOf(name: string): readonly string[] {
  const lower = name.toLowerCase();
  const pairs: string[] = [];
  for (let at = 0; at + 2 <= lower.length; at++) pairs.push(lower.slice(at, at + 2));
  return pairs;
}

/** How `name` is like `wanted`, in the best way; undefined when it is not. */
function likeness(wanted: string): (name: string) => Match | undefined {
  const lower = wanted.toLowerCase();
  const words = subtokens(wanted);
  const letters = words.join('');
  return (name) => {
    if (name === wanted) return 'exact';
    const lowerName = name.toLowerCase();
    if (lowerName === lower) return 'ignoring_case';
    if (lowerName.startsWith(lower)) return 'prefix';
    if (lowerName.includes(lower)) return hasWords(words, subtokens(name)) ? 'words' : 'substring';
    // Splitting is slow, so that it comes after what it needs.
    if (words.length > 1 && words.every((word) => lowerName.includes(word)) && hasWords(words, subtokens(name))) {
      return 'words';
    }
    if (lowerName.length < letters.length - mostEdits(letters)) return undefined;
    return isNear(letters, lowerName.replace(/[^\p{L}\p{N}]/gu, '')) ? 'similar' : undefined;
  };
}

/** Whether each word begins a word of the name, in any order. */
function hasWords(words: readonly string[], name: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => name.some((each) => each.startsWith(word)));
}

/** Characters a name may have that is compared letter by letter. */
const LONGEST = 64;

function mostEdits(wanted: string): number {
  return Math.ceil(wanted.length / 4);
}

/** Whether a quarter of the letters, rounded up, or fewer have to be edited. */
function isNear(wanted: string, name: string): boolean {
  const most = mostEdits(wanted);
  if (wanted.length < 3 || wanted.length > LONGEST || Math.abs(wanted.length - name.length) > most) return false;
  return editDistance(wanted, name) <= most;
}
