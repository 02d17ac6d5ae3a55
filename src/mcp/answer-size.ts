/**
 * The rule for the size of answers: text and structured content have at most {@link ANSWER_TOKENS} each, whatever a tool returns, unless
 * the call asks for more. Each is complete by itself, since clients hand their model only one of them, and names what was shortened.
 */

import type { Failure } from '../lib/errors.ts';
import { countTokens } from '../lib/tokens/count.ts';
import { shortened } from '../lib/tokens/cut.ts';
import { type Cut, cutFields, fitted } from './fit-json.ts';
import type { Json, JsonSchema } from './json-schema.ts';

/** Tokens of o200k_base. */
export const ANSWER_TOKENS = 2000;

/** What a call gets at most that asks for more by a parameter other than `max_tokens`. */
export const MOST_ANSWER_TOKENS = 10_000;

/** What `max_tokens` can be: counting takes time, and clients refuse larger answers. */
export const MOST_TOKENS = 50_000;

/**
 * Tokens for a call that asks for `asked` of something of which it gets `usual` by default, in an answer of `tokens`: in proportion, up
 * to {@link MOST_ANSWER_TOKENS}.
 */
export function tokensFor(asked: number, usual: number, tokens = ANSWER_TOKENS): number {
  return Math.round(Math.min(MOST_ANSWER_TOKENS, tokens * Math.max(1, asked / usual)));
}

/** How a caller gets what was cut off a field, such as `offset 40`, by the field's path; `shown` is what is there. */
export type MoreOf = (cut: Cut) => string | undefined;

/** An answer before it is cut. */
export interface WholeAnswer<Facts> {
  /** From the fullest on, each leaner than the one before and true by itself: the first that fits is taken, else the last one is cut. */
  readonly forms: readonly [Facts, ...(readonly Facts[])];
  /** Of the facts. */
  readonly schema: JsonSchema;
  /** Facts of their JSON. */
  readonly parse: (json: unknown) => Facts;
  readonly render: (facts: Facts) => string;
  readonly most: number;
  readonly moreOf: MoreOf;
}

/** Both forms of an answer. */
export interface AnswerForms {
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

/** The answer in at most `most` tokens of each form. The text is made of shortened facts; only a text that repeats itself is cut itself. */
export function fitAnswer<Facts extends Record<string, unknown>>(answer: WholeAnswer<Facts>): AnswerForms {
  const { forms, schema, parse, render, most, moreOf } = answer;
  const write = (finished: object) => JSON.stringify(finished);
  const forJson = leanest(forms, (facts) => countTokens(write(facts), most) <= most);
  const structured = fitted<Record<string, unknown>>(
    forJson,
    schema,
    most,
    ({ value, cuts }) =>
      cuts.length === 0 ? forJson : { ...parse(value), shortened: cuts.map((cut) => toField(cut, moreOf)) },
    write,
  );
  const forText = leanest(forms, (facts) => countTokens(render(facts), most) <= most);
  const text = fitted(
    forText,
    schema,
    most,
    ({ value, cuts }) => (cuts.length === 0 ? render(forText) : `${render(parse(value))}\n${renderCuts(cuts, moreOf)}`),
    (finished) => finished,
  );
  return { text: shortened(text, most)?.text ?? text, structured };
}

/** The first that fits, or the last. */
function leanest<Facts>([first, ...rest]: WholeAnswer<Facts>['forms'], fits: (facts: Facts) => boolean): Facts {
  if (rest.length === 0) return first;
  return [first, ...rest].find(fits) ?? rest.at(-1) ?? first;
}

/** Tokens for what a failure tells; its type and the names of its fields take the rest. */
const FAILURE_TOKENS = 1200;

/** The failure with texts and details cut to what an answer may have. */
export function fitFailure(failure: Failure, most = FAILURE_TOKENS): Failure {
  const { message, advice, details = {} } = failure;
  const names = { ...details, message, advice };
  const properties = Object.fromEntries(Object.keys(names).map((name): [string, JsonSchema] => [name, {}]));
  const { fields, cuts } = cutFields(names, { properties }, most);
  if (cuts.length === 0) return failure;
  const { message: shortMessage, advice: shortAdvice, ...shortDetails } = fields;
  return {
    ...failure,
    message: String(shortMessage),
    advice: String(shortAdvice),
    details: { ...shortDetails, shortened: cuts },
  };
}

/** The field `shortened` of structured content. */
function toField(cut: Cut, moreOf: MoreOf): Json {
  const more = moreOf(cut);
  return { ...cut, ...(more !== undefined && { more }) };
}

function renderCuts(cuts: readonly Cut[], moreOf: MoreOf): string {
  const each = cuts.map((cut) => {
    const more = moreOf(cut);
    return `${cut.field} (${cut.shown} of ${cut.total} ${cut.unit}${more === undefined ? '' : `; ${more}`})`;
  });
  return `[Shortened to fit: ${each.join(', ')}]`;
}
