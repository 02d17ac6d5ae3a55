/** Walks over what has any length: each element is known by its position. */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm, Term } from '../../terms/term.ts';
import { NO_ARGUMENTS } from '../../values/arguments.ts';
import { rangeElement, rangeLength } from '../../values/ranges.ts';
import { type IteratorValue, intValue, NONE, type PlainValue, type Value } from '../../values/value.ts';
import type { AnyLength } from '../objects/held-items.ts';
import { forAnyPosition, isFlat, itemOf, sequenceOf, substituteValue } from '../sequences/any-length.ts';
import { elementAt } from '../sequences/text-slices.ts';

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
export function iteratorsIn(value: Value): readonly IteratorValue[] {
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

export function walkOf(machine: Machine, value: Value): Indexed | undefined {
  const { terms } = machine;
  switch (value.kind) {
    case 'list': {
      const content = machine.contentOf(value.object);
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
  const given = machine.contentOf(object);
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
          machine.interpreter.call(source.function, { ...NO_ARGUMENTS, positional: [only.element(position)] }),
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
  machine.store(outer.object, progress);
  for (const { object } of others) {
    const construct = 'iterator that another one has drawn from';
    machine.store(object, { kind: 'unmodelled', construct, line: machine.line });
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

export function termsOf(value: Value): readonly Term[] {
  switch (value.kind) {
    case 'tuple':
      return value.items.flatMap(termsOf);
    case 'union':
      return value.cases.flatMap((one) => [one.guard, ...termsOf(one.value)]);
    default:
      return 'term' in value ? [value.term] : [];
  }
}
