/** Regular expressions of Python, JavaScript, Java, C# and PHP as trees, as far as their ways to match matter. */

/** Characters, as ranges of code points, both ends included. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/**
 * A part of an expression. `assertion` takes no character: `$` and `\Z` hold at the end of the text only, of others it is not worked
 * out where they hold.
 */
export type Expression =
  | { readonly kind: 'set'; readonly ranges: Ranges }
  | { readonly kind: 'sequence' | 'choice'; readonly of: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly of: Expression; readonly least: number; readonly most: number }
  | { readonly kind: 'assertion'; readonly isEnd: boolean };

/** Groups within each other, and characters of an expression, that are read. */
const [MOST_DEPTH, MOST_UNITS] = [30, 1_000];
const LAST = 0x10ffff;
const DIGITS: Ranges = [[48, 57]];
const WORD: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACES: Ranges = [
  [9, 13],
  [32, 32],
];
const ANY: Ranges = [
  [0, 9],
  [11, LAST],
];
const EMPTY: Expression = { kind: 'sequence', of: [] };

/** The tree of an expression; undefined for one with parts that are not known here, such as references to groups. */
export function parseExpression(pattern: string, isVerbose: boolean): Expression | undefined {
  if (pattern.length > MOST_UNITS) return undefined;
  const parser = new Parser(pattern, isVerbose);
  try {
    return parser.run();
  } catch (error) {
    if (error instanceof Unknown) return undefined;
    throw error;
  }
}

class Unknown extends Error {}

class Parser {
  readonly #text: string;
  readonly #isVerbose: boolean;
  #at = 0;
  #depth = 0;

  constructor(text: string, isVerbose: boolean) {
    this.#text = text;
    this.#isVerbose = isVerbose;
  }

