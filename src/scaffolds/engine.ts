/** The engine of scaffolds: lists, generates, solves and checks. It holds nothing. */
import { z } from 'zod';
import { ToolFailure } from '../lib/errors.ts';
import { fromJson } from './answers/literals.ts';
import { KIND_WORDS, readText, readValue } from './answers/read-answer.ts';
import { readTrace } from './answers/read-trace.ts';
import type { AnyAnswer, Shape } from './answers/shape.ts';
import { findScaffold, SCAFFOLDS, scaffoldsIn } from './catalog.ts';
import { checkHints, clrsQuestionOf } from './clrs/check.ts';
import { type CaseKey, caseId, generateInputs, MOST_CASES, parseCaseId } from './instances.ts';
import { type Category, type Instance, type Scaffold, TIERS, type Tier } from './scaffold.ts';
import type {
  AnswerField,
  CasesRequest,
  CheckedAnswer,
  CheckedTrace,
  InstanceRequest,
  ScaffoldDocument,
  ScaffoldOverview,
  SolvedInstance,
  TestCase,
} from './service.ts';
import { TEXTS } from './texts/catalog.ts';
import { renderScaffold } from './texts/render.ts';
import { checkSteps, stepsFrom } from './trace.ts';
import { TooMuchWork, Work } from './work.ts';

/** All scaffolds, or those of a category. */
export function listScaffolds(category?: Category): readonly ScaffoldOverview[] {
  return (category === undefined ? SCAFFOLDS : scaffoldsIn(category)).map(overviewOf);
}

function overviewOf({ name, title, category, aliases, purpose }: Scaffold): ScaffoldOverview {
  return { name, title, category, aliases, purpose };
}

/** One scaffold. Throws `ToolFailure`. */
export function describeScaffold(name: string): ScaffoldDocument {
  const scaffold = scaffoldOf(name);
  const [example] = generateCases({ scaffold: name, tier: 'simple', count: 1, seed: 0, level: 1 });
  if (example === undefined) throw new Error(`${name} has no test case.`);
  const document = {
    ...overviewOf(scaffold),
    checks: scaffold.checks,
    inputSchema: z.toJSONSchema(scaffold.input, { io: 'input', unrepresentable: 'any' }),
    answer: fieldsOf(scaffold.answer),
    trace: {
      says: scaffold.trace.says,
      fields: fieldsOf(scaffold.trace.step),
      example: traceOf({ kind: 'case', id: example.id }),
    },
    example,
  };
  const text = TEXTS[scaffold.name];
  if (text === undefined) throw new Error(`${scaffold.name} has no text.`);
  return { ...document, text: renderScaffold(document, text) };
}

function fieldsOf(shape: Shape): readonly AnswerField[] {
  return Object.entries(shape).map(([name, { kind, says, optional }]) => ({
    name,
    type: KIND_WORDS[kind],
    says,
    required: optional !== true,
  }));
}

/** The steps of the reference. Throws `ToolFailure`. */
export function traceOf(request: InstanceRequest): readonly AnyAnswer[] {
  const { instance } = instanceOf(request);
  const work = new Work();
  return withinWork(() => stepsFrom(instance.trace(work), work));
}

/** Test cases with one right answer each. Throws `ToolFailure`. */
export function generateCases(request: CasesRequest): readonly TestCase[] {
  return [...casesOf(request)];
}

/** As {@link generateCases}: the instances are made at once, each is solved when it is taken. Throws `ToolFailure`. */
export function casesOf({ scaffold: name, tier, count, seed, level }: CasesRequest): Iterable<TestCase> {
  const scaffold = scaffoldOf(name);
  const tiers = tier === undefined ? ALL_TIERS : [tier];
  const inputs = tiers.flatMap((each) =>
    generateInputs(scaffold, { tier: each, seed, level }, count ?? TIERS[each]).map((input, index) => ({
      input,
      key: { scaffold: scaffold.name, tier: each, index, seed, level },
    })),
  );
  return solved(scaffold, inputs);
}

function* solved(
  scaffold: Scaffold,
  inputs: readonly { readonly input: object; readonly key: CaseKey }[],
): Generator<TestCase, void> {
  for (const { input, key } of inputs) {
    const instance = scaffold.instance(input);
    yield {
      id: caseId(key),
      scaffold: scaffold.name,
      tier: key.tier,
      task: instance.task,
      input: instance.input,
      expected: withinWork(() => instance.solve(new Work())),
    };
  }
}

