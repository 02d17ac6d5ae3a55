/** Numbers against CPython: random functions of integers and floats on boundary arguments. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { amount } from '../generated.ts';
import { type Case, decidedShare, randomCases } from './python/cases.ts';
import { randomNumberFunction } from './python/number-functions.ts';
import { exploreAll, exploreFor, predict, subjectOf } from './python/prediction.ts';

const FUNCTIONS = amount(2500, 500);

let parser: TreeParser;
let cases: readonly Case[];
beforeAll(async () => {
  parser = await loadPythonParser();
  cases = await randomCases(await bootNodeKernel(), FUNCTIONS, randomNumberFunction);
});

test('following one input at a time', () => {
  const share = decidedShare(cases, 'one input', ({ code, samples }) => {
    const subject = subjectOf(parser, code, 'f');
    return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
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
