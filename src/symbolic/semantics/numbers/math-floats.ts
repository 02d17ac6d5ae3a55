/** Functions of floats in the module math: https://docs.python.org/3/library/math.html */
import type { Machine } from '../../machine/machine.ts';
import type { BoolTerm, FloatTerm } from '../../terms/term.ts';
import type { NamedArguments } from '../../values/arguments.ts';
import { exceptionClass } from '../../values/classes.ts';
import { boolValue, floatValue, type PlainValue, type Value } from '../../values/value.ts';
import { floatTerm, isInteger, isNumber } from './numbers.ts';
import { realPower } from './powers.ts';
import { toWhole } from './rounding.ts';

type MathFunction = (machine: Machine, args: readonly PlainValue[], named: NamedArguments) => Value | undefined;

/** A function that the C library computes: known by name, by where it is not defined, and by what certainly holds. */
interface LibraryFunction {
  /** Arguments for which it raises ValueError; none of them is nan. */
  readonly isInvalid?: (machine: Machine, operand: FloatTerm) => BoolTerm;
  /** Whether it may overflow, which raises OverflowError. */
  readonly mayOverflow?: true;
  /** Literal bounds of every result that is not nan. */
  readonly bounds?: readonly [number, number];
}

const below =
  (limit: number) =>
  ({ terms }: Machine, operand: FloatTerm): BoolTerm =>
    terms.floatCompare('flt', operand, terms.float(limit));
const atMost =
  (limit: number) =>
  ({ terms }: Machine, operand: FloatTerm): BoolTerm =>
    terms.floatCompare('fle', operand, terms.float(limit));
const isInfinite = ({ terms }: Machine, operand: FloatTerm): BoolTerm => terms.isInf(operand);
const isBeyondOne = ({ terms }: Machine, operand: FloatTerm): BoolTerm =>
  terms.floatCompare('flt', terms.float(1), terms.floatAbs(operand));
const isOneOrBeyond = ({ terms }: Machine, operand: FloatTerm): BoolTerm =>
  terms.floatCompare('fle', terms.float(1), terms.floatAbs(operand));

const LIBRARY: Readonly<Record<string, LibraryFunction>> = {
  acos: { isInvalid: isBeyondOne, bounds: [0, 4] },
  acosh: { isInvalid: below(1), bounds: [0, Infinity] },
  asin: { isInvalid: isBeyondOne, bounds: [-2, 2] },
  asinh: {},
  atan: { bounds: [-2, 2] },
  atanh: { isInvalid: isOneOrBeyond },
  cbrt: {},
  cos: { isInvalid: isInfinite, bounds: [-1, 1] },
  cosh: { mayOverflow: true, bounds: [0, Infinity] },
  erf: { bounds: [-1, 1] },
  erfc: { bounds: [0, 2] },
  exp: { mayOverflow: true, bounds: [0, Infinity] },
  exp2: { mayOverflow: true, bounds: [0, Infinity] },
  expm1: { mayOverflow: true, bounds: [-1, Infinity] },
  log: { isInvalid: atMost(0) },
  log10: { isInvalid: atMost(0) },
  log1p: { isInvalid: atMost(-1) },
  log2: { isInvalid: atMost(0) },
  sin: { isInvalid: isInfinite, bounds: [-1, 1] },
  sinh: { mayOverflow: true },
  tan: { isInvalid: isInfinite },
  tanh: { bounds: [-1, 1] },
};

