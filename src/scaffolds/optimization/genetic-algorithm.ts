/** A genetic algorithm on bits that like or dislike each other (quadratic pseudo-Boolean optimization). Holland, 1975; Boros and Hammer, 2002. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import { Work } from '../work.ts';

/** Bits of an instance: the best is found among all. */
const MOST_BITS = 16;

const input = z
  .strictObject({
    gains: z.array(z.number().min(-1e6).max(1e6)).min(1).max(MOST_BITS).describe('What each bit adds when it is 1.'),
    pairs: z
      .array(z.tuple([z.int().min(0), z.int().min(0), z.number().min(-1e6).max(1e6)]))
      .max(200)
      .describe('[i, j, gain]: what bits i and j add when both are 1.'),
    least: z.number().describe('The least fitness that counts.'),
  })
  .superRefine(({ gains, pairs }, context) => {
    if (pairs.some(([i, j]) => i === j || Math.max(i, j) >= gains.length))
      context.addIssue({ code: 'custom', path: ['pairs'], message: 'a pair names no two bits' });
  });

export default defineScaffold({
  name: 'genetic_algorithm',
  title: 'Genetic algorithm',
  category: 'optimization',
  aliases: ['genetic-algorithm', 'genetic', 'evolutionary algorithm'],
  purpose: 'Finds bits of a high fitness by selection, crossover and mutation.',
  checks:
    'There is a 0 or 1 for each bit, the fitness is what is stated, and it is at least `least`, which generated cases set to 90 % of the way from the mean to the best. ' +
    'The answer does not show how it was found.',
  input,
  answer: {
    bits: {
      kind: 'numbers',
      says: '0 or 1 for each bit',
      aliases: ['solution', 'best solution', 'chromosome', 'best individual', 'individual', 'genome'],
    },
    fitness: { kind: 'number', says: 'of these bits', aliases: ['best fitness', 'value', 'score'], optional: true },
  },
  task: ({ gains, pairs, least }) =>
    `${gains.length} bits add, when they are 1: ${gains.join(', ')}. Pairs of bits, counted from 0, add besides when both are 1: ` +
    `${pairs.map(([i, j, gain]) => `${i} and ${j}: ${gain}`).join(', ') || 'none'}. Find, by a genetic algorithm, bits with a sum of at least ${least}.`,
  generate: bitsInstance,
  solve(instance, work) {
    const { bits, fitness } = bestOf(instance, work);
    return { bits, fitness };
  },
  judge(instance, { bits, fitness }, work) {
    const { gains, least } = instance;
    const stray = bits.find((bit) => bit !== 0 && bit !== 1);
    if (stray !== undefined) return wrong(`${stray} is no bit.`, String(stray));
    if (bits.length !== gains.length) return wrong(`There are ${bits.length} bits, not ${gains.length}.`);
    const real = fitnessOf(bits, instance);
    if (fitness !== undefined && Math.abs(fitness - real) > 1e-9 * Math.max(1, Math.abs(real)))
      return wrong(`The fitness is ${real}, not ${fitness}.`, 'fitness');
    if (real < least)
      return wrong(
        `The fitness is ${real}; at least ${least} counts, and ${bestOf(instance, work).fitness} is possible.`,
      );
    return right(`The fitness is ${real}, and at least ${least} counts.`);
  },
});

interface Instance {
  readonly gains: readonly number[];
  readonly pairs: readonly (readonly [number, number, number])[];
}

function fitnessOf(bits: readonly number[], { gains, pairs }: Instance): number {
  const single = gains.reduce((sum, gain, at) => sum + gain * (bits[at] ?? 0), 0);
  return pairs.reduce((sum, [i, j, gain]) => sum + gain * (bits[i] ?? 0) * (bits[j] ?? 0), single);
}

/** The best of all, and the mean. */
function bestOf(
  instance: Instance,
  work: Work,
): { readonly bits: readonly number[]; readonly fitness: number; readonly mean: number } {
  const { gains, pairs } = instance;
  const count = gains.length;
  let best = { bits: gains.map(() => 0), fitness: 0 };
  let sum = 0;
  for (let set = 1; set < 1 << count; set++) {
    work.spend(count + pairs.length);
    const bits = gains.map((_, at) => (set >> at) & 1);
    const fitness = fitnessOf(bits, instance);
    sum += fitness;
    if (fitness > best.fitness) best = { bits, fitness };
  }
  return { ...best, mean: sum / (1 << count) };
}

/** Edge cases: one bit, nothing to gain, only pairs. */
function bitsInstance(random: Random, tier: Tier, level: number, index: number) {
  const count = Math.min(MOST_BITS - 4, (tier === 'simple' ? 3 : 5) + level + random.below(2));
  const gain = () => random.below(21 * level) - 8 * level;
  const gains = Array.from({ length: tier === 'edge' && index % 3 === 0 ? 1 : count }, gain);
  const pairs = gains.flatMap((_, i) =>
    gains
      .slice(i + 1)
      .flatMap((_each, at): [number, number, number][] => (random.below(3) === 0 ? [[i, i + 1 + at, gain()]] : [])),
  );
  const instance =
    tier === 'edge' && index % 3 === 1
      ? { gains: gains.map((each) => -Math.abs(each)), pairs: [] }
      : { gains: tier === 'edge' && index % 3 === 2 ? gains.map(() => 0) : gains, pairs };
  const { fitness, mean } = bestOf(instance, new Work());
  return { ...instance, least: Math.ceil(mean + 0.9 * (fitness - mean)) };
}
