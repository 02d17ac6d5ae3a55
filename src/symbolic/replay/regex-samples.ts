/** Texts that a regular expression matches: https://docs.python.org/3/library/re.html#regular-expression-syntax */

/** Picks one of a number of alternatives: an integer from 0 up to, and without, `count`. */
export type Choose = (count: number) => number;

/** Thrown inside for syntax that is not sampled. */
class NotSampled extends Error {
  override readonly name = 'NotSampled';
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '0123456789',
  w: 'abXY09_',
  s: ' \t\n',
  D: 'a -',
  W: ' -.',
  S: 'a0-',
};
const ANY = 'aXb0 .-';
const CONTROL: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07' };
/** Repetitions of what may be repeated without limit. */
const MOST_REPEATED = 3;
const LONGEST = 200;

/** A text that the pattern probably matches as a whole; undefined for a pattern with syntax that is not sampled. */
export function sampleOf(pattern: string, choose: Choose): string | undefined {
  try {
    const sampler = new Sampler(pattern, choose);
    const text = sampler.alternatives();
    return sampler.isAtEnd && text.length <= LONGEST ? text : undefined;
  } catch (error) {
    if (error instanceof NotSampled) return undefined;
    throw error;
  }
}

class Sampler {
  readonly #pattern: readonly string[];
  readonly #choose: Choose;
  #at = 0;
  readonly #groups: string[] = [];

  constructor(pattern: string, choose: Choose) {
    this.#pattern = [...pattern];
    this.#choose = choose;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#pattern.length;
  }

  /** Alternatives up to a closing parenthesis or the end: the text of one of them. */
  alternatives(): string {
    const texts = [this.#sequence()];
    while (this.#take('|')) texts.push(this.#sequence());
    return texts[this.#choose(texts.length)] ?? '';
  }

  #sequence(): string {
    let text = '';
    while (!this.isAtEnd && this.#peek() !== '|' && this.#peek() !== ')') text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const start = this.#at;
    const once = this.#atom();
    const end = this.#at;
    const bounds = this.#bounds();
    if (bounds === undefined) return once;
    const [least, most] = bounds;
    const count = least + this.#choose(most - least + 1);
    const after = this.#at;
    const texts = Array.from({ length: count }, () => {
      // every repetition is sampled anew
      this.#at = start;
      const text = this.#atom();
      if (this.#at !== end) throw new NotSampled('an atom of changing length');
      return text;
    });
    this.#at = after;
    return texts.join('');
  }

  /** The least and the largest number of repetitions; undefined without a quantifier. */
  #bounds(): readonly [number, number] | undefined {
    const bounds = this.#plainBounds();
    if (bounds !== undefined && !this.#take('?')) this.#take('+');
    return bounds;
  }

  #plainBounds(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, MOST_REPEATED];
    if (this.#take('+')) return [1, MOST_REPEATED];
    if (this.#take('?')) return [0, 1];
    const rest = this.#pattern.slice(this.#at).join('');
    const [whole, low = '', comma = '', high = ''] = /^\{(\d*)(?:(,)(\d*))?\}/.exec(rest) ?? [];
    if (whole === undefined || (low === '' && high === '')) return undefined;
    this.#at += whole.length;
    const least = Number(low);
    const most = comma === '' ? least : high === '' ? least + MOST_REPEATED : Number(high);
    if (least > LONGEST || most > LONGEST) throw new NotSampled('too many repetitions');
    return [least, Math.max(least, most)];
  }

  #atom(): string {
    const character = this.#next();
    switch (character) {
      case '^':
      case '$':
        return '';
      case '.':
        return this.#oneOf(ANY);
      case '(':
        return this.#group();
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new NotSampled('a quantifier without atom');
      default:
        return character;
    }
  }

  #group(): string {
    const index = this.#groups.length;
    const isCapturing = this.#peek() !== '?';
    if (!isCapturing) {
      const rest = this.#pattern.slice(this.#at).join('');
      const [opening] = /^\?(?::|P<\w+>|>|=|[aiLmsux]+:)/.exec(rest) ?? [];
      if (opening === undefined) throw new NotSampled('an extension');
      this.#at += opening.length;
    }
    if (isCapturing) this.#groups.push('');
    const text = this.alternatives();
    if (!this.#take(')')) throw new NotSampled('an open group');
    if (isCapturing) this.#groups[index] = text;
    return text;
  }

  #escape(): string {
    const character = this.#next();
    if (character === 'b' || character === 'B' || character === 'A' || character === 'Z' || character === 'z')
      return '';
    if (/[1-9]/.test(character)) return this.#groups[Number(character) - 1] ?? '';
    if (character === 'x') return this.#codePoint(2);
    if (character === 'u') return this.#codePoint(4);
    const members = CLASSES[character];
    return members === undefined ? (CONTROL[character] ?? character) : this.#oneOf(members);
  }

  #codePoint(digits: number): string {
    const text = this.#pattern.slice(this.#at, this.#at + digits).join('');
    this.#at += digits;
    if (!/^[0-9a-fA-F]+$/.test(text)) throw new NotSampled('an escape');
    return String.fromCodePoint(Number.parseInt(text, 16));
  }

  #class(): string {
    const isNegated = this.#take('^');
    const members: string[] = [];
    do {
      const first = this.#classMember();
      if (this.#peek() !== '-' || this.#pattern[this.#at + 1] === ']') {
        members.push(...first);
        continue;
      }
      this.#at += 1;
      const last = this.#classMember();
      const [low, high] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
      for (const point of [low, high, low + ((high - low) >> 1)]) members.push(String.fromCodePoint(point));
    } while (this.#peek() !== ']');
    this.#at += 1;
    const known = isNegated ? [...ANY, 'z', '_'].filter((character) => !members.includes(character)) : members;
    return this.#oneOf(known.join(''));
  }

  #classMember(): string {
    const character = this.#next();
    if (character !== '\\') return character;
    const escaped = this.#next();
    return CLASSES[escaped] ?? CONTROL[escaped] ?? escaped;
  }

  #oneOf(members: string): string {
    const characters = [...members];
    const member = characters[this.#choose(Math.max(1, characters.length))];
    if (member === undefined) throw new NotSampled('an empty class');
    return member;
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #next(): string {
    const character = this.#pattern[this.#at++];
    if (character === undefined) throw new NotSampled('an open end');
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#at += 1;
    return true;
  }
}
