/** What a path condition says of an integer's comparison with a literal, without asking the solver. */
import { type BoolTerm, hasSort, type Term } from '../terms/term.ts';
import type { PathCondition } from './state.ts';

/** A term's relation to a literal. */
interface Comparison {
  readonly term: Term;
  readonly operator: '==' | '!=' | '<=' | '>';
  readonly value: bigint;
}

const OPPOSITE = { '==': '!=', '!=': '==', '<=': '>', '>': '<=' } as const;

function comparisonIn(condition: BoolTerm): Comparison | undefined {
  if (condition.kind !== 'application') return undefined;
  const { operator, args } = condition;
  const [first, second] = args;
  if (operator === 'not') {
    const inner = first !== undefined && hasSort(first, 'bool') ? comparisonIn(first) : undefined;
    return inner && { ...inner, operator: OPPOSITE[inner.operator] };
  }
  if (operator !== 'same' && operator !== 'le') return undefined;
  const [term, bound] = operator === 'same' && first?.kind === 'literal' ? [second, first] : [first, second];
  if (term === undefined || bound?.kind !== 'literal' || typeof bound.value !== 'bigint') return undefined;
  return { term, operator: operator === 'same' ? '==' : '<=', value: bound.value };
}

/** Comparisons that all hold where a condition does: members of conjunctions, and of negated disjunctions. */
function* comparisonsIn(condition: BoolTerm, isNegated = false): Generator<Comparison> {
  if (condition.kind !== 'application') return;
  const { operator, args } = condition;
  if (operator === 'not' || operator === (isNegated ? 'or' : 'and')) {
    const parts = args.filter((part) => hasSort(part, 'bool'));
    for (const part of parts) yield* comparisonsIn(part, operator === 'not' ? !isNegated : isNegated);
    return;
  }
  const comparison = comparisonIn(condition);
  if (comparison !== undefined) {
    yield isNegated ? { ...comparison, operator: OPPOSITE[comparison.operator] } : comparison;
  }
}

/** The values that a term may have as far as its comparisons with literals on the path say. */
class Interval {
  #low: bigint | undefined;
  #high: bigint | undefined;
  readonly #excluded = new Set<bigint>();

  narrow({ operator, value }: Comparison): void {
    if (operator === '!=') this.#excluded.add(value);
    if (operator === '==' || operator === '<=')
      this.#high = this.#high === undefined || value < this.#high ? value : this.#high;
    const least = operator === '==' ? value : operator === '>' ? value + 1n : undefined;
    if (least !== undefined) this.#low = this.#low === undefined || least > this.#low ? least : this.#low;
  }

  /** Leaves out excluded values at the ends. */
  tighten(): void {
    while (this.#low !== undefined && this.#excluded.has(this.#low)) this.#low += 1n;
    while (this.#high !== undefined && this.#excluded.has(this.#high)) this.#high -= 1n;
  }

  /** Whether a comparison holds for all these values, or for none; undefined where that is not known. */
  decide({ operator, value }: Omit<Comparison, 'term'>): boolean | undefined {
    const isBelow = this.#high !== undefined && this.#high < value;
    const isAbove = this.#low !== undefined && this.#low > value;
    const isAt = this.#low === value && this.#high === value;
    switch (operator) {
      case '==':
        return isBelow || isAbove || this.#excluded.has(value) ? false : isAt ? true : undefined;
      case '<=':
        return isAbove ? false : isBelow || this.#high === value ? true : undefined;
      case '!=':
      case '>': {
        const opposite = this.decide({ operator: OPPOSITE[operator], value });
        return opposite === undefined ? undefined : !opposite;
      }
    }
  }
}

/** Whether the path decides a comparison of an integer with a literal; undefined where it does not, or for other conditions. */
export function decidedByBounds(path: PathCondition | undefined, condition: BoolTerm): boolean | undefined {
  return decidedBy(membersOf(path), condition);
}

/** Members of one conjunction that are compared with each other: beyond that, all of them stay. */
const MOST_COMPARED = 200;

/** The members of a conjunction without those that the others imply, as far as comparisons of integers with literals tell. */
export function withoutImplied(members: readonly BoolTerm[]): readonly BoolTerm[] {
  if (members.length > MOST_COMPARED) return members;
  const distinct = [...new Set(members)];
  return distinct.reduce<readonly BoolTerm[]>((kept, member) => {
    const others = kept.filter((other) => other !== member);
    return decidedBy(others, member) === true ? others : kept;
  }, distinct);
}

function* membersOf(path: PathCondition | undefined): Generator<BoolTerm> {
  for (let at = path; at !== undefined; at = at.rest) yield at.member;
}

function decidedBy(members: Iterable<BoolTerm>, condition: BoolTerm): boolean | undefined {
  const asked = comparisonIn(condition);
  if (asked === undefined) return undefined;
  const interval = new Interval();
  for (const member of members) {
    for (const part of comparisonsIn(member)) if (part.term === asked.term) interval.narrow(part);
  }
  interval.tighten();
  return interval.decide(asked);
}
