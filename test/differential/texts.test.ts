/** Methods of strings and bytes against CPython: what they make of texts that the engine knows nothing of beforehand. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { amount, seedOf } from '../generated.ts';
import { type Case, compare, observed } from './python/cases.ts';
import { exploreAll, exploreFor, predict, subjectOf } from './python/prediction.ts';
import { randomMatch } from './python/regexes.ts';
import { sample } from './python/samples.ts';
import { RandomTexts, TEXT_PARAMETERS } from './python/texts.ts';

const FUNCTIONS = amount(1500, 400);
const ROWS = 6;

let parser: TreeParser;
let cases: readonly Case[];
beforeAll(async () => {
  parser = await loadPythonParser();
  const generated = Array.from({ length: FUNCTIONS }, (_, index) => {
    const seed = seedOf(index + 1);
    const random = new Random(seed);
    const texts = new RandomTexts(random, index % 4 === 3);
    const value = index % 8 === 1 ? randomMatch(random) : texts.any(1 + random.below(2));
    const code = `import re\n\ndef f(s: str, t: str, n: int):\n    return ${value}\n`;
    return { seed, code, samples: Array.from({ length: ROWS }, () => sample(random, TEXT_PARAMETERS)) };
  });
  cases = await observed(await bootNodeKernel(), generated);
});

test('the generated calls end in values and in exceptions', () => {
  const outcomes = cases.flatMap((one) => one.observed);
  expect(outcomes.filter((outcome) => outcome.startsWith('return')).length).toBeGreaterThan(outcomes.length * 0.4);
  expect(new Set(outcomes.filter((outcome) => outcome.startsWith('raise'))).size).toBeGreaterThan(4);
});

test('CPython does what the engine predicts, following one input at a time', () => {
  const { calls, decided, undecided, wrong } = compare(cases, ({ code, samples }) => {
    const subject = subjectOf(parser, code, 'f');
    return samples.map(({ model }) => predict(exploreFor(subject, [model]), model));
  });
  console.log(
    `${calls} calls, ${decided} decided; obstacles:`,
    [...undecided].sort(([, a], [, b]) => b - a).slice(0, 12),
  );
  expect(wrong.length, wrong.slice(0, 8).join('\n\n')).toBe(0);
  expect(decided).toBeGreaterThan(calls * 0.6);
});

test('CPython does what the engine predicts, with every path taken', () => {
  const { calls, decided, wrong } = compare(cases, ({ code, samples }) => {
    const exploration = exploreAll(subjectOf(parser, code, 'f'));
    return samples.map(({ model }) => predict(exploration, model));
  });
  expect(wrong.length, wrong.slice(0, 8).join('\n\n')).toBe(0);
  expect(decided).toBeGreaterThan(calls * 0.5);
});
