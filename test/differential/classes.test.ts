/** Classes, their special methods, records and enumerations against CPython: random programs, path by path and merged. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { amount, seedOf } from '../generated.ts';
import { type Case, decidedShare, observed } from './python/cases.ts';
import { randomClassProgram } from './python/class-programs.ts';
import { exploreFor, predict, subjectOf } from './python/prediction.ts';

const PROGRAMS = amount(1000, 300);

let parser: TreeParser;
let cases: readonly Case[];
beforeAll(async () => {
  parser = await loadPythonParser();
  const programs = Array.from({ length: PROGRAMS }, (_, index) => {
    const seed = seedOf(index + 1);
    return { seed, ...randomClassProgram(new Random(seed)) };
  });
  cases = await observed(await bootNodeKernel(), programs);
});

test('the generated programs can be imported and end in many ways', () => {
  const outcomes = cases.flatMap((one) => one.observed);
  expect(cases.length).toBeGreaterThan(PROGRAMS * 0.7);
  expect(outcomes.filter((outcome) => outcome.startsWith('syntax'))).toEqual([]);
  expect(new Set(outcomes.filter((outcome) => outcome.startsWith('raise'))).size).toBeGreaterThan(4);
  expect(outcomes.filter((outcome) => outcome.startsWith('return')).length).toBeGreaterThan(outcomes.length * 0.1);
});

describe('CPython does what the engine predicts of classes', () => {
  test('following one input at a time', () => {
    const share = decidedShare(cases, 'one input', ({ code, samples }) => {
      const subject = subjectOf(parser, code, 'f');
      return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
    });
    expect(share).toBeGreaterThan(0.2);
  });

  test('with the paths of several inputs merged', () => {
    const share = decidedShare(cases, 'merged', ({ code, samples }) => {
      const models = samples.map(({ model }) => model);
      const exploration = exploreFor(subjectOf(parser, code, 'f'), models);
      return models.map((model) => predict(exploration, model));
    });
    expect(share).toBeGreaterThan(0.2);
  });
});
