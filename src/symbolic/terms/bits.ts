/** Simplifying constructors of integer functions beyond arithmetic: bitwise operators, powers, roots and common divisors. */
import { IntegerTerms, isNegatedForm } from './integers.ts';
import { isApplication } from './logic.ts';
import type { Application, IntTerm, Term } from './term.ts';

type BitOperator = 'bitand' | 'bitor' | 'bitxor';

/** Powers of a value that is no literal are expanded into products up to this exponent. */
const LARGEST_EXPANDED_EXPONENT = 64n;

export class BitTerms extends IntegerTerms {
  readonly minusOne: IntTerm = this.int(-1n);

  /** `-x - 1`: every bit flipped. */
  bitNot(operand: IntTerm): IntTerm {
    return this.sub(this.minusOne, operand);
  }

  bitAnd(...operands: readonly IntTerm[]): IntTerm {
    const { literal, members } = this.#collect('bitand', operands, -1n);
    if (literal === 0n || this.#hasComplement(members)) return this.zero;
    const kept = absorbed(members, 'bitor');
    // a mask of low bits leaves a remainder
    if (literal > 0n && (literal & (literal + 1n)) === 0n && kept.length > 0) {
      return this.mod(this.#connect('bitand', -1n, -1n, kept), this.int(literal + 1n));
    }
    return this.#connect('bitand', literal, -1n, kept);
  }

  bitOr(...operands: readonly IntTerm[]): IntTerm {
    const { literal, members } = this.#collect('bitor', operands, 0n);
    if (literal === -1n || this.#hasComplement(members)) return this.minusOne;
    return this.#connect('bitor', literal, 0n, absorbed(members, 'bitand'));
  }

  bitXor(...operands: readonly IntTerm[]): IntTerm {
    const odd = new Set<IntTerm>();
    let flips = 0n;
    for (const part of operands.flatMap((operand) => flattened('bitxor', operand))) {
      const isFlipped = part.kind !== 'literal' && isNegatedForm(part);
      // ~x ^ y is ~(x ^ y)
      const plain = isFlipped ? this.bitNot(part) : part;
      if (isFlipped) flips = ~flips;
      for (const factor of flattened('bitxor', plain)) {
        if (factor.kind === 'literal') flips ^= factor.value;
        else if (!odd.delete(factor)) odd.add(factor);
      }
    }
    const members = [...odd].sort((a, b) => a.id - b.id);
    return flips < 0n
      ? this.bitNot(this.#connect('bitxor', ~flips, 0n, members))
      : this.#connect('bitxor', flips, 0n, members);
  }

  /** `base ** exponent`; the caller has excluded exponents below 0. */
  power(base: IntTerm, exponent: IntTerm): IntTerm {
    const folded = this.fold('int', 'power', [base, exponent]);
    if (folded !== undefined) return folded;
    if (base === this.one) return this.one;
    if (exponent.kind === 'literal' && exponent.value >= 0n && exponent.value <= LARGEST_EXPANDED_EXPONENT) {
      let result = this.one;
      for (let i = 0n; i < exponent.value; i++) result = this.mul(result, base);
      return result;
    }
    return this.apply('int', 'power', [base, exponent]);
  }

  /** The integer part of the square root; the caller has excluded operands below 0. */
  isqrt(operand: IntTerm): IntTerm {
    return this.fold('int', 'isqrt', [operand]) ?? this.apply('int', 'isqrt', [operand]);
  }

  bitLength(operand: IntTerm): IntTerm {
    return this.fold('int', 'bitlength', [operand]) ?? this.apply('int', 'bitlength', [operand]);
  }

  gcd(left: IntTerm, right: IntTerm): IntTerm {
    if (left === this.one || right === this.one) return this.one;
    const args = left.id < right.id ? [left, right] : [right, left];
    return this.fold('int', 'gcd', args) ?? this.apply('int', 'gcd', args);
  }

  /** The literals as one and the other members without duplicates, by id. */
  #collect(
    operator: 'bitand' | 'bitor',
    operands: readonly IntTerm[],
    neutral: bigint,
  ): { readonly literal: bigint; readonly members: readonly IntTerm[] } {
    const members = new Set<IntTerm>();
    let literal = neutral;
    for (const part of operands.flatMap((operand) => flattened(operator, operand))) {
      if (part.kind !== 'literal') members.add(part);
      else literal = operator === 'bitand' ? literal & part.value : literal | part.value;
    }
    return { literal, members: [...members].sort((a, b) => a.id - b.id) };
  }

  #hasComplement(members: readonly IntTerm[]): boolean {
    return members.length > 1 && members.some((member) => members.includes(this.bitNot(member)));
  }

  #connect(operator: BitOperator, literal: bigint, neutral: bigint, members: readonly IntTerm[]): IntTerm {
    const all = literal === neutral ? members : [this.int(literal), ...members];
    const [first, second] = all;
    if (first === undefined) return this.int(neutral);
    return second === undefined ? first : this.apply('int', operator, all);
  }
}

function flattened(operator: BitOperator, term: IntTerm): readonly IntTerm[] {
  return isApplication(term, operator) ? term.args.filter(isInt) : [term];
}

/** Without the members of the dual operator that hold another member: `a & (a | b)` is `a`. */
function absorbed(members: readonly IntTerm[], dual: 'bitand' | 'bitor'): readonly IntTerm[] {
  const holdsAnother = (one: Application): boolean => one.args.some((part) => isInt(part) && members.includes(part));
  return members.filter((member) => !(isApplication(member, dual) && holdsAnother(member)));
}

function isInt(term: Term): term is IntTerm {
  return term.sort === 'int';
}
