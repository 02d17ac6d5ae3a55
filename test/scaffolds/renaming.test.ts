/** Names and the order of the input mean nothing: other names and another order of the edges change no score, of answers and of traces. */
import { expect, it } from 'vitest';
import { Random } from '../../src/lib/random.ts';
import { checkAnswer, checkTrace, generateCases } from '../../src/scaffolds/engine.ts';
import { shuffled } from '../../src/scaffolds/graph/graph.ts';
import { TooMuchWork } from '../../src/scaffolds/work.ts';
import { amount, seedOf } from '../generated.ts';
import { wayThrough } from '../ways-through.ts';
import { mutantsOf } from './mutants.ts';

const NAMED = [
  'bfs',
  'dfs',
  'dijkstra',
  'astar',
  'bellman_ford',
  'floyd_warshall',
  'topological_sort',
  'kruskal',
  'huffman',
  'graph_coloring',
];

/** Their steps go through the edges in the order of the input. */
const IN_ORDER: ReadonlySet<string> = new Set(['bellman_ford']);

/** The value with other names, as keys and as texts. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return names.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]));
}

/** None where the search is too long to be written down. */
function stepsOf(scaffold: string, input: unknown, random: Random): ReturnType<typeof wayThrough> {
  try {
    return wayThrough(scaffold, input, random);
  } catch (error) {
    if (error instanceof TooMuchWork) return [];
    throw error;
  }
}

it.each(NAMED)('%s', (scaffold) => {
  for (let round = 0; round < amount(40, 4); round++) {
    const random = new Random(seedOf(round));
    for (const { input, expected } of generateCases({ scaffold, seed: random.below(1e6), level: 1 })) {
      const { vertices, frequencies, edges } = Object(input);
      const old: readonly string[] = vertices ?? Object.keys(frequencies);
      const names = new Map(shuffled(random, old).map((name, at) => [name, `node ${at}`]));
      const other = Object(
        renamed({ ...input, ...(edges && !IN_ORDER.has(scaffold) && { edges: shuffled(random, edges) }) }, names),
      );
      const instance = (each: unknown) => ({ kind: 'input', scaffold, input: each }) as const;
      for (const answer of [expected, ...mutantsOf(expected, random, 6)]) {
        // A mutant may have names that stand for nothing; they stay what they are.
        const { correct } = checkAnswer(instance(input), answer);
        expect(checkAnswer(instance(other), renamed(answer, names)).correct, JSON.stringify([input, answer])).toBe(
          correct,
        );
      }
      const steps = stepsOf(scaffold, input, random);
      if (steps.length === 0) continue;
      for (const trace of [steps, ...mutantsOf(steps, random, 3)]) {
        const { correct, rightSteps } = checkTrace(instance(input), trace);
        expect(checkTrace(instance(other), renamed(trace, names)), JSON.stringify([input, trace])).toMatchObject({
          correct,
          rightSteps,
        });
      }
    }
  }
});
