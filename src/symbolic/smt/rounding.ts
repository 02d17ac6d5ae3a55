/**
 * Conversions between integers and floats as SMT-LIB constants under true axioms: Z3 decides neither to_fp of an integer
 * variable nor fp.to_real within a reasonable budget. Each axiom holds for every argument, so `unsat` stays a proof.
 */
import { floatAtLeast, floatAtMost, nextUp, roundingBoundary } from '../terms/float-neighbours.ts';
import type { Value } from '../terms/operations.ts';
import { literalText } from './literals.ts';
import type { Approximation, RoundingOperator } from './operators.ts';

type Rounding = Approximation<RoundingOperator>;

/** What holds of every conversion, whatever its arguments. */
export function roundingAxioms(approximation: Rounding): readonly string[] {
  const { operator, symbol, args } = approximation;
  const [first = '', second = ''] = args;
  switch (operator) {
    case 'inttofloat':
      return [finite(symbol), `(= (fp.isNegative ${symbol}) (< ${first} 0))`];
    case 'truediv':
      return [
        finite(symbol),
        // a zero has the quotient's sign
        `(=> (not (= ${second} 0)) (= (fp.isNegative ${symbol}) (not (= (< ${first} 0) (< ${second} 0)))))`,
      ];
    case 'floattoint':
      return smallQuotientAxioms(approximation);
    case 'intltfloat':
    case 'intlefloat':
      return [
        ...smallQuotientAxioms(approximation),
        `(=> (fp.isNaN ${second}) (not ${symbol}))`,
        `(=> (fp.isInfinite ${second}) (= ${symbol} (fp.isPositive ${second})))`,
      ];
    case 'inteqfloat':
      return [...smallQuotientAxioms(approximation), `(=> (not ${finite(second)}) (not ${symbol}))`];
  }
}

/** Up to this magnitude an integer converts exactly. */
const EXACT_INTEGER = 2n ** 53n;
/**
 * Up to this magnitude of the dividend, rounding a quotient moves it by at most `1 / (2 * divisor)`, and a quotient that
 * is no integer lies at least `1 / divisor` from the next: an integer relates to the rounded quotient as to the exact one.
 */
const SMALL_DIVIDEND = 2n ** 52n;

/** Where the float is a rounded quotient of a small dividend and no tiny number, its relation to integers is that of the exact quotient. */
function smallQuotientAxioms({ operator, symbol, args, operand }: Rounding): readonly string[] {
  const exact = operand && quotient(operand);
  if (exact === undefined) return [];
  const { dividend, divisor } = exact;
  const small =
    divisor === '1'
      ? isWithin(dividend, EXACT_INTEGER)
      : `${isWithin(dividend, SMALL_DIVIDEND)} ${isWithin(divisor, EXACT_INTEGER)}`;
  const when = (sign: '>' | '<', conclusion: string) => `(=> (and ${small} (${sign} ${divisor} 0)) ${conclusion})`;
  const scaled = `(* ${args[0]} ${divisor})`;
  switch (operator) {
    case 'floattoint':
      return [
        when('>', `(= ${symbol} ${truncated(dividend, divisor)})`),
        when('<', `(= ${symbol} ${truncated(`(- ${dividend})`, `(- ${divisor})`)})`),
      ];
    case 'intltfloat':
      return [
        when('>', `(= ${symbol} (< ${scaled} ${dividend}))`),
        when('<', `(= ${symbol} (> ${scaled} ${dividend}))`),
      ];
    case 'intlefloat':
      return [
        when('>', `(= ${symbol} (<= ${scaled} ${dividend}))`),
        when('<', `(= ${symbol} (>= ${scaled} ${dividend}))`),
      ];
    case 'inteqfloat':
      return [
        when('>', `(= ${symbol} (= ${scaled} ${dividend}))`),
        when('<', `(= ${symbol} (= ${scaled} ${dividend}))`),
      ];
    case 'inttofloat':
    case 'truediv':
      return [];
  }
}

/** The quotient without its fraction, for a divisor above 0. */
function truncated(dividend: string, divisor: string): string {
  return `(ite (>= ${dividend} 0) (div ${dividend} ${divisor}) (- (div (- ${dividend}) ${divisor})))`;
}

function isWithin(operand: string, limit: bigint): string {
  return `(<= (- ${limit}) ${operand} ${limit})`;
}

/** What holds of the application around a known value of it (for conversions) or of its arguments (for comparisons). */
export function roundingAxiomsAt(approximation: Rounding, point: Value): readonly string[] {
  const { operator, symbol, args } = approximation;
  const [first = '', second = ''] = args;
  switch (operator) {
    case 'inttofloat':
      return typeof point === 'number' ? roundedAt(symbol, first, '1', point) : [];
    case 'truediv':
      return typeof point === 'number' ? roundedAt(symbol, first, second, point) : [];
    case 'floattoint':
      return typeof point === 'bigint' ? truncatedAt(symbol, first, point) : [];
    case 'intltfloat':
    case 'intlefloat':
    case 'inteqfloat':
      return typeof point === 'bigint' ? comparedAt(operator, symbol, first, second, point) : [];
  }
}

/** What holds between two applications: rounding is monotone. */
export function roundingPairAxioms(first: Approximation, second: Approximation): readonly string[] {
  const [a, b] = [quotient(first), quotient(second)];
  return a === undefined || b === undefined ? [] : roundedPair(first.symbol, a, second.symbol, b);
}

interface Quotient {
  readonly dividend: string;
  readonly divisor: string;
}

