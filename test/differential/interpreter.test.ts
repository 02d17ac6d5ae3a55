/** The executor against CPython: random functions on random arguments, path by path and with paths merged. */
import { beforeAll, describe, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { amount } from '../generated.ts';
import { type Case, decidedShare, randomCases } from './python/cases.ts';
import { exploreAll, exploreFor, predict, subjectOf } from './python/prediction.ts';

const FUNCTIONS = amount(2500, 500);

let parser: TreeParser;
let cases: readonly Case[];
beforeAll(async () => {
  parser = await loadPythonParser();
  cases = await randomCases(await bootNodeKernel(), FUNCTIONS);
});

test('the generated functions are valid Python and end in many ways', () => {
  const outcomes = cases.flatMap(({ observed }) => observed);
  expect(cases.length).toBeGreaterThan(FUNCTIONS * 0.9);
  expect(outcomes.filter((outcome) => outcome.startsWith('syntax'))).toEqual([]);
  const kinds = new Set(outcomes.map((outcome) => (outcome.startsWith('raise') ? outcome : 'return')));
  expect(kinds.size).toBeGreaterThan(10);
  expect(outcomes.filter((outcome) => outcome.startsWith('return')).length).toBeGreaterThan(outcomes.length * 0.2);
});

describe('CPython does what the engine predicts', () => {
  test('following one input at a time', () => {
    const share = decidedShare(cases, 'one input', ({ code, samples }) => {
      const subject = subjectOf(parser, code, 'f');
      return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
    });
    expect(share).toBeGreaterThan(0.7);
  });

  test('with the paths of several inputs merged', () => {
    const share = decidedShare(cases, 'merged', ({ code, samples }) => {
      const models = samples.map(({ model }) => model);
      const exploration = exploreFor(subjectOf(parser, code, 'f'), models);
      return models.map((model) => predict(exploration, model));
    });
    expect(share).toBeGreaterThan(0.7);
  });

  test('with every path taken, feasible or not', () => {
    const share = decidedShare(cases, 'all paths', ({ code, samples }) => {
      const exploration = exploreAll(subjectOf(parser, code, 'f'));
      return samples.map(({ model }) => predict(exploration, model));
    });
    expect(share).toBeGreaterThan(0.6);
  });
});
