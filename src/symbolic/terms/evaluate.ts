/** Evaluates terms under a model, lazily where Python is: an operand that is not needed may be without a value. */
import { operate, sortOf, type Value } from './operations.ts';
import type { Application, BoolTerm, LiteralValue, Sort, Term } from './term.ts';

/** Values of variables by name; a variable that is missing has its sort's default: False, 0, 0.0 or ''. */
export type Model = ReadonlyMap<string, Value>;

const DEFAULTS: LiteralValue = { bool: false, int: 0n, float: 0, str: '' };

/**
 * Evaluates terms under one model and remembers every subterm's value, so that terms which share subterms are evaluated
 * together in the time of their distinct subterms. Depth is limited by memory only.
 */
export class Evaluator {
  readonly #model: Model;
  /** A subterm without a value is present with `undefined`. */
  readonly #known = new Map<Term, Value | undefined>();

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * The term's value. Undefined where it has none: an opaque function, a quantifier, an operator applied where it is not defined, or
   * a value too large to compute, unless `and`, `or` or `ite` make it irrelevant. Throws TypeError when the model gives a
   * variable a value of another sort.
   */
  value(term: Term): Value | undefined {
    const frames: Frame[] = [{ term, next: 0 }];
    for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
      const needed = this.#known.has(frame.term) ? undefined : this.#step(frame);
      if (needed === undefined) frames.pop();
      else if (!this.#known.has(needed)) frames.push({ term: needed, next: 0 });
    }
    return this.#known.get(term);
  }

  /** Whether the condition has the value True. */
  holds(condition: BoolTerm): boolean {
    return this.value(condition) === true;
  }

  /** Records the value of the frame's term, or returns an argument that has to be evaluated first. */
  #step(frame: Frame): Term | undefined {
    const { term } = frame;
    if (term.kind === 'application') return this.#apply(term, frame);
    this.#known.set(term, term.kind === 'literal' ? term.value : this.#lookUp(term.name, term.sort));
    return undefined;
  }

  #lookUp(name: string, sort: Sort): Value {
    const value = this.#model.get(name) ?? DEFAULTS[sort];
    if (sortOf(value) !== sort)
      throw new TypeError(`the model gives ${name}: ${sort} a value of sort ${sortOf(value)}`);
    return value;
  }

  #apply(term: Application, frame: Frame): Term | undefined {
    switch (term.operator) {
      case 'opaque':
      case 'forall':
      case 'sumto':
        return this.#record(term, undefined);
      case 'and':
        return this.#connect(term, frame, false);
      case 'or':
        return this.#connect(term, frame, true);
      case 'ite':
        return this.#choose(term, frame);
      default: {
        const argument = term.args[frame.next++];
        if (argument !== undefined) return argument;
        const values = term.args.map((known) => this.#known.get(known)).filter((value) => value !== undefined);
        return this.#record(term, values.length < term.args.length ? undefined : operate(term.operator, values, term));
      }
    }
  }

  /** One absorbing member decides, whatever the others are. */
  #connect(term: Application, frame: Frame, absorbing: boolean): Term | undefined {
    const previous = term.args[frame.next - 1];
    if (previous !== undefined && this.#known.get(previous) === absorbing) return this.#record(term, absorbing);
    const argument = term.args[frame.next++];
    if (argument !== undefined) return argument;
    const open = term.args.some((member) => this.#known.get(member) === undefined);
    return this.#record(term, open ? undefined : !absorbing);
  }

  #choose(term: Application, frame: Frame): Term | undefined {
    const [condition, consequent, alternative] = term.args;
    if (condition === undefined) throw new TypeError('malformed if-then-else');
    if (frame.next++ === 0) return condition;
    const decision = this.#known.get(condition);
    const branch = decision === true ? consequent : alternative;
    if (decision === undefined || branch === undefined) return this.#record(term, undefined);
    return this.#known.has(branch) ? this.#record(term, this.#known.get(branch)) : branch;
  }

  #record(term: Term, value: Value | undefined): undefined {
    this.#known.set(term, value);
  }
}

/** A term under evaluation and the index of the argument it needs next. */
interface Frame {
  readonly term: Term;
  next: number;
}

/** The term's value under the model; see {@link Evaluator.value}. */
export function evaluate(term: Term, model: Model): Value | undefined {
  return new Evaluator(model).value(term);
}
