/** Simplifying constructors of strings: sequences of code points. */
import { FloatFunctionTerms } from './float-functions.ts';
import { isApplication, iteParts } from './logic.ts';
import type { Regex } from './regex.ts';
import { TermTooLarge } from './store.ts';
import { makeOneCharacter } from './string-operations.ts';
import type { BoolTerm, IntTerm, StrTerm, Term } from './term.ts';

type StringRelation = 'contains' | 'prefixof' | 'suffixof' | 'strlt' | 'strle';

/** Every constructor of terms: the store, logic, integers, floats and strings. */
export class Terms extends FloatFunctionTerms {
  readonly empty: StrTerm = this.str('');

  str(value: string): StrTerm {
    return this.literal('str', value);
  }

  /** n-ary concatenation, flattened, neighbouring literals joined. */
  concat(...operands: readonly StrTerm[]): StrTerm {
    const flat = operands.flatMap((operand) =>
      isApplication(operand, 'concat') ? operand.args.filter(isStr) : [operand],
    );
    const parts: StrTerm[] = [];
    // all at once: what they come to on the way may be far longer in all than the result
    let neighbours: (StrTerm & { readonly kind: 'literal' })[] = [];
    const join = (): void => {
      const [first, second] = neighbours;
      if (first !== undefined) parts.push(second === undefined ? first : this.#joined(neighbours));
      neighbours = [];
    };
    for (const part of flat) {
      if (part === this.empty) continue;
      const last = neighbours.at(-1);
      if (part.kind !== 'literal' || (last !== undefined && makeOneCharacter(last.value, part.value))) join();
      if (part.kind === 'literal') neighbours.push(part);
      else parts.push(part);
    }
    join();
    const [first, second] = parts;
    if (first === undefined) return this.empty;
    if (second === undefined) return first;
    return this.#concatChoices(parts) ?? this.apply('str', 'concat', parts);
  }

  /** One literal of several, none of which make one character where they meet. */
  #joined(literals: readonly StrTerm[]): StrTerm {
    const joined = this.fold('str', 'concat', literals);
    if (joined === undefined) throw new TermTooLarge('a text of millions of characters');
    return joined;
  }

