/** Comprehensions over sequences of any length: quantified conditions, and lists described item by item. */
import {
  everywhere,
  forAnyPosition,
  isFlat,
  itemOf,
  sequenceOf,
  substituteValue,
  sumOver,
} from '../semantics/any-length.ts';
import { rangeElement, rangeLength } from '../semantics/ranges.ts';
import { type AnyLength, contentOf } from '../semantics/sequences.ts';
import { elementAt } from '../semantics/text-slices.ts';
import { truth } from '../semantics/truth.ts';
import type { Comprehension, Expression } from '../syntax/ast.ts';
import { substitute } from '../terms/quantify.ts';
import type { BoolTerm, IntTerm, Term } from '../terms/term.ts';
import { type IteratorValue, intValue, NONE, type PlainValue, type Value } from '../values/value.ts';
import { callValue, NO_ARGUMENTS } from './calls.ts';
import { evaluate } from './expressions.ts';
import type { Machine } from './machine.ts';
import { withObject } from './state.ts';
import { assign } from './statements.ts';

/** How something of any length is walked. */
export interface Indexed {
  readonly length: IntTerm;
  readonly element: (position: IntTerm) => Value;
}

/** The walk over a sequence whose length is not known; undefined for everything else. */
export function indexed(machine: Machine, value: Value): Indexed | undefined {
  const objects = iteratorsIn(value).map(({ object }) => object);
  // elements that are taken in turn from one iterator are not at one position
  if (new Set(objects).size < objects.length) return undefined;
  const found = walkOf(machine, value);
  return found?.length.kind === 'literal' ? undefined : found;
}

/** The iterator and those that it draws from; none for other values. */
function iteratorsIn(value: Value): readonly IteratorValue[] {
  return value.kind === 'iterator' ? [value, ...partsOf(value).flatMap(iteratorsIn)] : [];
}

function partsOf({ source }: IteratorValue): readonly PlainValue[] {
  switch (source.type) {
    case 'enumerate':
    case 'filter':
      return [source.part];
    case 'zip':
    case 'map':
      return source.parts;
    default:
      return [];
  }
}

function walkOf(machine: Machine, value: Value): Indexed | undefined {
  const { terms } = machine;
  switch (value.kind) {
    case 'list': {
      const content = contentOf(machine, value.object);
      return content.kind === 'sequence' ? walkOf(machine, content) : undefined;
    }
    case 'sequence':
      return { length: value.length, element: (position) => itemOf(machine, value, position) };
    case 'range':
      return {
        length: rangeLength(terms, value),
        element: (position) => intValue(rangeElement(terms, value, position)),
      };
    case 'str':
      return { length: terms.length(value.term), element: (position) => elementAt(machine, value, position) };
    case 'iterator':
      return walkOfIterator(machine, value);
    default:
      return undefined;
  }
}

/** The walk over what an iterator gives that has given nothing yet. */
function walkOfIterator(machine: Machine, { object, source }: IteratorValue): Indexed | undefined {
  const { terms } = machine;
  const given = contentOf(machine, object);
  if (given.kind !== 'int' || given.term !== terms.zero) return undefined;
  switch (source.type) {
    case 'items': {
      const over = walkOf(machine, source.over);
      return over && { length: over.length, element: source.iteration.element };
    }
    case 'enumerate': {
      const part = walkOf(machine, source.part);
      return (
        part && {
          length: part.length,
          element: (position) => {
            const items = [intValue(terms.add(source.start, position)), part.element(position)];
            return { kind: 'tuple', items };
          },
        }
      );
    }
    case 'zip': {
      const parts = source.parts.map((part) => walkOf(machine, part));
      const known = parts.filter((part) => part !== undefined);
      const [first, ...rest] = known;
      if (source.isStrict || first === undefined || known.length < parts.length) return undefined;
      const length = rest.reduce((least, part) => shorter(machine, least, part.length), first.length);
      return {
        length,
        element: (position) => ({ kind: 'tuple', items: known.map((part) => part.element(position)) }),
      };
    }
    case 'map': {
      const parts = source.parts.map((part) => walkOf(machine, part));
      const [only, second] = parts;
      if (only === undefined || second !== undefined) return undefined;
      return {
        length: only.length,
        element: (position) =>
          callValue(machine, source.function, { ...NO_ARGUMENTS, positional: [only.element(position)] }),
      };
    }
    default:
      return undefined;
  }
}

function shorter({ terms }: Machine, left: IntTerm, right: IntTerm): IntTerm {
  return terms.ite(terms.le(left, right), left, right);
}

/** Leaves an iterator where a loop over it has left it, None at its end; where those are that it draws from is not known. */
export function useUp(machine: Machine, value: Value, progress: PlainValue): void {
  const [outer, ...others] = iteratorsIn(value);
  if (outer === undefined) return;
  machine.state = withObject(machine.state, outer.object, progress);
  for (const { object } of others) {
    const construct = 'iterator that another one has drawn from';
    machine.state = withObject(machine.state, object, { kind: 'unmodelled', construct, line: machine.line });
  }
}

/** The items of something of any length, used up at once; undefined where its length is known or it is not walked by position. */
export function collected(machine: Machine, value: PlainValue): AnyLength | undefined {
  const walk = machine.limits.isInductive ? indexed(machine, value) : undefined;
  if (walk === undefined) return undefined;
  const generic = forAnyPosition(machine, walk.length, walk.element, termsOf);
  if (generic === undefined) return undefined;
  if (!isFlat(generic.value)) return machine.cut('sequence', 'the items are no scalars');
  useUp(machine, value, NONE);
  return sequenceOf(machine, walk.length, (at) => substituteValue(machine.terms, generic.value, generic.position, at));
}

