/**
 * The rule for the size of answers: text and structured content have at most {@link ANSWER_TOKENS} each, whatever a tool returns, unless
 * the call asks for more. Each is complete by itself, since clients hand their model only one of them, and names what was shortened.
 */

import type { Failure } from '../lib/errors.ts';
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
 * Tokens for a call that asks for `asked` of something of which it gets `usual` by default: in proportion, up to
 * {@link MOST_ANSWER_TOKENS}.
 */
export function tokensFor(asked: number, usual: number): number {
  return Math.round(Math.min(MOST_ANSWER_TOKENS, ANSWER_TOKENS * Math.max(1, asked / usual)));
}

/** How a caller gets what was cut off a field, such as `offset 40`, by the field's path; `shown` is what is there. */
export type MoreOf = (cut: Cut) => string | undefined;

/** An answer before it is cut. */
export interface WholeAnswer<Facts> {
  readonly facts: Facts;
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
  const { facts, schema, parse, render, most, moreOf } = answer;
  const structured = fitted<Record<string, unknown>>(
    facts,
    schema,
    most,
    ({ value, cuts }) =>
      cuts.length === 0 ? facts : { ...parse(value), shortened: cuts.map((cut) => toField(cut, moreOf)) },
    (finished) => JSON.stringify(finished),
  );
  const text = fitted(
    facts,
    schema,
    most,
    ({ value, cuts }) => (cuts.length === 0 ? render(facts) : `${render(parse(value))}\n${renderCuts(cuts, moreOf)}`),
    (finished) => finished,
  );
  return { text: shortened(text, most)?.text ?? text, structured };
}

/** Tokens for what a failure tells; its type and the names of its fields take the rest. */
const FAILURE_TOKENS = 1700;

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
