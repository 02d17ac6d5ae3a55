/** Interning of terms: structurally equal terms are one object, so equality is `===` and shared work is done once. */
import { regexText } from './regex.ts';
import type { Application, Detail, Literal, LiteralValue, Operator, Sort, Term, Variable } from './term.ts';

/** The computation would need a term larger than the engine works with. */
export class TermTooLarge extends Error {
  override readonly name = 'TermTooLarge';
}

/** Bounds on what a short program can ask for; memory is 128 MB for everything. */
const MOST_TERMS = 50_000;
const MOST_ARGUMENTS = 2_000;
const LARGEST_INTEGER = 2n ** 200_000n;
const LONGEST_TEXT = 500_000;
/** Characters of all texts, and bytes of all integers, that a request may come to on its way. */
const LARGEST_CONSTANTS = 16_000_000;

/**
 * Owns every term of one request. Ids count up from 0 in creation order, so the same request gives the same terms.
 * Subclasses add the simplifying constructors, one file for each theory. All of them throw {@link TermTooLarge}.
 */
export class TermStore {
  readonly #interned = new Map<string, Term>();
  /** Texts and integers are found by their values: a key made of them would be as large again. */
  readonly #texts = new Map<LiteralValue['str'], Term>();
  readonly #integers = new Map<LiteralValue['int'], Term>();
  #sizeOfConstants = 0;
  #nextId = 0;
  #work = 0;

  /** How many distinct terms exist. */
  get size(): number {
    return this.#nextId;
  }

  /** The work of making terms, and of finding those that exist: one unit for each, and for each of its parts. */
  get work(): number {
    return this.#work;
  }

  /** A literal; floats are told apart by value and sign of zero, and every nan is one. */
  literal<S extends Sort>(sort: S, value: LiteralValue[S]): Literal<S> {
    const create = (id: number): Literal<S> => ({ id, sort, kind: 'literal', value });
    if (typeof value === 'bigint') {
      if (value > LARGEST_INTEGER || value < -LARGEST_INTEGER)
        throw new TermTooLarge('an integer of more than 200,000 bits');
      return this.#internConstant(this.#integers, value, () => value.toString(16).length / 2, create);
    }
    if (typeof value === 'string') {
      if (value.length > LONGEST_TEXT) throw new TermTooLarge(`a text of more than ${LONGEST_TEXT} characters`);
      return this.#internConstant(this.#texts, value, () => value.length, create);
    }
    const text = Object.is(value, -0) ? '-0' : String(value);
    return this.#intern(this.#interned, `${sort}:${text}`, create);
  }

  /** The variable of this name and sort. */
  variable<S extends Sort>(sort: S, name: string): Variable<S> {
    return this.#intern(this.#interned, `${sort}$${name}`, (id): Variable<S> => ({ id, sort, kind: 'variable', name }));
  }

  /** An application as it stands, without simplification: for the constructors of the theories. */
  protected apply<S extends Sort>(
    sort: S,
    operator: Operator,
    args: readonly Term[],
    detail: Detail = {},
  ): Application<S> {
    if (args.length > MOST_ARGUMENTS) throw new TermTooLarge(`a ${operator} of more than ${MOST_ARGUMENTS} parts`);
    this.#work += args.length;
    const { name, regex } = detail;
    const named = name === undefined ? '' : `'${name}'${sort}`;
    const key = `${operator}${named}${regex === undefined ? '' : regexText(regex)}(${args.map((arg) => arg.id).join()})`;
    return this.#intern(
      this.#interned,
      key,
      (id): Application<S> => ({ id, sort, kind: 'application', operator, args, ...detail }),
    );
  }

  /** A literal that may be huge: however often the program makes another one, all together have a bounded size. */
  #internConstant<T extends Term, K>(interned: Map<K, Term>, key: K, size: () => number, create: (id: number) => T): T {
    if (!interned.has(key)) {
      this.#sizeOfConstants += size();
      if (this.#sizeOfConstants > LARGEST_CONSTANTS)
        throw new TermTooLarge(`constants of more than ${LARGEST_CONSTANTS} characters and bytes in all`);
    }
    return this.#intern(interned, key, create);
  }

  /** The key determines sort and shape, so a hit is of the type that was asked for. */
  #intern<T extends Term, K>(interned: Map<K, Term>, key: K, create: (id: number) => T): T {
    this.#work += 1;
    const known = interned.get(key);
    if (known !== undefined) return known as T;
    if (this.#nextId >= MOST_TERMS) throw new TermTooLarge(`more than ${MOST_TERMS} terms`);
    const created = create(this.#nextId++);
    interned.set(key, created);
    return created;
  }
}
