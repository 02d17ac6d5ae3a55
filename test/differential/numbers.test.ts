/** Numbers against CPython: random functions of integers and floats on boundary arguments. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { type Case, compare, randomCases } from './python/cases.ts';
import { randomNumberFunction } from './python/number-functions.ts';
import { exploreAll, exploreFor, type Prediction, predict, subjectOf } from './python/prediction.ts';

const FUNCTIONS = 2500;

let parser: TreeParser;
let cases: readonly Case[];
beforeAll(async () => {
  parser = await loadPythonParser();
  cases = await randomCases(await bootNodeKernel(), FUNCTIONS, randomNumberFunction);
});

/** Expects no wrong prediction, and returns the share of calls that were decided. */
function decidedShare(name: string, predictor: (one: Case) => readonly Prediction[]): number {
  const { calls, decided, undecided, wrong } = compare(cases, predictor);
  const obstacles = [...undecided].sort(([, a], [, b]) => b - a).slice(0, 6);
  console.log(`${name}: ${cases.length} functions, ${calls} calls, ${decided} decided; obstacles:`, obstacles);
  expect(wrong.length, wrong.slice(0, 3).join('\n\n')).toBe(0);
  return decided / calls;
}

test('following one input at a time', () => {
  const share = decidedShare('one input', ({ code, samples }) => {
    const subject = subjectOf(parser, code, 'f');
    return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
  });
  expect(share).toBeGreaterThan(0.7);
});

test('with every path taken, feasible or not', () => {
  const share = decidedShare('all paths', ({ code, samples }) => {
    const exploration = exploreAll(subjectOf(parser, code, 'f'));
    return samples.map(({ model }) => predict(exploration, model));
  });
  expect(share).toBeGreaterThan(0.6);
});
