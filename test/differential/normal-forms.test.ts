/** Normal forms against CPython: a random function and its normal form do the same, and so do functions that are called equal. */
import { beforeAll, expect, test } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import { namesOf } from '../../src/symbolic/equivalence/normal/calls.ts';
import { normalForm } from '../../src/symbolic/equivalence/normal/normal-form.ts';
import { haveSameForm } from '../../src/symbolic/equivalence/normal/same-form.ts';
import { pairWith } from '../../src/symbolic/equivalence/pair.ts';
import { bindingsOf } from '../../src/symbolic/execute/bindings.ts';
import { type Cpython, Replayer } from '../../src/symbolic/replay/replayer.ts';
import type { ComparisonProperty, Input } from '../../src/symbolic/replay/trial.ts';
import type { Module } from '../../src/symbolic/syntax/ast.ts';
import { PythonSyntaxError } from '../../src/symbolic/syntax/errors.ts';
import { parseModule, type TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { expectYield } from '../expect-yield.ts';
import { amount, seedOf } from '../generated.ts';
import { randomModule } from './python/functions.ts';
import { loopFunction } from './python/loop-functions.ts';
import { printFunction, Unprintable } from './python/print-block.ts';
import { type SampleParameter, sample } from './python/samples.ts';

/** Functions of each generator. */
const FUNCTIONS = amount(250, 30);
const PROPERTY: ComparisonProperty = { kind: 'comparison', other: 'normal', preconditions: [], assertLines: [] };

/** Arguments of the functions that loop. */
const INPUTS: readonly Input[] = ['0', '1', '3', '-2', '7'].flatMap((n, index) =>
  ['[]', '[1]', '[0, 2, 2, -1]', '[3, 1, 2]', '[5, 4, 3, 2, 1, 0]'].map((xs, other) => ({
    n,
    xs,
    s: ["''", "'a'", "'abca'"][(index + other) % 3] ?? "''",
    r: ['0.0', "float('nan')", '2.5', '-0.0'][(index + 2 * other) % 4] ?? '0.0',
    q: ['None', '1', '1.0', "''", '[0]'][(index * 2 + other) % 5] ?? 'None',
  })),
);

let parser: TreeParser;
let kernel: Cpython;
beforeAll(async () => {
  parser = await loadPythonParser();
  kernel = await bootNodeKernel();
});

/** The code with the normal form of `f` beside it; undefined where there is none, or where it is not changed. */
function withNormal(code: string): string | undefined {
  const module = parseModule(code, parser);
  const definition = module.body.findLast((one) => one.kind === 'function');
  if (definition?.kind !== 'function') return undefined;
  const normal = normalForm(definition, definition.parameters, namesOf(module));
  try {
    return (
      normal &&
      `${code}\n${printFunction('normal', definition.parameters, normal.body, bindingsOf(definition.body).locals)}`
    );
  } catch (error) {
    if (error instanceof Unprintable) return undefined;
    throw error;
  }
}

function inputOf(random: Random, parameters: readonly SampleParameter[]): Input {
  const { sources } = sample(random, parameters);
  return Object.fromEntries(parameters.map(({ name }, index) => [name, sources[index] ?? '']));
}

/** Runs each function and its normal form; expects no difference and returns how many there were, and how many runs ended. */
async function attack(cases: readonly { readonly code: string; readonly inputs: readonly Input[] }[]) {
  let [functions, runs] = [0, 0];
  for (const { code, inputs } of cases) {
    const both = withNormal(code);
    if (both === undefined) continue;
    const replayer = new Replayer(kernel, both, 'f');
    if ((await replayer.prepare(PROPERTY)).status !== 'ready') continue;
    functions += 1;
    const outcomes = await replayer.run(PROPERTY, inputs);
    const failure = outcomes.find(({ kind }) => kind === 'failed');
    expect(failure, `${JSON.stringify(failure)}\n${both}`).toBeUndefined();
    runs += outcomes.filter(({ kind }) => kind === 'held').length;
  }
  return { functions, runs };
}

test('functions that loop', async () => {
  const cases = Array.from({ length: FUNCTIONS }, (_, index) => ({
    code: loopFunction(new Random(seedOf(index))),
    inputs: INPUTS,
  }));
  const { functions, runs } = await attack(cases);
  expect(functions).toBe(FUNCTIONS);
  expect(runs).toBeGreaterThan(0);
  expectYield(runs, functions * 15);
});

test('functions of all kinds', async () => {
  const cases = Array.from({ length: FUNCTIONS }, (_, index) => {
    const random = new Random(seedOf(index));
    const { code, parameters } = randomModule(random);
    return { code, inputs: Array.from({ length: 10 }, () => inputOf(random, parameters)) };
  });
  const { functions, runs } = await attack(cases);
  expect(runs).toBeGreaterThan(0);
  expectYield(functions, FUNCTIONS * 0.3);
  expectYield(runs, functions * 3);
});

test('the rules have something to do', () => {
  const forms = Array.from({ length: 100 }, (_, index) => withNormal(loopFunction(new Random(seedOf(index)))) ?? '');
  const normal = forms.map((code) => code.slice(code.indexOf('def normal')));
  expect(normal.filter((code) => code.includes(' for ') && code.includes('append') === false).length).toBeGreaterThan(
    10,
  );
});

/** Small changes to a function's text, most of which change what it does. */
const CHANGES: readonly (readonly [RegExp, string])[] = [
  [/ < /, ' > '],
  [/ < /, ' <= '],
  [/ == /, ' != '],
  [/ \+ /, ' - '],
  [/ and /, ' or '],
  [/\bnot /, ''],
  [/\b1\b/, '2'],
  [/\b0\b/, '1'],
  [/\ba\b/, 'b'],
  [/\bmax\b/, 'min'],
  [/\bany\b/, 'all'],
  [/append/, 'remove'],
  [/True/, 'False'],
  [/(\w+) \+ (\w+)/, '$2 + $1'],
  [/(\w+) < (\w+)/, '$2 > $1'],
  [/max\((\w+), (\w+)\)/, 'max($2, $1)'],
  [/(\w+) == (\w+)/, '$2 == $1'],
  [/for x in xs\]/, 'for z in xs]'],
];

