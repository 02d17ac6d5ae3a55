/** Sums and comparisons of polynomials as people write them: no negative terms where they can stand on the other side. */
import type { ComparisonOperator, Expression } from '../syntax/ast.ts';
import type { Monomial } from './integers.ts';
import { binary, compare, literal, negative } from './python-nodes.ts';
import type { IntTerm } from './term.ts';

/** How the caller writes an atom. */
type RenderAtom = (atom: IntTerm) => Expression;

/** The sum of the monomials, the first positive one in front. */
export function renderSum(parts: readonly Monomial[], renderAtom: RenderAtom): Expression {
  const leading = parts.find((part) => part.coefficient > 0n) ?? parts[0];
  if (leading === undefined) return literal(0n);
  let sum = renderMonomial(absolute(leading), renderAtom);
  if (leading.coefficient < 0n) sum = negative(sum);
  for (const part of parts) {
    if (part === leading) continue;
    sum = binary(part.coefficient < 0n ? '-' : '+', sum, renderMonomial(absolute(part), renderAtom));
  }
  return sum;
}

/** `sum of the parts  operator  0`. */
export function renderRelation(
  operator: '<=' | '>' | '==' | '!=',
  parts: readonly Monomial[],
  renderAtom: RenderAtom,
): Expression {
  const isEquation = operator === '==' || operator === '!=';
  const unit = isEquation ? soleUnit(parts) : undefined;
  const leading = unit ?? (isEquation && !parts.some(isPositiveTerm) ? parts.find(hasAtoms) : undefined);
  if (leading !== undefined && leading.coefficient < 0n)
    return renderRelation(operator, parts.map(negated), renderAtom);
  // an equation is solved for the one variable without a coefficient; otherwise what is positive stays on the left
  const kept = new Set(unit === undefined ? parts.filter(isPositiveTerm) : [unit]);
  const left = parts.filter((part) => kept.has(part));
  const moved = parts.filter((part) => !kept.has(part)).map(negated);
  const right = moved.toSorted((a, b) => Number(a.atoms.length === 0) - Number(b.atoms.length === 0));
  const constant = right.find((part) => part.atoms.length === 0)?.coefficient ?? 0n;
  // an integer is at most y - 1 exactly when it is below y
  const strict = STRICT[operator];
  if (constant === -1n && strict !== undefined) {
    const rest = right.filter((part) => part.atoms.length > 0);
    return compare(strict, renderSum(left, renderAtom), renderSum(rest, renderAtom));
  }
  return compare(operator, renderSum(left, renderAtom), renderSum(right, renderAtom));
}

const STRICT: Readonly<Partial<Record<ComparisonOperator, ComparisonOperator>>> = { '<=': '<', '>': '>=' };

/** The one monomial that is an atom or its negative; undefined when there are several. */
function soleUnit(parts: readonly Monomial[]): Monomial | undefined {
  const units = parts.filter(({ coefficient, atoms }) => atoms.length === 1 && coefficient ** 2n === 1n);
  return units.length === 1 ? units[0] : undefined;
}

function hasAtoms({ atoms }: Monomial): boolean {
  return atoms.length > 0;
}

function isPositiveTerm(part: Monomial): boolean {
  return hasAtoms(part) && part.coefficient > 0n;
}

function renderMonomial({ coefficient, atoms }: Monomial, renderAtom: RenderAtom): Expression {
  const factors = atoms.map(renderAtom);
  if (coefficient !== 1n || factors.length === 0) factors.unshift(literal(coefficient));
  return factors.reduce((product, factor) => binary('*', product, factor));
}

function absolute(part: Monomial): Monomial {
  return part.coefficient < 0n ? negated(part) : part;
}

/** The monomial with the opposite sign. */
export function negated({ coefficient, atoms }: Monomial): Monomial {
  return { coefficient: -coefficient, atoms };
}