/** The exact quotient that the application rounds. */
function quotient({ operator, args }: Approximation): Quotient | undefined {
  const [dividend = '', divisor = '1'] = args;
  return operator === 'inttofloat' || operator === 'truediv' ? { dividend, divisor } : undefined;
}

function roundedPair(f: string, a: Quotient, g: string, b: Quotient): readonly string[] {
  const ordered = (premise: string, less: string, more: string) => `(=> ${premise} (fp.leq ${less} ${more}))`;
  if (isPositiveNumeral(a.divisor) && isPositiveNumeral(b.divisor)) {
    const [left, right] = [`(* ${b.divisor} ${a.dividend})`, `(* ${a.divisor} ${b.dividend})`];
    // quotients this small differ by more than rounding moves them
    const limit = SMALL_DIVIDEND / (2n * BigInt(a.divisor) * BigInt(b.divisor));
    const small = `${isWithin(a.dividend, limit)} ${isWithin(b.dividend, limit)}`;
    return [
      ordered(`(<= ${left} ${right})`, f, g),
      ordered(`(>= ${left} ${right})`, g, f),
      `(=> (and ${small} (< ${left} ${right})) (fp.lt ${f} ${g}))`,
      `(=> (and ${small} (> ${left} ${right})) (fp.lt ${g} ${f}))`,
    ];
  }
  if (a.divisor === b.divisor) {
    const atMost = `(<= ${a.dividend} ${b.dividend})`;
    const atLeast = `(>= ${a.dividend} ${b.dividend})`;
    const [positive, negative] = [`(> ${a.divisor} 0)`, `(< ${a.divisor} 0)`];
    return [
      ordered(`(and ${positive} ${atMost})`, f, g),
      ordered(`(and ${positive} ${atLeast})`, g, f),
      ordered(`(and ${negative} ${atMost})`, g, f),
      ordered(`(and ${negative} ${atLeast})`, f, g),
    ];
  }
  return [`(=> (and (= ${a.dividend} ${b.dividend}) (= ${a.divisor} ${b.divisor})) (= ${f} ${g}))`];
}

function isPositiveNumeral(text: string): boolean {
  return /^[1-9][0-9]*$/.test(text);
}

/** Rounding is monotone: the result is at least (at most) a float exactly when the quotient is on that side of a boundary. */
function roundedAt(symbol: string, dividend: string, divisor: string, point: number): readonly string[] {
  if (!Number.isFinite(point)) return [];
  const value = literalText(point);
  return [
    `(=> (not (= ${divisor} 0)) (= (fp.geq ${symbol} ${value}) ${roundsAtLeast(dividend, divisor, point)}))`,
    `(=> (not (= ${divisor} 0)) (= (fp.gt ${symbol} ${value}) ${roundsAtLeast(dividend, divisor, nextUp(point))}))`,
  ];
}

function roundsAtLeast(dividend: string, divisor: string, value: number): string {
  if (value === Infinity) return 'false';
  const { at, reached } = roundingBoundary(value);
  const scaled = `(* ${literalText(at.denominator)} ${dividend})`;
  const boundary = `(* ${literalText(at.numerator)} ${divisor})`;
  const [above, below] = reached ? ['>=', '<='] : ['>', '<'];
  return divisor === '1'
    ? `(${above} ${scaled} ${boundary})`
    : `(ite (> ${divisor} 0) (${above} ${scaled} ${boundary}) (${below} ${scaled} ${boundary}))`;
}

/** Truncation is monotone, too. */
function truncatedAt(symbol: string, operand: string, point: bigint): readonly string[] {
  return [
    `(=> ${finite(operand)} (= (>= ${symbol} ${literalText(point)}) ${truncatesAtLeast(operand, point)}))`,
    `(=> ${finite(operand)} (= (> ${symbol} ${literalText(point)}) ${truncatesAtLeast(operand, point + 1n)}))`,
  ];
}

function truncatesAtLeast(operand: string, point: bigint): string {
  return point > 0n
    ? `(fp.geq ${operand} ${literalText(floatAtLeast(point))})`
    : `(fp.gt ${operand} ${literalText(floatAtMost(point - 1n))})`;
}

/** An integer between two numbers orders them. */
function comparedAt(
  operator: 'intltfloat' | 'intlefloat' | 'inteqfloat',
  symbol: string,
  left: string,
  right: string,
  point: bigint,
): readonly string[] {
  const value = literalText(point);
  const atMost = `(<= ${left} ${value})`;
  const atLeast = `(>= ${left} ${value})`;
  const above = `(fp.gt ${right} ${literalText(floatAtMost(point))})`;
  const below = `(fp.lt ${right} ${literalText(floatAtLeast(point))})`;
  const notBelow = `(fp.geq ${right} ${literalText(floatAtLeast(point))})`;
  const notAbove = `(fp.leq ${right} ${literalText(floatAtMost(point))})`;
  switch (operator) {
    case 'intltfloat':
      return [`(=> (and ${atMost} ${above}) ${symbol})`, `(=> (and ${atLeast} ${notAbove}) (not ${symbol}))`];
    case 'intlefloat':
      return [`(=> (and ${atMost} ${notBelow}) ${symbol})`, `(=> (and ${atLeast} ${below}) (not ${symbol}))`];
    case 'inteqfloat':
      return [
        `(=> (and ${atMost} ${above}) (not ${symbol}))`,
        `(=> (and ${atLeast} ${below}) (not ${symbol}))`,
        `(=> (= ${left} ${value}) (= ${symbol} (and ${notBelow} ${notAbove})))`,
      ];
  }
}

function finite(operand: string): string {
  return `(not (or (fp.isNaN ${operand}) (fp.isInfinite ${operand})))`;
}
