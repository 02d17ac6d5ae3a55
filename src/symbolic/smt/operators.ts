/** The operators that SMT-LIB has exactly, as text over their arguments' texts. */
import type { Operator } from '../terms/term.ts';
import { type DescribedOperator, isDescribed } from './text-axioms.ts';

/** Conversions without an exact counterpart that Z3 can decide; see `rounding.ts`. */
const ROUNDING = [
  'inttofloat',
  'truediv',
  'floattoint',
  'intltfloat',
  'intlefloat',
  'inteqfloat',
] as const satisfies readonly Operator[];

/** Functions of numbers that only axioms describe; see `function-axioms.ts`. */
const FUNCTIONS = ['bitand', 'bitor', 'bitxor', 'power', 'isqrt', 'bitlength', 'gcd', 'fmod'] as const;

/** A conversion between integers and floats, or a comparison of the two. */
export type RoundingOperator = (typeof ROUNDING)[number];
export type FunctionOperator = (typeof FUNCTIONS)[number];
/** An operator that the solver knows by axioms alone. */
export type ApproximatedOperator = RoundingOperator | FunctionOperator;

export function isRounding(operator: Operator): operator is RoundingOperator {
  return ROUNDING.some((rounding) => rounding === operator);
}

export function isApproximated(operator: Operator): operator is ApproximatedOperator {
  return isRounding(operator) || FUNCTIONS.some((one) => one === operator);
}

/** An application in a script: a constant in its place, and the texts of its arguments. */
export interface Approximation<O extends ApproximatedOperator = ApproximatedOperator> {
  readonly operator: O;
  /** The constant that stands for the application's value. */
  readonly symbol: string;
  readonly args: readonly string[];
  /** The application that is its float argument, where that is one of these, too. */
  readonly operand?: Approximation;
}

/** Operators that stand for themselves, under another name. */
const NAMES: Readonly<
  Record<
    Exclude<
      Operator,
      ApproximatedOperator | DescribedOperator | 'inregex' | 'forall' | 'sumto' | 'opaque' | TemplateOperator
    >,
    string
  >
> = {
  not: 'not',
  and: 'and',
  or: 'or',
  ite: 'ite',
  // on floats SMT-LIB's `=` is identity, too: one NaN, two zeros
  same: '=',
  add: '+',
  mul: '*',
  le: '<=',
  fadd: 'fp.add RNE',
  fsub: 'fp.sub RNE',
  fmul: 'fp.mul RNE',
  fdiv: 'fp.div RNE',
  fneg: 'fp.neg',
  fabs: 'fp.abs',
  flt: 'fp.lt',
  fle: 'fp.leq',
  feq: 'fp.eq',
  fisnan: 'fp.isNaN',
  fisinf: 'fp.isInfinite',
  fisneg: 'fp.isNegative',
  fsqrt: 'fp.sqrt RNE',
  ffloor: 'fp.roundToIntegral RTN',
  fceil: 'fp.roundToIntegral RTP',
  fnearest: 'fp.roundToIntegral RNE',
  concat: 'str.++',
  length: 'str.len',
  substr: 'str.substr',
  contains: 'str.contains',
  prefixof: 'str.prefixof',
  suffixof: 'str.suffixof',
  indexof: 'str.indexof',
  replacefirst: 'str.replace',
  strlt: 'str.<',
  strle: 'str.<=',
  strtoint: 'str.to_int',
};

type Template = (first: string, second: string) => string;
type TemplateOperator = 'floordiv' | 'mod' | 'inttostr' | 'fisint';

/** Division in SMT-LIB rounds such that the remainder is not negative; Python's rounds down. */
const TEMPLATES: Readonly<Record<TemplateOperator, Template>> = {
  floordiv: (dividend, divisor) =>
    isNumeral(divisor)
      ? `(div ${dividend} ${divisor})`
      : `(ite (> ${divisor} 0) (div ${dividend} ${divisor}) (div (- ${dividend}) (- ${divisor})))`,
  mod: (dividend, divisor) =>
    isNumeral(divisor)
      ? `(mod ${dividend} ${divisor})`
      : `(ite (> ${divisor} 0) (mod ${dividend} ${divisor}) (- (mod (- ${dividend}) (- ${divisor}))))`,
  // nothing equals nan
  fisint: (operand) => `(and (not (fp.isInfinite ${operand})) (fp.eq ${operand} (fp.roundToIntegral RTZ ${operand})))`,
  // str.from_int is "" for negative numbers
  inttostr: (operand) => `(ite (>= ${operand} 0) (str.from_int ${operand}) (str.++ "-" (str.from_int (- ${operand}))))`,
};

/** An operator that {@link exactText} can write. */
export type ExactOperator = keyof typeof NAMES | TemplateOperator;

/** Whether the script mentions an argument more than once, so that arguments have to be short. */
export function repeatsArguments(operator: Operator): boolean {
  return operator in TEMPLATES || isApproximated(operator) || isDescribed(operator);
}

/** The application as SMT-LIB text with Python's meaning. */
export function exactText(operator: ExactOperator, args: readonly string[]): string {
  if (isTemplate(operator)) {
    const [first = '', second = ''] = args;
    return TEMPLATES[operator](first, second);
  }
  return `(${NAMES[operator]} ${args.join(' ')})`;
}

function isTemplate(operator: ExactOperator): operator is TemplateOperator {
  return operator in TEMPLATES;
}

/** A literal divisor above 0, the case where both kinds of division agree. */
function isNumeral(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text);
}
