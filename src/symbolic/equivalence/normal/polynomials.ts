/** Sums and products of ints as polynomials over what cannot be taken apart. */
import type { Expression } from '../../syntax/ast.ts';
import { integerIn } from './build.ts';
import { isTotal } from './effects.ts';
import type { Facts } from './facts.ts';
import { isOf } from './shapes.ts';

/** A product of parts, as often as the coefficient says; `key` tells products of the same parts. */
export interface Monomial<Part> {
  readonly key: string;
  readonly parts: readonly Part[];
  readonly coefficient: bigint;
}

type Polynomial<Part> = ReadonlyMap<string, Monomial<Part>>;

/** Terms of a polynomial that is multiplied out, at most. */
const MOST_TERMS = 24;
/** Powers are multiplied out up to this exponent. */
const MOST_EXPONENT = 4n;

/**
 * The polynomial that an int expression is; undefined where it cannot be taken apart, and where one of its parts does more than give a
 * value, since a polynomial tells neither how often nor in which order its parts are evaluated.
 * @param partOf what stands for a part, and the text that tells it from others
 */
export function polynomialOf<Part>(
  expression: Expression,
  facts: Facts,
  partOf: (expression: Expression) => { readonly part: Part; readonly key: string },
): readonly Monomial<Part>[] | undefined {
  const of = (one: Expression): Polynomial<Part> | undefined => {
    const literal = integerIn(one);
    if (literal !== undefined) return polynomial([{ key: '', parts: [], coefficient: literal }]);
    if (one.kind === 'unary' && one.operator === '-' && isOf(facts.shapes.of(one.operand), 'int')) {
      const operand = of(one.operand);
      return operand && scaled(operand, -1n);
    }
    if (one.kind === 'binary' && isOf(facts.shapes.of(one.left), 'int') && isOf(facts.shapes.of(one.right), 'int')) {
      const { operator } = one;
      const exponent = operator === '**' ? integerIn(one.right) : undefined;
      if (exponent !== undefined && exponent > 0n && exponent <= MOST_EXPONENT) {
        const base = of(one.left);
        return (
          base &&
          Array.from({ length: Number(exponent) - 1 }).reduce<Polynomial<Part> | undefined>(
            (power) => power && product(power, base),
            base,
          )
        );
      }
      if (operator === '+' || operator === '-' || operator === '*') {
        const [left, right] = [of(one.left), of(one.right)];
        if (left === undefined || right === undefined) return undefined;
        if (operator === '*') return product(left, right);
        return sum(left, operator === '-' ? scaled(right, -1n) : right);
      }
    }
    // What stands for a part is made of smaller parts: the whole is none.
    if (one === expression || !isTotal(one, facts)) return undefined;
    const { part, key } = partOf(one);
    return polynomial([{ key, parts: [part], coefficient: 1n }]);
  };
  const whole = of(expression);
  return whole && [...whole.values()].filter(({ coefficient }) => coefficient !== 0n);
}

function polynomial<Part>(terms: readonly Monomial<Part>[]): Polynomial<Part> {
  const known = new Map<string, Monomial<Part>>();
  for (const term of terms) {
    const before = known.get(term.key);
    known.set(term.key, { ...term, coefficient: term.coefficient + (before?.coefficient ?? 0n) });
  }
  return known;
}

function sum<Part>(left: Polynomial<Part>, right: Polynomial<Part>): Polynomial<Part> {
  return polynomial([...left.values(), ...right.values()]);
}

function scaled<Part>(terms: Polynomial<Part>, by: bigint): Polynomial<Part> {
  return polynomial([...terms.values()].map((term) => ({ ...term, coefficient: by * term.coefficient })));
}

/** Undefined where it has too many terms. */
function product<Part>(left: Polynomial<Part>, right: Polynomial<Part>): Polynomial<Part> | undefined {
  if (left.size * right.size > MOST_TERMS) return undefined;
  return polynomial(
    [...left.values()].flatMap((one) =>
      [...right.values()].map((other) => ({
        key: [...keysOf(one), ...keysOf(other)].sort().join(SEPARATOR),
        parts: [...one.parts, ...other.parts],
        coefficient: one.coefficient * other.coefficient,
      })),
    ),
  );
}

/** No text of a part has a line end in it. */
const SEPARATOR = '\n';

function keysOf({ key }: { readonly key: string }): readonly string[] {
  return key === '' ? [] : key.split(SEPARATOR);
}
