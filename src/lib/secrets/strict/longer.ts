/** Values that stand on other lines than their names, or in several pieces. */
import { endOfLine, trimmedEnd } from './lines.ts';
import { literalAt, type Range } from './quoted.ts';

/** What stands before a value: an anchor or a type of YAML, or a bracket or line end before a literal. */
const BEFORE_VALUE =
  /(?:(?:&[\w.-]{1,60}|!!\w{1,20})[ \t]{1,8}){0,2}(?:(?:\(\s{0,80}|\\\r?\n\s{0,80})(?=[rbfu]?["'`]))?/y;

/** Where a value begins that `at` stands before. */
export function goingOn(text: string, at: number): number {
  BEFORE_VALUE.lastIndex = at;
  return at + (BEFORE_VALUE.exec(text)?.[0].length ?? 0);
}

const HEREDOC = /<<[-~<]?[ \t]?["']?(?<mark>[A-Za-z_]\w{0,40})["']?[ \t\r]*\n/y;
/** Lines of a heredoc that are looked at. */
const MOST_LINES = 100;

/** The lines of a heredoc that begins at a place. */
export function heredocAt(text: string, at: number): Range | undefined {
  HEREDOC.lastIndex = at;
  const match = HEREDOC.exec(text);
  if (match === null) return undefined;
  const start = at + match[0].length;
  for (let line = start, count = 0; line < text.length && count < MOST_LINES; count++) {
    const end = endOfLine(text, line);
    if (
      text
        .slice(line, end)
        .trim()
        .replace(/(?<![;)])[;)]+$/, '') === match.groups?.mark
    )
      return {
        start: start + (/^[ \t]*/.exec(text.slice(start, line))?.[0].length ?? 0),
        end: trimmedEnd(text, start, line),
      };
    line = end + 1;
  }
  return undefined;
}

/** The end of a value whose lines end with `\`, as in a file of properties. */
export function lastOfContinued(text: string, end: number): number {
  let last = end;
  while (/\\/.test(text.charAt(last - 1)) && /^\r?\n/.test(text.slice(last, last + 2))) {
    const next = text.indexOf('\n', last) + 1;
    const behind = trimmedEnd(text, next, endOfLine(text, next));
    if (behind === next) break;
    last = behind;
  }
  return last;
}

/** Between two literals that are one: an operator, nothing, or a blank where they are given with blanks. */
const JOINED = /["'`](?:[ \t]{0,8}(?:\+|\.|\\\r?\n)\s{0,80}|\s{1,80})?(?=[rbfu]?["'`])/y;
/** Behind it, whitespace alone joins: an assignment of a program, or a bracket. */
const ASSIGNED = /(?:[:=][ \t]{1,8}|\(\s{0,80})[rbfu]?["'`]$/;
const MOST_PIECES = 100;

/** The literals behind one that belong to it: `"a" "b"`, `"a" + "b"`. */
export function literalsBehind(text: string, first: Range): readonly Range[] {
  const before = text.slice(Math.max(0, first.start - 90), first.start);
  const isBracketed = /\(\s{0,80}[rbfu]?["'`]$/.test(before);
  const found: Range[] = [];
  let last = first;
  while (found.length < MOST_PIECES && /["'`]$/.test(before)) {
    JOINED.lastIndex = last.end;
    const match = JOINED.exec(text);
    if (match === null) break;
    const gap = match[0].slice(1);
    if (gap !== '' && gap.trim() === '' && !(isBracketed || (ASSIGNED.test(before) && !gap.includes('\n')))) break;
    const literal = literalAt(text, last.end + match[0].length);
    if (literal === undefined || literal.end <= literal.start) break;
    last = { start: literal.start, end: literal.end };
    found.push(last);
  }
  return found;
}

/** Where the default of a block begins, such as `variable "token" { default = … }`. */
export function defaultOf(text: string, nameEnd: number): number | undefined {
  const block = /"[ \t]{0,4}\{(?<body>[^{}]{0,800}?\bdefault[ \t]{0,20}=[ \t]{0,20})(?=["'])/y;
  block.lastIndex = nameEnd;
  const match = block.exec(text);
  return match === null ? undefined : nameEnd + match[0].length;
}
