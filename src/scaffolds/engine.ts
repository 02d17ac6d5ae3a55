/** The engine of scaffolds: lists, generates, solves and checks. It holds nothing. */
import { z } from 'zod';
import { ToolFailure } from '../lib/errors.ts';
import { atOnce, type Steps, WorkBudget } from '../lib/sliced-work.ts';
import { fromJson } from './answers/literals.ts';
import { KIND_WORDS, readText, readValue } from './answers/read-answer.ts';
import { readTrace } from './answers/read-trace.ts';
import type { AnyAnswer, Shape } from './answers/shape.ts';
import { findScaffold, SCAFFOLDS, scaffoldsIn } from './catalog.ts';
import { checkHints, clrsQuestionOf } from './clrs/check.ts';
import { type CaseKey, caseId, generateInputsInSteps, MOST_CASES, parseCaseId, UNITS_OF_CASE } from './instances.ts';
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
import { checkSteps, type Meters, stepsFrom } from './trace.ts';
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
  const meters = { work: new Work(), slices: unsliced() };
  const { instance } = atOnce(instanceOf(request, meters.slices));
  return atOnce(withinWork(stepsOf(instance, meters)));
}

function* stepsOf(instance: Instance, meters: Meters): Steps<readonly AnyAnswer[]> {
  return yield* stepsFrom(instance.trace(meters.work), meters);
}

/** Test cases with one right answer each. Throws `ToolFailure`. */
export function generateCases(request: CasesRequest): readonly TestCase[] {
  return atOnce(generateInSteps(request, unsliced()));
}

/** As {@link generateCases}; each is a step. */
export function* generateInSteps(request: CasesRequest, slices: WorkBudget): Steps<readonly TestCase[]> {
  const cases: TestCase[] = [];
  for (const each of yield* casesInSteps(request, slices)) {
    cases.push(each);
    slices.spend(UNITS_OF_CASE);
    yield;
  }
  return cases;
}

/** As {@link generateCases}: the instances are made first, each is solved when it is taken. Throws `ToolFailure`. */
export function casesOf(request: CasesRequest): Iterable<TestCase> {
  return atOnce(casesInSteps(request, unsliced()));
}

/** As {@link casesOf}; each instance is a step. */
export function* casesInSteps(
  { scaffold: name, tier, count, seed, level }: CasesRequest,
  slices: WorkBudget,
): Steps<Iterable<TestCase>> {
  const scaffold = scaffoldOf(name);
  const inputs: { readonly input: object; readonly key: CaseKey }[] = [];
  for (const each of tier === undefined ? ALL_TIERS : [tier]) {
    const made = yield* generateInputsInSteps(scaffold, { tier: each, seed, level }, count ?? TIERS[each], slices);
    for (const [index, input] of made.entries())
      inputs.push({ input, key: { scaffold: scaffold.name, tier: each, index, seed, level } });
  }
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
      expected: atOnce(withinWork(solvedBy(instance, new Work(), unsliced()))),
    };
  }
}

const ALL_TIERS: readonly Tier[] = ['simple', 'standard', 'edge'];

/** Whether an answer is right. Throws `ToolFailure`. */
export function checkAnswer(request: InstanceRequest, given: unknown, withExpected = false): CheckedAnswer {
  return atOnce(checkAnswerInSteps(request, given, withExpected, unsliced()));
}

/** As {@link checkAnswer}. */
export function* checkAnswerInSteps(
  request: InstanceRequest,
  given: unknown,
  withExpected: boolean,
  slices: WorkBudget,
): Steps<CheckedAnswer> {
  const { scaffold, instance } = yield* instanceOf(request, slices);
  return yield* withinWork(answerChecked(scaffold, instance, given, withExpected, slices));
}

function* answerChecked(
  scaffold: Scaffold,
  instance: Instance,
  given: unknown,
  withExpected: boolean,
  slices: WorkBudget,
): Steps<CheckedAnswer> {
  const work = new Work();
  const units = itemsIn(instance.input) + itemsIn(given);
  const expected = withExpected ? yield* solvedBy(instance, new Work(), slices) : undefined;
  const about = { scaffold: scaffold.name, ...(expected !== undefined && { expected }) };
  const reading =
    // The words of the task are no answer to it.
    typeof given === 'string'
      ? readText(given.replaceAll(instance.task, ' '), scaffold.answer)
      : readValue(fromJson(given), scaffold.answer);
  if (reading.kind !== 'read')
    return { ...about, correct: false, score: 0, message: reading.message, readAs: reading.kind, steps: work.spent };
  slices.spend(units);
  yield;
  const judgement = instance.judge(reading.answer, work);
  slices.spend(units);
  yield;
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
}

