/** Splits a conjunction into parts that share no variable and no opaque function. */
import type { BoolTerm, Term, Variable } from '../terms/term.ts';

/** A variable, or the name of an opaque function. */
type SharedSymbol = Variable | string;

/** Remembers which symbols occur in each term, for all conjunctions of a request. */
export class Slicer {
  readonly #symbols = new Map<Term, ReadonlySet<SharedSymbol>>();

  /**
   * The finest partition in which assertions with a symbol in common stay together; parts and their members keep the
   * order of the assertions. The conjunction is unsatisfiable exactly when one part is: parts have no symbol in common,
   * so models of all parts join into one of the whole.
   */
  split(assertions: readonly BoolTerm[]): readonly (readonly BoolTerm[])[] {
    const classes = new DisjointSets<BoolTerm | SharedSymbol>();
    for (const assertion of assertions) {
      for (const symbol of this.#symbolsOf(assertion)) classes.join(assertion, symbol);
    }
    return [...Map.groupBy(assertions, (assertion) => classes.find(assertion)).values()];
  }

  /** The names of the variables that occur in the assertions. */
  variableNames(assertions: readonly BoolTerm[]): ReadonlySet<string> {
    const symbols = assertions.flatMap((assertion) => [...this.#symbolsOf(assertion)]);
    return new Set(symbols.filter((symbol) => typeof symbol !== 'string').map((variable) => variable.name));
  }

  #symbolsOf(root: Term): ReadonlySet<SharedSymbol> {
    const known = this.#symbols.get(root);
    if (known !== undefined) return known;
    const symbols = new Set<SharedSymbol>();
    const seen = new Set<Term>([root]);
    // a set is iterated in insertion order, members added meanwhile included
    for (const term of seen) {
      if (term.kind === 'variable') symbols.add(term);
      if (term.kind !== 'application') continue;
      if (term.name !== undefined) symbols.add(term.name);
      const below = this.#symbols.get(term);
      for (const symbol of below ?? []) symbols.add(symbol);
      for (const argument of below === undefined ? term.args : []) seen.add(argument);
    }
    this.#symbols.set(root, symbols);
    return symbols;
  }
}

class DisjointSets<T> {
  readonly #parents = new Map<T, T>();

  /** The representative of the member's set. */
  find(member: T): T {
    let root = member;
    for (let parent = this.#parents.get(root); parent !== undefined; parent = this.#parents.get(root)) root = parent;
    if (root !== member) this.#parents.set(member, root);
    return root;
  }

  join(left: T, right: T): void {
    const [a, b] = [this.find(left), this.find(right)];
    if (a !== b) this.#parents.set(b, a);
  }
}
