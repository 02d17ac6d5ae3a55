/** Judges the hints of CLRS (Veličković et al., 2022), as CLRS-Text (Markeeva et al., 2024) writes them, and in JSON. */

import { ToolFailure } from '../../lib/errors.ts';
import { jsonOf } from '../../lib/json.ts';
import type { Steps, WorkBudget } from '../../lib/sliced-work.ts';
import { MOST_CHARACTERS } from '../answers/read-answer.ts';
import { MOST_STEPS_OF_TRACE } from '../answers/read-trace.ts';
import type { AnyAnswer } from '../answers/shape.ts';
import type { CheckedTrace } from '../service.ts';
import { checkSteps, stepsFrom } from '../trace.ts';
import { Work } from '../work.ts';
import { ALGORITHMS, type Algorithm } from './catalog.ts';
import { chain, type Hint, type HintState, type Hints, hintsOf, only, viewOf } from './machine.ts';
import { DEPTH_WORDS, depthOf, readAnswer, readQuestion, readSteps } from './read.ts';

/** The question of a row of CLRS-Text, where an input is one. */
export function clrsQuestionOf(input: unknown): string | undefined {
  const [entry, ...more] = typeof input === 'object' && input !== null ? Object.entries(input) : [];
  return entry?.[0] === 'clrs_text' && typeof entry[1] === 'string' && more.length === 0 ? entry[1] : undefined;
}

/** Which hints are right. Throws `ToolFailure` and `TooMuchWork`. */
export function* checkHints(
  scaffold: string,
  question: string,
  given: unknown,
  slices: WorkBudget,
): Steps<CheckedTrace> {
  const work = new Work();
  const { algorithm, start } = instanceOf(scaffold, question, work);
  const reading = read(algorithm, start, given, work);
  const trace = viewOf([reading.from], { names: reading.names, endsWithOutput: reading.endsWithOutput });
  if (reading.kind !== 'read') {
    const neededSteps = (yield* stepsFrom(trace, { work, slices })).length;
    const nothing = { correct: false, score: 0, rightSteps: 0, givenSteps: 0, neededSteps };
    return { scaffold, readAs: reading.kind, ...nothing, message: reading.message, steps: work.spent };
  }
  const verdict = yield* checkSteps(trace, reading.steps, { work, slices }, { step: {} });
  return { scaffold, readAs: 'read', ...verdict, ...wordsOf(verdict.firstWrong), steps: work.spent };
}

interface Begun {
  readonly algorithm: Algorithm;
  readonly start: HintState;
}

function instanceOf(scaffold: string, text: string, work: Work): Begun {
  const algorithm = ALGORITHMS.find((each) => each.scaffold === scaffold);
  if (algorithm === undefined)
    throw invalid(
      `${scaffold} has no counterpart in CLRS.`,
      `Those that have one: ${ALGORITHMS.map((each) => each.scaffold).join(', ')}.`,
    );
  const question = text.length > MOST_CHARACTERS ? undefined : readQuestion(text);
  const form = `clrs_text is the question of a row of CLRS-Text: "${algorithm.name}:", then a line with inputs such as "key: [1 2]".`;
  if (question === undefined) throw invalid('clrs_text cannot be read.', form);
  if (question.algorithm !== algorithm.name)
    throw invalid(`clrs_text is about ${question.algorithm}; ${scaffold} is ${algorithm.name} there.`, form);
  const start = algorithm.start(question.inputs, work);
  if (typeof start === 'string') throw invalid(`clrs_text is no instance of ${algorithm.name}.`, start);
  const first = shownOf(algorithm, firstOf(start, work));
  if (question.first !== undefined && JSON.stringify(question.first) !== JSON.stringify(first))
    throw invalid('initial_trace does not belong to the inputs.', `It is ${JSON.stringify(first).slice(0, 300)}.`);
  return { algorithm, start };
}

/** The hints before anything was done. */
function firstOf(start: HintState, work: Work): Hints {
  return start.options({}, work)[0]?.hints ?? {};
}

/** A step as the values that CLRS-Text writes. */
function shownOf({ shown, grouped }: Algorithm, hints: Hints): readonly unknown[] {
  const values = shown.map((name) => hints[name]);
  return grouped === true ? [values] : values;
}

