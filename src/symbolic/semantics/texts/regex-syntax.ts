/** Regular expressions as Python writes them: https://docs.python.org/3/library/re.html#regular-expression-syntax */
import {
  ANY_CHARACTER,
  type CodeRange,
  classOf,
  complementRanges,
  LAST_CODE,
  type Regex,
  repeatOf,
  sequenceOf,
  unionOf,
} from '../../terms/regex.ts';
import { WHITESPACE } from '../../terms/text-functions.ts';

/** How a pattern reads its text. */
export interface PatternOptions {
  readonly ignoresCase: boolean;
  /** `.` stands for line ends, too. */
  readonly dotAll: boolean;
  /** `\d`, `\w` and `\s` are ASCII, as they always are in bytes. */
  readonly isAscii: boolean;
  /**
   * Beyond ASCII it is not known what `\d`, `\w` and the other case of a letter are. Where this is set, they may be anything there, so
   * that the languages hold all words of the pattern; where not, they are nothing, so that the languages are right on ASCII.
   */
  readonly isLoose: boolean;
}

/** A part of a pattern: a language, or a group that captures what a pattern of its own matches. */
export type PatternPart =
  | { readonly kind: 'language'; readonly regex: Regex }
  | { readonly kind: 'group'; readonly index: number; readonly parts: readonly PatternPart[] };

export interface Pattern {
  readonly parts: readonly PatternPart[];
  readonly startsAnchored: boolean;
  /** `$` allows a line end behind it, `\Z` does not. */
  readonly endsAnchored: 'no' | 'line' | 'text';
  /** How many groups there are; one that no part captures stands in an alternative or a repetition. */
  readonly groups: number;
  readonly names: ReadonlyMap<string, number>;
  /** Whether what is not known beyond ASCII matters: see {@link PatternOptions}. */
  readonly isForAscii: boolean;
}

/** The words that the parts match one after the other. */
export function languageOf(parts: readonly PatternPart[]): Regex {
  return sequenceOf(...parts.map((part) => (part.kind === 'language' ? part.regex : languageOf(part.parts))));
}

/** The pattern; undefined where it is none, or uses what is not modelled: look-around, back-references, word boundaries. */
export function parsePattern(source: string, options: PatternOptions): Pattern | undefined {
  try {
    return new PatternReader(source, options).pattern();
  } catch (error) {
    if (error instanceof Unread) return undefined;
    throw error;
  }
}

/** Thrown inside for what is not read. */
class Unread extends Error {
  override readonly name = 'Unread';
}

const MOST_REPETITIONS = 200;
const DIGITS: readonly CodeRange[] = [[48, 57]];
const WORD: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const ASCII_SPACE: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
];
const CONTROL: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

const BEYOND_ASCII: CodeRange = [128, LAST_CODE];

/** Characters that are in a class for certain, and those that may be. */
interface Members {
  readonly certain: readonly CodeRange[];
  readonly possible: readonly CodeRange[];
}

function exactly(ranges: readonly CodeRange[]): Members {
  return { certain: ranges, possible: ranges };
}

/** The members of the complement. */
function outside({ certain, possible }: Members): Members {
  return { certain: complementOf(possible), possible: complementOf(certain) };
}

function complementOf(ranges: readonly CodeRange[]): readonly CodeRange[] {
  const regex = classOf(ranges);
  return complementRanges(regex.kind === 'class' ? regex.ranges : []);
}

class PatternReader {
  readonly #characters: readonly string[];
  readonly #options: PatternOptions;
  readonly #names = new Map<string, number>();
  #at = 0;
  #groups = 0;
  #isForAscii: boolean;

  constructor(source: string, options: PatternOptions) {
    this.#characters = [...source];
    this.#options = options;
    this.#isForAscii = options.ignoresCase && !options.isAscii;
  }

  pattern(): Pattern {
    const startsAnchored = this.#take('^') || this.#takeEscape('A');
    const parts = this.#alternatives();
    const endsAnchored = this.#take('$') ? 'line' : this.#takeEscape('Z') ? 'text' : 'no';
    if (this.#at < this.#characters.length) throw new Unread();
    const isSplit = this.#isAlternation && (startsAnchored || endsAnchored !== 'no');
    if (isSplit) throw new Unread();
    return {
      parts,
      startsAnchored,
      endsAnchored,
      groups: this.#groups,
      names: this.#names,
      isForAscii: this.#isForAscii,
    };
  }

  /** Whether the last alternatives read were more than one. */
  #isAlternation = false;

  #alternatives(): readonly PatternPart[] {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    this.#isAlternation = options.length > 1;
    const [only, second] = options;
    if (only !== undefined && second === undefined) return only;
    return [{ kind: 'language', regex: unionOf(...options.map(languageOf)) }];
  }

