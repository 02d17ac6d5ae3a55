/** When two values, each with its own heap, are the same for a caller: in type and content, all the way down. */

import type { State } from '../machine/state.ts';
import { isComparedByIdentity } from '../oracle/source.ts';
import { substituteValue } from '../semantics/sequences/any-length.ts';
import { forall } from '../terms/quantify.ts';
import type { Terms } from '../terms/strings.ts';
import type { BoolTerm, IntTerm } from '../terms/term.ts';
import type { ObjectId, PlainValue, PyClass, Value } from '../values/value.ts';

/** Thrown for values that the engine cannot compare; the message names them. */
export class Incomparable extends Error {
  override readonly name = 'Incomparable';
}

/** Nesting of values that are compared. */
const MOST_NESTING = 50;

/**
 * Compares values of two explorations that began in the same state. The condition implies that they are the same; where they
 * are the same in another order of a dict's entries or a set's elements, it may still be false.
 */
export class Sameness {
  readonly #terms: Terms;
  readonly #left: State;
  readonly #right: State;

  constructor(terms: Terms, left: State, right: State) {
    this.#terms = terms;
    this.#left = left;
    this.#right = right;
  }

  /** When the values are the same. Throws {@link Incomparable}. */
  of(left: Value, right: Value, depth = 0): BoolTerm {
    const terms = this.#terms;
    if (depth > MOST_NESTING) throw new Incomparable('values that are nested deeply');
    if (left.kind === 'union') {
      return terms.and(
        ...left.cases.map(({ guard, value }) => terms.or(terms.not(guard), this.of(value, right, depth))),
      );
    }
    if (right.kind === 'union') {
      return terms.and(
        ...right.cases.map(({ guard, value }) => terms.or(terms.not(guard), this.of(left, value, depth))),
      );
    }
    return this.#plain(left, right, depth);
  }

  #plain(left: PlainValue, right: PlainValue, depth: number): BoolTerm {
    const terms = this.#terms;
    const { kind } = left;
    if (kind === 'unmodelled' || right.kind === 'unmodelled') {
      throw new Incomparable(
        kind === 'unmodelled' ? left.construct : right.kind === 'unmodelled' ? right.construct : kind,
      );
    }
    if (kind === 'none' || kind === 'unbound') return terms.bool(right.kind === kind);
    if (kind === 'bool' && right.kind === 'bool') return terms.same(left.term, right.term);
    if (kind === 'int' && right.kind === 'int') return terms.eq(left.term, right.term);
    if (kind === 'float' && right.kind === 'float') return terms.same(left.term, right.term);
    if ((kind === 'str' && right.kind === 'str') || (kind === 'bytes' && right.kind === 'bytes'))
      return terms.same(left.term, right.term);
    if (kind === 'tuple' && right.kind === 'tuple') {
      if (!isSameClass(left.class, right.class)) return terms.false;
      return this.#all(left.items, right.items, depth);
    }
    if (kind === 'sequence' || right.kind === 'sequence') return this.#sequences(left, right, depth);
    if ((kind === 'list' || kind === 'dict') && (right.kind === 'list' || right.kind === 'dict')) {
      if (kind !== right.kind || !isSameClass(left.class, right.class)) return terms.false;
      return this.#content(left.object, right.object, depth);
    }
    if ((kind === 'set' || kind === 'frozenset') && right.kind === kind)
      return this.#content(left.object, right.object, depth);
    if (kind === 'instance' && right.kind === 'instance') {
      return isSameClass(left.class, right.class) ? this.#content(left.object, right.object, depth) : terms.false;
    }
    if (kind === 'namespace' && right.kind === 'namespace') {
      const names = [...left.entries.keys()];
      if (names.length !== right.entries.size) return terms.false;
      const values = names.map((name) => right.entries.get(name) ?? UNSET);
      return this.#all([...left.entries.values()], values, depth);
    }
    if (kind === 'range' && right.kind === 'range') {
      return terms.and(
        terms.eq(left.start, right.start),
        terms.eq(left.stop, right.stop),
        terms.eq(left.step, right.step),
      );
    }
    if (kind === 'class' && right.kind === 'class') return terms.bool(isSameClass(left.class, right.class));
    if (kind === 'builtin' && right.kind === 'builtin') return terms.bool(left.name === right.name);
    if (kind === 'callback' && right.kind === 'callback' && left.name === right.name) return terms.true;
    if (kind === 'module' && right.kind === 'module') return terms.bool(left.name === right.name);
    if (kind === 'singleton' && right.kind === 'singleton') return terms.bool(left.name === right.name);
    if (kind === 'foreign' && right.kind === 'foreign' && !isComparedByIdentity(left)) {
      return terms.bool(left.type === right.type && left.source === right.source);
    }
    if (left.kind !== right.kind && isTyped(left) && isTyped(right)) return terms.false;
    throw new Incomparable(`values of type ${isTyped(left) ? right.kind : left.kind}`);
  }

  #all(left: readonly Value[], right: readonly Value[], depth: number): BoolTerm {
    const terms = this.#terms;
    if (left.length !== right.length) return terms.false;
    return terms.and(...left.map((item, index) => this.of(item, right[index] ?? UNSET, depth + 1)));
  }

  /** Items of which there may be any number. */
  #sequences(left: PlainValue, right: PlainValue, depth: number): BoolTerm {
    const terms = this.#terms;
    const [first, second] = left.kind === 'sequence' ? [left, right] : [right, left];
    if (first.kind !== 'sequence') throw new Incomparable(`values of type ${first.kind}`);
    const itemAt = (of: typeof first, at: IntTerm): Value => substituteValue(terms, of.element, of.index, at);
    if (second.kind === 'tuple') {
      if (second.class !== undefined) return terms.false;
      const items = second.items.map((item, at) => this.of(itemAt(first, terms.int(at)), item, depth + 1));
      return terms.and(terms.eq(first.length, terms.int(second.items.length)), ...items);
    }
    if (second.kind !== 'sequence') throw new Incomparable(`values of type ${second.kind}`);
    const position = terms.variable('int', `position in both ${depth}`);
    const isInside = terms.and(terms.le(terms.zero, position), terms.lt(position, first.length));
    const areSame = this.of(itemAt(first, position), itemAt(second, position), depth + 1);
    return terms.and(terms.eq(first.length, second.length), forall(terms, position, terms.implies(isInside, areSame)));
  }

  #content(left: ObjectId, right: ObjectId, depth: number): BoolTerm {
    const [first, second] = [this.#left.heap.get(left), this.#right.heap.get(right)];
    if (first === undefined || second === undefined) throw new Incomparable('an object without content');
    return this.of(first, second, depth + 1);
  }
}

const UNSET: PlainValue = { kind: 'unbound' };

/** Each exploration has its own classes of the module, of the same names. */
export function isSameClass(left: PyClass | undefined, right: PyClass | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  return (
    left === right || (left.name === right.name && (left.attributes !== undefined) === (right.attributes !== undefined))
  );
}

/** Whether a value's kind is the type that Python gives it, so that values of other kinds differ from it. */
function isTyped({ kind }: PlainValue): boolean {
  return [
    'none',
    'bool',
    'int',
    'float',
    'str',
    'bytes',
    'tuple',
    'list',
    'dict',
    'set',
    'frozenset',
    'range',
    'instance',
  ].includes(kind);
}
