/** Random expressions, each as a term of the simplifying constructors, as plain SMT-LIB text, and as a plain computation. */

import type { Random } from '../../src/lib/random.ts';
import { literalText } from '../../src/symbolic/smt/literals.ts';
import type { Model } from '../../src/symbolic/terms/evaluate.ts';
import type { WholeRounding } from '../../src/symbolic/terms/float-functions.ts';
import type { FloatArithmetic, FloatComparison, MixedComparison } from '../../src/symbolic/terms/floats.ts';
import { operate, type StrictOperator, type Value } from '../../src/symbolic/terms/operations.ts';
import type { Terms } from '../../src/symbolic/terms/strings.ts';
import { type Detail, hasSort, type LiteralValue, type Sort, type Term } from '../../src/symbolic/terms/term.ts';
import { TEXT_OPERATORS } from './random-texts.ts';

/** One expression in three forms that must agree. */
export interface Expression<S extends Sort = Sort> {
  readonly term: Term<S>;
  /** Without simplification; variables stand for themselves. */
  readonly text: string;
  /** The value by operators alone; undefined where an operator is not defined. */
  readonly compute: (model: Model) => Value | undefined;
}

export const VARIABLES = {
  bool: ['p', 'q'],
  int: ['x', 'y'],
  float: ['f', 'g'],
  str: ['s', 't'],
} as const satisfies Record<Sort, readonly string[]>;

export const SAMPLES: { readonly [S in Sort]: readonly LiteralValue[S][] } = {
  bool: [true, false],
  int: [0n, 1n, -1n, 2n, 3n, -3n, 5n, 7n, -12n, 100n, 2n ** 53n + 1n, -(2n ** 60n)],
  float: [0, -0, 1, -1, 0.5, 2.5, -3.75, 1e16, 1e308, 5e-324, Infinity, -Infinity, Number.NaN],
  str: ['', 'a', 'b', 'ab', 'aba', '10', '-7', 'é', '😀', 'A"\\u{41}'],
};

/** Which operators may occur besides those of logic. */
export interface Theories {
  readonly sorts: readonly Sort[];
  readonly nonlinear?: boolean;
  readonly conversions?: boolean;
  /** Operators of texts that SMT-LIB has no exact counterpart of. */
  readonly texts?: boolean;
}

const FLOAT_ARITHMETIC: readonly FloatArithmetic[] = ['fadd', 'fsub', 'fmul', 'fdiv'];
const FLOAT_COMPARISON: readonly FloatComparison[] = ['flt', 'fle', 'feq'];
const MIXED: readonly MixedComparison[] = ['intltfloat', 'intlefloat', 'inteqfloat'];
const WHOLE: readonly WholeRounding[] = ['ffloor', 'fceil', 'fnearest'];
const FLOAT_TEXT = { fadd: 'fp.add RNE', fsub: 'fp.sub RNE', fmul: 'fp.mul RNE', fdiv: 'fp.div RNE' } as const;
const COMPARISON_TEXT = { flt: 'fp.lt', fle: 'fp.leq', feq: 'fp.eq' } as const;

export class RandomTerms {
  readonly #terms: Terms;
  readonly #random: Random;
  readonly #theories: Theories;

  constructor(terms: Terms, random: Random, theories: Theories) {
    this.#terms = terms;
    this.#random = random;
    this.#theories = theories;
  }

