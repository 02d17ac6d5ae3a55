/** The algorithm of Rabin and Karp, 1987: all positions of a pattern, by hashes that roll over the text. CLRS, section 32.2. */
import { z } from 'zod';
import { defineScaffold, firstFault, right, wrong } from '../scaffold.ts';
import { onlySteps } from '../trace.ts';
import type { Work } from '../work.ts';
import {
  judgePositions,
  type Matching,
  matchingFields,
  matchingInstance,
  matchingTask,
  positionsField,
  positionsOf,
} from './matching.ts';

/** Of the base and the modulus, so that their product is a whole number that is exact. */
const MOST = 1_000_000;

const input = z.strictObject({
  ...matchingFields,
  base: z.int().min(2).max(MOST).default(256).describe('Base of the hash.'),
  modulus: z.int().min(2).max(MOST).default(101).describe('Modulus of the hash.'),
});

interface Hashed extends Matching {
  readonly base: number;
  readonly modulus: number;
}

export default defineScaffold({
  name: 'rabin_karp',
  title: 'Rabin-Karp algorithm',
  category: 'string',
  aliases: ['rabin-karp', 'karp_rabin', 'rolling hash search'],
  purpose: 'Finds all positions of a pattern in a text by the hashes of its parts.',
  checks:
    'The positions, counted in characters from 0, are all those at which the pattern begins, each once, in any order; matches may overlap. ' +
    'The hash of the pattern and the number of spurious hits, where they are given, are those of the base and the modulus.',
  input,
  answer: {
    positions: positionsField,
    pattern_hash: {
      kind: 'number',
      says: 'hash of the pattern: c₁·baseᵐ⁻¹ + … + cₘ, modulo the modulus, where c are the code points of its m characters',
      aliases: ['hash of the pattern', 'hash of pattern', 'pattern hash value'],
      optional: true,
    },
    spurious_hits: {
      kind: 'number',
      says: 'parts of the text as long as the pattern with its hash that differ from it',
      aliases: ['spurious', 'spurious hit count', 'number of spurious hits', 'false positives'],
      optional: true,
    },
  },
  task: (instance) =>
    `${matchingTask(instance)} ` +
    `Hashes have base ${instance.base} and modulus ${instance.modulus}, over the code points of characters, the first one with the highest power.`,
  generate: (random, tier, level, index) => ({
    ...matchingInstance(random, tier, level, index),
    base: random.pick([10, 31, 128, 256]),
    // Small ones have spurious hits.
    modulus: random.pick(tier === 'simple' ? [11, 13, 101] : [3, 5, 7, 13, 101]),
  }),
  solve: reference,
  judge(instance, { positions, pattern_hash, spurious_hits }, work) {
    const expected = reference(instance, work);
    if (pattern_hash !== undefined && pattern_hash !== expected.pattern_hash)
      return wrong(`The hash of the pattern is ${expected.pattern_hash}, not ${pattern_hash}.`);
    return (
      firstFault(
        judgePositions(positions, expected.positions),
        spurious_hits === undefined || spurious_hits === expected.spurious_hits
          ? undefined
          : wrong(`There are ${expected.spurious_hits} spurious hits, not ${spurious_hits}.`),
      ) ?? right(`All ${expected.positions.length} positions are right.`)
    );
  },
  trace: {
    says:
      'A step for each part of the text that is as long as the pattern, from the first to the last. A hash is c₁·baseᵐ⁻¹ + … + cₘ, modulo the modulus, from 0 to modulus - 1, where c are the ' +
      'code points of m characters.',
    step: {
      position: {
        kind: 'number',
        says: 'where the part begins, counted from 0',
        aliases: ['shift', 's', 'index', 'i'],
      },
      hash: { kind: 'number', says: 'hash of the part', aliases: ['window hash', 'text hash', 'value'] },
      hit: { kind: 'boolean', says: 'whether it is the hash of the pattern', aliases: ['hash match', 'hash equal'] },
      match: { kind: 'boolean', says: 'whether the part is the pattern', aliases: ['found', 'is match'] },
    },
    start(instance, work) {
      const { pattern_hash, hashes } = hashesOf(instance, work);
      const positions = new Set(positionsOf(instance, work));
      return onlySteps(
        hashes.map((hash, position) => ({
          position,
          hash,
          hit: hash === pattern_hash,
          match: positions.has(position),
        })),
      );
    },
  },
});

/** Which hits are spurious is told by the positions: comparing each hit would take the product of the lengths at worst. */
function reference(instance: Hashed, work: Work) {
  const { pattern_hash, hashes } = hashesOf(instance, work);
  const positions = positionsOf(instance, work);
  const hits = hashes.filter((hash) => hash === pattern_hash).length;
  return { positions, pattern_hash, spurious_hits: hits - positions.length };
}

/** The hash of the pattern, and those of the parts of the text that are as long. */
function hashesOf({ text, pattern, base, modulus }: Hashed, work: Work) {
  const [letters, wanted] = [[...text].map(codeOf), [...pattern].map(codeOf)];
  work.spend(letters.length + wanted.length);
  const append = (hash: number, code: number) => (hash * base + code) % modulus;
  const pattern_hash = wanted.reduce(append, 0);
  // What the first character of a part counts once one more is appended.
  const weight = wanted.reduce((power) => (power * base) % modulus, 1);
  const hashes: number[] = [];
  let hash = 0;
  for (const [at, code] of letters.entries()) {
    const gone = at < wanted.length ? 0 : ((letters[at - wanted.length] ?? 0) % modulus) * weight;
    hash = (((append(hash, code) - gone) % modulus) + modulus) % modulus;
    if (at >= wanted.length - 1) hashes.push(hash);
  }
  return { pattern_hash, hashes };
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}