/** The module; undefined where a change has left no Python. */
function parsed(code: string): Module | undefined {
  try {
    return parseModule(code, parser);
  } catch (error) {
    if (error instanceof PythonSyntaxError) return undefined;
    throw error;
  }
}

test('functions of the same form do the same', async () => {
  let [claims, refused] = [0, 0];
  for (let index = 0; index < 2 * FUNCTIONS; index++) {
    const random = new Random(seedOf(index));
    const original = loopFunction(random);
    const [pattern, replacement] = random.pick(CHANGES);
    const places = [...original.matchAll(new RegExp(pattern, 'g'))].filter(
      ({ index }) => index > original.indexOf(':\n'),
    );
    if (places.length === 0) continue;
    const { index: place } = random.pick(places);
    const changed = original.slice(0, place) + original.slice(place).replace(pattern, replacement);
    const code = `${original}\n${changed.replace('def f(', 'def normal(')}`;
    const module = parsed(code);
    const definition = module?.body[0];
    if (module === undefined || definition?.kind !== 'function') continue;
    if (!haveSameForm(module, pairWith(module, definition, 'normal'))) {
      refused += 1;
      continue;
    }
    claims += 1;
    const outcomes = await new Replayer(kernel, code, 'f').run(PROPERTY, INPUTS);
    const failure = outcomes.find(({ kind }) => kind === 'failed');
    expect(failure, `${JSON.stringify(failure)}\n${code}`).toBeUndefined();
  }
  expectYield(claims, 10);
  expect(refused).toBeGreaterThan(0);
  expectYield(refused, claims);
});
