/** Simplifying constructors of strings: sequences of code points. */
import { FloatTerms } from './floats.ts';
import { isApplication } from './logic.ts';
import type { BoolTerm, IntTerm, StrTerm, Term } from './term.ts';

type StringRelation = 'contains' | 'prefixof' | 'suffixof' | 'strlt' | 'strle';

/** Every constructor of terms: the store, logic, integers, floats and strings. */
export class Terms extends FloatTerms {
  readonly empty: StrTerm = this.str('');

  str(value: string): StrTerm {
    return this.literal('str', value);
  }

  /** n-ary concatenation, flattened, neighbouring literals joined. */
  concat(...operands: readonly StrTerm[]): StrTerm {
    const parts: StrTerm[] = [];
    for (const operand of operands) {
      for (const part of isApplication(operand, 'concat') ? operand.args.filter(isStr) : [operand]) {
        const last = parts.at(-1);
        const joined = last === undefined ? undefined : this.fold('str', 'concat', [last, part]);
        if (joined !== undefined) parts[parts.length - 1] = joined;
        else if (part !== this.empty) parts.push(part);
      }
    }
    const [first, second] = parts;
    if (first === undefined) return this.empty;
    return second === undefined ? first : this.apply('str', 'concat', parts);
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
    return this.apply(sort, 'opaque', args, name);
  }

  #relate(operator: StringRelation, left: StrTerm, right: StrTerm): BoolTerm {
    return this.fold('bool', operator, [left, right]) ?? this.apply('bool', operator, [left, right]);
  }
}

function isStr(term: Term): term is StrTerm {
  return term.sort === 'str';
}