type Reading = {
  readonly names: readonly string[];
  readonly endsWithOutput: boolean;
  readonly from: HintState;
} & (
  | { readonly kind: 'read'; readonly steps: readonly AnyAnswer[] }
  | { readonly kind: 'empty' | 'malformed' | 'too_long'; readonly message: string }
);

/** Text is what CLRS-Text has as the answer; JSON has all steps, from the first hints on. */
function read(algorithm: Algorithm, start: HintState, given: unknown, work: Work): Reading {
  const [first] = start.options({}, work);
  const known = first?.hints ?? {};
  const { shown } = algorithm;
  const asText = { names: shown, endsWithOutput: true, from: behindFirst(first?.next() ?? start) };
  const asJson = { endsWithOutput: false, from: start };
  const parsed = typeof given === 'string' ? listOf(given) : given;
  if (typeof given === 'string' && given.length > MOST_CHARACTERS)
    return { ...asText, kind: 'too_long', message: `At most ${MOST_CHARACTERS} characters are read.` };
  if (parsed !== undefined) {
    if (Array.isArray(parsed) && parsed.length > MOST_STEPS_OF_TRACE)
      return { ...asJson, names: shown, kind: 'too_long', message: `At most ${MOST_STEPS_OF_TRACE} steps are read.` };
    const steps = readSteps(parsed, known);
    if (typeof steps === 'string') return { ...asJson, names: shown, kind: 'malformed', message: steps };
    return { ...asJson, names: Object.keys(steps[0] ?? only(known, shown)), kind: 'read', steps };
  }
  if (given === '') return { ...asText, kind: 'empty', message: 'There is no trace.' };
  const values = readAnswer(String(given));
  const malformed = {
    ...asText,
    kind: 'malformed' as const,
    message: `No trace was found. It is "hints, hints | output" with ${shown.map((name) => `${name}: ${DEPTH_WORDS[depthOf(known[name])]}`).join(', ')} in each, or steps in JSON.`,
  };
  if (values === undefined) return malformed;
  const steps: AnyAnswer[] = [];
  for (const rows of [values.trace, values.output]) {
    const flat = algorithm.grouped === true ? rows.flatMap(itemsOf) : rows;
    if (flat.length % shown.length > 0) return malformed;
    for (let index = 0; index < flat.length; index += shown.length) {
      const step = Object.fromEntries(shown.map((name, offset) => [name, flat[index + offset]]));
      if (shown.some((name) => depthOf(step[name]) !== depthOf(known[name]))) return malformed;
      steps.push(step);
    }
  }
  return { ...asText, kind: 'read', steps };
}

/** What CLRS-Text asks for. The answer is asked for where nothing else follows the first hints, too. */
function behindFirst(state: HintState): HintState {
  const { output } = state;
  return output === undefined ? state : chain([output], () => state);
}

function itemsOf(value: Hint): readonly Hint[] {
  return typeof value === 'number' ? [value] : value;
}

/** A list of objects in JSON; undefined for any other text. */
function listOf(text: string): unknown {
  return /^\s*\[\s*\{/.test(text) ? jsonOf(text) : undefined;
}

/** Where the first wrong step differs: tables are too large to be shown twice. */
function wordsOf(wrong: CheckedTrace['firstWrong']): { readonly message?: string } {
  if (wrong?.expected === undefined || wrong.given === undefined) return {};
  const [expected, given] = [hintsOf(wrong.expected), hintsOf(wrong.given)];
  for (const [name, value] of Object.entries(expected)) {
    const difference = differenceOf(name, value, given[name]);
    if (difference !== undefined) return { message: `Step ${wrong.number} is wrong: ${difference}.` };
  }
  return {};
}

function differenceOf(name: string, expected: Hint, given: Hint | undefined): string | undefined {
  if (JSON.stringify(expected) === JSON.stringify(given)) return undefined;
  if (typeof expected === 'number' || given === undefined || typeof given === 'number')
    return `${name} is ${JSON.stringify(expected)}, not ${JSON.stringify(given)}`;
  if (expected.length !== given.length) return `${name} has ${expected.length} items, not ${given.length}`;
  for (const [index, item] of expected.entries()) {
    const difference = differenceOf(`${name}[${index}]`, item, given[index]);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function invalid(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'ValueError', message, advice });
}
