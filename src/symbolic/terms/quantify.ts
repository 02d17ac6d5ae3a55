/** Substitution of terms, and conditions on every integer. */
import type { Terms } from './strings.ts';
import { type Application, type BoolTerm, hasSort, type IntTerm, type Sort, type Term, type Variable } from './term.ts';

/** Puts a term in the place of an integer term, simplifying on the way. Time grows with the distinct subterms. */
export function substitute<S extends Sort>(terms: Terms, term: Term<S>, variable: IntTerm, by: IntTerm): Term<S> {
  return replace(terms, term, new Map([[variable, by]]));
}

/** Puts terms in the places of others of their sorts, all at once, simplifying on the way. */
export function replace<S extends Sort>(terms: Terms, term: Term<S>, by: ReadonlyMap<Term, Term>): Term<S> {
  const done = new Map<Term, Term>(by);
  const rebuild = <T extends Sort>(one: Term<T>): Term<T> => {
    const known = done.get(one);
    // a term is replaced by one of its own sort
    if (known !== undefined) return known as Term<T>;
    const made = one.kind === 'application' ? rebuilt(terms, one, one.args.map(rebuild)) : one;
    done.set(one, made);
    return made;
  };
  return rebuild(term);
}

function rebuilt<S extends Sort>(terms: Terms, application: Application<S>, args: readonly Term[]): Term<S> {
  if (args.every((arg, index) => arg === application.args[index])) return application;
  const simplified = simplify(terms, application, args);
  // the constructors keep the operator's sort
  return (simplified ?? terms.rebuild(application, args)) as Term<S>;
}

/** The simplifying constructors of the operators that indices are made of. */
function simplify(terms: Terms, { operator }: Application, args: readonly Term[]): Term | undefined {
  const ints = args.filter((arg) => hasSort(arg, 'int'));
  const bools = args.filter((arg) => hasSort(arg, 'bool'));
  const [first, second] = ints;
  switch (operator) {
    case 'and':
      return terms.and(...bools);
    case 'or':
      return terms.or(...bools);
    case 'not':
      return bools[0] && terms.not(bools[0]);
    case 'add':
      return terms.add(...ints);
    case 'mul':
      return ints.reduce((product, factor) => terms.mul(product, factor), terms.one);
    case 'le':
      return first && second && terms.le(first, second);
    case 'same':
      return first && second && terms.eq(first, second);
    case 'ite': {
      const [condition, yes, no] = args;
      if (condition === undefined || yes === undefined || no === undefined || !hasSort(condition, 'bool'))
        return undefined;
      return terms.ite(condition, yes, no);
    }
    default:
      return undefined;
  }
}

/** Whether the term mentions the variable. */
export function mentions(term: Term, variable: Term, seen = new Set<Term>()): boolean {
  if (term === variable) return true;
  if (seen.has(term) || term.kind !== 'application') return false;
  seen.add(term);
  return term.args.some((arg) => mentions(arg, variable, seen));
}

const BOUND = 'each ';

/** How deeply quantifiers nest in the term. */
function depthOf(term: Term, known = new Map<Term, number>()): number {
  if (term.kind !== 'application') return 0;
  const before = known.get(term);
  if (before !== undefined) return before;
  const below = Math.max(0, ...term.args.map((arg) => depthOf(arg, known)));
  const depth = term.operator === 'forall' ? below + 1 : below;
  known.set(term, depth);
  return depth;
}

/**
 * The condition that `body` holds whichever integer the variable is. Bound variables are named by their depth, so that
 * conditions which differ in nothing else are one term.
 */
export function forall(terms: Terms, variable: Variable<'int'>, body: BoolTerm): BoolTerm {
  if (!mentions(body, variable)) return body;
  const bound = terms.variable('int', `${BOUND}${depthOf(body)}`);
  return terms.forEvery(bound, substitute(terms, body, variable, bound));
}

/** Sums of more summands than this are not written out. */
const MOST_SUMMANDS = 32n;

/**
 * The sum of `body` with the variable from 0 up to `count`. Sums of one body are applications of one function.
 * Undefined for a body with a sum in it.
 */
export function sumTo(terms: Terms, variable: Variable<'int'>, body: IntTerm, count: IntTerm): IntTerm | undefined {
  if (count.kind === 'literal' && count.value <= MOST_SUMMANDS) {
    const summands = Array.from({ length: Math.max(0, Number(count.value)) }, (_, at) =>
      substitute(terms, body, variable, terms.int(at)),
    );
    return terms.add(...summands, terms.zero);
  }
  if (holdsSum(body)) return undefined;
  const bound = terms.variable('int', `${BOUND}summand`);
  return terms.sumTo(bound, substitute(terms, body, variable, bound), count);
}

/** Whether a sum stands in the term. */
export function holdsSum(root: Term): boolean {
  const seen = new Set<Term>([root]);
  // a set is iterated in insertion order, members added meanwhile included
  for (const term of seen) {
    if (term.kind !== 'application') continue;
    if (term.operator === 'sumto') return true;
    for (const argument of term.args) seen.add(argument);
  }
  return false;
}
