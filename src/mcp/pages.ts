/** What tools shape their answers with, so that they fit by themselves (`answer-size.ts`) and can be gone on with. */
import { z } from 'zod';
import { countTokens } from '../lib/tokens/count.ts';
import { headEnd } from '../lib/tokens/cut.ts';
import { ANSWER_TOKENS, tokensFor } from './answer-size.ts';

/** Items of a list that has a page of `usual` by default. */
export function pageParameters(usual: number, most: number) {
  return {
    limit: z.int().min(1).max(most).default(usual).describe('How many.'),
    offset: z.int().min(0).default(0).describe('How many to skip.'),
  };
}

/** Tokens for a list with these parameters, in an answer of `tokens` by default, and how to get the rest of it. */
export function pages(usual: number, tokens = ANSWER_TOKENS) {
  return {
    tokens: ({ limit }: { readonly limit: number }) => tokensFor(limit, usual, tokens),
    next: (shown: number, { offset }: { readonly offset: number }) => `offset ${offset + shown} goes on`,
  };
}

/** Tokens of what surrounds the facts: line ends, a footer, what was shortened. */
const SLACK = 100;
/** Of an answer's tokens, what is left for its main field in any case. */
const LEAST_SHARE = 0.25;

/** Tokens that an answer of `most` has for its main field beside these facts. */
export function roomBeside(facts: object, most: number): number {
  return Math.floor(Math.max(most * LEAST_SHARE, most - SLACK - countTokens(JSON.stringify(facts), most)));
}

/** Where the longest beginning of `text` with at most `most` tokens as JSON ends, in UTF-16 units: with a whole line where there is one. */
export function pageEnd(text: string, most: number): number {
  let end = headEnd(text, most);
  for (let room = most; ; ) {
    const cost = countTokens(JSON.stringify(text.slice(0, end)), 8 * most);
    if (cost <= most || end === 0) break;
    room *= Math.min(0.95, most / cost);
    end = headEnd(text, room);
  }
  if (end === text.length) return end;
  const lines = text.lastIndexOf('\n', end - 1) + 1;
  return lines === 0 ? end : lines;
}

/** How many of the items, from the first, have at most `most` tokens as the texts that `write` makes of them; one at least. */
export function countWithin<Item>(items: readonly Item[], most: number, write: (item: Item) => string): number {
  let left = most;
  for (const [count, item] of items.entries()) {
    left -= countTokens(write(item), left) + 1;
    if (left < 0) return Math.max(1, count);
  }
  return items.length;
}

/** Answers that are asked for until one fits. */
const ATTEMPTS = 5;

/** The answer for `size`, or for so much less that both of its forms, by `forms`, have at most `most` tokens. */
export async function askWithin<Answer>(
  size: { readonly first: number; readonly least: number },
  most: number,
  ask: (size: number) => Promise<Answer>,
  forms: (answer: Answer) => readonly string[],
): Promise<Answer> {
  let asked = size.first;
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(asked);
    const tokens = Math.max(...forms(answer).map((form) => countTokens(form, 8 * most)));
    if (tokens <= most || asked <= size.least || attempt === ATTEMPTS) return answer;
    asked = Math.max(size.least, Math.floor(asked * (most / tokens) * 0.95));
  }
}
