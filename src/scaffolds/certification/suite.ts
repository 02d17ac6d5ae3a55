/** The tests of a certification: which there are, which have no result, and a hash of all. */
import { ToolFailure } from '../../lib/errors.ts';
import { sha256 } from '../../lib/sha256.ts';
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { countTokens } from '../../lib/tokens/count.ts';
import { canonicalJson } from '../canonical-json.ts';
import { findScaffold, SCAFFOLDS, scaffoldsIn } from '../catalog.ts';
import { generateCases, generateInSteps } from '../engine.ts';
import { generateInputs, parseCaseId, UNITS_OF_CASE } from '../instances.ts';
import { CATEGORIES, type Category, TIERS } from '../scaffold.ts';
import type { TestCase } from '../service.ts';
import { questionOf } from './prompt.ts';
import { failedResult, type TestResult } from './results.ts';
import { type Estimate, MOST_TESTS, type SuiteRequest } from './service.ts';

/** The test cases, by scaffold. Throws `ToolFailure` for a name that is none, and for too many tests. */
export function* testsOf(
  { scaffolds, seed, level, count }: SuiteRequest,
  slices: WorkBudget,
): Steps<readonly TestCase[]> {
  const names = scaffolds.length === 0 ? SCAFFOLDS.map(({ name }) => name) : scaffolds.flatMap(namesOf);
  const each = Object.values(TIERS).reduce((sum, usual) => sum + (count ?? usual), 0);
  const distinct = [...new Set(names)];
  if (each * distinct.length > MOST_TESTS)
    throw new ToolFailure({
      errorType: 'ValueError',
      message: `These are ${each * distinct.length} tests; a certification has at most ${MOST_TESTS}.`,
      advice: 'Name fewer scaffolds, or give a smaller count.',
    });
  const tests: TestCase[] = [];
  for (const scaffold of distinct)
    tests.push(...(yield* generateInSteps({ scaffold, seed, level, ...(count !== undefined && { count }) }, slices)));
  return tests;
}

function namesOf(name: string): readonly string[] {
  if (isCategory(name)) return scaffoldsIn(name).map((each) => each.name);
  const scaffold = findScaffold(name);
  if (scaffold !== undefined) return [scaffold.name];
  throw new ToolFailure({
    errorType: 'ValueError',
    message: `There is no scaffold or category ${JSON.stringify(name.slice(0, 100))}.`,
    advice: `Categories are ${CATEGORIES.join(', ')}; list_scaffolds names their scaffolds.`,
  });
}

function isCategory(name: string): name is Category {
  return CATEGORIES.some((each) => each === name);
}

/** What the tests take. Throws as {@link testsOf}. */
export function* estimateOf(suite: SuiteRequest, slices: WorkBudget): Steps<Estimate> {
  const cases = yield* testsOf(suite, slices);
  let inputTokens = 0;
  let mostOutputTokens = 0;
  for (const each of cases) {
    const { system, messages, mostOutput } = questionOf(each);
    inputTokens += countTokens([system, ...messages.map(({ text }) => text)].join('\n'));
    mostOutputTokens += mostOutput;
    slices.spend(UNITS_OF_CASE);
    yield;
  }
  const scaffolds = [...new Set(cases.map(({ scaffold }) => scaffold))];
  return { scaffolds, tests: cases.length, inputTokens, mostOutputTokens };
}

/** The results, with the tests of their suites that have none: these count as wrong, so that a part of a suite certifies nothing. */
export function withMissing(results: readonly TestResult[]): readonly TestResult[] {
  const known = new Set(results.map(({ id }) => id));
  const keys = results.flatMap(({ id }) => parseCaseId(id) ?? []);
  const suites = Map.groupBy(keys, ({ scaffold, seed, level }) => `${scaffold} ${seed} ${level}`);
  const missing = [...suites.values()].flatMap(([key]) => {
    if (key === undefined) return [];
    const { scaffold, seed, level } = key;
    return generateCases({ scaffold, seed, level }).filter(({ id }) => !known.has(id));
  });
  return [...results, ...missing.map((each) => failedResult(each, 'the test was not run'))];
}

/** A hash of the instances of tests, in whatever order they were run: equal for the same tests only. */
export async function manifestOf(tests: readonly { readonly id: string; readonly input: object }[]): Promise<string> {
  const inputs = new Map(tests.map(({ id, input }) => [id, input]));
  const ids = [...inputs.keys()].sort();
  return `${ids.length} instances, sha256 ${await sha256(canonicalJson(ids.map((id) => [id, inputs.get(id)])))}`;
}

/** The instances of tests by their ids, made again; ids that are none are left out. */
export function instancesOf(ids: readonly string[]): readonly { readonly id: string; readonly input: object }[] {
  return ids.flatMap((id) => {
    const key = parseCaseId(id);
    const scaffold = findScaffold(key?.scaffold ?? '');
    const input = key && scaffold && generateInputs(scaffold, key, key.index + 1)[key.index];
    return input === undefined ? [] : [{ id, input }];
  });
}
