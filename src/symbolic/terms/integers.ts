/** Simplifying constructors of integer arithmetic: every integer term is kept as a polynomial in normal form. */
import { isApplication, iteParts, LogicTerms } from './logic.ts';
import { commonDivisor, floorDivide } from './operations.ts';
import type { BoolTerm, IntTerm, Term } from './term.ts';

/** A product of atoms with its coefficient; a constant has no atoms. */
export interface Monomial {
  readonly coefficient: bigint;
  /** Not sums, products or literals; sorted by id. */
  readonly atoms: readonly IntTerm[];
}

/** Products of sums with more monomials than this are left unexpanded, as a product of atoms. */
const EXPANSION_LIMIT = 64;
/** Products of a higher degree are left unexpanded too. */
const LARGEST_DEGREE = 64;

export class IntegerTerms extends LogicTerms {
  readonly zero: IntTerm = this.int(0n);
  readonly one: IntTerm = this.int(1n);

  int(value: bigint | number): IntTerm {
    return this.literal('int', BigInt(value));
  }

  /** 1 for true and 0 for false. */
  boolToInt(condition: BoolTerm): IntTerm {
    return this.ite(condition, this.one, this.zero);
  }

  add(...terms: readonly IntTerm[]): IntTerm {
    const known = terms.map((term) => (term.kind === 'literal' ? term.value : undefined));
    const numbers = known.filter((value) => value !== undefined);
    if (numbers.length === known.length) return this.int(numbers.reduce((sum, value) => sum + value, 0n));
    return this.#sum(terms.flatMap(monomials));
  }

  neg(term: IntTerm): IntTerm {
    if (term.kind === 'literal') return this.int(-term.value);
    return this.#sum(monomials(term).map(({ coefficient, atoms }) => ({ coefficient: -coefficient, atoms })));
  }

  sub(left: IntTerm, right: IntTerm): IntTerm {
    return this.add(left, this.neg(right));
  }

  mul(left: IntTerm, right: IntTerm): IntTerm {
    if (left.kind === 'literal' && right.kind === 'literal') return this.int(left.value * right.value);
    const [a, b] = [monomials(left), monomials(right)];
    const scales = left.kind === 'literal' || right.kind === 'literal';
    if (!scales && (a.length * b.length > EXPANSION_LIMIT || degree(a) + degree(b) > LARGEST_DEGREE)) {
      return this.#product({ coefficient: 1n, atoms: sortAtoms([left, right]) });
    }
    return this.#sum(a.flatMap((x) => b.map((y) => multiply(x, y))));
  }

  /** Floor division; the caller has excluded a divisor of 0. */
  floorDiv(dividend: IntTerm, divisor: IntTerm): IntTerm {
    const folded = this.fold('int', 'floordiv', [dividend, divisor]);
    if (folded !== undefined) return folded;
    const exact = this.#divideExactly(dividend, divisor);
    return exact ?? this.apply('int', 'floordiv', [dividend, divisor]);
  }

  /** The remainder of floor division, which has the divisor's sign; the caller has excluded a divisor of 0. */
  mod(dividend: IntTerm, divisor: IntTerm): IntTerm {
    const folded = this.fold('int', 'mod', [dividend, divisor]);
    if (folded !== undefined) return folded;
    if (dividend === divisor || this.#divideExactly(dividend, divisor) !== undefined) return this.zero;
    if (isApplication(dividend, 'mod') && dividend.args[1] === divisor) return dividend;
    return this.apply('int', 'mod', [dividend, divisor]);
  }

  le(left: IntTerm, right: IntTerm): BoolTerm {
    if (left.kind === 'literal' && right.kind === 'literal') return this.bool(left.value <= right.value);
    return this.#atMostZero(this.sub(left, right));
  }

  lt(left: IntTerm, right: IntTerm): BoolTerm {
    if (left.kind === 'literal' && right.kind === 'literal') return this.bool(left.value < right.value);
    return this.#atMostZero(this.add(this.sub(left, right), this.one));
  }

  eq(left: IntTerm, right: IntTerm): BoolTerm {
    if (left === right) return this.true;
    const pushed = this.pushIntoIte(left, right, (a, b) => this.eq(a, b));
    if (pushed !== undefined) return pushed;
    const { rest, constant } = this.#split(this.sub(left, right));
    const leading = rest[0];
    if (leading === undefined) return this.bool(constant === 0n);
    const divisor = contentOf(rest) * (leading.coefficient < 0n ? -1n : 1n);
    if (constant % divisor !== 0n) return this.false;
    const normal = this.#sum(rest.map((m) => ({ ...m, coefficient: m.coefficient / divisor })));
    return this.same(normal, this.int(-constant / divisor));
  }

  /** `polynomial <= 0`, normalised to `primitive part <= bound`. */
  #atMostZero(polynomial: IntTerm): BoolTerm {
    const { rest, constant } = this.#split(polynomial);
    if (rest.length === 0) return this.bool(constant <= 0n);
    const divisor = contentOf(rest);
    const normal = this.#sum(rest.map((m) => ({ ...m, coefficient: m.coefficient / divisor })));
    const bound = floorDivide(-constant, divisor);
    if (isApplication(normal, 'ite')) {
      const { condition, consequent, alternative } = iteParts(normal);
      if (consequent.kind === 'literal' || alternative.kind === 'literal') {
        return this.ite(condition, this.le(consequent, this.int(bound)), this.le(alternative, this.int(bound)));
      }
    }
    const leading = rest[0];
    // one canonical atom for `p <= k` and its negation `-p <= -k - 1`
    if (leading !== undefined && leading.coefficient < 0n) {
      return this.not(this.apply('bool', 'le', [this.neg(normal), this.int(-bound - 1n)]));
    }
    return this.apply('bool', 'le', [normal, this.int(bound)]);
  }

