/** Texts: compared position by position, with hashes in whole numbers of any size. */
import { haveSameItems, type Oracle, oracle, upTo } from './oracle.ts';

interface Matching {
  readonly text: string;
  readonly pattern: string;
}

function matchesOf({ text, pattern }: Matching): readonly number[] {
  const [characters, wanted] = [[...text], [...pattern].join('')];
  const length = [...pattern].length;
  return upTo(Math.max(0, characters.length - length + 1)).filter(
    (at) => characters.slice(at, at + length).join('') === wanted,
  );
}

function hashOf(text: readonly string[], base: number, modulus: number): number {
  const whole = text.reduce((hash, character) => hash * BigInt(base) + BigInt(character.codePointAt(0) ?? 0), 0n);
  return Number(whole % BigInt(modulus));
}

export const STRING: Readonly<Record<string, Oracle>> = {
  kmp: oracle((instance: Matching, { positions }: { positions: readonly number[] }) =>
    haveSameItems(positions, matchesOf(instance)),
  ),
  rabin_karp: oracle(
    (
      instance: Matching & { base: number; modulus: number },
      answer: { positions: readonly number[]; pattern_hash?: number; spurious_hits?: number },
    ) => {
      const { text, pattern, base, modulus } = instance;
      const [characters, { length }, matches] = [[...text], [...pattern], matchesOf(instance)];
      const hash = hashOf([...pattern], base, modulus);
      const hits = upTo(Math.max(0, characters.length - length + 1)).filter(
        (at) => hashOf(characters.slice(at, at + length), base, modulus) === hash,
      );
      const { positions, pattern_hash = hash, spurious_hits } = answer;
      return (
        haveSameItems(positions, matches) &&
        pattern_hash === hash &&
        (spurious_hits === undefined || spurious_hits === hits.length - matches.length)
      );
    },
  ),
  trie: oracle(
    (
      { operations }: { operations: readonly (readonly [string, string])[] },
      { results }: { results: readonly (boolean | null)[] },
    ) => {
      const words = new Set<string>();
      const expected = operations.map(([operation, word]) => {
        if (operation === 'insert') {
          words.add(word);
          return null;
        }
        if (operation === 'delete') return words.delete(word);
        if (operation === 'search') return words.has(word);
        return [...words].some((each) => each.startsWith(word));
      });
      return JSON.stringify(results) === JSON.stringify(expected);
    },
  ),
};
