/** Cutting texts to a number of tokens, with the size of what is left out in its place. */
import { codePointLength } from '../code-points.ts';
import { boundary, countTokens, type Window, windowsOf } from './count.ts';

/** Steps in which the end of a cut is looked for, in UTF-16 units. */
const STEP = 256;
const SMALL_STEP = 32;

/** Where the longest beginning with at most `most` tokens ends, in UTF-16 units. */
export function headEnd(text: string, most: number): number {
  return endWithin(text, windowsOf(text), most);
}

function endWithin(text: string, windows: Iterable<Window>, most: number): number {
  let left = most;
  for (const { start, end, tokens } of windows) {
    if (tokens > left) return start + shortEnd(text.slice(start, end), left);
    left -= tokens;
  }
  return text.length;
}

/** {@link headEnd} of a short text. */
function shortEnd(text: string, most: number): number {
  let [left, start] = [most, 0];
  while (start < text.length) {
    const end = boundary(text, Math.min(start + SMALL_STEP, text.length));
    left -= countTokens(text.slice(start, end));
    if (left < 0) break;
    start = end;
  }
  return start;
}

/** Where the longest end with at most `most` tokens begins, in UTF-16 units. */
export function tailStart(text: string, most: number): number {
  let [left, end] = [most, text.length];
  for (const step of [STEP, SMALL_STEP]) {
    while (end > 0) {
      const start = boundary(text, Math.max(0, end - step));
      const tokens = countTokens(text.slice(start, end));
      if (tokens > left) break;
      [left, end] = [left - tokens, start];
    }
  }
  return end;
}

/** A text that was cut in its middle. Sizes are in code points. */
export interface Shortened {
  readonly text: string;
  readonly shown: number;
  readonly total: number;
}

/** Tokens that the note in the middle takes at most. */
const NOTE = 16;
/** Share of the tokens that goes to the beginning. */
const HEAD = 0.6;

/**
 * The text with its middle replaced by a note on how much is left out, in about `most` tokens; a cut falls between lines where
 * some are near. Undefined when the text has no more than `most` tokens.
 */
export function shortened(text: string, most: number): Shortened | undefined {
  return cutAround(text, most, text.length, 0);
}

/** Notes on what is left out, as Python's side (`bounded` of the harness) and {@link shortened} write them. */
const NOTES = /\.\.\. \[\d{1,20} characters\]|\[… \d{1,20} (?:of \d{1,20}|or more) characters left out …\]/g;

/** {@link shortened}, with one note where the text has notes of that kind already: what is cut takes all of them in. */
export function shortenedOnce(text: string, most: number): Shortened | undefined {
  const notes = [...text.matchAll(NOTES)];
  const [first, last] = [notes[0], notes.at(-1)];
  return first === undefined || last === undefined
    ? shortened(text, most)
    : cutAround(text, most, first.index, last.index + last[0].length);
}

/** The text without its middle, of which `from` to `to` is a part where `to` is beyond `from`. */
function cutAround(text: string, most: number, from: number, to: number): Shortened | undefined {
  const windows = firstWindows(text, most);
  if (windows === undefined) return undefined;
  const room = Math.max(0, most - NOTE);
  const headTokens = Math.ceil(room * HEAD);
  const head = text.slice(0, from);
  const before = head.slice(0, lineEndBefore(head, endWithin(head, windowsOf(head), headTokens)));
  const rest = text.slice(Math.max(before.length, to));
  const tailTokens = room - (to > from ? countTokens(before) : headTokens);
  const after = rest.slice(lineStartAfter(rest, tailStart(rest, tailTokens)));
  const total = codePointLength(text);
  const shown = codePointLength(before) + codePointLength(after);
  if (shown === total) return undefined;
  const breaks = text.includes('\n');
  const note = `[… ${total - shown} ${to > from ? 'or more' : `of ${total}`} characters left out …]`;
  const parts = [
    before,
    breaks && before !== '' && !before.endsWith('\n') ? '\n' : '',
    note,
    breaks && after !== '' ? '\n' : '',
    after,
  ];
  return { text: parts.join(''), shown, total };
}

/** The windows until they have more than `most` tokens; undefined when all of them have no more. */
function firstWindows(text: string, most: number): readonly Window[] | undefined {
  const windows: Window[] = [];
  let left = most;
  for (const window of windowsOf(text)) {
    windows.push(window);
    left -= window.tokens;
    if (left < 0) return windows;
  }
  return undefined;
}

/** The end of the last whole line before `end`, when most of the text is kept so. */
function lineEndBefore(text: string, end: number): number {
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > end * 0.75 ? line : end;
}

/** The same for the beginning of an end. */
function lineStartAfter(text: string, start: number): number {
  const line = text.indexOf('\n', start - 1) + 1;
  return line > 0 && text.length - line > (text.length - start) * 0.75 ? line : start;
}
