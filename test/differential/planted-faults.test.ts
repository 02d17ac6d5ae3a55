/** Planted faults in whole modules of the engine: each wrong rule is caught by the comparison with CPython, or by the attack. */
import { existsSync } from 'node:fs';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';
import { bootNodeKernel, type NodeKernel } from '../../scripts/lib/node-kernel.ts';
import { Random } from '../../src/lib/random.ts';
import type { TreeParser } from '../../src/symbolic/syntax/parse.ts';
import { amount } from '../generated.ts';
import { attack, blind } from './python/attack.ts';
import { type Case, compare, observed, randomCases } from './python/cases.ts';
import { checkCodes } from './python/claims.ts';
import { randomClassProgram } from './python/class-programs.ts';
import { randomContainerProgram } from './python/container-programs.ts';
import { attackRows } from './python/contracts.ts';
import { randomModule } from './python/functions.ts';
import { randomListContract } from './python/list-contracts.ts';
import { randomLoopContract } from './python/loop-contracts.ts';

type Patch = (actual: Record<string, unknown>) => Record<string, unknown>;
/** A module below `src/symbolic/` and exports of it that are wrong. */
type Fault = readonly [module: string, patch: Patch];

/** The seeds of programs are the same every day: of others, some faults might not be seen. */
const FIRST_PROGRAMS = amount(300, 60);
/** The seeds behind the first ones that see a fault which no first one sees; `SIZE=full` tells of others when programs change. */
const RARE = [133, 177, 205];

let parser: TreeParser;
let kernel: NodeKernel;
let cases: readonly Case[];
beforeAll(async () => {
  [parser, kernel] = await Promise.all([loadPythonParser(), bootNodeKernel()]);
  const programs = [...Array.from({ length: FIRST_PROGRAMS }, (_, index) => index + 1), ...RARE].map((seed) => {
    const generate = seed % 2 === 1 ? randomContainerProgram : randomClassProgram;
    return { seed, ...generate(new Random(seed)) };
  });
  cases = [
    ...(await observed(kernel, programs)),
    ...(await randomCases(kernel, amount(300, 20), randomModule, (index) => index)),
  ];
});
let planted: string | undefined;
afterEach(() => {
  if (planted !== undefined) vi.doUnmock(planted);
  planted = undefined;
  vi.resetModules();
});

/** Loads the engine anew with the fault in it. */
function plant([module, patch]: Fault): void {
  vi.resetModules();
  planted = `../../src/symbolic/${module}`;
  // What is mocked and never imported is no fault.
  if (!existsSync(new URL(planted, import.meta.url))) throw new Error(`There is no module ${planted}.`);
  vi.doMock(planted, async (original) => {
    const actual = await original<Record<string, unknown>>();
    const wrong = patch(actual);
    const unknown = Object.keys(wrong).filter((name) => !(name in actual));
    if (unknown.length > 0)
      throw new Error(`${module} does not export ${unknown.join(', ')}: the fault is not planted.`);
    return { ...actual, ...wrong };
  });
}

/** An export that is called as a function. */
function call(exported: unknown, ...args: readonly unknown[]): unknown {
  if (typeof exported !== 'function') throw new TypeError('the export is no function');
  return exported(...args);
}

/** The same function with its arguments changed. */
function withArguments(name: string, change: (args: readonly unknown[]) => readonly unknown[]): Patch {
  return (actual) => ({ [name]: (...args: readonly unknown[]) => call(actual[name], ...change(args)) });
}

async function isMispredicted(): Promise<boolean> {
  const { exploreFor, predict, subjectOf } = await import('./python/prediction.ts');
  return cases.some((one) => {
    const predictor = ({ code, samples }: Case) => {
      const models = samples.map(({ model }) => model);
      const exploration = exploreFor(subjectOf(parser, code, 'f'), models);
      return models.map((model) => predict(exploration, model));
    };
    return compare([one], predictor).wrong.length > 0;
  });
}

const swap = ([first, second, ...rest]: readonly unknown[]) => [first, second, ...rest.toReversed()];

