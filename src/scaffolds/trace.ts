/**
 * Step traces: an algorithm as a machine whose states list every step that is legal next. A trace is right when each of its steps is one of
 * them and nothing is left to do, so that any order of ties is right. CLRS-30 (Veličković et al., 2022) compares with one trajectory.
 */

import type { Steps, WorkBudget } from '../lib/sliced-work.ts';
import type { AnswerOf, AnyAnswer, Shape } from './answers/shape.ts';
import { TooMuchWork, Work } from './work.ts';

/** A state of a machine. */
export interface TraceState<Step> {
  /** The trace may end here, although steps are legal. */
  readonly mayEnd?: boolean;
  /**
   * Every legal next step, the reference's first; none when the algorithm has ended. `given` is the step that is judged: what an algorithm
   * chooses freely (a random sample, a rounded number to go on with) is taken from it.
   */
  options(work: Work, given?: AnyAnswer): readonly TraceOption<Step>[];
}

/** A step, and the state that it leads to. */
export interface TraceOption<Step> {
  readonly step: Step;
  readonly next: () => TraceState<Step>;
}

/** How a scaffold's steps are written, and the machine that they belong to. */
export interface TraceDefinition<Input, S extends Shape> {
  /** When a step is written, in a sentence. */
  readonly says: string;
  /** The columns of its table. */
  readonly step: S;
  /** How far numbers may be off, of their size or of 1, where they are not whole; {@link ROUNDING} when absent. */
  readonly rounding?: number;
  readonly start: (input: Input, work: Work) => TraceState<AnswerOf<S>>;
}

/** The machine of an algorithm that leaves no choice: one step after the other. */
export function onlySteps<Step>(steps: readonly Step[], from = 0): TraceState<Step> {
  const step = steps[from];
  return { options: () => (step === undefined ? [] : [{ step, next: () => onlySteps(steps, from + 1) }]) };
}

/** The machine, if the reference ends within so many steps. Throws `TooMuchWork`. */
export function stepsWithin<Step>(most: number, start: TraceState<Step>): TraceState<Step> {
  const work = new Work(1_000_000);
  let state = start;
  for (let count = 0; count <= most; count++) {
    const [option] = state.options(work);
    if (option === undefined) return start;
    state = option.next();
  }
  throw new TooMuchWork(most);
}

/** What a check of a trace found. */
export interface TraceVerdict {
  readonly correct: boolean;
  /** Right steps before the first wrong one, as a share of the steps of the trace that it would have to be, or that it has. */
  readonly score: number;
  readonly rightSteps: number;
  readonly givenSteps: number;
  /** Steps of a right trace that begins as this one does. */
  readonly neededSteps: number;
  readonly message: string;
  /** Absent when every step is right. */
  readonly firstWrong?: {
    /** From 1. */
    readonly number: number;
    /** A legal step in its place; absent when the algorithm has ended before. */
    readonly expected?: AnyAnswer;
    /** Absent when the trace ends too early. */
    readonly given?: AnyAnswer;
  };
}

/** Replays the steps; `work` is what their machine takes. */
export function* checkSteps(
  start: TraceState<AnyAnswer>,
  steps: readonly AnyAnswer[],
  { work, slices }: Meters,
  form: StepForm,
): Steps<TraceVerdict> {
  let state = start;
  for (const [index, given] of steps.entries()) {
    const before = work.spent;
    const options = state.options(work, given);
    slices.spend(unitsOf(work.spent - before));
    yield;
    const fitting = options.find(({ step }) => differenceOf(step, given, form) === undefined);
    if (fitting !== undefined) {
      state = fitting.next();
      continue;
    }
    const number = index + 1;
    const expected = nearestOf(options, given, form);
    const needed = index + (yield* stepsFrom(state, { work, slices })).length;
    const verdict = { correct: false, rightSteps: index, givenSteps: steps.length, neededSteps: needed };
    const score = index / Math.max(needed, steps.length);
    if (expected === undefined)
      return {
        ...verdict,
        score,
        message: `The algorithm has ended after ${index} steps; step ${number} is one too many.`,
        firstWrong: { number, given },
      };
    const difference = differenceOf(expected.step, given, form) ?? '';
    const ties = options.length > 1 ? ` (${options.length} steps are legal here; the nearest is shown)` : '';
    return {
      ...verdict,
      score,
      message: `Step ${number} is wrong: ${difference}${ties}.`,
      firstWrong: { number, expected: expected.step, given },
    };
  }
  const [next] = state.mayEnd === true ? [] : state.options(work);
  const left = next === undefined ? 0 : (yield* stepsFrom(state, { work, slices })).length;
  const needed = steps.length + left;
  const verdict = { rightSteps: steps.length, givenSteps: steps.length, neededSteps: needed };
  if (next === undefined) return { ...verdict, correct: true, score: 1, message: allRight(steps.length) };
  return {
    ...verdict,
    correct: false,
    score: steps.length / needed,
    message: `The trace ends after ${steps.length} right steps; ${left} more are needed.`,
    firstWrong: { number: steps.length + 1, expected: next.step },
  };
}