/** A right answer. Throws `ToolFailure`. */
export function solveInstance(request: InstanceRequest): SolvedInstance {
  return atOnce(solveInSteps(request, unsliced()));
}

/** As {@link solveInstance}. */
export function* solveInSteps(request: InstanceRequest, slices: WorkBudget): Steps<SolvedInstance> {
  const { scaffold, instance } = yield* instanceOf(request, slices);
  const work = new Work();
  const answer = yield* withinWork(solvedBy(instance, work, slices));
  return { scaffold: scaffold.name, task: instance.task, input: instance.input, answer, steps: work.spent };
}

function* solvedBy(instance: Instance, work: Work, slices: WorkBudget): Steps<AnyAnswer> {
  const answer = instance.solve(work);
  slices.spend(work.spent);
  yield;
  return answer;
}

/** Which steps of a trace are right. Throws `ToolFailure`. */
export function checkTrace(request: InstanceRequest, given: unknown): CheckedTrace {
  return atOnce(checkTraceInSteps(request, given, unsliced()));
}

/** As {@link checkTrace}; each step of the trace is one. */
export function* checkTraceInSteps(request: InstanceRequest, given: unknown, slices: WorkBudget): Steps<CheckedTrace> {
  const question = request.kind === 'input' ? clrsQuestionOf(request.input) : undefined;
  if (request.kind === 'input' && question !== undefined)
    return yield* withinWork(checkHints(scaffoldOf(request.scaffold).name, question, given, slices));
  const { scaffold, instance } = yield* instanceOf(request, slices);
  return yield* withinWork(traceChecked(scaffold, instance, given, slices));
}

function* traceChecked(
  scaffold: Scaffold,
  instance: Instance,
  given: unknown,
  slices: WorkBudget,
): Steps<CheckedTrace> {
  const { trace: form } = scaffold;
  const work = new Work();
  const start = instance.trace(work);
  const literal = fromJson(given);
  slices.spend(itemsIn(given));
  yield;
  const reading = readTrace(literal, form.step);
  slices.spend(itemsIn(given));
  yield;
  // Some instances need no steps, such as a list of one element that is to be sorted: there, nothing is a right trace.
  if (reading.kind === 'read' || reading.kind === 'empty') {
    const steps = reading.kind === 'read' ? reading.steps : [];
    const verdict = yield* checkSteps(start, steps, { work, slices }, form);
    return { scaffold: scaffold.name, readAs: reading.kind, ...verdict, steps: work.spent };
  }
  const neededSteps = (yield* stepsFrom(start, { work, slices })).length;
  const nothing = { correct: false, score: 0, rightSteps: 0, givenSteps: 0, neededSteps };
  return { scaffold: scaffold.name, readAs: reading.kind, ...nothing, message: reading.message, steps: work.spent };
}

/** What counts slices that nobody is let in between of. */
function unsliced(): WorkBudget {
  return new WorkBudget(Number.POSITIVE_INFINITY);
}

/** The items of a list, or of the lists and records in a record: to read one takes about a microsecond. */
function itemsIn(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce(
    (sum: number, each: unknown) => sum + (typeof each === 'object' && each !== null ? Object.keys(each).length : 1),
    0,
  );
}

function* withinWork<Result>(steps: Steps<Result>): Steps<Result> {
  try {
    return yield* steps;
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    throw invalid(`The instance is too large: ${error.message}`, 'Use a smaller instance.');
  }
}

interface Found {
  readonly scaffold: Scaffold;
  readonly instance: Instance;
}

function* instanceOf(request: InstanceRequest, slices: WorkBudget): Steps<Found> {
  if (request.kind === 'case') {
    const key = parseCaseId(request.id);
    if (key === undefined)
      throw invalid(
        `${JSON.stringify(request.id)} is no id of a test case.`,
        `Ids are like dijkstra_simple_01, with a number up to ${MOST_CASES}; generate_test_cases gives them.`,
      );
    const scaffold = scaffoldOf(key.scaffold);
    const input = (yield* generateInputsInSteps(scaffold, key, key.index + 1, slices))[key.index];
    return { scaffold, instance: scaffold.instance(input) };
  }
  const scaffold = scaffoldOf(request.scaffold);
  try {
    const instance = scaffold.instance(request.input);
    slices.spend(itemsIn(request.input));
    yield;
    return { scaffold, instance };
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
