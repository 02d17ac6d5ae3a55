/** Traces of texts: beginnings compared character by character, hashes in whole numbers of any size, and the words that are there. */
import { upTo } from '../oracles/oracle.ts';
import { type TraceOracle, traceOracle } from './trace-oracle.ts';

interface Matching {
  readonly text: string;
  readonly pattern: string;
}

/** The length of the longest beginning of `pattern`, up to `most`, with which `text` ends. */
function longestEnd(text: readonly string[], pattern: readonly string[], most: number): number {
  const lengths = upTo(Math.min(most, text.length) + 1);
  return (
    lengths.findLast((length) => text.slice(text.length - length).join('\0') === pattern.slice(0, length).join('\0')) ??
    0
  );
}

const kmp = traceOracle<Matching, { readonly phase: string; readonly position: number; readonly matched: number }>({
  ended: ({ text, pattern }, before) => before.length === [...pattern].length + [...text].length,
  step({ text, pattern }, before) {
    const [characters, wanted] = [[...text], [...pattern]];
    const at = before.length - wanted.length;
    if (at >= 0)
      return { phase: 'search', position: at, matched: longestEnd(characters.slice(0, at + 1), wanted, wanted.length) };
    const position = before.length;
    return { phase: 'prefix', position, matched: longestEnd(wanted.slice(0, position + 1), wanted, position) };
  },
});

interface Hashing extends Matching {
  readonly base: number;
  readonly modulus: number;
}

function hashOf({ base, modulus }: Hashing, characters: readonly string[]): number {
  const powers = characters.map((character, at) => {
    const power = BigInt(base) ** BigInt(characters.length - 1 - at);
    return BigInt(character.codePointAt(0) ?? 0) * power;
  });
  return Number(powers.reduce((total, each) => total + each, 0n) % BigInt(modulus));
}

const rabinKarp = traceOracle<
  Hashing,
  { readonly position: number; readonly hash: number; readonly hit: boolean; readonly match: boolean }
>({
  ended: ({ text, pattern }, before) => before.length >= [...text].length - [...pattern].length + 1,
  step(instance, before) {
    const [position, wanted] = [before.length, [...instance.pattern]];
    const part = [...instance.text].slice(position, position + wanted.length);
    const hash = hashOf(instance, part);
    return { position, hash, hit: hash === hashOf(instance, wanted), match: part.join('') === instance.pattern };
  },
});

type Operation = readonly [string, string];

/** The words that are there after some operations. */
function wordsAfter(operations: readonly Operation[]): readonly string[] {
  const words = new Set(operations.map(([, word]) => word));
  return [...words].filter((word) => {
    const last = operations.findLast(([operation, each]) => each === word && /insert|delete/.test(operation));
    return last?.[0] === 'insert';
  });
}

const beginningsOf = (word: string) => upTo([...word].length).map((last) => [...word].slice(0, last + 1).join(''));
const nodesOf = (words: readonly string[]) => new Set(words.flatMap(beginningsOf));

const trie = traceOracle<
  { readonly operations: readonly Operation[] },
  { readonly index: number; readonly depth: number; readonly found: boolean; readonly nodes: number }
>({
  ended: ({ operations }, before) => before.length === operations.length,
  step({ operations }, before) {
    const index = before.length;
    const words = wordsAfter(operations.slice(0, index));
    const [operation, word] = operations[index] ?? ['', ''];
    const found = operation === 'starts_with' ? words.some((each) => each.startsWith(word)) : words.includes(word);
    const depth = beginningsOf(word).filter((beginning) => nodesOf(words).has(beginning)).length;
    return { index, depth, found, nodes: nodesOf(wordsAfter(operations.slice(0, index + 1))).size };
  },
});

/** By the names of the scaffolds. */
export const STRING_TRACES: Readonly<Record<string, TraceOracle>> = { kmp, rabin_karp: rabinKarp, trie };
