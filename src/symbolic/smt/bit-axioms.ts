/** Bitwise operators on unbounded integers: linear where an operand is known, bit-vectors where the others are of a known width. */
import { operate, type Value } from '../terms/operations.ts';
import { literalText, numeralOf } from './literals.ts';
import type { Approximation } from './operators.ts';
import type { Point } from './refine.ts';

type BitOperator = 'bitand' | 'bitor' | 'bitxor';
type BitOperation = Approximation<BitOperator>;

const VECTOR_OPERATORS: Readonly<Record<BitOperator, string>> = { bitand: 'bvand', bitor: 'bvor', bitxor: 'bvxor' };
/** Widths in which an operation is described exactly for all operands that fit. */
const WIDTHS = [4, 8, 16, 32, 64] as const;
/** A literal operand with more runs of ones is not taken apart. */
const MOST_RUNS = 16;

export function isBitOperation(approximation: Approximation): approximation is BitOperation {
  return approximation.operator in VECTOR_OPERATORS;
}

/** The point that describes the operation for operands like these: a width that they all fit in, or their values. */
export function bitPoint(values: readonly Value[]): Point {
  const width = WIDTHS.find((bits) => values.every((value) => typeof value === 'bigint' && fits(value, bits)));
  return width === undefined ? values : [BigInt(width)];
}

function fits(value: bigint, bits: number): boolean {
  return BigInt.asIntN(bits + 1, value) === value;
}

/** What holds of every application: signs, and bounds by the operands. */
export function bitAxioms({ operator, symbol, args }: BitOperation): readonly string[] {
  const [first = '', second = ''] = args;
  const literal = numeralOf(first);
  if (literal !== undefined && args.length === 2) {
    const exact = withLiteral(operator, literal, second);
    if (exact !== undefined) return [`(= ${symbol} ${exact})`];
  }
  const [anyNegative, allNegative] = ['or', 'and'].map(
    (word) => `(${word} ${args.map((a) => `(< ${a} 0)`).join(' ')})`,
  );
  switch (operator) {
    case 'bitand':
      return [
        `(= (< ${symbol} 0) ${allNegative})`,
        ...args.map((one) => `(=> (or (>= ${one} 0) ${allNegative}) (<= ${symbol} ${one}))`),
      ];
    case 'bitor':
      return [
        `(= (< ${symbol} 0) ${anyNegative})`,
        ...args.map((one) => `(=> (or (< ${one} 0) (not ${anyNegative})) (>= ${symbol} ${one}))`),
        `(=> (not ${anyNegative}) (<= ${symbol} (+ ${args.join(' ')})))`,
      ];
    case 'bitxor':
      return [
        `(= (< ${symbol} 0) (xor ${args.map((one) => `(< ${one} 0)`).join(' ')}))`,
        `(=> (not ${anyNegative}) (<= ${symbol} (+ ${args.join(' ')})))`,
        ...(args.length === 2 ? [`(= (= ${symbol} 0) (= ${first} ${second}))`] : []),
      ];
  }
}

/** The operation with a literal in linear arithmetic; undefined where the literal has too many runs of ones. */
function withLiteral(operator: BitOperator, literal: bigint, operand: string): string | undefined {
  // of a literal below 0 its complement is taken apart
  const common = maskedBits(operand, literal < 0n ? -literal - 1n : literal);
  if (common === undefined) return undefined;
  const and = literal < 0n ? `(- ${operand} ${common})` : common;
  switch (operator) {
    case 'bitand':
      return and;
    case 'bitor':
      return `(- (+ ${operand} ${literalText(literal)}) ${and})`;
    case 'bitxor':
      return `(- (+ ${operand} ${literalText(literal)}) (* 2 ${and}))`;
  }
}

/** `operand & mask`: each run of ones is the remainder of a quotient. */
function maskedBits(operand: string, mask: bigint): string | undefined {
  const parts: string[] = [];
  let low = 0n;
  for (let rest = mask; rest > 0n; ) {
    if ((rest & 1n) === 0n) {
      [rest, low] = [rest >> 1n, low + 1n];
      continue;
    }
    let length = 0n;
    while ((rest & 1n) === 1n) [rest, length] = [rest >> 1n, length + 1n];
    parts.push(`(* ${1n << low} (mod (div ${operand} ${1n << low}) ${1n << length}))`);
    low += length;
  }
  return parts.length > MOST_RUNS ? undefined : `(+ 0 ${parts.join(' ')})`;
}

/** What holds at a width, or at values of the operands. */
export function bitAxiomsAt({ operator, symbol, args }: BitOperation, point: Point): readonly string[] {
  if (point.length === args.length) {
    const equal = args.map((one, i) => `(= ${one} ${literalText(point[i] ?? 0n)})`);
    const value = operate(operator, point);
    return value === undefined ? [] : [`(=> (and ${equal.join(' ')}) (= ${symbol} ${literalText(value)}))`];
  }
  const width = WIDTHS.find((bits) => BigInt(bits) === point[0]);
  if (width === undefined) return [];
  const [limit, modulus] = [1n << BigInt(width), 2n << BigInt(width)];
  const inside = args.map((one) => `(<= (- ${limit}) ${one} ${limit - 1n})`);
  const vectors = args.map((one) => `((_ int2bv ${width + 1}) ${one})`);
  const vector = vectors.reduce((all, one) => `(${VECTOR_OPERATORS[operator]} ${all} ${one})`);
  const signed = `(let ((u (bv2nat ${vector}))) (ite (< u ${limit}) u (- u ${modulus})))`;
  return [`(=> (and ${inside.join(' ')}) (= ${symbol} ${signed}))`];
}

/** `a + b == (a & b) + (a | b)` and `a ^ b == (a | b) - (a & b)`, for operations on the same two operands. */
export function bitPairAxioms(first: Approximation, second: Approximation): readonly string[] {
  if (!isBitOperation(first) || !isBitOperation(second) || first.operator === second.operator) return [];
  const [a, b, third] = first.args;
  if (third !== undefined || second.args.length !== 2 || first.args.join() !== second.args.join()) return [];
  const symbols = new Map([first, second].map(({ operator, symbol }) => [operator, symbol]));
  const [and, or, xor] = [symbols.get('bitand'), symbols.get('bitor'), symbols.get('bitxor')];
  if (and === undefined) return [`(= (+ ${xor} ${a} ${b}) (* 2 ${or}))`];
  return [or === undefined ? `(= (+ ${xor} (* 2 ${and})) (+ ${a} ${b}))` : `(= (+ ${and} ${or}) (+ ${a} ${b}))`];
}
