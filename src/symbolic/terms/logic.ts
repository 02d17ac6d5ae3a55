/** Simplifying constructors of logic: connectives, if-then-else and identity. */
import { isOfSort, operate, type StrictOperator, type Value } from './operations.ts';
import { TermStore } from './store.ts';
import type { Application, BoolTerm, Detail, IntTerm, Literal, Operator, Sort, Term, Variable } from './term.ts';

/** Narrows to an application of one operator. */
export function isApplication<S extends Sort>(term: Term<S>, operator: Operator): term is Application<S> {
  return term.kind === 'application' && term.operator === operator;
}

/** Conjunctions and disjunctions stop looking for complementary members beyond this many. */
const COMPLEMENT_SEARCH_LIMIT = 64;

export class LogicTerms extends TermStore {
  readonly true: BoolTerm = this.literal('bool', true);
  readonly false: BoolTerm = this.literal('bool', false);

  bool(value: boolean): BoolTerm {
    return value ? this.true : this.false;
  }

  /** The operator's value when every argument is a literal and it has one. */
  protected fold<S extends Sort>(
    sort: S,
    operator: StrictOperator,
    args: readonly Term[],
    detail: Detail = {},
  ): Literal<S> | undefined {
    const values: Value[] = [];
    for (const argument of args) {
      if (argument.kind !== 'literal') return undefined;
      values.push(argument.value);
    }
    const value = operate(operator, values, detail);
    return value !== undefined && isOfSort(value, sort) ? this.literal(sort, value) : undefined;
  }

  /** The same operator on other arguments, without simplification. */
  rebuild<S extends Sort>({ sort, operator, name, regex }: Application<S>, args: readonly Term[]): Application<S> {
    const detail = { ...(name === undefined ? {} : { name }), ...(regex === undefined ? {} : { regex }) };
    return this.apply(sort, operator, args, detail);
  }

  /** The body holds whichever integer the variable is, as it stands; see `quantify.ts` for the simplifying constructor. */
  forEvery(variable: Variable<'int'>, body: BoolTerm): BoolTerm {
    return this.apply('bool', 'forall', [variable, body]);
  }

  /** The sum of the body for the integers from 0 up to the count, as it stands; see `quantify.ts`. */
  sumTo(variable: Variable<'int'>, body: IntTerm, count: IntTerm): IntTerm {
    return this.apply('int', 'sumto', [variable, body, count]);
  }

  not(operand: BoolTerm): BoolTerm {
    if (operand.kind === 'literal') return this.bool(!operand.value);
    if (isApplication(operand, 'not')) return boolArgument(operand, 0);
    return this.apply('bool', 'not', [operand]);
  }

  /** n-ary conjunction, flattened, without duplicates; `false` when two members contradict each other. */
  and(...operands: readonly BoolTerm[]): BoolTerm {
    return this.#connect('and', operands, this.true, this.false);
  }

  /** n-ary disjunction, flattened, without duplicates; `true` when two members are complementary. */
  or(...operands: readonly BoolTerm[]): BoolTerm {
    return this.#connect('or', operands, this.false, this.true);
  }

  implies(premise: BoolTerm, conclusion: BoolTerm): BoolTerm {
    return this.or(this.not(premise), conclusion);
  }