const ALL_TIERS: readonly Tier[] = ['simple', 'standard', 'edge'];

/** Whether an answer is right. Throws `ToolFailure`. */
export function checkAnswer(request: InstanceRequest, given: unknown, withExpected = false): CheckedAnswer {
  const { scaffold, instance } = instanceOf(request);
  const work = new Work();
  return withinWork(() => {
    const about = {
      scaffold: scaffold.name,
      ...(withExpected && { expected: instance.solve(new Work()) }),
    };
    const reading =
      // The words of the task are no answer to it.
      typeof given === 'string'
        ? readText(given.replaceAll(instance.task, ' '), scaffold.answer)
        : readValue(fromJson(given), scaffold.answer);
    if (reading.kind !== 'read')
      return { ...about, correct: false, score: 0, message: reading.message, readAs: reading.kind, steps: work.spent };
    const judgement = instance.judge(reading.answer, work);
    return {
      ...about,
      correct: judgement.correct,
      score: judgement.correct ? 1 : 0,
      message: judgement.message,
      ...(!judgement.correct && judgement.at !== undefined && { at: judgement.at }),
      readAs: 'read',
      read: reading.answer,
      steps: work.spent,
    };
  });
}

/** A right answer. Throws `ToolFailure`. */
export function solveInstance(request: InstanceRequest): SolvedInstance {
  const { scaffold, instance } = instanceOf(request);
  const work = new Work();
  const answer = withinWork(() => instance.solve(work));
  return { scaffold: scaffold.name, task: instance.task, input: instance.input, answer, steps: work.spent };
}

/** Which steps of a trace are right. Throws `ToolFailure`. */
export function checkTrace(request: InstanceRequest, given: unknown): CheckedTrace {
  const question = request.kind === 'input' ? clrsQuestionOf(request.input) : undefined;
  if (request.kind === 'input' && question !== undefined)
    return withinWork(() => checkHints(scaffoldOf(request.scaffold).name, question, given));
  const { scaffold, instance } = instanceOf(request);
  const { trace: form } = scaffold;
  const work = new Work();
  return withinWork(() => {
    const start = instance.trace(work);
    const reading = readTrace(fromJson(given), form.step);
    // Some instances need no steps, such as a list of one element that is to be sorted: there, nothing is a right trace.
    if (reading.kind === 'read' || reading.kind === 'empty') {
      const steps = reading.kind === 'read' ? reading.steps : [];
      const verdict = checkSteps(start, steps, work, form);
      return { scaffold: scaffold.name, readAs: reading.kind, ...verdict, steps: work.spent };
    }
    const neededSteps = stepsFrom(start, work).length;
    const nothing = { correct: false, score: 0, rightSteps: 0, givenSteps: 0, neededSteps };
    return { scaffold: scaffold.name, readAs: reading.kind, ...nothing, message: reading.message, steps: work.spent };
  });
}

function withinWork<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    throw invalid(`The instance is too large: ${error.message}`, 'Use a smaller instance.');
  }
}

function instanceOf(request: InstanceRequest): { readonly scaffold: Scaffold; readonly instance: Instance } {
  if (request.kind === 'case') {
    const key = parseCaseId(request.id);
    if (key === undefined)
      throw invalid(
        `${JSON.stringify(request.id)} is no id of a test case.`,
        `Ids are like dijkstra_simple_01, with a number up to ${MOST_CASES}; generate_test_cases gives them.`,
      );
    const scaffold = scaffoldOf(key.scaffold);
    const input = generateInputs(scaffold, key, key.index + 1)[key.index];
    return { scaffold, instance: scaffold.instance(input) };
  }
  const scaffold = scaffoldOf(request.scaffold);
  try {
    return { scaffold, instance: scaffold.instance(request.input) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    throw invalid(
      `The input is no instance of ${scaffold.name}: ${place === '' ? '' : `${place}: `}${issue?.message ?? 'it is malformed'}.`,
      `get_scaffold(${JSON.stringify(scaffold.name)}) has the schema of its input and an example.`,
    );
  }
}

function scaffoldOf(name: string): Scaffold {
  const scaffold = findScaffold(name);
  if (scaffold !== undefined) return scaffold;
  throw invalid(
    `There is no scaffold ${JSON.stringify(name.slice(0, 100))}.`,
    `There are ${SCAFFOLDS.map((each) => each.name).join(', ')}.`,
  );
}

function invalid(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'ValueError', message, advice });
}
