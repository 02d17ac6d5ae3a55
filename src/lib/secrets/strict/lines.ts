/** What is known of the lines of a text while it is read from its beginning on. */

/** A line of a program. */
const CODE =
  /^\s*(?:import |from \S{1,80} import|def |class |function\b|const |let |var |return\b|async |export (?:const|function|class|default|type|interface|async)|interface |type \w{1,60} =|public |private |protected |fn |func |package |use |#include|@\w|(?:if|for|while|with|elif)\b.{1,200}:\s*$|(?:try|else):\s*$|for \w)|[;{]\s*$|\)\s*(?:->.{1,60})?:\s*$|=>/;
/** Lines around one that tell what it is part of. */
const NEAR = 12;
/** Characters of a line that are looked at for that. */
const LONGEST = 400;

/** A line of a text. */
export interface Line {
  readonly start: number;
  readonly end: number;
  /** Its end without white space. */
  readonly last: number;
  /** Lines near it are of a program. */
  readonly isCode: boolean;
}

/** Asked for places that never go back. */
export class Lines {
  readonly #text: string;
  /** By line, lines of a program up to it. */
  readonly #code: number[] = [0];
  #line = 0;
  /** Of the line that was asked for last, and where the next begins. */
  #start = 0;
  #end = 0;
  #last: number | undefined;
  /** Quotes from the beginning of the line to {@link #counted}. */
  readonly #quotes = { '"': 0, "'": 0, '`': 0 };
  #counted = 0;

  constructor(text: string) {
    this.#text = text;
    for (let start = 0; start <= text.length; ) {
      const end = endOfLine(text, start);
      const before = this.#code.at(-1) ?? 0;
      this.#code.push(
        before +
          (CODE.test(text.slice(Math.max(start, end - LONGEST), end)) ||
          CODE.test(text.slice(start, Math.min(end, start + LONGEST)))
            ? 1
            : 0),
      );
      start = end + 1;
    }
    this.#end = endOfLine(text, 0);
  }

  /** The line that has the place. */
  at(place: number): Line {
    while (place > this.#end && this.#end < this.#text.length) {
      this.#start = this.#end + 1;
      this.#end = endOfLine(this.#text, this.#start);
      this.#last = undefined;
      this.#line++;
      this.#counted = this.#start;
      this.#quotes['"'] = this.#quotes["'"] = this.#quotes['`'] = 0;
    }
    const last = this.#code[Math.min(this.#code.length - 1, this.#line + NEAR)] ?? 0;
    const first = this.#code[Math.max(0, this.#line - NEAR)] ?? 0;
    this.#last ??= trimmedEnd(this.#text, this.#start, this.#end);
    return { start: this.#start, end: this.#end, last: this.#last, isCode: last > first };
  }

  /** The quote that a place of that line stands within. */
  quoteAround(place: number): string | undefined {
    for (; this.#counted < place; this.#counted++) {
      const character = this.#text.charAt(this.#counted);
      if (character !== '"' && character !== "'" && character !== '`') continue;
      // An apostrophe stands between letters.
      if (/\w/.test(this.#text.charAt(this.#counted - 1)) && /\w/.test(this.#text.charAt(this.#counted + 1))) continue;
      this.#quotes[character]++;
    }
    if (this.#quotes['"'] % 2 === 1) return '"';
    if (this.#quotes["'"] % 2 === 1) return "'";
    return this.#quotes['`'] % 2 === 1 ? '`' : undefined;
  }
}

/** Where the line that has the place ends. */
export function endOfLine(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end < 0 ? text.length : end;
}

/** The end without the white space before it. */
export function trimmedEnd(text: string, start: number, end: number): number {
  let to = end;
  while (to > start && /\s/.test(text.charAt(to - 1))) to--;
  return to;
}