/** `any(…)` or `all(…)` of a generator over something of any length, as one condition. */
export function quantified(
  machine: Machine,
  kind: 'any' | 'all',
  element: Expression,
  [current, ...inner]: readonly Comprehension[],
  walk: Indexed,
): BoolTerm {
  const { terms } = machine;
  if (current === undefined) throw new TypeError('a comprehension needs a loop');
  const holds = everywhere(machine, walk.length, (position) => {
    const premises = enter(machine, current, walk.element(position));
    const [next] = inner;
    if (next === undefined) {
      const each = truth(machine, evaluate(machine, element));
      return terms.implies(premises, kind === 'all' ? each : terms.not(each));
    }
    const { heap } = machine.state;
    const iterable = evaluate(machine, next.iterable);
    // an iterator from outside has its elements for one position only
    const isNew = iteratorsIn(iterable).every(({ object }) => !heap.has(object));
    const within = isNew ? walkOf(machine, iterable) : undefined;
    if (within === undefined) return machine.cut(`${kind}()`, 'an inner loop over known items is not modelled here');
    const each = quantified(machine, kind, element, inner, within);
    return terms.implies(premises, kind === 'all' ? each : terms.not(each));
  });
  return kind === 'all' ? holds : terms.not(holds);
}

/** `sum(…)` of a generator over something of any length. */
export function summed(machine: Machine, element: Expression, loop: Comprehension, walk: Indexed): Value {
  const { terms } = machine;
  const generic = forAnyPosition(
    machine,
    walk.length,
    (position): IntTerm => {
      const isKept = enter(machine, loop, walk.element(position));
      const item = evaluate(machine, element);
      const summand = item.kind === 'bool' ? terms.boolToInt(item.term) : item.kind === 'int' ? item.term : undefined;
      return summand === undefined
        ? machine.cut('sum()', 'the sum of other items than integers is not modelled')
        : terms.ite(isKept, summand, terms.zero);
    },
    (summand) => [summand],
  );
  return generic === undefined ? intValue(terms.zero) : sumOver(machine, walk.length, generic.position, generic.value);
}

/** Binds the loop's target and goes on where its conditions hold; the conditions. */
function enter(machine: Machine, { target, conditions }: Comprehension, item: Value): BoolTerm {
  assign(machine, target, item);
  const premises = conditions.map((condition) => {
    const holds = truth(machine, evaluate(machine, condition));
    machine.assume(holds);
    return holds;
  });
  return machine.terms.and(...premises);
}

/** What a comprehension makes of any position: whether there is an item, and which. */
interface Made {
  readonly isKept: BoolTerm;
  readonly item: Value;
}

/** `[element for target in … if condition]` over something of any length, as a list. */
export function mapped(machine: Machine, element: Expression, loop: Comprehension, walk: Indexed): PlainValue {
  const generic = forAnyPosition(
    machine,
    walk.length,
    (position): Made => {
      const isKept = enter(machine, loop, walk.element(position));
      const item = evaluate(machine, element);
      return isFlat(item) ? { isKept, item } : machine.cut('sequence', 'the items are no scalars');
    },
    ({ isKept, item }) => [isKept, ...termsOf(item)],
  );
  if (generic === undefined) return machine.makeList([]);
  const { position, value: made } = generic;
  const itemAt = (at: IntTerm): Value => substituteValue(machine.terms, made.item, position, at);
  const isKeptAt = (at: IntTerm): BoolTerm => substitute(machine.terms, made.isKept, position, at);
  const items =
    loop.conditions.length === 0
      ? sequenceOf(machine, walk.length, itemAt)
      : kept(machine, walk.length, isKeptAt, itemAt);
  return { kind: 'list', object: machine.allocate(items) };
}

/** The items that are kept, in their order: the positions they come from rise, and none that is kept is left out. */
function kept(
  machine: Machine,
  length: IntTerm,
  isKeptAt: (at: IntTerm) => BoolTerm,
  itemAt: (at: IntTerm) => Value,
): PlainValue {
  const { terms } = machine;
  const id = machine.makeUp();
  const count = terms.variable('int', `kept ${id}`);
  const origin = (at: IntTerm): IntTerm => terms.opaque('int', `origin ${id}`, [at]);
  const place = (at: IntTerm): IntTerm => terms.opaque('int', `place ${id}`, [at]);
  const inside = (at: IntTerm, end: IntTerm): BoolTerm => terms.and(terms.le(terms.zero, at), terms.lt(at, end));
  machine.assume(terms.and(terms.le(terms.zero, count), terms.le(count, length)));
  machine.assume(everywhere(machine, count, (at) => terms.and(inside(origin(at), length), isKeptAt(origin(at)))));
  machine.assume(
    everywhere(machine, terms.sub(count, terms.one), (at) => terms.lt(origin(at), origin(terms.add(at, terms.one)))),
  );
  machine.assume(
    everywhere(machine, length, (at) =>
      terms.implies(isKeptAt(at), terms.and(inside(place(at), count), terms.eq(origin(place(at)), at))),
    ),
  );
  return sequenceOf(machine, count, (at) => itemAt(origin(at)));
}

function termsOf(value: Value): readonly Term[] {
  switch (value.kind) {
    case 'tuple':
      return value.items.flatMap(termsOf);
    case 'union':
      return value.cases.flatMap((one) => [one.guard, ...termsOf(one.value)]);
    default:
      return 'term' in value ? [value.term] : [];
  }
}