  run(): Expression {
    const all = this.#choice();
    if (this.#at < this.#text.length) throw new Unknown();
    return all;
  }

  #choice(): Expression {
    if (++this.#depth > MOST_DEPTH) throw new Unknown();
    const branches = [this.#sequence()];
    while (this.#take('|')) branches.push(this.#sequence());
    this.#depth--;
    const [only] = branches;
    return branches.length === 1 && only !== undefined ? only : { kind: 'choice', of: branches };
  }

  #sequence(): Expression {
    const parts: Expression[] = [];
    for (;;) {
      if (this.#isVerbose && this.#skipped()) continue;
      const sign = this.#text[this.#at];
      if (sign === undefined || sign === '|' || sign === ')') return { kind: 'sequence', of: parts };
      parts.push(this.#repeated(this.#atom()));
    }
  }

  /** Blanks and comments of a verbose expression. */
  #skipped(): boolean {
    const blank = /^(?:\s+|#[^\n]*)/.exec(this.#text.slice(this.#at));
    if (blank !== null) this.#at += blank[0].length;
    return blank !== null;
  }

  #repeated(atom: Expression): Expression {
    while (this.#isVerbose && this.#skipped());
    const counts = /^(?:[*+?]|\{(?<least>\d+)?(?:(?<comma>,)(?<most>\d+)?)?\})/.exec(this.#text.slice(this.#at));
    if (counts === null) return atom;
    const [sign] = counts;
    const { least, comma, most } = counts.groups ?? {};
    if (sign.startsWith('{') && least === undefined && most === undefined) return atom;
    this.#at += sign.length;
    // Possessive ones give nothing back.
    if (this.#take('+')) throw new Unknown();
    this.#take('?');
    const [from, to] = sign.startsWith('{')
      ? [
          Number(least ?? 0),
          most === undefined ? (comma === undefined ? Number(least) : Number.POSITIVE_INFINITY) : Number(most),
        ]
      : sign === '?'
        ? [0, 1]
        : [sign === '+' ? 1 : 0, Number.POSITIVE_INFINITY];
    return this.#repeated({ kind: 'repeat', of: atom, least: from, most: to });
  }

  #atom(): Expression {
    const sign = this.#next();
    switch (sign) {
      case '(':
        return this.#group();
      case '[':
        return { kind: 'set', ranges: this.#set() };
      case '.':
        return { kind: 'set', ranges: ANY };
      case '^':
        return EMPTY;
      case '$':
        return { kind: 'assertion', isEnd: true };
      case '\\':
        return this.#escape();
      default:
        return { kind: 'set', ranges: single(sign) };
    }
  }

  #group(): Expression {
    const isLook = /^\?<?[=!]/.test(this.#text.slice(this.#at));
    if (this.#take('?')) {
      const head = /^(?:P?<\w+>|:|<?[=!]|'\w+'|[imsuxa]*:)/.exec(this.#text.slice(this.#at));
      if (head === null) throw new Unknown();
      this.#at += head[0].length;
    }
    const inner = this.#choice();
    if (!this.#take(')')) throw new Unknown();
    return isLook ? { kind: 'assertion', isEnd: false } : inner;
  }

  #escape(): Expression {
    const sign = this.#next();
    if (sign === 'b' || sign === 'B' || sign === 'G') return { kind: 'assertion', isEnd: false };
    if (sign === 'A') return EMPTY;
    if (sign === 'Z' || sign === 'z') return { kind: 'assertion', isEnd: true };
    if (/[1-9kKRXCQEpP]/.test(sign)) throw new Unknown();
    return { kind: 'set', ranges: this.#escaped(sign) };
  }

  #escaped(sign: string): Ranges {
    const classes: Readonly<Record<string, Ranges>> = {
      d: DIGITS,
      w: WORD,
      s: SPACES,
      h: SPACES,
      n: single('\n'),
      t: single('\t'),
      r: single('\r'),
      f: single('\f'),
      v: single('\v'),
    };
    const known = classes[sign];
    if (known !== undefined) return known;
    const other = { D: DIGITS, W: WORD, S: SPACES }[sign];
    if (other !== undefined) return complement(other);
    const code = /^(?:x(?<two>[\da-fA-F]{2})|u(?<four>[\da-fA-F]{4})|u\{(?<more>[\da-fA-F]+)\})/.exec(
      this.#text.slice(this.#at - 1),
    )?.groups;
    const digits = code?.two ?? code?.four ?? code?.more;
    if (digits !== undefined) {
      this.#at += (code?.more === undefined ? 0 : 2) + digits.length;
      const point = Number.parseInt(digits, 16);
      return [[point, point]];
    }
    if (/[a-zA-Z0-9]/.test(sign) && sign !== '0') throw new Unknown();
    return single(sign);
  }

  #set(): Ranges {
    const isNegated = this.#take('^');
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; ; isFirst = false) {
      const sign = this.#next();
      if (sign === ']' && !isFirst) break;
      // Sets within sets, and differences of sets.
      if (sign === '[' || (sign === '&' && this.#text[this.#at] === '&')) throw new Unknown();
      const from = sign === '\\' ? this.#inSet() : single(sign);
      const [first] = from;
      const isRange =
        this.#text[this.#at] === '-' &&
        this.#text[this.#at + 1] !== ']' &&
        from.length === 1 &&
        first !== undefined &&
        first[0] === first[1];
      if (!isRange) {
        ranges.push(...from);
        continue;
      }
      this.#at++;
      const end = this.#next();
      const [to] = end === '\\' ? this.#inSet() : single(end);
      if (to === undefined || to[0] < first[0]) throw new Unknown();
      ranges.push([first[0], to[1]]);
    }
    return isNegated ? complement(ranges) : ranges;
  }

  #inSet(): Ranges {
    const sign = this.#next();
    return sign === 'b' ? single('\b') : this.#escaped(sign);
  }

  #next(): string {
    const point = this.#text.codePointAt(this.#at);
    if (point === undefined) throw new Unknown();
    const sign = String.fromCodePoint(point);
    this.#at += sign.length;
    return sign;
  }

  #take(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }
}

function single(sign: string): Ranges {
  const point = sign.codePointAt(0) ?? 0;
  return [[point, point]];
}

function complement(ranges: Ranges): Ranges {
  const sorted = ranges.toSorted(([one], [other]) => one - other);
  const rest: (readonly [number, number])[] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}
