/** What a scaffold is: an algorithm with its input, a reference that solves it, a checker that accepts every right answer, and instances. */
import type { z } from 'zod';
import type { Random } from '../lib/random.ts';
import type { AnswerOf, AnyAnswer, Shape } from './answers/shape.ts';
import type { TraceDefinition, TraceState } from './trace.ts';
import type { Work } from './work.ts';

/** The categories of the contract (scaffold-verification.md, "SCAFFOLD_REGISTRY"). */
export const CATEGORIES = [
  'graph',
  'divide_conquer',
  'greedy',
  'backtracking',
  'dynamic_programming',
  'optimization',
  'string',
  'numerical',
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Tiers of test cases, and how many of each a suite has. */
export const TIERS = { simple: 3, standard: 5, edge: 3 } as const;
export type Tier = keyof typeof TIERS;

/** What a checker says. `at` names the place of the first fault, such as a vertex. */
export type Judgement =
  | { readonly correct: true; readonly message: string }
  | { readonly correct: false; readonly message: string; readonly at?: string };

/** The verdict on a right answer. */
export function right(message: string): Judgement {
  return { correct: true, message };
}

/** The verdict on a wrong answer. */
export function wrong(message: string, at?: string): Judgement {
  return { correct: false, message, ...(at !== undefined && { at }) };
}

/** The first fault among the judgements; undefined when there is none. */
export function firstFault(...judgements: readonly (Judgement | undefined)[]): Judgement | undefined {
  return judgements.find((judgement) => judgement !== undefined && !judgement.correct);
}

/** A scaffold as its file writes it. */
export interface ScaffoldDefinition<Input extends object, S extends Shape, T extends Shape> {
  /** As the contract names it. */
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  readonly aliases: readonly string[];
  /** What it computes, in a sentence. */
  readonly purpose: string;
  /** What of its answers is checked, in a sentence or two: for a numerical one the bounds and the tolerance. */
  readonly checks: string;
  /** Throws `ZodError` for what is no instance; says what is allowed. */
  readonly input: z.ZodType<Input>;
  readonly answer: S;
  /** The task of an instance, in words. */
  readonly task: (input: Input) => string;
  /** A random instance. `level` is 1 for small ones; each level makes them larger. Edge cases are by `index`, the same few for all seeds at first. */
  readonly generate: (random: Random, tier: Tier, level: number, index: number) => Input;
  /** A right answer. */
  readonly solve: (input: Input, work: Work) => AnswerOf<S>;
  /** Whether the answer is right. */
  readonly judge: (input: Input, answer: AnswerOf<S>, work: Work) => Judgement;
  /** How its steps are written and checked. */
  readonly trace: TraceDefinition<Input, T>;
}

/** A scaffold whose types are behind its methods. */
export interface Scaffold {
  readonly name: string;
  readonly title: string;
  readonly category: Category;
  readonly aliases: readonly string[];
  readonly purpose: string;
  readonly checks: string;
  readonly input: z.ZodType<object>;
  readonly answer: Shape;
  readonly trace: TraceForm;
  /** The parsed input, with methods that are about it. Throws `ZodError`. */
  instance(input: unknown): Instance;
  generate(random: Random, tier: Tier, level: number, index: number): object;
}

/** How the steps of a scaffold are written. */
export interface TraceForm {
  readonly says: string;
  readonly step: Shape;
  /** How far numbers may be off that are not whole; see {@link TraceDefinition}. */
  readonly rounding?: number;
}

/** One instance of a scaffold. */
export interface Instance {
  readonly input: object;
  readonly task: string;
  solve(work: Work): AnyAnswer;
  /** `answer` is what was read by the scaffold's shape. */
  judge(answer: AnyAnswer, work: Work): Judgement;
  /** The machine of its steps. */
  trace(work: Work): TraceState<AnyAnswer>;
}

/** Makes a {@link Scaffold} of its definition. */
export function defineScaffold<Input extends object, const S extends Shape, const T extends Shape>(
  definition: ScaffoldDefinition<Input, S, T>,
): Scaffold {
  const { task, generate, solve, judge, trace, ...rest } = definition;
  return {
    ...rest,
    trace: formOf(trace),
    generate,
    instance(given) {
      const input = definition.input.parse(given);
      return {
        input,
        task: task(input),
        solve: (work) => solve(input, work),
        judge: (answer, work) => (isAnswer<S>(answer, definition.answer) ? judge(input, answer, work) : INCOMPLETE),
        trace: (work) => trace.start(input, work),
      };
    },
  };
}

function formOf({ says, step, rounding }: TraceForm): TraceForm {
  return { says, step, ...(rounding !== undefined && { rounding }) };
}

const INCOMPLETE = wrong('A field of the answer is missing.');

/** Whether an answer has every field that it has to have; what was read has the kinds of the shape. */
function isAnswer<S extends Shape>(answer: AnyAnswer, shape: S): answer is AnyAnswer & AnswerOf<S> {
  return Object.entries(shape).every(([name, { optional }]) => optional === true || answer[name] !== undefined);
}
