/** Powers, roots, bit lengths, common divisors and float remainders: what holds of them, and their values at learnt points. */
import { operate, type Value } from '../terms/operations.ts';
import { literalText, numeralOf } from './literals.ts';
import type { Approximation } from './operators.ts';
import type { Point } from './refine.ts';

/** A power of a symbolic base is a product up to this exponent. */
const LARGEST_PRODUCT = 8n;
/** Values of powers and squares are written out up to this exponent of two. */
const MOST_BITS = 4096n;

/** What holds of every application, wherever it is defined. */
export function functionAxioms({ operator, symbol: r, args }: Approximation): readonly string[] {
  const [a = '', b = ''] = args;
  switch (operator) {
    case 'power':
      return [
        `(=> (= ${b} 0) (= ${r} 1))`,
        `(=> (= ${b} 1) (= ${r} ${a}))`,
        `(=> (and (> ${b} 0) (= ${a} 0)) (= ${r} 0))`,
        `(=> (and (>= ${b} 0) (= ${a} 1)) (= ${r} 1))`,
        `(=> (and (>= ${b} 0) (> ${a} 0)) (> ${r} 0))`,
        `(=> (and (>= ${b} 0) (>= ${a} 2)) (> ${r} ${b}))`,
        `(=> (and (> ${b} 0) (>= ${a} 2)) (>= ${r} ${a}))`,
        ...((numeralOf(a) ?? 0n) > 1n ? [`(=> (> ${b} 0) (= (mod ${r} ${a}) 0))`] : []),
      ];
    case 'isqrt':
      return [
        `(=> (>= ${a} 0) (and (>= ${r} 0) (<= ${r} ${a}) (<= (* ${r} ${r}) ${a}) (< ${a} (* (+ ${r} 1) (+ ${r} 1)))))`,
      ];
    case 'bitlength':
      return [`(>= ${r} 0)`, `(= (= ${r} 0) (= ${a} 0))`, `(<= ${r} ${magnitude(a)})`];
    case 'gcd':
      return [
        `(=> (= ${a} 0) (= ${r} ${magnitude(b)}))`,
        `(=> (= ${b} 0) (= ${r} ${magnitude(a)}))`,
        ...[a, b].map((one) => `(=> (not (= ${one} 0)) (and (<= 1 ${r} ${magnitude(one)}) (= (mod ${one} ${r}) 0)))`),
      ];
    case 'fmod': {
      const invalid = `(or (fp.isNaN ${a}) (fp.isInfinite ${a}) (fp.isNaN ${b}) (fp.isZero ${b}))`;
      return [
        `(= (fp.isNaN ${r}) ${invalid})`,
        `(or ${invalid} (and (= (fp.isNegative ${r}) (fp.isNegative ${a})) (fp.leq (fp.abs ${r}) (fp.abs ${a}))))`,
        `(or ${invalid} (fp.lt (fp.abs ${r}) (fp.abs ${b})))`,
        `(=> (and (not ${invalid}) (fp.lt (fp.abs ${a}) (fp.abs ${b}))) (= ${r} ${a}))`,
      ];
    }
    default:
      return [];
  }
}

/** What holds at a value of the result, or at values of the arguments. */
export function functionAxiomsAt({ operator, symbol, args }: Approximation, point: Point): readonly string[] {
  const [a = '', b = ''] = args;
  const [first, second] = point;
  if (operator === 'isqrt' || operator === 'bitlength') {
    if (typeof first !== 'bigint' || first < 0n || first > MOST_BITS * MOST_BITS) return [];
    return [first, first + 1n].flatMap((value) => reachedAt(operator, symbol, a, value));
  }
  if (point.length < args.length) return [];
  const value =
    operator === 'power' || operator === 'gcd' || operator === 'fmod' ? operate(operator, point) : undefined;
  if (value === undefined || isLong(value)) return [];
  const known = literalText(value);
  const equal = args.map((one, i) => `(= ${one} ${literalText(point[i] ?? 0n)})`);
  const axioms = [`(=> (and ${equal.join(' ')}) (= ${symbol} ${known}))`];
  if (operator !== 'power' || typeof second !== 'bigint') return axioms;
  if ((numeralOf(a) ?? 0n) > 0n) {
    const exponent = literalText(second);
    axioms.push(`(=> (>= ${b} ${exponent}) (>= ${symbol} ${known}))`);
    axioms.push(`(=> (<= 0 ${b} ${exponent}) (<= ${symbol} ${known}))`);
  } else if (second > 1n && second <= LARGEST_PRODUCT) {
    const factors = Array.from({ length: Number(second) }, () => a);
    axioms.push(`(=> (= ${b} ${second}) (= ${symbol} (* ${factors.join(' ')})))`);
  }
  return axioms;
}

/** Both functions grow with the argument: the result is at least `value` from some argument on. */
function reachedAt(operator: 'isqrt' | 'bitlength', symbol: string, operand: string, value: bigint): readonly string[] {
  if (operator === 'isqrt')
    return [`(=> (>= ${operand} 0) (= (>= ${symbol} ${value}) (>= ${operand} ${value * value})))`];
  if (value < 1n || value > MOST_BITS) return [];
  return [`(= (>= ${symbol} ${value}) (>= ${magnitude(operand)} ${1n << (value - 1n)}))`];
}

/** What holds between two applications of one of these functions. */
export function functionPairAxioms(first: Approximation, second: Approximation): readonly string[] {
  if (first.operator !== second.operator) return [];
  const [[a = '', b = ''], [c = '', d = '']] = [first.args, second.args];
  const [r, s] = [first.symbol, second.symbol];
  const ordered = (below: string, above: string, less: string, more: string) =>
    `(=> (and (<= 0 ${below}) (<= ${below} ${above})) (<= ${less} ${more}))`;
  switch (first.operator) {
    case 'power': {
      const equal = `(=> (and (= ${a} ${c}) (= ${b} ${d})) (= ${r} ${s}))`;
      if (a !== c) return [equal];
      return [
        equal,
        `(=> (and (>= ${b} 0) (= ${d} (+ ${b} 1))) (= ${s} (* ${a} ${r})))`,
        `(=> (and (>= ${d} 0) (= ${b} (+ ${d} 1))) (= ${r} (* ${a} ${s})))`,
        `(=> (and (> ${a} 0) (<= 0 ${b}) (<= ${b} ${d})) (<= ${r} ${s}))`,
        `(=> (and (> ${a} 0) (<= 0 ${d}) (<= ${d} ${b})) (<= ${s} ${r}))`,
        `(=> (and (> ${a} 1) (<= 0 ${b}) (< ${b} ${d})) (< ${r} ${s}))`,
        `(=> (and (> ${a} 1) (<= 0 ${d}) (< ${d} ${b})) (< ${s} ${r}))`,
      ];
    }
    case 'isqrt':
      return [ordered(a, c, r, s), ordered(c, a, s, r)];
    case 'bitlength':
      return [ordered(magnitude(a), magnitude(c), r, s), ordered(magnitude(c), magnitude(a), s, r)];
    default:
      return [];
  }
}

function magnitude(text: string): string {
  return `(ite (< ${text} 0) (- ${text}) ${text})`;
}

function isLong(value: Value): boolean {
  return typeof value === 'bigint' && (value >= 1n << MOST_BITS || -value >= 1n << MOST_BITS);
}