function callLibrary(machine: Machine, name: string, library: LibraryFunction, value: PlainValue): Value | undefined {
  const { terms } = machine;
  // logarithms take integers beyond the largest float
  if (name.startsWith('log') && isInteger(value)) return undefined;
  const operand = operandOf(machine, value);
  if (operand === undefined) return undefined;
  if (library.isInvalid !== undefined) {
    machine.raiseIf(library.isInvalid(machine, operand), exceptionClass('ValueError'));
  }
  if (library.mayOverflow) {
    const overflows = terms.opaque('bool', `math.${name} overflows`, [operand]);
    machine.raiseIf(terms.and(terms.isFinite(operand), overflows), exceptionClass('OverflowError'), 'float');
  }
  const result = terms.opaque('float', `math.${name}`, [operand]);
  const isNan = terms.isNan(operand);
  const [lower = -Infinity, upper = Infinity] = library.bounds ?? [];
  machine.assume(
    terms.and(
      terms.same(terms.isNan(result), isNan),
      terms.or(isNan, terms.floatCompare('fle', terms.float(lower), result)),
      terms.or(isNan, terms.floatCompare('fle', result, terms.float(upper))),
      terms.implies(terms.isFinite(operand), terms.isFinite(result)),
    ),
  );
  return floatValue(result);
}

