/** Terms: the hash-consed, immutable DAG in which values and path conditions are written. */
import type { Regex } from './regex.ts';

export type Sort = 'bool' | 'int' | 'float' | 'str';

/**
 * What an application means. Every operator has the meaning Python gives it, and each lowers to SMT-LIB either exactly or
 * by an over-approximation (see `smt/lower.ts`), so that `unsat` is always a proof.
 */
export type Operator =
  // logic, any sort where said
  | 'not'
  | 'and'
  | 'or'
  /** (bool, S, S) → S */
  | 'ite'
  /** (S, S) → bool: identity of values; for floats nan is itself and 0.0 is not -0.0 */
  | 'same'
  /** (variable, body): the body holds whichever integer the variable is; the variable occurs nowhere else. */
  | 'forall'
  /** (variable, body, count): the sum of the body for the integers from 0 up to the count, which are 0 in all where it is negative */
  | 'sumto'
  // integers
  | 'add'
  | 'mul'
  /** Floor division; the divisor is not 0. */
  | 'floordiv'
  /** The remainder of floor division: it has the divisor's sign. */
  | 'mod'
  | 'le'
  /** (int, …): bitwise operators on two's complement integers without a last bit */
  | 'bitand'
  | 'bitor'
  | 'bitxor'
  /** (base, exponent) of an exponent from 0 up */
  | 'power'
  /** The integer part of the square root of an integer from 0 up. */
  | 'isqrt'
  /** How many bits the magnitude has. */
  | 'bitlength'
  /** The greatest common divisor, from 0 up. */
  | 'gcd'
  // floats: IEEE 754 binary64, round to nearest even
  | 'fadd'
  | 'fsub'
  | 'fmul'
  | 'fdiv'
  | 'fneg'
  | 'fabs'
  | 'flt'
  | 'fle'
  /** IEEE equality: nan differs from itself and 0.0 equals -0.0. */
  | 'feq'
  | 'fisnan'
  | 'fisinf'
  /** Whether the sign is negative, of zeros and infinities, too; false for nan. */
  | 'fisneg'
  /** Whether a float is finite and has no fraction. */
  | 'fisint'
  /** The square root; nan below zero. */
  | 'fsqrt'
  /** The nearest whole float below, above, or either way (ties to even); nan, infinities and the sign of zero stay. */
  | 'ffloor'
  | 'fceil'
  | 'fnearest'
  /** The remainder of truncated division, as C's `fmod`: exact, with the dividend's sign. */
  | 'fmod'
  // between integers and floats
  /** The nearest float of an integer whose conversion does not overflow. */
  | 'inttofloat'
  /** The integer part of a finite float. */
  | 'floattoint'
  /** The float nearest to the quotient of two integers; the divisor is not 0 and the result does not overflow. */
  | 'truediv'
  /** Exact comparisons of an integer with a float; false for nan. */
  | 'intltfloat'
  | 'intlefloat'
  | 'inteqfloat'
  // strings: sequences of code points
  | 'concat'
  | 'length'
  /** (str, start, count): like SMT-LIB's `str.substr`, empty when out of range */
  | 'substr'
  /** (haystack, needle) */
  | 'contains'
  /** (prefix, text) */
  | 'prefixof'
  /** (suffix, text) */
  | 'suffixof'
  /** (haystack, needle, start): -1 when there is none */
  | 'indexof'
  /** (haystack, needle): the last position, -1 when there is none */
  | 'lastindexof'
  /** (haystack, needle): occurrences that do not overlap; of an empty needle one more than characters */
  | 'count'
  /** (text, old, new): every occurrence, left to right; `old` is not empty */
  | 'replaceall'
  /** (text, old, new): the first occurrence; an empty `old` occurs at the start */
  | 'replacefirst'
  /** The text is a word of the language that `regex` names. */
  | 'inregex'
  /** The text without the longest prefix, or suffix, of characters of the class that `regex` names. */
  | 'lstrip'
  | 'rstrip'
  /** (text, count): empty where the count is not positive */
  | 'repeat'
  /** The characters in reverse order. */
  | 'reverse'
  /** The code point of a text of one character. */
  | 'tocode'
  /** The character of a code point from 0 to 0x10FFFF. */
  | 'fromcode'
  /** A conversion of case, of Unicode text or of ASCII letters only: `name` tells which (`text-functions.ts`). */
  | 'textmap'
  /** Lexicographic order by code point. */
  | 'strlt'
  | 'strle'
  /** The decimal text of an integer. */
  | 'inttostr'
  /** The value of a text of ASCII digits; -1 for any other text. */
  | 'strtoint'
  /** A function known only to be a function; `name` tells which. */
  | 'opaque';

export type LiteralValue = {
  readonly bool: boolean;
  readonly int: bigint;
  readonly float: number;
  readonly str: string;
};

interface TermBase<S extends Sort> {
  /** Position in creation order within one store; equal ids mean equal terms. */
  readonly id: number;
  readonly sort: S;
}

export interface Literal<S extends Sort = Sort> extends TermBase<S> {
  readonly kind: 'literal';
  readonly value: LiteralValue[S];
}

export interface Variable<S extends Sort = Sort> extends TermBase<S> {
  readonly kind: 'variable';
  readonly name: string;
}

export interface Application<S extends Sort = Sort> extends TermBase<S> {
  readonly kind: 'application';
  readonly operator: Operator;
  readonly args: readonly Term[];
  /** Names the function of an `opaque` or `textmap` application. */
  readonly name?: string;
  /** The language of `inregex`, the class of `lstrip` and `rstrip`. */
  readonly regex?: Regex;
}

/** What belongs to an operator besides its arguments. */
export type Detail = Pick<Application, 'name' | 'regex'>;

export type Term<S extends Sort = Sort> = Literal<S> | Variable<S> | Application<S>;
export type BoolTerm = Term<'bool'>;
export type IntTerm = Term<'int'>;
export type FloatTerm = Term<'float'>;
export type StrTerm = Term<'str'>;

/** Narrows a term to one sort. */
export function hasSort<S extends Sort>(term: Term, sort: S): term is Term<S> {
  return term.sort === sort;
}
