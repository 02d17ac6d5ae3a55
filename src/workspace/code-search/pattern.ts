/** Patterns of exact search: what they match in a line, and what a document must have for any match. */
import { RE2JS, RE2JSException } from 're2js';
import { ToolFailure } from '../../lib/errors.ts';
import { type CodeSearchRequest, LONGEST_PATTERN } from './service.ts';
import type { Needed } from './trigrams.ts';

/** A pattern that is ready to be run. */
export interface LinePattern {
  readonly needed: Needed;
  /** Finds a place in every line that matches, and in others; absent when any line can match. Global. */
  readonly hint?: RegExp;
  /** Where the first match of a line begins, in UTF-16 units; -1 when there is none. */
  find(line: string): number;
  /** Work for every character that `find` looks at; a character that only `hint` looks at is 1. */
  readonly cost: number;
}

/** What {@link compilePattern} takes. */
export type PatternRequest = Pick<CodeSearchRequest, 'pattern' | 'regex' | 'caseSensitive' | 'wholeWord'>;

/** Instructions of the largest program of a regular expression: its run takes time for each of them. */
const LARGEST_PROGRAM = 2_000;
/** Texts that a hint looks for at once. */
const MOST_HINTS = 30;
/** Characters of words, in a class of a regular expression. */
const WORD = '\\p{L}\\p{M}\\p{N}\\p{Pc}';

/** Throws `ToolFailure` when there is nothing to look for, or the regular expression is not one. */
export function compilePattern(request: PatternRequest): LinePattern {
  const { pattern, regex } = request;
  if (pattern === '') throw invalid('The pattern is empty.', 'Give the text or regular expression to look for.');
  if (pattern.length > LONGEST_PATTERN) {
    throw invalid(
      `The pattern has ${pattern.length} characters; ${LONGEST_PATTERN} is the limit.`,
      'Look for the part of it that is most telling; semantic_search takes longer queries.',
    );
  }
  if (/[\n\r]/.test(pattern)) {
    throw invalid('The pattern has a line end, but each line is matched by itself.', 'Look for one of its lines.');
  }
  return regex ? compileRegex(request) : compileText(request);
}

function compileText({ pattern, caseSensitive, wholeWord }: PatternRequest): LinePattern {
  const flags = caseSensitive ? 'gu' : 'giu';
  const hint = new RegExp(escapeText(pattern), flags);
  const whole = wholeWord ? new RegExp(`(?<![${WORD}])${escapeText(pattern)}(?![${WORD}])`, flags) : hint;
  return {
    needed: { kind: 'text', text: pattern },
    hint,
    find: (line) => {
      whole.lastIndex = 0;
      return whole.exec(line)?.index ?? -1;
    },
    cost: 1,
  };
}

function compileRegex({ pattern, caseSensitive, wholeWord }: PatternRequest): LinePattern {
  if (/(?<!\\)(?:\\\\)*\\[nr]/.test(pattern)) {
    throw invalid('The pattern asks for a line end, but each line is matched by itself.', 'Leave \\n and \\r out.');
  }
  const flags = caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE;
  const plain = compileRe2(pattern, flags);
  const re2 = wholeWord ? compileRe2(`(?:^|[^${WORD}])(${pattern})(?:[^${WORD}]|$)`, flags) : plain;
  if (re2.programSize() > LARGEST_PROGRAM) {
    throw invalid(
      `The regular expression compiles to ${re2.programSize()} instructions; ${LARGEST_PROGRAM} is the limit.`,
      'Use smaller repetition counts such as {1,20}, or * and +.',
    );
  }
  // Case is left to the hint and the trigrams: texts of a pattern that ignores it would not be told.
  const needed = neededBy(flags === 0 ? plain : compileRe2(pattern, 0));
  const hint = hintFor(needed, caseSensitive);
  const group = wholeWord ? 1 : 0;
  return {
    needed,
    ...(hint !== undefined && { hint }),
    find: (line) => {
      // The test is several times faster than finding where.
      if (!re2.test(line)) return -1;
      const matcher = re2.matcher(line);
      return matcher.find() ? matcher.start(group) : -1;
    },
    cost: 4 + Math.ceil(re2.programSize() / 4),
  };
}

function compileRe2(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw invalid(
      `The regular expression is not valid: ${error.message.replace('error parsing regexp: ', '')}`,
      'Use RE2 syntax, which has no lookaround and no backreferences, or set regex to false to look for the text itself.',
    );
  }
}

/** What the matcher itself tests first, as re2js keeps it. */
function neededBy(regex: RE2JS): Needed {
  return toNeeded(regex.re2().prefilter);
}

/** The shape of re2js' prefilters; its types do not say it. */
const PREFILTER = { exact: 1, all: 2, one: 3 } as const;

function toNeeded(prefilter: unknown): Needed {
  if (typeof prefilter !== 'object' || prefilter === null || !('type' in prefilter)) return { kind: 'anything' };
  if (prefilter.type === PREFILTER.exact && 'str' in prefilter && typeof prefilter.str === 'string') {
    return { kind: 'text', text: prefilter.str };
  }
  if (!('subs' in prefilter) || !Array.isArray(prefilter.subs)) return { kind: 'anything' };
  const parts = prefilter.subs.map(toNeeded);
  if (prefilter.type === PREFILTER.all) return { kind: 'all', parts };
  return prefilter.type === PREFILTER.one ? { kind: 'one', parts } : { kind: 'anything' };
}

function hintFor(needed: Needed, caseSensitive: boolean): RegExp | undefined {
  const texts = hintTexts(needed);
  if (texts === undefined || texts.length > MOST_HINTS) return undefined;
  return new RegExp(texts.map(escapeText).join('|'), caseSensitive ? 'gu' : 'giu');
}

/** Texts of which every match has at least one. */
function hintTexts(needed: Needed): readonly string[] | undefined {
  switch (needed.kind) {
    case 'anything':
      return undefined;
    case 'text':
      return [needed.text];
    case 'one': {
      const parts = needed.parts.map(hintTexts);
      return parts.includes(undefined) ? undefined : parts.flatMap((texts) => texts ?? []);
    }
    case 'all': {
      const [best] = needed.parts
        .map(hintTexts)
        .filter((texts) => texts !== undefined && texts.length > 0)
        .sort((left, right) => shortest(right) - shortest(left));
      return best;
    }
  }
}

function shortest(texts: readonly string[] | undefined): number {
  return Math.min(...(texts ?? []).map((text) => text.length));
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function invalid(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice });
}
