/** A genetic algorithm on bits that like or dislike each other (quadratic pseudo-Boolean optimization). Holland, 1975; Boros and Hammer, 2002. */
import { z } from 'zod';
import { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import { Work } from '../work.ts';

/** Bits of an instance: the best is found among all. */
const MOST_BITS = 16;

/** Generations of a trace behind the first one, and the children of each. */
const GENERATIONS = 4;
const CHILDREN = 3;

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
  trace: {
    says:
      `A step for each child: ${GENERATIONS} generations of ${CHILDREN} children. The first population has four members: 000…, 111…, 0101… and 1010…. A parent is the fitter of two ` +
      'members that you draw (either, if they are equally fit); both parents may be the same member. The child is the first `cut` bits of the first parent and the rest of ' +
      'the second, with at most one bit flipped. The next population is the fittest member (the first of several) and, behind it, the three children in their order.',
    step: {
      generation: { kind: 'number', says: 'of the child, from 1' },
      parents: { kind: 'numberRows', says: 'the bits of both parents' },
      cut: { kind: 'number', says: 'how many bits are from the first parent, from 0 to all' },
      flipped: { kind: 'numbers', says: 'the bit that is flipped, from 0; none or one', aliases: ['mutated'] },
      child: { kind: 'numbers', says: 'its bits' },
      fitness: { kind: 'number', says: 'of the child' },
    },
    start(instance) {
      const start = [() => 0, () => 1, (at: number) => at % 2, (at: number) => (at + 1) % 2].map((bit) =>
        memberOf(
          instance.gains.map((_, at) => bit(at)),
          instance,
        ),
      );
      return breedingState(instance, { generation: 1, population: start, children: [] });
    },
  },
});

interface Member {
  readonly bits: readonly number[];
  readonly fitness: number;
}

function memberOf(bits: readonly number[], instance: Instance): Member {
  return { bits, fitness: fitnessOf(bits, instance) };
}

interface Breeding {
  readonly generation: number;
  readonly population: readonly Member[];
  /** So far. */
  readonly children: readonly Member[];
}

interface BreedingStep {
  readonly generation: number;
  readonly parents: readonly (readonly number[])[];
  readonly cut: number;
  readonly flipped: readonly number[];
  readonly child: readonly number[];
  readonly fitness: number;
}

/** The state before a child; any that the population can have is legal. */
function breedingState(instance: Instance, breeding: Breeding): TraceState<BreedingStep> {
  const { generation, population, children } = breeding;
  const count = instance.gains.length;
  return {
    options(work, given) {
      if (generation > GENERATIONS) return [];
      const random = new Random(generation * CHILDREN + children.length);
      const flipped = flipsOf(given?.['flipped'], count) ?? [random.below(count)];
      const parents = population.filter((member, at) =>
        population.some((other, position) => position !== at && other.fitness <= member.fitness),
      );
      const pairs = parents.flatMap((one) => parents.map((other) => [one, other] as const));
      const crossings = pairs.flatMap((pair) => Array.from({ length: count + 1 }, (_, cut) => ({ pair, cut })));
      work.spend(crossings.length * count);
      const first = random.below(crossings.length);
      return [...crossings.slice(first), ...crossings.slice(0, first)].map(({ pair: [one, other], cut }) => {
        const crossed = [...one.bits.slice(0, cut), ...other.bits.slice(cut)];
        const child = memberOf(
          crossed.map((bit, at) => (flipped.includes(at) ? 1 - bit : bit)),
          instance,
        );
        const step = { generation, parents: [one.bits, other.bits], cut, flipped, child: child.bits };
        return {
          step: { ...step, fitness: child.fitness },
          next: () => breedingState(instance, withChild(breeding, child)),
        };
      });
    },
  };
}

/** The flips that a step gives, if they are none or one of the bits. */
function flipsOf(given: unknown, count: number): readonly number[] | undefined {
  if (!Array.isArray(given) || given.length > 1) return undefined;
  return given.every((bit) => Number.isInteger(bit) && bit >= 0 && bit < count) ? given : undefined;
}

function withChild({ generation, population, children }: Breeding, child: Member): Breeding {
  const all = [...children, child];
  if (all.length < CHILDREN) return { generation, population, children: all };
  const best = population.reduce((one, other) => (other.fitness > one.fitness ? other : one));
  return { generation: generation + 1, population: [best, ...all], children: [] };
}

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
