/** Decides conjunctions about floats by the intervals of their terms, where bit by bit the solver would take too long. */
import { nextDown, nextUp } from '../terms/float-neighbours.ts';
import { operate } from '../terms/operations.ts';
import type { Application, BoolTerm, Term } from '../terms/term.ts';
import { hasSort } from '../terms/term.ts';
import {
  ANY_FLOAT,
  ANY_NUMBER,
  holdsInfinity,
  holdsZero,
  hull,
  type Interval,
  intersection,
  isEmpty,
  magnitude,
  mapped,
  negated,
  ofIntegers,
  point,
  product,
  quotient,
  sum,
} from './intervals.ts';

/** Terms nested deeper are taken as anything. */
const DEEPEST = 150;
/** Alternatives that are looked at one by one, in all. */
const MOST_ALTERNATIVES = 60;
/** What bounds of one term say of another is found in so many rounds. */
const ROUNDS = 3;

/** Whether intervals prove that the assertions cannot hold together. Only assertions with floats are looked at. */
export function isRefutedByBounds(assertions: readonly BoolTerm[]): boolean {
  if (!assertions.some((assertion) => mentionsFloats(assertion))) return false;
  return new Bounds(new Map(), { left: MOST_ALTERNATIVES }).refutes(assertions);
}

function mentionsFloats(root: Term): boolean {
  const seen = new Set<Term>([root]);
  // a set is iterated in insertion order, members added meanwhile included
  for (const term of seen) {
    if (term.sort === 'float') return true;
    if (term.kind === 'application') for (const argument of term.args) seen.add(argument);
  }
  return false;
}

class Bounds {
  /** What the assertions say of terms, beyond what their parts do. */
  readonly #learnt: Map<Term, Interval>;
  readonly #alternatives: { left: number };
  #known = new Map<Term, Interval>();
  /** What conditions come to with what is learnt now: they share parts, and without this each would be judged once for each way to it. */
  readonly #decided = new Map<BoolTerm, boolean | undefined>();
  /** Conditions that this round has taken for true, and for false: each once, however many ways lead to it. */
  readonly #assumed = { true: new Set<BoolTerm>(), false: new Set<BoolTerm>() } as const;
  #isRefuted = false;

  constructor(learnt: ReadonlyMap<Term, Interval>, alternatives: { left: number }) {
    this.#learnt = new Map(learnt);
    this.#alternatives = alternatives;
  }

  refutes(assertions: readonly BoolTerm[]): boolean {
    for (let round = 0; round < ROUNDS && !this.#isRefuted; round++) {
      for (const assertion of assertions) this.#assume(assertion, true);
      this.#known = new Map();
      this.#decided.clear();
      this.#assumed.true.clear();
      this.#assumed.false.clear();
    }
    if (this.#isRefuted || assertions.some((assertion) => this.#decide(assertion, 0) === false)) return true;
    return assertions.some((assertion) => this.#failsEverywhere(assertion, assertions));
  }

  /** A disjunction none of whose members can hold beside the other assertions. */
  #failsEverywhere(assertion: BoolTerm, assertions: readonly BoolTerm[]): boolean {
    const members = disjuncts(assertion);
    const others = assertions.filter((one) => one !== assertion);
    return (
      members.length > 1 &&
      members.every(({ term, holds }) => {
        if (this.#alternatives.left-- <= 0) return false;
        const side = new Bounds(this.#learnt, this.#alternatives);
        side.#assume(term, holds);
        return side.#isRefuted || side.refutes(others);
      })
    );
  }

  #learn(term: Term, interval: Interval): void {
    const learnt = this.#learnt.get(term);
    const joint = intersection(learnt ?? (term.sort === 'float' ? ANY_FLOAT : ANY_NUMBER), interval);
    this.#learnt.set(term, joint);
    this.#decided.clear();
    this.#known.delete(term);
    if (isEmpty(this.#interval(term, 0))) this.#isRefuted = true;
  }

  /** Takes a condition for true, or for false. */
  #assume(condition: BoolTerm, holds: boolean): void {
    if (condition.kind !== 'application') {
      if (condition.kind === 'literal' && condition.value !== holds) this.#isRefuted = true;
      return;
    }
    const assumed = this.#assumed[`${holds}`];
    if (assumed.has(condition)) return;
    assumed.add(condition);
    const [first, second] = condition.args;
    if (first === undefined) return;
    switch (condition.operator) {
      case 'not':
        if (hasSort(first, 'bool')) this.#assume(first, !holds);
        return;
      case 'and':
      case 'or':
        return this.#assumeMembers(condition, holds);
      case 'fle':
      case 'flt':
      case 'feq':
        if (second !== undefined) this.#assumeOrder(condition.operator, first, second, holds);
        return;
      case 'le':
        if (second === undefined) return;
        if (holds)
          this.#order(
            first,
            second,
            (value) => value,
            (value) => value,
          );
        else
          this.#order(
            second,
            first,
            (value) => value - 1,
            (value) => value + 1,
          );
        return;
      case 'fisnan':
        return this.#learn(first, holds ? point(Number.NaN) : ANY_NUMBER);
      case 'fisinf':
        if (!holds) this.#learn(first, { low: -Number.MAX_VALUE, high: Number.MAX_VALUE, nan: true });
        return;
      default:
        return;
    }
  }

  #assumeMembers(condition: Application, holds: boolean): void {
    const members = condition.args.filter((member) => hasSort(member, 'bool'));
    if ((condition.operator === 'and') === holds) {
      for (const member of members) this.#assume(member, holds);
      return;
    }
    const open = members.filter((member) => this.#decide(member, 0) !== !holds);
    const [only, second] = open;
    if (only === undefined) this.#isRefuted = true;
    else if (second === undefined) this.#assume(only, holds);
  }

  #assumeOrder(operator: 'fle' | 'flt' | 'feq', left: Term, right: Term, holds: boolean): void {
    const same = (value: number): number => value;
    if (holds) {
      for (const one of [left, right]) this.#learn(one, ANY_NUMBER);
      if (operator === 'flt') return this.#order(left, right, nextDown, nextUp);
      this.#order(left, right, same, same);
      if (operator === 'feq') this.#order(right, left, same, same);
      return;
    }
    // the opposite order holds only between numbers
    const mayBeNan = this.#interval(left, 0).nan || this.#interval(right, 0).nan;
    if (mayBeNan || operator === 'feq') return;
    if (operator === 'fle') this.#order(right, left, nextDown, nextUp);
    else this.#order(right, left, same, same);
  }