  /** Parts that depend on one condition are chosen together, so that what belongs together meets. */
  #concatChoices(parts: readonly StrTerm[]): StrTerm | undefined {
    const choices = parts.filter((part) => isApplication(part, 'ite')).map(iteParts);
    const [choice, other] = choices;
    if (choice === undefined || other === undefined) return undefined;
    const { condition } = choice;
    if (choices.some((one) => one.condition !== condition)) return undefined;
    const side = (pick: 'consequent' | 'alternative'): StrTerm =>
      this.concat(...parts.map((part) => (isApplication(part, 'ite') ? iteParts(part)[pick] : part)));
    return this.ite(condition, side('consequent'), side('alternative'));
  }

  /** Length in code points. */
  length(operand: StrTerm): IntTerm {
    if (isApplication(operand, 'concat')) {
      return this.add(...operand.args.filter(isStr).map((part) => this.length(part)));
    }
    return this.fold('int', 'length', [operand]) ?? this.apply('int', 'length', [operand]);
  }

  /** `count` code points from `start`; empty when `start` is outside the string or `count` is not positive. */
  substr(text: StrTerm, start: IntTerm, count: IntTerm): StrTerm {
    if (start === this.zero && count === this.length(text)) return text;
    const args = [text, start, count];
    return this.fold('str', 'substr', args) ?? this.apply('str', 'substr', args);
  }

  contains(haystack: StrTerm, needle: StrTerm): BoolTerm {
    if (needle === this.empty || needle === haystack) return this.true;
    if (isApplication(haystack, 'concat') && haystack.args.includes(needle)) return this.true;
    if (this.#isFreeOf(haystack, needle)) return this.same(needle, this.empty);
    if (isApplication(haystack, 'ite')) {
      const { condition, consequent, alternative } = iteParts(haystack);
      const [yes, no] = [this.contains(consequent, needle), this.contains(alternative, needle)];
      if ([yes, no].some((side) => side.kind === 'literal' || side === condition)) return this.ite(condition, yes, no);
    }
    return this.#relate('contains', haystack, needle);
  }

  prefixOf(prefix: StrTerm, text: StrTerm): BoolTerm {
    if (prefix === this.empty || prefix === text) return this.true;
    return this.#relate('prefixof', prefix, text);
  }

  suffixOf(suffix: StrTerm, text: StrTerm): BoolTerm {
    if (suffix === this.empty || suffix === text) return this.true;
    return this.#relate('suffixof', suffix, text);
  }

  /** The first position of `needle` from `start` on, -1 when there is none; `start` lies within the string. */
  indexOf(haystack: StrTerm, needle: StrTerm, start: IntTerm): IntTerm {
    const args = [haystack, needle, start];
    return this.fold('int', 'indexof', args) ?? this.apply('int', 'indexof', args);
  }

  /** Every occurrence of `old`, which is not empty, replaced. */
  replaceAll(text: StrTerm, old: StrTerm, replacement: StrTerm): StrTerm {
    const args = [text, old, replacement];
    return this.fold('str', 'replaceall', args) ?? this.apply('str', 'replaceall', args);
  }

  /** The last position of `needle`, -1 when there is none. */
  lastIndexOf(haystack: StrTerm, needle: StrTerm): IntTerm {
    const args = [haystack, needle];
    return this.fold('int', 'lastindexof', args) ?? this.apply('int', 'lastindexof', args);
  }

  /** How often `needle` occurs without overlap; an empty one once more than there are characters. */
  count(haystack: StrTerm, needle: StrTerm): IntTerm {
    if (needle === this.empty) return this.add(this.length(haystack), this.one);
    const args = [haystack, needle];
    return this.fold('int', 'count', args) ?? this.apply('int', 'count', args);
  }

  /** The first occurrence of `old` replaced; an empty one occurs at the start. */
  replaceFirst(text: StrTerm, old: StrTerm, replacement: StrTerm): StrTerm {
    const args = [text, old, replacement];
    return this.fold('str', 'replacefirst', args) ?? this.apply('str', 'replacefirst', args);
  }

  /** Whether the text is a word of a language, which is solvable (`regex.ts`). */
  inRegex(text: StrTerm, regex: Regex): BoolTerm {
    return this.fold('bool', 'inregex', [text], { regex }) ?? this.apply('bool', 'inregex', [text], { regex });
  }

  /** The text without the longest prefix, or suffix, of characters of a class, which is solvable (`regex.ts`). */
  strip(side: 'lstrip' | 'rstrip', text: StrTerm, regex: Regex): StrTerm {
    if (isApplication(text, side) && text.regex === regex) return text;
    // the left side goes first, so that both orders are one term
    if (side === 'lstrip' && isApplication(text, 'rstrip') && text.regex === regex) {
      const [inner] = text.args.filter(isStr);
      if (inner !== undefined) return this.strip('rstrip', this.strip('lstrip', inner, regex), regex);
    }
    return this.fold('str', side, [text], { regex }) ?? this.apply('str', side, [text], { regex });
  }

  /** The text `count` times; empty where that is not positive. */
  repeat(text: StrTerm, count: IntTerm): StrTerm {
    if (text === this.empty || count === this.zero) return this.empty;
    if (count === this.one) return text;
    return this.fold('str', 'repeat', [text, count]) ?? this.apply('str', 'repeat', [text, count]);
  }

  /** The characters in reverse order. */
  reverse(text: StrTerm): StrTerm {
    const [only] = isApplication(text, 'reverse') ? text.args.filter(isStr) : [];
    if (only !== undefined) return only;
    if (isApplication(text, 'concat')) {
      const parts = text.args.filter(isStr).toReversed();
      return this.concat(...parts.map((part) => this.reverse(part)));
    }
    return this.fold('str', 'reverse', [text]) ?? this.apply('str', 'reverse', [text]);
  }

  /** The code point of a text of one character. */
  toCode(character: StrTerm): IntTerm {
    const [code] = isApplication(character, 'fromcode') ? character.args.filter(isInt) : [];
    return code ?? this.fold('int', 'tocode', [character]) ?? this.apply('int', 'tocode', [character]);
  }

  /** The character of a code point from 0 to 0x10FFFF. */
  fromCode(code: IntTerm): StrTerm {
    const [character] = isApplication(code, 'tocode') ? code.args.filter(isStr) : [];
    return character ?? this.fold('str', 'fromcode', [code]) ?? this.apply('str', 'fromcode', [code]);
  }

  /** A conversion of case by its name; see `text-functions.ts`. */
  mapText(name: string, text: StrTerm): StrTerm {
    if (isApplication(text, 'textmap') && text.name === name && IDEMPOTENT.has(name)) return text;
    return this.fold('str', 'textmap', [text], { name }) ?? this.apply('str', 'textmap', [text], { name });
  }

  strLt(left: StrTerm, right: StrTerm): BoolTerm {
    return left === right ? this.false : this.#relate('strlt', left, right);
  }

  strLe(left: StrTerm, right: StrTerm): BoolTerm {
    return left === right ? this.true : this.#relate('strle', left, right);
  }

  /** The decimal text of an integer, with a minus sign where it is negative. */
  intToStr(operand: IntTerm): StrTerm {
    return this.fold('str', 'inttostr', [operand]) ?? this.apply('str', 'inttostr', [operand]);
  }

  /** The value of a text of ASCII digits, -1 for any other text. */
  strToInt(operand: StrTerm): IntTerm {
    return this.fold('int', 'strtoint', [operand]) ?? this.apply('int', 'strtoint', [operand]);
  }

  /** An application of a function of which only this is known: equal arguments give equal results. */
  opaque<S extends Term['sort']>(sort: S, name: string, args: readonly Term[]): Term<S> {
    return this.apply(sort, 'opaque', args, { name });
  }

  /** Whether a part lies before the first occurrence of the needle, or behind the last: then only an empty one is in it. */
  #isFreeOf(part: StrTerm, needle: StrTerm): boolean {
    if (!isApplication(part, 'substr')) return false;
    const [whole, start, count] = part.args;
    if (whole === undefined || !isStr(whole) || start === undefined || !isInt(start) || count === undefined)
      return false;
    const first = this.indexOf(whole, needle, start);
    if (count === this.sub(first, start)) return true;
    return start === this.add(this.lastIndexOf(whole, needle), this.length(needle));
  }

  #relate(operator: StringRelation, left: StrTerm, right: StrTerm): BoolTerm {
    return this.fold('bool', operator, [left, right]) ?? this.apply('bool', operator, [left, right]);
  }
}

/** Conversions that leave their own results alone. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['upper', 'lower', 'casefold', 'bytes.upper', 'bytes.lower']);

function isInt(term: Term): term is IntTerm {
  return term.sort === 'int';
}

function isStr(term: Term): term is StrTerm {
  return term.sort === 'str';
}