  /** The quotient when the divisor is a literal that divides every coefficient, 0 among them. */
  #divideExactly(dividend: IntTerm, divisor: IntTerm): IntTerm | undefined {
    if (divisor.kind !== 'literal' || divisor.value === 0n) return dividend === this.zero ? this.zero : undefined;
    const { value } = divisor;
    const parts = monomials(dividend);
    if (parts.some((m) => m.coefficient % value !== 0n)) return undefined;
    return this.#sum(parts.map((m) => ({ ...m, coefficient: m.coefficient / value })));
  }

  #split(polynomial: IntTerm): { readonly rest: readonly Monomial[]; readonly constant: bigint } {
    const parts = monomials(polynomial);
    return {
      rest: parts.filter((m) => m.atoms.length > 0),
      constant: parts.find((m) => m.atoms.length === 0)?.coefficient ?? 0n,
    };
  }

  #sum(parts: readonly Monomial[]): IntTerm {
    const collected = new Map<string, Monomial>();
    for (const part of parts) {
      const key = part.atoms.map((atom) => atom.id).join();
      const coefficient = part.coefficient + (collected.get(key)?.coefficient ?? 0n);
      if (coefficient === 0n) collected.delete(key);
      else collected.set(key, { coefficient, atoms: part.atoms });
    }
    const ordered = [...collected.values()].sort(compareMonomials).map((m) => this.#product(m));
    const [first, second] = ordered;
    if (first === undefined) return this.zero;
    return second === undefined ? first : this.apply('int', 'add', ordered);
  }

  #product({ coefficient, atoms }: Monomial): IntTerm {
    const [atom, second] = atoms;
    if (atom === undefined) return this.int(coefficient);
    if (second === undefined && coefficient === 1n) return atom;
    return this.apply('int', 'mul', coefficient === 1n ? atoms : [this.int(coefficient), ...atoms]);
  }
}

/** Whether the first monomial is subtracted, as in `-x - 1`: of a polynomial and its bitwise complement one is in this form. */
export function isNegatedForm(term: IntTerm): boolean {
  const [leading] = monomials(term);
  return leading !== undefined && leading.coefficient < 0n;
}

/** The polynomial's monomials; a literal 0 has none. */
export function monomials(term: IntTerm): readonly Monomial[] {
  if (isApplication(term, 'add')) return term.args.filter(isInt).map(monomial);
  if (term.kind === 'literal' && term.value === 0n) return [];
  return [monomial(term)];
}

function monomial(term: IntTerm): Monomial {
  if (term.kind === 'literal') return { coefficient: term.value, atoms: [] };
  if (!isApplication(term, 'mul')) return { coefficient: 1n, atoms: [term] };
  const factors = term.args.filter(isInt);
  const [first, ...others] = factors;
  return first?.kind === 'literal' ? { coefficient: first.value, atoms: others } : { coefficient: 1n, atoms: factors };
}

/** The most atoms of one monomial. */
function degree(parts: readonly Monomial[]): number {
  return Math.max(0, ...parts.map((part) => part.atoms.length));
}

function multiply(left: Monomial, right: Monomial): Monomial {
  return { coefficient: left.coefficient * right.coefficient, atoms: sortAtoms([...left.atoms, ...right.atoms]) };
}

function sortAtoms(atoms: readonly IntTerm[]): readonly IntTerm[] {
  return [...atoms].sort((a, b) => a.id - b.id);
}

/** Constants come last; otherwise by the atoms' ids, so that the order does not depend on the coefficients. */
function compareMonomials(left: Monomial, right: Monomial): number {
  if (left.atoms.length === 0 || right.atoms.length === 0) return right.atoms.length - left.atoms.length;
  for (let i = 0; ; i++) {
    const [a, b] = [left.atoms[i], right.atoms[i]];
    if (a === undefined || b === undefined) return left.atoms.length - right.atoms.length;
    if (a !== b) return a.id - b.id;
  }
}

/** The greatest common divisor of the coefficients. */
function contentOf(parts: readonly Monomial[]): bigint {
  let divisor = 0n;
  for (const { coefficient } of parts) divisor = commonDivisor(divisor, coefficient);
  return divisor;
}

function isInt(term: Term): term is IntTerm {
  return term.sort === 'int';
}