  /** `left` is at most what `below` makes of `right`, and `right` at least what `above` makes of `left`. */
  #order(left: Term, right: Term, below: (value: number) => number, above: (value: number) => number): void {
    const [a, b] = [this.#interval(left, 0), this.#interval(right, 0)];
    if (b.low <= b.high) this.#learn(left, { low: -Infinity, high: below(b.high), nan: true });
    if (a.low <= a.high) this.#learn(right, { low: above(a.low), high: Infinity, nan: true });
  }

  /** Whether the condition is true or false whatever the values in the intervals; undefined for either. */
  #decide(condition: BoolTerm, depth: number): boolean | undefined {
    if (condition.kind === 'literal') return condition.value;
    if (condition.kind === 'variable' || depth > DEEPEST) return undefined;
    if (this.#decided.has(condition)) return this.#decided.get(condition);
    const decided = this.#judge(condition, depth);
    this.#decided.set(condition, decided);
    return decided;
  }

  #judge(condition: Application, depth: number): boolean | undefined {
    const [first, second] = condition.args;
    switch (condition.operator) {
      case 'not': {
        const decided = first && hasSort(first, 'bool') ? this.#decide(first, depth + 1) : undefined;
        return decided === undefined ? undefined : !decided;
      }
      case 'and':
      case 'or': {
        const absorbing = condition.operator === 'or';
        const members = condition.args
          .filter((member) => hasSort(member, 'bool'))
          .map((member) => this.#decide(member, depth + 1));
        if (members.includes(absorbing)) return absorbing;
        return members.includes(undefined) ? undefined : !absorbing;
      }
      case 'fle':
      case 'flt':
      case 'feq':
      case 'le':
        if (first === undefined || second === undefined) return undefined;
        return related(condition.operator, this.#interval(first, depth + 1), this.#interval(second, depth + 1));
      case 'fisnan': {
        const operand = first && this.#interval(first, depth + 1);
        if (operand === undefined || !operand.nan) return operand && false;
        return operand.low > operand.high ? true : undefined;
      }
      case 'fisinf':
        return first !== undefined && !holdsInfinity(this.#interval(first, depth + 1)) ? false : undefined;
      default:
        return undefined;
    }
  }

  #interval(term: Term, depth: number): Interval {
    const known = this.#known.get(term);
    if (known !== undefined) return known;
    const computed = depth > DEEPEST ? anyOf(term) : this.#compute(term, depth + 1);
    const learnt = this.#learnt.get(term);
    const interval = learnt === undefined ? computed : intersection(computed, learnt);
    this.#known.set(term, interval);
    return interval;
  }

  #compute(term: Term, depth: number): Interval {
    if (term.kind === 'literal') {
      if (typeof term.value === 'number') return point(term.value);
      return typeof term.value === 'bigint' ? ofIntegers(point(Number(term.value))) : ANY_NUMBER;
    }
    if (term.kind === 'variable') return anyOf(term);
    const { operator, args } = term;
    if (operator === 'ite') return this.#either(term, depth);
    const parts = args
      .filter(({ sort }) => sort === 'float' || sort === 'int')
      .map((part) => this.#interval(part, depth));
    const [a, b] = parts;
    if (a === undefined) return anyOf(term);
    switch (operator) {
      case 'add':
        return parts.reduce((total, part) => ofIntegers(sum(total, part)));
      case 'mul':
        return parts.reduce((total, part) => ofIntegers(product(total, part)));
      case 'fneg':
        return negated(a);
      case 'fabs':
        return magnitude(a);
      case 'fsqrt':
        return {
          ...mapped(intersection(a, { low: 0, high: Infinity, nan: true }), Math.sqrt),
          nan: a.nan || a.low < 0,
        };
      case 'ffloor':
      case 'fceil':
      case 'fnearest':
        return mapped(a, (value) => Number(operate(operator, [value])));
      case 'floattoint':
        return ofIntegers(mapped(a, Math.trunc));
      case 'inttofloat':
        return finite(a);
      default:
        return b === undefined ? anyOf(term) : ofPair(term, a, b);
    }
  }

  #either(term: Application, depth: number): Interval {
    const [condition, yes, no] = term.args;
    if (condition === undefined || yes === undefined || no === undefined || !hasSort(condition, 'bool'))
      return anyOf(term);
    const decided = this.#decide(condition, depth);
    if (decided !== undefined) return this.#interval(decided ? yes : no, depth);
    return hull(this.#under(condition, true, yes, depth), this.#under(condition, false, no, depth));
  }

  /** The term's interval where the condition holds, or does not. */
  #under(condition: BoolTerm, holds: boolean, term: Term, depth: number): Interval {
    if (term.kind === 'literal' || this.#alternatives.left-- <= 0) return this.#interval(term, depth);
    const side = new Bounds(this.#learnt, this.#alternatives);
    side.#assume(condition, holds);
    return side.#isRefuted ? { low: Infinity, high: -Infinity, nan: false } : side.#interval(term, depth);
  }
}

function anyOf(term: Term): Interval {
  return term.sort === 'float' ? ANY_FLOAT : ANY_NUMBER;
}

/** Conversions of integers that do not overflow. */
function finite({ low, high }: Interval): Interval {
  return { low: Math.max(low, -Number.MAX_VALUE), high: Math.min(high, Number.MAX_VALUE), nan: false };
}

function ofPair(term: Application, a: Interval, b: Interval): Interval {
  switch (term.operator) {
    case 'fadd':
      return sum(a, b);
    case 'fsub':
      return sum(a, negated(b));
    case 'fmul':
      return product(a, b);
    case 'fdiv':
      return quotient(a, b);
    case 'truediv':
      return holdsZero(b) ? finite(ANY_NUMBER) : finite(quotient(a, b));
    case 'fmod': {
      // smaller than the divisor, at most the dividend, and of the dividend's sign
      const size = Math.min(magnitude(a).high, nextDown(magnitude(b).high));
      const nan = a.nan || b.nan || holdsInfinity(a) || holdsZero(b);
      return { low: a.low >= 0 ? 0 : -size, high: a.high <= 0 ? 0 : size, nan };
    }
    default:
      return anyOf(term);
  }
}

function related(operator: 'fle' | 'flt' | 'feq' | 'le', a: Interval, b: Interval): boolean | undefined {
  const isNumber = !a.nan && !b.nan;
  // where one is nan for certain, nothing is related to it
  if (a.low > a.high || b.low > b.high) return false;
  switch (operator) {
    case 'flt':
      if (a.low >= b.high) return false;
      return isNumber && a.high < b.low ? true : undefined;
    case 'feq':
      if (a.low > b.high || b.low > a.high) return false;
      return isNumber && a.low === a.high && b.low === b.high && a.low === b.low ? true : undefined;
    case 'fle':
    case 'le':
      if (a.low > b.high) return false;
      return isNumber && a.high <= b.low ? true : undefined;
  }
}

/** The members of a disjunction, each with the truth value that makes it hold. */
function disjuncts(assertion: BoolTerm): readonly { readonly term: BoolTerm; readonly holds: boolean }[] {
  if (assertion.kind !== 'application') return [];
  const [inner] = assertion.args;
  const isNegation = assertion.operator === 'not' && inner?.kind === 'application' && inner.operator === 'and';
  const members = isNegation ? inner.args : assertion.operator === 'or' ? assertion.args : [];
  return members.filter((member) => hasSort(member, 'bool')).map((term) => ({ term, holds: !isNegation }));
}
