/** Literals between quotes. */

/** Of a text, from `start` to before `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A literal: what is between its quotes, and whether the literal is a template. */
export interface Literal extends Range {
  readonly quote: string;
  /** Behind its last quote. */
  readonly after: number;
}

/** Letters before a literal, then a quote, escaped as often as the text that it is part of. */
const OPENING = /(?:[rbfuRBFU@$]{0,2})(?<quote>\\{0,7}(?:"""|'''|["'`]))/y;
/** Characters of a literal whose end is looked for. */
const LONGEST = 8_000;

/** The literal that begins at a place. One without an end has the rest of its line. */
export function literalAt(text: string, at: number): Literal | undefined {
  OPENING.lastIndex = at;
  const match = OPENING.exec(text);
  const opening = match?.groups?.quote;
  if (match === null || opening === undefined) return undefined;
  const start = at + match[0].length;
  const isEmpty =
    opening.length === 3 &&
    !opening.startsWith('\\') &&
    !text.startsWith(opening, start) &&
    text.indexOf(opening, start) < 0;
  const quote = isEmpty ? opening.slice(0, 1) : opening;
  if (isEmpty) return { quote, start: start - 2, end: start - 2, after: start - 1 };
  const most = Math.min(text.length, start + LONGEST);
  const end = endOf(text, start, most, quote);
  return {
    quote,
    start,
    end: end ?? lineEnd(text, start, most),
    after: (end ?? lineEnd(text, start, most)) + (end === undefined ? 0 : quote.length),
  };
}

function endOf(text: string, start: number, most: number, quote: string): number | undefined {
  const isLong = quote.length === 3 && !quote.startsWith('\\');
  for (let at = start; at < most; at++) {
    if (text.startsWith(quote, at)) return at;
    const character = text.charAt(at);
    if (character === '\n' && !isLong && quote !== '`') return undefined;
    // An escape of what is not escaped itself.
    if (character === '\\' && !quote.startsWith('\\')) at++;
  }
  return undefined;
}

function lineEnd(text: string, start: number, most: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? most : Math.min(end, most);
}
