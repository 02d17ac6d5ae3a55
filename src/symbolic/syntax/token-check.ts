/**
 * What stands between tokens, and how deep brackets nest. Tree-sitter skips characters that CPython
 * refuses, such as U+00A0, and line ends within a statement.
 */
import { PythonSyntaxError } from './errors.ts';
import type { SourceText } from './source-text.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** Open brackets at one place, CPython's own limit (`MAXLEVEL` of its tokenizer). */
const MAX_BRACKETS = 200;

const BETWEEN_TOKENS = /^(?:[ \t\f\n]|\\\n)*$/;
const BARE_LINE_END = /(?<!\\)\n/;

/** Checks the leaves of a tree in source order. */
export class TokenCheck {
  /** The index of a statement's or clause's first character. */
  lineMayBeginAt = 0;
  readonly #source: SourceText;
  #previousEnd = 0;
  #brackets = 0;

  constructor(source: SourceText) {
    this.#source = source;
  }

  /** Leaves unchecked what stands before `index`: text of a format specification, which has no nodes. */
  skipTo(index: number): void {
    this.#previousEnd = index;
  }

  /** @throws PythonSyntaxError when `token` cannot follow the one before it */
  next(token: SyntaxNode): void {
    const gap = this.#gap(token.start);
    if (this.#brackets === 0 && token.start !== this.lineMayBeginAt && BARE_LINE_END.test(gap)) {
      throw new PythonSyntaxError(
        `Invalid syntax: the statement breaks off at the end of its line: ${this.#source.quote(this.#previousEnd)}`,
        this.#source.position(this.#previousEnd),
      );
    }
    this.#previousEnd = token.end;
    if (token.isNamed) return;
    if (/^[([{]$/.test(token.type)) this.#open(token);
    else if (/^[)\]}]$/.test(token.type)) this.#brackets--;
  }

  /** @throws PythonSyntaxError for what follows the last token */
  finish(): void {
    this.#gap(this.#source.text.length);
  }

  #open(token: SyntaxNode): void {
    if (++this.#brackets <= MAX_BRACKETS) return;
    throw new PythonSyntaxError(
      `Brackets are nested deeper than ${MAX_BRACKETS} levels, which CPython refuses too ("too many nested parentheses").`,
      token.span,
    );
  }

  #gap(end: number): string {
    const source = this.#source;
    const gap = source.text.slice(this.#previousEnd, end);
    if (BETWEEN_TOKENS.test(gap)) return gap;
    const at = this.#previousEnd + gap.replaceAll('\\\n', '  ').search(/[^ \t\f\n]/);
    throw invalidCharacter(source, at);
  }
}

/** The error for a character at `index` that no token of Python begins with. */
export function invalidCharacter(source: SourceText, index: number): PythonSyntaxError {
  const code = (source.text.codePointAt(index) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return new PythonSyntaxError(
    `Invalid character U+${code} between tokens: ${source.quote(index)}`,
    source.position(index),
  );
}
