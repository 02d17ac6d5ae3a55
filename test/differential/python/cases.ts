/** Random functions with what CPython does to them, and what a way of predicting gets wrong. */
import { expect } from 'vitest';
import { Random } from '../../../src/lib/random.ts';
import type { Cpython } from '../../../src/symbolic/replay/replayer.ts';
import { seedOf } from '../../generated.ts';
import { type RandomModule, randomModule } from './functions.ts';
import { type Observed, observe } from './oracle.ts';
import type { Prediction } from './prediction.ts';
import { type Sample, sample } from './samples.ts';

/** Calls of each function. */
const ROWS = 6;

export interface Case {
  readonly seed: number;
  readonly code: string;
  readonly samples: readonly Sample[];
  readonly observed: readonly Observed[];
}

/** `count` functions without those whose module fails on import; the n-th is made from the seed `seed(n)`. */
export async function randomCases(
  cpython: Cpython,
  count: number,
  generate: (random: Random) => RandomModule = randomModule,
  seed: (index: number) => number = seedOf,
): Promise<readonly Case[]> {
  const generated = Array.from({ length: count }, (_, index) => {
    const random = new Random(seed(index + 1));
    const { code, parameters } = generate(random);
    return { seed: seed(index + 1), code, samples: Array.from({ length: ROWS }, () => sample(random, parameters)) };
  });
  return observed(cpython, generated);
}

/** The cases with what CPython does in them, without those whose module fails on import. */
export async function observed(
  cpython: Cpython,
  generated: readonly Omit<Case, 'observed'>[],
): Promise<readonly Case[]> {
  const outcomes = await observe(
    cpython,
    generated.map(({ code, samples }) => ({ code, functionName: 'f', rows: samples.map(({ sources }) => sources) })),
  );
  return generated
    .map((one, index) => ({ ...one, observed: outcomes[index] ?? [] }))
    .filter((one) => !one.observed.some((outcome) => outcome.startsWith('unimportable')));
}

export interface Comparison {
  readonly calls: number;
  /** Calls whose outcome was predicted, and rightly. */
  readonly decided: number;
  /** How often each obstacle left a call undecided. */
  readonly undecided: ReadonlyMap<string, number>;
  /** What was predicted wrongly, the shortest first. */
  readonly wrong: readonly string[];
}

/** Compares the predictions, one for each sample of a case, with what CPython does. */
export function compare(cases: readonly Case[], predictor: (one: Case) => readonly Prediction[]): Comparison {
  const wrong: string[] = [];
  const undecided = new Map<string, number>();
  let calls = 0;
  let decided = 0;
  for (const one of cases) {
    for (const [index, prediction] of attempt(predictor, one).entries()) {
      const expected = one.observed[index];
      calls += 1;
      if (prediction.kind === 'undecided') undecided.set(prediction.why, (undecided.get(prediction.why) ?? 0) + 1);
      else if (prediction.kind === 'decided' && prediction.outcome === expected) decided += 1;
      else {
        const call = `f(${one.samples[index]?.sources.join(', ')})`;
        wrong.push(`seed ${one.seed}: ${call} is ${expected}, predicted ${JSON.stringify(prediction)}\n${one.code}`);
      }
    }
  }
  return { calls, decided, undecided, wrong: wrong.sort((a, b) => a.length - b.length) };
}

/**
 * Prints how many calls were decided and what most often left one undecided, and returns the share of decided calls.
 * Fails the test where a prediction is wrong.
 */
export function decidedShare(
  cases: readonly Case[],
  name: string,
  predictor: (one: Case) => readonly Prediction[],
): number {
  const { calls, decided, undecided, wrong } = compare(cases, predictor);
  const obstacles = [...undecided].sort(([, a], [, b]) => b - a).slice(0, 12);
  console.log(`${name}: ${cases.length} programs, ${calls} calls, ${decided} decided; obstacles:`, obstacles);
  expect(wrong.length, wrong.slice(0, 3).join('\n\n')).toBe(0);
  return decided / calls;
}

/** An engine that fails has predicted nothing right. */
function attempt(predictor: (one: Case) => readonly Prediction[], one: Case): readonly Prediction[] {
  try {
    return predictor(one);
  } catch (error) {
    return [{ kind: 'decided', outcome: `the engine failed: ${error}` }];
  }
}
