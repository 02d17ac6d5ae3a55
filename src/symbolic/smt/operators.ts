/** The operators that SMT-LIB has exactly, as text over their arguments' texts. */
import type { Operator } from '../terms/term.ts';

/** Operators without an exact counterpart that Z3 can decide; see `rounding.ts`. */
const APPROXIMATED = [
  'inttofloat',
  'truediv',
  'floattoint',
  'intltfloat',
  'intlefloat',
  'inteqfloat',
] as const satisfies readonly Operator[];

/** One of those operators. */
export type ApproximatedOperator = (typeof APPROXIMATED)[number];

export function isApproximated(operator: Operator): operator is ApproximatedOperator {
  return APPROXIMATED.some((approximated) => approximated === operator);
}

/** Operators that stand for themselves, under another name. */
const NAMES: Readonly<Record<Exclude<Operator, ApproximatedOperator | 'opaque' | TemplateOperator>, string>> = {
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
  concat: 'str.++',
  length: 'str.len',
  substr: 'str.substr',
  contains: 'str.contains',
  prefixof: 'str.prefixof',
  suffixof: 'str.suffixof',
  indexof: 'str.indexof',
  replaceall: 'str.replace_all',
  strlt: 'str.<',
  strle: 'str.<=',
  strtoint: 'str.to_int',
};

type Template = (first: string, second: string) => string;
type TemplateOperator = 'floordiv' | 'mod' | 'inttostr';

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
  // str.from_int is "" for negative numbers
  inttostr: (operand) => `(ite (>= ${operand} 0) (str.from_int ${operand}) (str.++ "-" (str.from_int (- ${operand}))))`,
};

/** An operator that {@link exactText} can write. */
export type ExactOperator = keyof typeof NAMES | TemplateOperator;

/** Whether {@link exactText} mentions an argument more than once, so that arguments have to be short. */
export function repeatsArguments(operator: Operator): boolean {
  return operator in TEMPLATES;
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
