/**
 * Reads values as people and models write them: JSON, Python literals, and what lies between (single quotes, tuples, bare words, trailing
 * commas, `∞`). Nothing is evaluated.
 */

/** A value of an answer. `Infinity` stands for what cannot be reached. */
export type Literal = number | string | boolean | null | readonly Literal[] | LiteralRecord;
/** Keys as texts, in their order; a key that stands twice counts as its last value. */
export type LiteralRecord = ReadonlyMap<string, Literal>;

/** Whether the value is a list. */
export function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

/** A value of JSON; what JSON does not have counts as nothing. */
export function fromJson(value: unknown): Literal {
  if (typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map(fromJson);
  if (typeof value !== 'object' || value === null) return null;
  return new Map(Object.entries(value).map(([key, item]) => [key, fromJson(item)]));
}

/** A value, and where it ends in the text. */
export interface LiteralAt {
  readonly value: Literal;
  readonly start: number;
  readonly end: number;
}

/** Levels of nesting; no answer has more than a few. */
const MOST_DEPTH = 20;
const CLOSING: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
/** What ends a bare word. */
const WORD = /[^\s,:;=[\](){}"'|]+/y;
const SPACE = /\s*/y;
/** `010` is none, but a code. */
const NUMBER = /^[-+]?(?:(?:0|[1-9][\d_]*)(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;
const INFINITE = /^([-+]?)(?:∞|inf|infinity|math\.inf)$/i;

/** Every list or record in `text` that is not part of another one, in their order. What cannot be read is passed over. */
export function findLiterals(text: string): readonly LiteralAt[] {
  const found: LiteralAt[] = [];
  const opening = /[[{(]/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const read = literalAt(text, match.index);
    if (read === undefined) continue;
    found.push(read);
    opening.lastIndex = read.end;
  }
  return found;
}

/** The list or record that begins at `at`, after spaces; undefined when nothing that can be read begins there. */
export function literalAt(text: string, at: number): LiteralAt | undefined {
  SPACE.lastIndex = at;
  SPACE.exec(text);
  const start = SPACE.lastIndex;
  if (CLOSING[text[start] ?? ''] === undefined) return undefined;
  const read = new Reader(text, start).read(0);
  return read === undefined ? undefined : { value: read.value, start, end: read.end };
}

/** The value that `word` writes: a number, infinity, a truth, nothing, or the word itself. */
export function parseWord(word: string): Literal {
  // Digits that a number does not keep stay a word.
  if (NUMBER.test(word) && !(/^\d{16,}$/.test(word) && !Number.isSafeInteger(Number(word))))
    return Number(word.replaceAll('_', ''));
  const infinite = INFINITE.exec(word);
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  switch (word.toLowerCase()) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'null':
    case 'none':
    case 'nil':
      return null;
    default:
      return word;
  }
}

interface Read {
  readonly value: Literal;
  readonly end: number;
}

/** Reads one value; every method gives undefined where there is none. */
class Reader {
  readonly #text: string;
  #at: number;

  constructor(text: string, at: number) {
    this.#text = text;
    this.#at = at;
  }

  read(depth: number): Read | undefined {
    const value = this.#value(depth);
    return value === undefined ? undefined : { value, end: this.#at };
  }

  #value(depth: number): Literal | undefined {
    if (depth > MOST_DEPTH) return undefined;
    const first = this.#peek();
    if (first === '{') return this.#braces(depth);
    if (first === '[' || first === '(') return this.#list(first, depth);
    if (first === '"' || first === "'") return this.#quoted(first);
    const word = this.#word();
    return word === undefined ? undefined : parseWord(word);
  }

  /** The next character that is no space; `''` at the end. */
  #peek(): string {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
    return this.#text[this.#at] ?? '';
  }

  #word(): string | undefined {
    WORD.lastIndex = this.#at;
    const [word] = WORD.exec(this.#text) ?? [];
    if (word !== undefined) this.#at += word.length;
    return word;
  }

  #quoted(quote: string): string | undefined {
    let value = '';
    for (let at = this.#at + 1; at < this.#text.length; at++) {
      const character = this.#text[at] ?? '';
      if (character === quote) {
        this.#at = at + 1;
        return value;
      }
      if (character === '\n') return undefined;
      if (character !== '\\') value += character;
      else value += ESCAPES[this.#text[++at] ?? ''] ?? this.#text[at] ?? '';
    }
    return undefined;
  }

  #list(opening: string, depth: number): Literal | undefined {
    const closing = CLOSING[opening] ?? '';
    this.#at += 1;
    const items: Literal[] = [];
    while (this.#peek() !== closing) {
      const item = this.#value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      const next = this.#peek();
      if (next === ',' || next === ';') this.#at += 1;
      // Words beside each other, as numpy prints them, are items too.
      else if (next !== closing && !this.#isAfterSpace()) return undefined;
    }
    this.#at += 1;
    return items;
  }

  #isAfterSpace(): boolean {
    return /\s/.test(this.#text[this.#at - 1] ?? '');
  }

  /** A record, or a set: `{A, B}`. */
  #braces(depth: number): Literal | undefined {
    this.#at += 1;
    const entries = new Map<string, Literal>();
    const items: Literal[] = [];
    while (this.#peek() !== '}') {
      const key = this.#value(depth + 1);
      if (key === undefined) return undefined;
      const separator = this.#peek();
      if (separator === ':' || separator === '=') {
        this.#at += 1;
        const value = this.#value(depth + 1);
        if (value === undefined) return undefined;
        entries.set(keyOf(key), value);
      } else items.push(key);
      const next = this.#peek();
      if (next === ',' || next === ';') this.#at += 1;
      else if (next !== '}') return undefined;
    }
    this.#at += 1;
    if (items.length === 0) return entries;
    return entries.size === 0 ? items : undefined;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** A key as text; `("A", "B")` becomes `A,B`. */
function keyOf(key: Literal): string {
  return isList(key) ? key.map(keyOf).join(',') : String(key);
}