  #sequence(): readonly PatternPart[] {
    const parts: PatternPart[] = [];
    for (let part = this.#part(); part !== undefined; part = this.#part()) parts.push(part);
    return parts;
  }

  /** One atom with its quantifier; undefined at the end of a sequence. */
  #part(): PatternPart | undefined {
    const character = this.#peek();
    const isEnd = character === undefined || character === '|' || character === ')' || character === '$';
    if (isEnd || (character === '\\' && this.#peek(1) === 'Z')) return undefined;
    const atom = this.#atom();
    const quantifier = this.#quantifier();
    if (quantifier === undefined) return atom;
    const [least, most] = quantifier;
    const body = languageOf([atom]);
    return { kind: 'language', regex: repeatOf(body, least, most) };
  }

  #atom(): PatternPart {
    const character = this.#next();
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return language(this.#class());
      case '.':
        return language(this.#options.dotAll ? ANY_CHARACTER : classOf(complementRanges([[10, 10]])));
      case '\\':
        return this.#language(this.#closed(this.#escape()));
      case '*':
      case '+':
      case '?':
      case '{':
      case '^':
        throw new Unread();
      default:
        return this.#language(this.#closed(exactly([only(character)])));
    }
  }

  #group(): PatternPart {
    let index: number | undefined;
    if (!this.#take('?')) index = ++this.#groups;
    else if (this.#take('P')) {
      if (!this.#take('<')) throw new Unread();
      let name = '';
      while (!this.#take('>')) name += this.#next();
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || this.#names.has(name)) throw new Unread();
      index = ++this.#groups;
      this.#names.set(name, index);
    } else if (!this.#take(':')) throw new Unread();
    const parts = this.#alternatives();
    if (!this.#take(')')) throw new Unread();
    return index === undefined ? language(languageOf(parts)) : { kind: 'group', index, parts };
  }

  #quantifier(): readonly [number, number | undefined] | undefined {
    const bounds = this.#bounds();
    if (bounds === undefined) return undefined;
    this.#take('?');
    // a possessive quantifier gives nothing back, which languages cannot say
    if (this.#peek() === '+' || this.#peek() === '*' || this.#peek() === '{') throw new Unread();
    const [least, most] = bounds;
    if (Math.max(least, most ?? 0) > MOST_REPETITIONS || (most !== undefined && most < least)) throw new Unread();
    return bounds;
  }

  #bounds(): readonly [number, number | undefined] | undefined {
    if (this.#take('*')) return [0, undefined];
    if (this.#take('+')) return [1, undefined];
    if (this.#take('?')) return [0, 1];
    if (this.#peek() !== '{') return undefined;
    const rest = this.#characters.slice(this.#at).join('');
    const match = /^\{(?:(\d{1,4})|(\d{0,4}),(\d{0,4}))\}/.exec(rest);
    if (match === null || match[0] === '{,}') throw new Unread();
    this.#at += match[0].length;
    const [, exact, least = '', most = ''] = match;
    if (exact !== undefined) return [Number(exact), Number(exact)];
    return [Number(least), most === '' ? undefined : Number(most)];
  }

  #class(): Regex {
    const isNegated = this.#take('^');
    const all: Members[] = [];
    for (let first = true; first || this.#peek() !== ']'; first = false) {
      const from = this.#classMember();
      if (this.#peek() !== '-' || this.#peek(1) === ']') {
        all.push(from);
        continue;
      }
      this.#next();
      const [start, end] = [onlyCode(from), onlyCode(this.#classMember())];
      if (start === undefined || end === undefined || end < start) throw new Unread();
      all.push(exactly([[start, end]]));
    }
    this.#next();
    const members = this.#closed({
      certain: all.flatMap(({ certain }) => certain),
      possible: all.flatMap(({ possible }) => possible),
    });
    return this.#choose(isNegated ? outside(members) : members);
  }

  #classMember(): Members {
    const character = this.#next();
    return character === '\\' ? this.#escape() : exactly([only(character)]);
  }

  /** The characters that an escape stands for. */
  #escape(): Members {
    const character = this.#next();
    switch (character) {
      case 'd':
        return this.#unicode(DIGITS);
      case 'D':
        return outside(this.#unicode(DIGITS));
      case 'w':
        return this.#unicode(WORD);
      case 'W':
        return outside(this.#unicode(WORD));
      case 's':
        return exactly(this.#spaces());
      case 'S':
        return outside(exactly(this.#spaces()));
      case 'x':
        return exactly([this.#code(2)]);
      case 'u':
        return exactly([this.#code(4)]);
    }
    const control = CONTROL[character];
    if (control !== undefined) return exactly([[control, control]]);
    if (/[A-Za-z0-9]/.test(character)) throw new Unread();
    return exactly([only(character)]);
  }

  /** What ASCII classes are beyond ASCII is not known. */
  #unicode(ranges: readonly CodeRange[]): Members {
    if (this.#options.isAscii) return exactly(ranges);
    this.#isForAscii = true;
    return { certain: ranges, possible: [...ranges, BEYOND_ASCII] };
  }

  #spaces(): readonly CodeRange[] {
    return this.#options.isAscii || WHITESPACE.kind !== 'class' ? ASCII_SPACE : WHITESPACE.ranges;
  }

  /** The members with both cases of their ASCII letters, where case is ignored. */
  #closed({ certain, possible }: Members): Members {
    const { ignoresCase, isAscii } = this.#options;
    if (!ignoresCase) return { certain, possible };
    if (certain.some(([, to]) => to > 127 && to < LAST_CODE)) throw new Unread();
    const bothCases = (ranges: readonly CodeRange[]): readonly CodeRange[] => [
      ...ranges,
      ...ranges.flatMap(([from, to]) => [...shifted(from, to, 65, 90, 32), ...shifted(from, to, 97, 122, -32)]),
    ];
    return { certain: bothCases(certain), possible: [...bothCases(possible), ...(isAscii ? [] : [BEYOND_ASCII])] };
  }

  #language(members: Members): PatternPart {
    return language(this.#choose(members));
  }

  #choose({ certain, possible }: Members): Regex {
    return classOf(this.#options.isLoose ? possible : certain);
  }

  #code(digits: number): CodeRange {
    const text = Array.from({ length: digits }, () => this.#next()).join('');
    if (!/^[0-9A-Fa-f]+$/.test(text)) throw new Unread();
    return [parseInt(text, 16), parseInt(text, 16)];
  }

  #peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead];
  }

  #next(): string {
    const character = this.#characters[this.#at++];
    if (character === undefined) throw new Unread();
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }

  #takeEscape(letter: string): boolean {
    if (this.#peek() !== '\\' || this.#peek(1) !== letter) return false;
    this.#at += 2;
    return true;
  }
}

function language(regex: Regex): PatternPart {
  return { kind: 'language', regex };
}

function only(character: string): CodeRange {
  const code = character.codePointAt(0) ?? 0;
  return [code, code];
}

/** The code of the only member; undefined where there are several. */
function onlyCode({ certain, possible }: Members): number | undefined {
  const [range, more] = possible;
  const isOne = range !== undefined && more === undefined && certain.length === 1 && range[0] === range[1];
  return isOne ? range[0] : undefined;
}

/** The part of a range that lies within the letters, moved to the other case. */
function shifted(from: number, to: number, first: number, last: number, by: number): CodeRange[] {
  const [low, high] = [Math.max(from, first), Math.min(to, last)];
  return low <= high ? [[low + by, high + by]] : [];
}

/** How many characters every word has; undefined where that differs. */
export function fixedLength(regex: Regex): number | undefined {
  switch (regex.kind) {
    case 'class':
      return 1;
    case 'sequence':
      return regex.parts.reduce<number | undefined>((total, part) => {
        const length = fixedLength(part);
        return total === undefined || length === undefined ? undefined : total + length;
      }, 0);
    case 'union': {
      const [first, ...rest] = regex.options.map(fixedLength);
      return rest.every((length) => length === first) ? first : undefined;
    }
    case 'repeat': {
      const length = fixedLength(regex.body);
      return length !== undefined && regex.least === regex.most ? length * regex.least : undefined;
    }
  }
}