  /** A random model of the variables. */
  model(): Map<string, Value> {
    const model = new Map<string, Value>();
    for (const sort of ['bool', 'int', 'float', 'str'] as const) {
      for (const name of VARIABLES[sort]) model.set(name, this.#random.pick<Value>(SAMPLES[sort]));
    }
    return model;
  }

  bool(depth: number): Expression<'bool'> {
    if (depth === 0) return this.#leaf('bool');
    const below = depth - 1;
    if (this.#usesTexts()) return this.#text('bool', below);
    const kinds = ['not', 'and', 'or', 'ite', 'same', ...this.#theories.sorts];
    switch (this.#random.pick(kinds)) {
      case 'not': {
        const [a] = [this.bool(below)];
        return this.#strict('not', this.#terms.not(a.term), `(not ${a.text})`, [a]);
      }
      case 'and':
        return this.#connect('and', [this.bool(below), this.bool(below), this.bool(below)]);
      case 'or':
        return this.#connect('or', [this.bool(below), this.bool(below), this.bool(below)]);
      case 'ite':
        return this.#ite(this.bool(below), this.bool(below), this.bool(below));
      case 'same':
        return this.#same(below);
      case 'float':
        return this.#floatRelation(below);
      case 'str':
        return this.#stringRelation(below);
      default:
        return this.#intRelation(below);
    }
  }

  int(depth: number): Expression<'int'> {
    if (depth === 0) return this.#leaf('int');
    const below = depth - 1;
    if (this.#usesTexts()) return this.#text('int', below);
    const t = this.#terms;
    const strings = this.#theories.sorts.includes('str') ? ['length', 'indexof', 'strtoint'] : [];
    const conversions = this.#theories.conversions ? ['floattoint', 'floor', 'bits', 'bits', 'function'] : [];
    const kind = this.#random.pick(['add', 'sub', 'neg', 'mul', 'floordiv', 'mod', 'ite', ...strings, ...conversions]);
    switch (kind) {
      case 'add': {
        const [a, b] = [this.int(below), this.int(below)];
        return this.#strict('add', t.add(a.term, b.term), `(+ ${a.text} ${b.text})`, [a, b]);
      }
      case 'sub': {
        const [a, b] = [this.int(below), this.#scaled(this.int(below), -1n)];
        return this.#strict('add', t.add(a.term, b.term), `(+ ${a.text} ${b.text})`, [a, b]);
      }
      case 'neg':
        return this.#scaled(this.int(below), -1n);
      case 'mul':
        return this.#theories.nonlinear
          ? this.#product(this.int(below), this.int(below))
          : this.#scaled(this.int(below), this.#random.pick([-6n, -2n, 2n, 3n, 12n]));
      case 'floordiv':
      case 'mod':
        return this.#division(kind, this.int(below));
      case 'length': {
        const a = this.str(below);
        return this.#strict('length', t.length(a.term), `(str.len ${a.text})`, [a]);
      }
      case 'indexof': {
        const [a, b, start] = [this.str(below), this.str(below), this.#literal('int', 0n)];
        const term = t.indexOf(a.term, b.term, start.term);
        return this.#strict('indexof', term, `(str.indexof ${a.text} ${b.text} 0)`, [a, b, start]);
      }
      case 'strtoint': {
        const a = this.str(below);
        return this.#strict('strtoint', t.strToInt(a.term), `(str.to_int ${a.text})`, [a]);
      }
      case 'floattoint': {
        const a = this.float(below);
        return this.#strict('floattoint', t.floatToInt(a.term), '', [a]);
      }
      case 'floor': {
        const a = this.float(below);
        const floor = this.#strict('ffloor', t.floatWhole('ffloor', a.term), '', [a]);
        return this.#strict('floattoint', t.floorToInt(a.term), '', [floor]);
      }
      case 'bits':
        return this.#bits(this.int(below), this.int(below), this.#leaf('int'));
      case 'function':
        return this.#function(this.int(below), this.int(below));
      default:
        return this.#ite(this.bool(below), this.int(below), this.int(below));
    }
  }

  float(depth: number): Expression<'float'> {
    if (depth === 0) return this.#leaf('float');
    const below = depth - 1;
    const t = this.#terms;
    const conversions = this.#theories.conversions ? ['inttofloat', 'truediv', 'fmod'] : [];
    switch (this.#random.pick(['arithmetic', 'arithmetic', 'fneg', 'fabs', 'fsqrt', 'whole', 'ite', ...conversions])) {
      case 'fsqrt': {
        const a = this.float(0);
        return this.#strict('fsqrt', t.floatSqrt(a.term), `(fp.sqrt RNE ${a.text})`, [a]);
      }
      case 'whole': {
        const [rounding, a] = [this.#random.pick(WHOLE), this.float(below)];
        const mode = { ffloor: 'RTN', fceil: 'RTP', fnearest: 'RNE' }[rounding];
        return this.#strict(rounding, t.floatWhole(rounding, a.term), `(fp.roundToIntegral ${mode} ${a.text})`, [a]);
      }
      case 'fmod': {
        const [a, b] = [this.float(below), this.float(below)];
        return this.#strict('fmod', t.floatRemainder(a.term, b.term), '', [a, b]);
      }
      case 'arithmetic': {
        const [operator, a, b] = [this.#random.pick(FLOAT_ARITHMETIC), this.float(below), this.float(below)];
        const text = `(${FLOAT_TEXT[operator]} ${a.text} ${b.text})`;
        return this.#strict(operator, t.floatArithmetic(operator, a.term, b.term), text, [a, b]);
      }
      case 'fneg': {
        const a = this.float(below);
        return this.#strict('fneg', t.floatNeg(a.term), `(fp.neg ${a.text})`, [a]);
      }
      case 'fabs': {
        const a = this.float(below);
        return this.#strict('fabs', t.floatAbs(a.term), `(fp.abs ${a.text})`, [a]);
      }
      case 'inttofloat': {
        const a = this.int(below);
        return this.#strict('inttofloat', t.intToFloat(a.term), '', [a]);
      }
      case 'truediv': {
        const [a, b] = [this.int(below), this.#random.below(2) ? this.int(below) : this.#divisor()];
        return this.#strict('truediv', t.trueDiv(a.term, b.term), '', [a, b]);
      }
      default:
        return this.#ite(this.bool(below), this.float(below), this.float(below));
    }
  }

  str(depth: number): Expression<'str'> {
    if (depth === 0) return this.#leaf('str');
    const below = depth - 1;
    if (this.#usesTexts()) return this.#text('str', below);
    const t = this.#terms;
    switch (this.#random.pick(['concat', 'concat', 'substr', 'inttostr', 'ite'])) {
      case 'concat': {
        const [a, b] = [this.str(below), this.str(below)];
        return this.#strict('concat', t.concat(a.term, b.term), `(str.++ ${a.text} ${b.text})`, [a, b]);
      }
      case 'substr': {
        const [a, b, c] = [this.str(below), this.int(0), this.int(0)];
        const text = `(str.substr ${a.text} ${b.text} ${c.text})`;
        return this.#strict('substr', t.substr(a.term, b.term, c.term), text, [a, b, c]);
      }
      case 'inttostr': {
        const a = this.int(0);
        const text = `(ite (< ${a.text} 0) (str.++ "-" (str.from_int (- 0 ${a.text}))) (str.from_int ${a.text}))`;
        return this.#strict('inttostr', t.intToStr(a.term), text, [a]);
      }
      default:
        return this.#ite(this.bool(below), this.str(below), this.str(below));
    }
  }

  #bits(a: Expression<'int'>, b: Expression<'int'>, c: Expression<'int'>): Expression<'int'> {
    const t = this.#terms;
    const nested = this.#random.below(2) === 0;
    switch (this.#random.below(3)) {
      case 0: {
        const or = this.#strict('bitor', t.bitOr(b.term, c.term), '', [b, c]);
        return this.#strict('bitand', t.bitAnd(a.term, nested ? or.term : b.term), '', [a, nested ? or : b]);
      }
      case 1: {
        const and = this.#strict('bitand', t.bitAnd(b.term, a.term), '', [b, a]);
        return this.#strict('bitor', t.bitOr(a.term, nested ? and.term : c.term), '', [a, nested ? and : c]);
      }
      default: {
        const xor = this.#strict('bitxor', t.bitXor(b.term, c.term), '', [b, c]);
        return this.#strict('bitxor', t.bitXor(xor.term, nested ? c.term : a.term), '', [xor, nested ? c : a]);
      }
    }
  }

  #function(a: Expression<'int'>, b: Expression<'int'>): Expression<'int'> {
    const t = this.#terms;
    switch (this.#random.below(4)) {
      case 0:
        return this.#strict('isqrt', t.isqrt(a.term), '', [a]);
      case 1:
        return this.#strict('bitlength', t.bitLength(a.term), '', [a]);
      case 2:
        return this.#strict('gcd', t.gcd(a.term, b.term), '', [a, b]);
      default: {
        // the exponent is small: CPython computes what evaluation leaves out as too large
        const [leaf, seven] = [this.#leaf('int'), this.#literal('int', 7n)];
        const exponent = this.#strict('mod', t.mod(leaf.term, seven.term), '', [leaf, seven]);
        return this.#strict('power', t.power(a.term, exponent.term), '', [a, exponent]);
      }
    }
  }

  #intRelation(below: number): Expression<'bool'> {
    const [a, b] = [this.int(below), this.int(below)];
    switch (this.#random.below(3)) {
      case 0:
        return this.#strict('le', this.#terms.le(a.term, b.term), `(<= ${a.text} ${b.text})`, [a, b]);
      case 1: {
        const larger = this.#strict('le', this.#terms.le(b.term, a.term), '', [b, a]);
        return this.#strict('not', this.#terms.lt(a.term, b.term), `(< ${a.text} ${b.text})`, [larger]);
      }
      default:
        return this.#strict('same', this.#terms.eq(a.term, b.term), `(= ${a.text} ${b.text})`, [a, b]);
    }
  }

  #floatRelation(below: number): Expression<'bool'> {
    const t = this.#terms;
    const a = this.float(below);
    if (this.#theories.conversions && this.#random.below(2)) {
      const [operator, n] = [this.#random.pick(MIXED), this.int(below)];
      return this.#strict(operator, t.compareMixed(operator, n.term, a.term), '', [n, a]);
    }
    switch (this.#random.below(7)) {
      case 2:
        return this.#strict('fisneg', t.isSignNegative(a.term), `(fp.isNegative ${a.text})`, [a]);
      case 3: {
        const whole = `(fp.eq ${a.text} (fp.roundToIntegral RTZ ${a.text}))`;
        return this.#strict('fisint', t.isWhole(a.term), `(and (not (fp.isInfinite ${a.text})) ${whole})`, [a]);
      }
      case 0:
        return this.#strict('fisnan', t.isNan(a.term), `(fp.isNaN ${a.text})`, [a]);
      case 1:
        return this.#strict('fisinf', t.isInf(a.term), `(fp.isInfinite ${a.text})`, [a]);
      default: {
        const [operator, b] = [this.#random.pick(FLOAT_COMPARISON), this.float(below)];
        const text = `(${COMPARISON_TEXT[operator]} ${a.text} ${b.text})`;
        return this.#strict(operator, t.floatCompare(operator, a.term, b.term), text, [a, b]);
      }
    }
  }

  #stringRelation(below: number): Expression<'bool'> {
    const t = this.#terms;
    const [a, b] = [this.str(below), this.str(below)];
    switch (this.#random.below(5)) {
      case 0:
        return this.#strict('contains', t.contains(a.term, b.term), `(str.contains ${a.text} ${b.text})`, [a, b]);
      case 1:
        return this.#strict('prefixof', t.prefixOf(a.term, b.term), `(str.prefixof ${a.text} ${b.text})`, [a, b]);
      case 2:
        return this.#strict('suffixof', t.suffixOf(a.term, b.term), `(str.suffixof ${a.text} ${b.text})`, [a, b]);
      case 3:
        return this.#strict('strlt', t.strLt(a.term, b.term), `(str.< ${a.text} ${b.text})`, [a, b]);
      default:
        return this.#strict('strle', t.strLe(a.term, b.term), `(str.<= ${a.text} ${b.text})`, [a, b]);
    }
  }

  #usesTexts(): boolean {
    return this.#theories.texts === true && this.#random.below(3) === 0;
  }

  /** An operator of texts, which has no plain SMT-LIB text. */
  #text<S extends Sort>(sort: S, below: number): Expression<S> {
    const { operator, takes, detail, build } = this.#random.pick(TEXT_OPERATORS.filter((one) => one.sort === sort));
    const args = takes.map((taken) => (taken === 'str' ? this.str(below) : this.int(Math.min(below, 1))));
    const strings = args.map(({ term }) => term).filter((term) => hasSort(term, 'str'));
    const integers = args.map(({ term }) => term).filter((term) => hasSort(term, 'int'));
    const term = build(this.#terms, strings, integers);
    if (!hasSort(term, sort)) throw new TypeError(`${operator} is no ${sort}`);
    return this.#strict(operator, term, '', args, detail);
  }

  #same(below: number): Expression<'bool'> {
    const of = <S extends Sort>(a: Expression<S>, b: Expression<S>) =>
      this.#strict('same', this.#terms.same(a.term, b.term), `(= ${a.text} ${b.text})`, [a, b]);
    switch (this.#random.pick(['bool', ...this.#theories.sorts])) {
      case 'int':
        return of(this.int(below), this.int(below));
      case 'float':
        return of(this.float(below), this.float(below));
      case 'str':
        return of(this.str(below), this.str(below));
      default:
        return of(this.bool(below), this.bool(below));
    }
  }

  #connect(operator: 'and' | 'or', members: readonly Expression<'bool'>[]): Expression<'bool'> {
    const operands = members.map((member) => member.term);
    const absorbing = operator === 'or';
    return {
      term: operator === 'and' ? this.#terms.and(...operands) : this.#terms.or(...operands),
      text: `(${operator} ${members.map((member) => member.text).join(' ')})`,
      compute: (model) => {
        const values = members.map((member) => member.compute(model));
        if (values.includes(absorbing)) return absorbing;
        return values.includes(undefined) ? undefined : !absorbing;
      },
    };
  }

  #ite<S extends Sort>(c: Expression<'bool'>, a: Expression<S>, b: Expression<S>): Expression<S> {
    return {
      term: this.#terms.ite(c.term, a.term, b.term),
      text: `(ite ${c.text} ${a.text} ${b.text})`,
      compute: (model) => {
        const condition = c.compute(model);
        return condition === undefined ? undefined : condition ? a.compute(model) : b.compute(model);
      },
    };
  }

  #scaled(a: Expression<'int'>, factor: bigint): Expression<'int'> {
    return this.#product(this.#literal('int', factor), a);
  }

  #product(a: Expression<'int'>, b: Expression<'int'>): Expression<'int'> {
    return this.#strict('mul', this.#terms.mul(a.term, b.term), `(* ${a.text} ${b.text})`, [a, b]);
  }

  /** The text divides real numbers and rounds down, for divisors that are literals. */
  #division(kind: 'floordiv' | 'mod', a: Expression<'int'>): Expression<'int'> {
    const t = this.#terms;
    const b = this.#theories.nonlinear && this.#random.below(2) ? this.int(1) : this.#divisor();
    const quotient = `(to_int (/ (to_real ${a.text}) (to_real ${b.text})))`;
    return kind === 'floordiv'
      ? this.#strict('floordiv', t.floorDiv(a.term, b.term), quotient, [a, b])
      : this.#strict('mod', t.mod(a.term, b.term), `(- ${a.text} (* ${b.text} ${quotient}))`, [a, b]);
  }

  #divisor(): Expression<'int'> {
    return this.#literal('int', this.#random.pick([-7n, -2n, -1n, 1n, 2n, 3n, 10n]));
  }

  #leaf<S extends Sort>(sort: S): Expression<S> {
    const name = this.#random.pick<string>(VARIABLES[sort]);
    if (this.#random.below(3) === 0) return this.#literal(sort, this.#random.pick<LiteralValue[S]>(SAMPLES[sort]));
    return { term: this.#terms.variable(sort, name), text: name, compute: (model) => model.get(name) };
  }

  #literal<S extends Sort>(sort: S, value: LiteralValue[S]): Expression<S> {
    return { term: this.#terms.literal(sort, value), text: literalText(value), compute: () => value };
  }

  #strict<S extends Sort>(
    operator: StrictOperator,
    term: Term<S>,
    text: string,
    args: readonly Expression[],
    detail: Detail = {},
  ): Expression<S> {
    return {
      term,
      text,
      compute: (model) => {
        const values = args.map((argument) => argument.compute(model)).filter((value) => value !== undefined);
        return values.length < args.length ? undefined : operate(operator, values, detail);
      },
    };
  }
}