const WRONG_PREDICTIONS: Readonly<Record<string, Fault>> = {
  'a range is one longer': [
    'values/ranges.ts',
    (actual) => ({
      rangeLength: (terms: { add(a: unknown, b: unknown): unknown; one: unknown }, range: unknown) =>
        terms.add(call(actual.rangeLength, terms, range), terms.one),
    }),
  ],
  'elements of a range start behind its start': [
    'values/ranges.ts',
    withArguments('rangeElement', ([terms, range, index]) => [
      terms,
      range,
      (terms as { add(a: unknown, b: unknown): unknown; one: unknown }).add(index, (terms as { one: unknown }).one),
    ]),
  ],
  'a class has no superclass but itself': [
    'values/classes.ts',
    () => ({ isSubclass: (candidate: unknown, parent: unknown) => candidate === parent }),
  ],
  'alternatives are merged the wrong way round': ['values/merge.ts', withArguments('mergeValues', swap)],
  'states are joined the wrong way round': [
    'machine/state.ts',
    withArguments('join', ([terms, left, right, merge]) => [
      terms,
      right,
      left,
      (guard: unknown, a: unknown, b: unknown) => call(merge, guard, b, a),
    ]),
  ],
  'a dictionary never finds a key': [
    'semantics/containers/dicts.ts',
    (actual) => ({
      hasKey: (machine: { terms: { false: unknown } }) => machine.terms.false,
      equalDicts: actual.equalDicts,
    }),
  ],
  'sorting turns around': [
    'semantics/containers/sorting.ts',
    (actual) => ({
      sortItems: (...args: readonly unknown[]) => (call(actual.sortItems, ...args) as readonly unknown[]).toReversed(),
    }),
  ],
  'an index counts from one': [
    'semantics/containers/lists.ts',
    (actual) => ({ countOf: actual.indexOf, indexOf: actual.countOf }),
  ],
  'every object is true': [
    'semantics/objects/truth.ts',
    (actual) => ({
      truth: (machine: { terms: { true: unknown } }, value: { kind: string }) =>
        value.kind === 'instance' || value.kind === 'list' ? machine.terms.true : call(actual.truth, machine, value),
    }),
  ],
  'slices lose their bounds': [
    'semantics/operators/subscripts.ts',
    withArguments('slice', ([machine, value, bounds]) => [
      machine,
      value,
      { ...(bounds as object), lower: { kind: 'none' } },
    ]),
  ],
};

describe('the comparison with CPython catches that', () => {
  test('nothing is wrong without a fault', async () => {
    expect(await isMispredicted()).toBe(false);
  });

  test.each(Object.entries(WRONG_PREDICTIONS))('%s', async (_name, fault) => {
    plant(fault);
    expect(await isMispredicted()).toBe(true);
  });
});

const CONTRACTS = 80;
/** Behind this seed, every fault is soon seen. */
const FIRST = amount(1, 14);

/** Whether something is verified that some input breaks, no trial having failed. */
async function isRefuted(): Promise<boolean> {
  const { loadSymbolic } = await import('../../scripts/lib/node-symbolic.ts');
  const symbolic = await loadSymbolic({ cpython: blind(kernel) });
  for (let seed = FIRST; seed <= CONTRACTS; seed++) {
    const random = new Random(seed);
    const { code, parameters } = randomLoopContract(random);
    const loop = { code, rows: attackRows(random, parameters, 60) };
    const { proved } = await checkCodes(symbolic, [randomListContract(new Random(seed), 60), loop]);
    if ((await attack(kernel, proved)).some((violation) => violation !== null)) return true;
  }
  return false;
}

const WRONG_PROOFS: Readonly<Record<string, Fault>> = {
  'joined sequences are as long as the first': [
    'semantics/sequences/any-length.ts',
    (actual) => ({
      joined: (machine: unknown, left: { length: unknown }, right: unknown) => ({
        ...(call(actual.joined, machine, left, right) as object),
        length: left.length,
      }),
    }),
  ],
  'a loop forgets nothing': ['execute/changes.ts', () => ({ havoc: (_machine: unknown, state: unknown) => state })],
  'a loop forgets no list': [
    'execute/changes.ts',
    () => ({ havocLists: (_machine: unknown, state: unknown) => state }),
  ],
  'invariants are assumed and not proved': [
    'execute/invariants.ts',
    (actual) => ({
      candidateInvariants: (
        machine: { terms: { le(a: unknown, b: unknown): unknown; one: unknown } },
        ...rest: readonly unknown[]
      ) => {
        Object.assign(machine, { isProved: () => true });
        return call(actual.candidateInvariants, machine, ...rest);
      },
    }),
  ],
};

describe('the attack catches that', () => {
  test.each(Object.entries(WRONG_PROOFS))('%s', { timeout: 300_000 }, async (_name, fault) => {
    plant(fault);
    expect(await isRefuted()).toBe(true);
  });
});
