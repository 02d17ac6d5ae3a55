/** Containers, iterators and generators against CPython: random functions, path by path and with paths merged. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { amount, seedOf } from '../generated.ts';
import { type Case, decidedShare } from './python/cases.ts';
import { randomContainerProgram } from './python/container-programs.ts';
import { observe } from './python/oracle.ts';
import { exploreAll, exploreFor, predict, subjectOf } from './python/prediction.ts';

const FUNCTIONS = amount(600, 150);

let parser: TreeParser;
let cases: readonly Case[];
beforeAll(async () => {
  parser = await loadPythonParser();
  const programs = Array.from({ length: FUNCTIONS }, (_, index) => {
    const seed = seedOf(index + 1);
    return { seed, ...randomContainerProgram(new Random(seed)) };
  });
  const calls = programs.map(({ code, samples }) => {
    return { code, functionName: 'f', rows: samples.map(({ sources }) => sources) };
  });
  const observed = await observe(await bootNodeKernel(), calls);
  cases = programs.map((program, index) => ({ ...program, observed: observed[index] ?? [] }));
});

test('the generated functions end in many ways', () => {
  const outcomes = cases.flatMap(({ observed }) => observed);
  expect(outcomes.filter((outcome) => outcome.startsWith('syntax') || outcome.startsWith('unimportable'))).toEqual([]);
  expect(new Set(outcomes.filter((outcome) => outcome.startsWith('raise'))).size).toBeGreaterThan(2);
  expect(outcomes.filter((outcome) => outcome.startsWith('return')).length).toBeGreaterThan(outcomes.length * 0.5);
});

describe('CPython does what the engine predicts of containers', () => {
  test('following one input at a time', () => {
    const share = decidedShare(cases, 'one input', ({ code, samples }) => {
      const subject = subjectOf(parser, code, 'f');
      return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
    });
    expect(share).toBeGreaterThan(0.8);
  });

  test('with the paths of several inputs merged', () => {
    const share = decidedShare(cases, 'merged', ({ code, samples }) => {
      const models = samples.map(({ model }) => model);
      const exploration = exploreFor(subjectOf(parser, code, 'f'), models);
      return models.map((model) => predict(exploration, model));
    });
    expect(share).toBeGreaterThan(0.75);
  });

  test('with every path taken, feasible or not', () => {
    const share = decidedShare(cases, 'all paths', ({ code, samples }) => {
      const exploration = exploreAll(subjectOf(parser, code, 'f'));
      return samples.map(({ model }) => predict(exploration, model));
    });
    expect(share).toBeGreaterThan(0.7);
  });
});