/** The argument as a float; raises TypeError for what is no number. Undefined for objects. */
function operandOf(machine: Machine, value: PlainValue | undefined): FloatTerm | undefined {
  if (value === undefined || value.kind === 'instance' || value.kind === 'foreign') return undefined;
  if (isNumber(value)) return floatTerm(machine, value);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** A function of floats alone. */
function ofFloats(
  count: number,
  apply: (machine: Machine, args: readonly FloatTerm[]) => Value | undefined,
): MathFunction {
  return (machine, args) => {
    if (args.length !== count) return undefined;
    const operands = args.map((arg) => operandOf(machine, arg)).filter((operand) => operand !== undefined);
    return operands.length < count ? undefined : apply(machine, operands);
  };
}

const unary = (apply: (machine: Machine, operand: FloatTerm) => Value | undefined): MathFunction =>
  ofFloats(1, (machine, [operand]) => operand && apply(machine, operand));
const pair = (apply: (machine: Machine, left: FloatTerm, right: FloatTerm) => Value | undefined): MathFunction =>
  ofFloats(2, (machine, [left, right]) => left && right && apply(machine, left, right));

/** Functions of the module by dotted name; undefined results are not modelled. */
export const FLOAT_FUNCTIONS: Readonly<Record<string, MathFunction>> = {
  ...Object.fromEntries(
    Object.entries(LIBRARY).map(([name, library]): [string, MathFunction] => [
      `math.${name}`,
      (machine, [value, ...more]) =>
        value === undefined || more.length > 0 ? undefined : callLibrary(machine, name, library, value),
    ]),
  ),
  'math.ceil': (machine, [value, ...more]) => whole(machine, 'ceil', value, more),
  'math.copysign': pair(copySign),
  'math.degrees': unary(({ terms }, operand) =>
    floatValue(terms.floatArithmetic('fmul', operand, terms.float(180 / Math.PI))),
  ),
  'math.fabs': unary(({ terms }, operand) => floatValue(terms.floatAbs(operand))),
  'math.floor': (machine, [value, ...more]) => whole(machine, 'floor', value, more),
  'math.fmod': pair((machine, left, right) => {
    const { terms } = machine;
    const isZero = terms.floatCompare('feq', right, terms.float(0));
    const isInvalid = terms.or(
      terms.and(terms.isInf(left), terms.not(terms.isNan(right))),
      terms.and(isZero, terms.not(terms.isNan(left))),
    );
    machine.raiseIf(isInvalid, exceptionClass('ValueError'));
    return floatValue(terms.floatRemainder(left, right));
  }),
  'math.isclose': isClose,
  'math.isfinite': unary(({ terms }, operand) => boolValue(terms.isFinite(operand))),
  'math.isinf': unary(({ terms }, operand) => boolValue(terms.isInf(operand))),
  'math.isnan': unary(({ terms }, operand) => boolValue(terms.isNan(operand))),
  'math.modf': unary(fractionAndWhole),
  'math.pow': pair(realPowerOf),
  'math.radians': unary(({ terms }, operand) =>
    floatValue(terms.floatArithmetic('fmul', operand, terms.float(Math.PI / 180))),
  ),
  'math.sqrt': unary((machine, operand) => {
    const { terms } = machine;
    machine.raiseIf(terms.floatCompare('flt', operand, terms.float(0)), exceptionClass('ValueError'));
    return floatValue(terms.floatSqrt(operand));
  }),
  'math.trunc': (machine, [value, ...more]) => whole(machine, 'trunc', value, more),
};

function whole(
  machine: Machine,
  rounding: 'ceil' | 'floor' | 'trunc',
  value: PlainValue | undefined,
  more: readonly PlainValue[],
): Value | undefined {
  if (value === undefined || more.length > 0 || value.kind === 'instance' || value.kind === 'foreign') return undefined;
  return toWhole(machine, rounding, value) ?? machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** The sign of a nan is not part of its value here: it may be either. */
function copySign(machine: Machine, magnitude: FloatTerm, sign: FloatTerm): Value {
  const { terms } = machine;
  const signOfNan = terms.opaque('bool', `sign of a nan, ${machine.makeUp()}`, []);
  const isNegative = terms.ite(terms.isNan(sign), signOfNan, terms.isSignNegative(sign));
  const size = terms.floatAbs(magnitude);
  return floatValue(terms.ite(isNegative, terms.floatNeg(size), size));
}

/** `modf`: both parts have the operand's sign. */
function fractionAndWhole({ terms }: Machine, operand: FloatTerm): Value {
  const isNegative = terms.isSignNegative(operand);
  const zero = terms.ite(isNegative, terms.float(-0), terms.float(0));
  const fraction = terms.ite(terms.isInf(operand), zero, terms.floatRemainder(operand, terms.float(1)));
  const part = terms.ite(isNegative, terms.floatWhole('fceil', operand), terms.floatWhole('ffloor', operand));
  return { kind: 'tuple', items: [floatValue(fraction), floatValue(part)] };
}

/** `math.pow`: ValueError where the power is not real or divides by zero. */
function realPowerOf(machine: Machine, base: FloatTerm, exponent: FloatTerm): Value {
  const { terms } = machine;
  const zero = terms.float(0);
  const isFraction = terms.and(terms.isFinite(exponent), terms.not(terms.isWhole(exponent)));
  const isComplex = terms.and(terms.floatCompare('flt', base, zero), terms.isFinite(base), isFraction);
  const divides = terms.and(
    terms.floatCompare('feq', base, zero),
    terms.floatCompare('flt', exponent, zero),
    terms.isFinite(exponent),
  );
  machine.raiseIf(terms.or(isComplex, divides), exceptionClass('ValueError'));
  return floatValue(realPower(machine, base, exponent, exceptionClass('OverflowError')));
}

/** `isclose`, as CPython computes it. */
function isClose(machine: Machine, args: readonly PlainValue[], named: NamedArguments): Value | undefined {
  const { terms } = machine;
  if (args.length !== 2) return undefined;
  const relative = named.get('rel_tol') ?? floatValue(terms.float(1e-9));
  const least = named.get('abs_tol') ?? floatValue(terms.float(0));
  const operands = [...args, relative, least].map((arg) => operandOf(machine, arg));
  const [a, b, relativeTolerance, absoluteTolerance] = operands;
  if (!a || !b || !relativeTolerance || !absoluteTolerance) return undefined;
  const isNegative = [relativeTolerance, absoluteTolerance].map((one) =>
    terms.floatCompare('flt', one, terms.float(0)),
  );
  machine.raiseIf(terms.or(...isNegative), exceptionClass('ValueError'));
  const difference = terms.floatAbs(terms.floatArithmetic('fsub', b, a));
  const within = (limit: FloatTerm): BoolTerm => terms.floatCompare('fle', difference, limit);
  const share = (one: FloatTerm): FloatTerm => terms.floatAbs(terms.floatArithmetic('fmul', relativeTolerance, one));
  const isNear = terms.or(within(share(b)), within(share(a)), within(absoluteTolerance));
  const areFinite = terms.and(terms.not(terms.isInf(a)), terms.not(terms.isInf(b)));
  return boolValue(terms.or(terms.floatCompare('feq', a, b), terms.and(areFinite, isNear)));
}
