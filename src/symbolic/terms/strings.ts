/** Simplifying constructors of strings: sequences of code points. */
import { codePointLength, codePoints, compareCodePoints } from '../../lib/code-points.ts';
import { FloatTerms } from './floats.ts';
import { isApplication } from './logic.ts';
import type { BoolTerm, IntTerm, StrTerm, Term } from './term.ts';

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
        if (part.kind === 'literal' && last?.kind === 'literal')
          parts[parts.length - 1] = this.str(last.value + part.value);
        else if (part !== this.empty) parts.push(part);
      }
    }
    const [first, second] = parts;
    if (first === undefined) return this.empty;
    return second === undefined ? first : this.apply('str', 'concat', parts);
  }

  /** Length in code points. */
  length(operand: StrTerm): IntTerm {
    if (operand.kind === 'literal') return this.int(codePointLength(operand.value));
    if (isApplication(operand, 'concat'))
      return this.add(...operand.args.filter(isStr).map((part) => this.length(part)));
    return this.apply('int', 'length', [operand]);
  }

  /** `count` code points from `start`; empty when `start` is outside the string or `count` is not positive. */
  substr(text: StrTerm, start: IntTerm, count: IntTerm): StrTerm {
    if (text.kind === 'literal' && start.kind === 'literal' && count.kind === 'literal') {
      const [from, taken] = [Number(start.value), Number(count.value)];
      if (from < 0 || taken <= 0) return this.empty;
      return this.str(
        codePoints(text.value)
          .slice(from, from + taken)
          .join(''),
      );
    }
    if (start === this.zero && count === this.length(text)) return text;
    return this.apply('str', 'substr', [text, start, count]);
  }

  contains(haystack: StrTerm, needle: StrTerm): BoolTerm {
    if (haystack.kind === 'literal' && needle.kind === 'literal')
      return this.bool(haystack.value.includes(needle.value));
    if (needle === this.empty || needle === haystack) return this.true;
    return this.apply('bool', 'contains', [haystack, needle]);
  }

  prefixOf(prefix: StrTerm, text: StrTerm): BoolTerm {
    if (prefix.kind === 'literal' && text.kind === 'literal') return this.bool(text.value.startsWith(prefix.value));
    if (prefix === this.empty || prefix === text) return this.true;
    return this.apply('bool', 'prefixof', [prefix, text]);
  }

  suffixOf(suffix: StrTerm, text: StrTerm): BoolTerm {
    if (suffix.kind === 'literal' && text.kind === 'literal') return this.bool(text.value.endsWith(suffix.value));
    if (suffix === this.empty || suffix === text) return this.true;
    return this.apply('bool', 'suffixof', [suffix, text]);
  }

  /** The first position of `needle` from `start` on, -1 when there is none; `start` lies within the string. */
  indexOf(haystack: StrTerm, needle: StrTerm, start: IntTerm): IntTerm {
    if (haystack.kind === 'literal' && needle.kind === 'literal' && start.kind === 'literal') {
      return this.int(findCodePoints(haystack.value, needle.value, Number(start.value)));
    }
    return this.apply('int', 'indexof', [haystack, needle, start]);
  }

  /** Every occurrence of `old`, which is not empty, replaced. */
  replaceAll(text: StrTerm, old: StrTerm, replacement: StrTerm): StrTerm {
    if (text.kind === 'literal' && old.kind === 'literal' && replacement.kind === 'literal') {
      return this.str(text.value.split(old.value).join(replacement.value));
    }
    return this.apply('str', 'replaceall', [text, old, replacement]);
  }

  strLt(left: StrTerm, right: StrTerm): BoolTerm {
    if (left.kind === 'literal' && right.kind === 'literal') {
      return this.bool(compareCodePoints(left.value, right.value) < 0);
    }
    return left === right ? this.false : this.apply('bool', 'strlt', [left, right]);
  }

  strLe(left: StrTerm, right: StrTerm): BoolTerm {
    if (left.kind === 'literal' && right.kind === 'literal') {
      return this.bool(compareCodePoints(left.value, right.value) <= 0);
    }
    return left === right ? this.true : this.apply('bool', 'strle', [left, right]);
  }

  /** The decimal text of an integer, with a minus sign where it is negative. */
  intToStr(operand: IntTerm): StrTerm {
    if (operand.kind === 'literal') return this.str(String(operand.value));
    return this.apply('str', 'inttostr', [operand]);
  }

  /** The value of a text of ASCII digits, -1 for any other text. */
  strToInt(operand: StrTerm): IntTerm {
    if (operand.kind === 'literal') return this.int(/^[0-9]+$/.test(operand.value) ? BigInt(operand.value) : -1n);
    return this.apply('int', 'strtoint', [operand]);
  }

  /** An application of a function of which only this is known: equal arguments give equal results. */
  opaque<S extends Term['sort']>(sort: S, name: string, args: readonly Term[]): Term<S> {
    return this.apply(sort, 'opaque', args, name);
  }
}

function findCodePoints(haystack: string, needle: string, start: number): number {
  const points = codePoints(haystack);
  const before = points.slice(0, start).join('').length;
  const at = haystack.indexOf(needle, before);
  return at < 0 ? -1 : codePointLength(haystack.slice(0, at));
}

function isStr(term: Term): term is StrTerm {
  return term.sort === 'str';
}