function allRight(count: number): string {
  return count === 0 ? 'There are no steps, and none are needed.' : `All ${count} steps are right.`;
}

/** The reference's steps from a state on. */
export function* stepsFrom(start: TraceState<AnyAnswer>, { work, slices }: Meters): Steps<readonly AnyAnswer[]> {
  const steps: AnyAnswer[] = [];
  for (let state = start; ; ) {
    const before = work.spent;
    const [option] = state.options(work);
    if (option === undefined) return steps;
    steps.push(option.step);
    state = option.next();
    slices.spend(unitsOf(work.spent - before));
    yield;
  }
}

/** What a check counts: the steps that it takes, which are limited, and the work after which others are let in. */
export interface Meters {
  readonly work: Work;
  readonly slices: WorkBudget;
}

/** Units of a step of a trace whose machine took so many steps: two of these take up to a microsecond. */
function unitsOf(steps: number): number {
  return 2 + steps / 2;
}

/** How steps are compared. */
export interface StepForm {
  readonly step: Shape;
  readonly rounding?: number;
}

/** The first of the options that agree most. */
function nearestOf(options: readonly TraceOption<AnyAnswer>[], given: AnyAnswer, form: StepForm) {
  let [nearest, most] = [options[0], -1];
  for (const option of options) {
    const fields = likeness(option.step, given, form);
    if (fields > most) [nearest, most] = [option, fields];
  }
  return nearest;
}

/** Fields that agree. */
function likeness(expected: AnyAnswer, given: AnyAnswer, form: StepForm): number {
  return Object.keys(expected).filter((name) => agrees(name, expected, given, form)).length;
}

function agrees(name: string, expected: AnyAnswer, given: AnyAnswer, { step, rounding = ROUNDING }: StepForm): boolean {
  const [one, other] = [expected[name], given[name]];
  const { anyOrder = false, exact = false } = step[name] ?? {};
  const most = exact ? 0 : rounding;
  return anyOrder ? isSame(inOrder(one), inOrder(other), most) : isSame(one, other, most);
}

/** Lists in a list, and what they hold, in an order that is always the same. */
export function inOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value
    .map(inOrder)
    .sort((one, other) =>
      typeof one === 'number' && typeof other === 'number' ? one - other : compareTexts(one, other),
    );
}

function compareTexts(one: unknown, other: unknown): number {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const [first, second] = [text(one), text(other)];
  return first < second ? -1 : Number(first > second);
}

/** What of the step differs, in words; undefined when nothing does. A field that the machine does not state is not looked at. */
function differenceOf(expected: AnyAnswer, given: AnyAnswer, form: StepForm): string | undefined {
  for (const [name, value] of Object.entries(expected)) {
    const has = given[name];
    if (value === undefined || agrees(name, expected, given, form)) continue;
    if (has === undefined) return `${name} is missing`;
    const key =
      isRecord(value) && isRecord(has)
        ? keysOf(value, has).find((each) => !isSame(value[each], has[each], form.rounding ?? ROUNDING))
        : undefined;
    if (key === undefined || !isRecord(value) || !isRecord(has)) return `${name} is ${write(value)}, not ${write(has)}`;
    return `${name} of ${key} is ${write(value[key])}, not ${write(has[key])}`;
  }
  return undefined;
}

function write(value: unknown): string {
  if (value === undefined) return 'missing';
  return value === null ? '∞' : JSON.stringify(value);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOf(...records: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return [...new Set(records.flatMap((record) => Object.keys(record)))];
}

/** How far numbers may be off that are not whole, of their size or of 1. */
const ROUNDING = 1e-6;

function isSame(one: unknown, other: unknown, rounding: number): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || (!(Number.isInteger(one) && Number.isInteger(other)) && isNear(one, other, rounding));
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at], rounding));
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) return false;
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    left.size === right.size &&
    [...left].every(([key, item]) => right.has(key) && isSame(item, right.get(key), rounding))
  );
}

function isNear(one: number, other: number, rounding: number): boolean {
  return Math.abs(one - other) <= rounding * Math.max(1, Math.abs(one), Math.abs(other));
}
