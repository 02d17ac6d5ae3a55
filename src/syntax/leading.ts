/** What stands before definitions: doc comments and decorations. */
import type { Span } from './grammar.ts';

/** What belongs to a definition although it stands before it. */
export interface Lead {
  /** Where the first decoration begins, or the definition. */
  readonly start: number;
  /** Where the first comment or decoration begins. */
  readonly commentStart: number;
  /** The comments, in order. */
  readonly comments: readonly string[];
}

/** Finds leads by the place where the next thing begins. */
export class Leading {
  readonly #text: string;
  readonly #comments: readonly Span[];
  readonly #before = new Map<number, Span & { readonly comment: boolean }>();
  readonly #decorations: ReadonlyMap<number, Span>;

  constructor(text: string, comments: readonly Span[], decorations: readonly Span[]) {
    this.#text = text;
    this.#comments = comments;
    this.#decorations = new Map(decorations.map((span) => [span.start, span]));
    for (const span of comments) {
      if (this.#beginsLine(span.start)) this.#before.set(this.#next(span.end), { ...span, comment: true });
    }
    for (const span of decorations) this.#before.set(this.#next(span.end), { ...span, comment: false });
  }

  /** What leads up to the definition at `start`. */
  of(start: number): Lead {
    let first = start;
    let at = start;
    const comments: string[] = [];
    for (let before = this.#before.get(at); before !== undefined && before.start < at; before = this.#before.get(at)) {
      if (before.comment) {
        if (this.#hasBlankLine(before.end, at)) break;
        comments.unshift(this.#text.slice(before.start, before.end));
      } else {
        first = before.start;
      }
      at = before.start;
    }
    return { start: first, commentStart: at, comments };
  }

  /** Where a definition goes on after decorations that are part of it. */
  afterDecorations(start: number): number {
    let at = start;
    for (let span = this.#decorations.get(at); span !== undefined; span = this.#decorations.get(at)) {
      at = this.#next(span.end);
    }
    return at;
  }

  /** The text of a span with a space in place of each comment. */
  withoutComments({ start, end }: Span): string {
    let low = 0;
    for (let high = this.#comments.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((this.#comments[middle]?.start ?? end) < start) low = middle + 1;
      else high = middle;
    }
    let text = '';
    let at = start;
    for (let each = this.#comments[low]; each !== undefined && each.start < end; each = this.#comments[++low]) {
      text += `${this.#text.slice(at, each.start)} `;
      at = each.end;
    }
    return text + this.#text.slice(at, Math.max(at, end));
  }

  #next(end: number): number {
    const left = /\S/g;
    left.lastIndex = end;
    return left.exec(this.#text)?.index ?? this.#text.length;
  }

  #beginsLine(start: number): boolean {
    return this.#text.slice(this.#text.lastIndexOf('\n', start - 1) + 1, start).trim() === '';
  }

  /** The node of a line comment may contain its line's end. */
  #hasBlankLine(end: number, next: number): boolean {
    const gap = this.#text.slice(this.#text[end - 1] === '\n' ? end - 1 : end, next);
    return gap.indexOf('\n') !== gap.lastIndexOf('\n');
  }
}

/** Units of a doc that are kept. */
const DOC_UNITS = 4000;
const LINE_SIGN = /^\s*(?:\/\/+!?|#+!?|--+|;+|%+)[ \t]?/;
const BLOCK_OPENING = /^\s*(?:\/\*+!?|<!--+|\{-|\(\*+)[ \t]?/;
const BLOCK_CLOSING = /(?<!\s)\s*(?:(?<!\*)\*+[/)]|(?<!-)--+>|-\})\s*$/;
const BLOCK_SIGN = /^\s*\*+(?!\S)[ \t]?|^\s*\* /;

/** The words of comments: without their signs and common indentation. */
export function docOfComments(comments: readonly string[]): string {
  return cleanDoc(comments.map(withoutSigns).join('\n'));
}

/** A docstring or comment without common indentation and blank lines around; at most 4,000 characters, then `…`. */
export function cleanDoc(text: string): string {
  const [first = '', ...rest] = text.split(/\r?\n/).map((line) => line.trimEnd());
  const indents = rest.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, 1000);
  const doc = [first.trimStart(), ...rest.map((line) => line.slice(indent))]
    .join('\n')
    .replace(/^\n+|(?<!\n)\n+$/g, '');
  return doc.length > DOC_UNITS ? `${doc.slice(0, DOC_UNITS)}…` : doc;
}

function withoutSigns(comment: string): string {
  const lines = comment.trimEnd().split(/\r?\n/);
  if (!BLOCK_OPENING.test(comment)) return lines.map((line) => line.replace(LINE_SIGN, '')).join('\n');
  return comment
    .replace(BLOCK_OPENING, '')
    .replace(BLOCK_CLOSING, '')
    .split(/\r?\n/)
    .map((line, index) => (index === 0 ? line : line.replace(BLOCK_SIGN, '')))
    .join('\n');
}
