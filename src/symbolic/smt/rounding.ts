/**
 * Conversions between integers and floats as SMT-LIB constants under true axioms: Z3 decides neither to_fp of an integer
 * variable nor fp.to_real within a reasonable budget. Each axiom holds for every argument, so `unsat` stays a proof.
 */
import { floatAtLeast, floatAtMost, nextUp, roundingBoundary } from '../terms/float-neighbours.ts';
import type { Value } from '../terms/operations.ts';
import { literalText } from './literals.ts';
import type { ApproximatedOperator } from './operators.ts';

/** An application in a script: a constant in its place, and the texts of its arguments. */
export interface Approximation {
  readonly operator: ApproximatedOperator;
  /** The constant that stands for the application's value. */
  readonly symbol: string;
  readonly args: readonly string[];
}

/** What holds of every application, whatever its arguments. */
export function generalAxioms({ operator, symbol, args }: Approximation): readonly string[] {
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
      return [];
    case 'intltfloat':
    case 'intlefloat':
      return [
        `(=> (fp.isNaN ${second}) (not ${symbol}))`,
        `(=> (fp.isInfinite ${second}) (= ${symbol} (fp.isPositive ${second})))`,
      ];
    case 'inteqfloat':
      return [`(=> (not ${finite(second)}) (not ${symbol}))`];
  }
}

/** What holds of the application around a known value of it (for conversions) or of its arguments (for comparisons). */
export function axiomsAt(approximation: Approximation, point: Value): readonly string[] {
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

/** What holds between two applications: rounding is monotone, and equal arguments give equal results. */
export function pairAxioms(first: Approximation, second: Approximation): readonly string[] {
  const [a, b] = [quotient(first), quotient(second)];
  if (a !== undefined && b !== undefined) return roundedPair(first.symbol, a, second.symbol, b);
  if (first.operator !== second.operator) return [];
  const equal = first.args.map((argument, i) => `(= ${argument} ${second.args[i]})`);
  return [`(=> (and true ${equal.join(' ')}) (= ${first.symbol} ${second.symbol}))`];
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
    return [ordered(`(<= ${left} ${right})`, f, g), ordered(`(>= ${left} ${right})`, g, f)];
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
