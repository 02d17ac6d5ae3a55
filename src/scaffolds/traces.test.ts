/** What holds of every scaffold with traces: any way through its machine is right, and no change of a step is. */
import { describe, expect, it } from 'vitest';
import { amount, seedOf } from '../../test/generated.ts';
import { type Choice, choicesThrough, wayThrough } from '../../test/ways-through.ts';
import { ToolFailure } from '../lib/errors.ts';
import { Random } from '../lib/random.ts';
import type { AnyAnswer } from './answers/shape.ts';
import { SCAFFOLDS } from './catalog.ts';
import { checkTrace, describeScaffold, generateCases } from './engine.ts';
import { shuffled } from './graph/graph.ts';
import type { Scaffold } from './scaffold.ts';
import type { TestCase } from './service.ts';

/** Fields that are chosen freely. */
const FREE: Readonly<Record<string, readonly string[]>> = { monte_carlo: ['x'] };
/** Algorithms that may end although steps are left. */
const MAY_END_EARLY: ReadonlySet<string> = new Set(['monte_carlo', 'kruskal']);
const mayEndEarly = ({ name }: Scaffold) => MAY_END_EARLY.has(name);

const check = ({ id }: TestCase, trace: unknown) => checkTrace({ kind: 'case', id }, trace);

/** Whether the steps of a case are too many. */
function isRefused(each: TestCase): boolean {
  try {
    check(each, []);
    return false;
  } catch (error) {
    if (error instanceof ToolFailure) return true;
    throw error;
  }
}

/** The trace as a table in Markdown, each cell in JSON. */
function tableOf(steps: readonly AnyAnswer[]): string {
  const names = Object.keys(steps[0] ?? {});
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return [
    'My steps:',
    '',
    row(names),
    row(names.map(() => '---')),
    ...steps.map((step) => row(names.map((name) => cell(step[name])))),
  ].join('\n');
}

/** A copy of the step with lists that say the same in any order in another one. */
function inAnyOrder(step: AnyAnswer, { trace }: Scaffold, random: Random): unknown {
  const mixed = (value: unknown): unknown => (Array.isArray(value) ? shuffled(random, value.map(mixed)) : value);
  return Object.fromEntries(
    Object.entries(step).map(([name, value]) => [name, trace.step[name]?.anyOrder ? mixed(value) : value]),
  );
}

/** A copy of the step with one field changed, so that it is none that is legal. */
function madeWrong({ step, legal }: Choice, random: Random, free: readonly string[]): AnyAnswer {
  const texts = new Set(legal.map((each) => JSON.stringify(each)));
  let altered = changed(step, random, free);
  while (texts.has(JSON.stringify(altered))) altered = changed(step, random, free);
  return altered;
}

/** A copy of the step with one field changed. */
function changed(step: AnyAnswer, random: Random, free: readonly string[]): AnyAnswer {
  const copy: Record<string, unknown> = JSON.parse(JSON.stringify(step));
  const name = random.pick(Object.keys(copy).filter((each) => !free.includes(each)));
  return JSON.parse(JSON.stringify({ ...copy, [name]: change(copy[name], random) }));
}

function change(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return value + random.pick([-1, 1]) * Math.max(1, Math.ceil(Math.abs(value) / 10));
  if (typeof value === 'boolean') return !value;
  if (value === null) return 7;
  if (typeof value === 'string') return `${value}?`;
  if (Array.isArray(value)) {
    if (value.length === 0) return [7];
    const at = random.below(value.length);
    return value.map((item, index) => (index === at ? change(item, random) : item));
  }
  const entries = Object.entries(Object(value));
  if (entries.length === 0) return { '?': 7 };
  const at = random.below(entries.length);
  return Object.fromEntries(entries.map(([key, item], index) => [key, index === at ? change(item, random) : item]));
}

describe.each(SCAFFOLDS.map((scaffold) => [scaffold.name, scaffold] as const))('traces of %s', (name, scaffold) => {
  const cases = [0, 1, 2]
    .flatMap((seed) => generateCases({ scaffold: name, seed, level: 1 + seed }))
    .filter((each) => !isRefused(each));

  it('are right whatever they choose where several steps are legal, in JSON and as a table', () => {
    for (const each of cases)
      for (let round = 0; round < amount(50, 4); round++) {
        const steps = wayThrough(name, each.input, new Random(seedOf(round)));
        const right = { correct: true, score: 1, rightSteps: steps.length, neededSteps: steps.length };
        if (steps.length === 0) continue;
        for (const form of [
          steps,
          JSON.stringify(steps),
          steps.map((step) => JSON.stringify(step)).join('\n'),
          tableOf(steps),
          steps.map((step) => inAnyOrder(step, scaffold, new Random(seedOf(round)))),
        ])
          expect(check(each, form), `${each.id}: ${JSON.stringify(form)}`).toMatchObject(right);
      }
  });

  it('are wrong where a step is changed, where they are cut off, and where they go on too long', () => {
    let tried = 0;
    for (const each of cases)
      for (let round = 0; round < amount(100, 8); round++) {
        const random = new Random(seedOf(round));
        const choices = choicesThrough(name, each.input, random);
        const steps = choices.map((choice) => choice.step);
        const at = random.below(Math.max(1, steps.length));
        const choice = choices[at];
        if (choice === undefined) continue;
        const altered = madeWrong(choice, random, FREE[name] ?? []);
        const verdict = check(each, steps.with(at, altered));
        expect(verdict, `${each.id} at ${at}: ${JSON.stringify(altered)}`).toMatchObject({
          correct: false,
          rightSteps: at,
        });
        // Other ways on may be longer or shorter.
        expect(verdict.score).toBe(at / Math.max(verdict.neededSteps, steps.length));
        expect(verdict.firstWrong).toMatchObject({ number: at + 1 });
        // The step that was altered is a legal one in its place, unless others are nearer.
        expect(verdict.firstWrong?.expected).toBeDefined();
        if (!mayEndEarly(scaffold))
          expect(check(each, steps.slice(0, at))).toMatchObject({ correct: false, rightSteps: at });
        // Another one than the last may be legal: some searches may go on without need.
        expect(check(each, [...steps, ...steps.slice(-1)])).toMatchObject({ correct: false, rightSteps: steps.length });
        tried += 1;
      }
    expect(tried).toBeGreaterThan(50);
  });

  it('are checked of most cases', () => {
    expect(cases.length).toBeGreaterThan(22);
  });

  it('are nothing when there is nothing, with the reason', () => {
    const [first] = cases;
    if (first === undefined) throw new Error('There is no case.');
    for (const [trace, readAs] of [
      ['', 'empty'],
      [[], 'empty'],
      ['I cannot do that.', 'malformed'],
      [[{ nothing: 1 }], 'malformed'],
      [7, 'malformed'],
    ] as const)
      expect(check(first, trace)).toMatchObject({ correct: false, score: 0, readAs });
  });

  it('are right without steps exactly where none are needed', () => {
    for (const each of cases) {
      const needed = check(each, 'none').neededSteps;
      for (const none of [[], '[]', '## Steps\n\n[]'])
        expect(check(each, none)).toMatchObject({
          correct: needed === 0,
          score: Number(needed === 0),
          readAs: 'empty',
        });
    }
  });

  it('have an example, which the form describes', () => {
    const { trace, example } = describeScaffold(name);
    expect(check(example, trace.example).correct).toBe(true);
    expect(Object.keys(trace.example[0] ?? {})).toEqual(
      trace.fields.filter(({ required }) => required).map((field) => field.name),
    );
  });
});