  #connect(operator: 'and' | 'or', operands: readonly BoolTerm[], neutral: BoolTerm, absorbing: BoolTerm): BoolTerm {
    const members = new Set<BoolTerm>();
    for (const operand of operands) {
      const parts = isApplication(operand, operator) ? operand.args.filter(isBool) : [operand];
      for (const part of parts) {
        if (part === absorbing) return absorbing;
        if (part !== neutral) members.add(part);
      }
    }
    if (members.size <= COMPLEMENT_SEARCH_LIMIT) {
      for (const member of members) if (members.has(this.not(member))) return absorbing;
      const simpler = this.#absorb(operator === 'and' ? 'or' : 'and', members);
      if (simpler !== undefined) return this.#connect(operator, simpler, neutral, absorbing);
    }
    const [first, second] = members;
    if (first === undefined) return neutral;
    if (second === undefined) return first;
    return this.apply('bool', operator, [...members]);
  }

  /**
   * Unit resolution of members of the dual operator against the other members, e.g. `c ∨ (¬c ∧ d)` becomes `c ∨ d`,
   * and absorption, e.g. `c ∨ (c ∧ d)` becomes `c`: both keep merged path conditions small. Undefined when neither applies.
   */
  #absorb(dual: 'and' | 'or', members: ReadonlySet<BoolTerm>): BoolTerm[] | undefined {
    for (const member of members) {
      if (!isApplication(member, dual)) continue;
      const parts = member.args.filter(isBool);
      const others = [...members].filter((other) => other !== member);
      if (parts.some((part) => members.has(part))) return others;
      const kept = parts.filter((part) => !members.has(this.not(part)));
      if (kept.length < parts.length) return [...others, dual === 'and' ? this.and(...kept) : this.or(...kept)];
    }
    return undefined;
  }

  /** `condition ? consequent : alternative`. */
  ite<S extends Sort>(condition: BoolTerm, consequent: Term<S>, alternative: Term<S>): Term<S> {
    if (condition === this.true || consequent === alternative) return consequent;
    if (condition === this.false) return alternative;
    // `a is b ? b : a` is a
    if (isApplication(condition, 'same') && [consequent, alternative].every((one) => condition.args.includes(one))) {
      return alternative;
    }
    if (isApplication(condition, 'not')) return this.ite(boolArgument(condition, 0), alternative, consequent);
    const [yes, no] = [inside(consequent, condition, 1), inside(alternative, condition, 2)];
    if (yes !== consequent || no !== alternative) return this.ite(condition, yes, no);
    if (isBool(consequent) && isBool(alternative)) {
      const decided = this.#iteBool(condition, consequent, alternative);
      // `decided` is a bool, and so is S: TypeScript cannot carry the narrowing of the operands over to S
      if (decided !== undefined) return decided as Term<S>;
    }
    return this.apply(consequent.sort, 'ite', [condition, consequent, alternative]);
  }

  #iteBool(condition: BoolTerm, consequent: BoolTerm, alternative: BoolTerm): BoolTerm | undefined {
    const negated = this.not(condition);
    if (consequent === this.true || consequent === condition) return this.or(condition, alternative);
    if (consequent === this.false || consequent === negated) return this.and(negated, alternative);
    if (alternative === this.true || alternative === negated) return this.or(negated, consequent);
    if (alternative === this.false || alternative === condition) return this.and(condition, consequent);
    return undefined;
  }

  /** Identity of two values of one sort; see {@link Operator} `same`. */
  same<S extends Sort>(left: Term<S>, right: Term<S>): BoolTerm {
    if (left === right) return this.true;
    if (left.kind === 'literal' && right.kind === 'literal') return this.false;
    if (isBool(left) && isBool(right)) return this.#sameBool(left, right);
    const pushed = this.pushIntoIte(left, right, (a, b) => this.same(a, b));
    if (pushed !== undefined) return pushed;
    return this.apply('bool', 'same', left.id < right.id ? [left, right] : [right, left]);
  }

  #sameBool(left: BoolTerm, right: BoolTerm): BoolTerm {
    if (left.kind === 'literal') return left.value ? right : this.not(right);
    if (right.kind === 'literal') return right.value ? left : this.not(left);
    if (left === this.not(right)) return this.false;
    return this.apply('bool', 'same', left.id < right.id ? [left, right] : [right, left]);
  }

  /**
   * A relation between an if-then-else whose branches hold a literal and a literal, decided branch by branch:
   * `(c ? 1 : x) = 2` becomes `c ? false : x = 2`. Undefined when it does not apply.
   */
  protected pushIntoIte<S extends Sort>(
    left: Term<S>,
    right: Term<S>,
    relate: (left: Term<S>, right: Term<S>) => BoolTerm,
  ): BoolTerm | undefined {
    if (right.kind === 'literal' && isApplication(left, 'ite')) {
      const { condition, consequent, alternative } = iteParts(left);
      if (consequent.kind === 'literal' || alternative.kind === 'literal') {
        return this.ite(condition, relate(consequent, right), relate(alternative, right));
      }
    }
    if (left.kind === 'literal' && isApplication(right, 'ite')) {
      const { condition, consequent, alternative } = iteParts(right);
      if (consequent.kind === 'literal' || alternative.kind === 'literal') {
        return this.ite(condition, relate(left, consequent), relate(left, alternative));
      }
    }
    return undefined;
  }
}

function isBool(term: Term): term is BoolTerm {
  return term.sort === 'bool';
}

function boolArgument(term: Application, index: number): BoolTerm {
  const argument = term.args[index];
  if (argument === undefined || !isBool(argument)) throw new TypeError(`${term.operator} needs a bool argument`);
  return argument;
}

/** The parts of an if-then-else, whose branches have its own sort. */
export function iteParts<S extends Sort>(
  term: Application<S>,
): {
  readonly condition: BoolTerm;
  readonly consequent: Term<S>;
  readonly alternative: Term<S>;
} {
  const [, consequent, alternative] = term.args;
  if (consequent?.sort !== term.sort || alternative?.sort !== term.sort) throw new TypeError('malformed if-then-else');
  // both branches were just seen to have sort S
  return {
    condition: boolArgument(term, 0),
    consequent: consequent as Term<S>,
    alternative: alternative as Term<S>,
  };
}

/** Below a branch of `condition`, an inner if-then-else on the same condition is its branch of that side. */
function inside<S extends Sort>(branch: Term<S>, condition: BoolTerm, side: 1 | 2): Term<S> {
  if (!isApplication(branch, 'ite') || branch.args[0] !== condition) return branch;
  const parts = iteParts(branch);
  return side === 1 ? parts.consequent : parts.alternative;
}
