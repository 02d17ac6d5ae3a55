/** Slices of sequences whose length is known on every path: https://docs.python.org/3/reference/datamodel.html#slice.indices */
import type { Machine } from '../../machine/machine.ts';
import type { IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type PlainValue, typeName, type Value } from '../../values/value.ts';
import type { ListValue, SliceBounds } from '../objects/held-items.ts';
import { setItems, withItems } from '../sequences/sequences.ts';
import { withElements } from './iteration.ts';

/** Where a slice begins and ends, both from 0 to the length (-1 to the length less 1 for negative steps). */
interface Span {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
}

/** Applies `handle` to the positions that a slice of so many items takes, once for every combination of bounds. */
export function withPositions(
  machine: Machine,
  length: number,
  bounds: SliceBounds,
  handle: (positions: readonly number[], span: Span) => Value,
): Value {
  return withSpan(machine, length, bounds, (span) => handle(positionsOf(span), span));
}

function withSpan(machine: Machine, length: number, bounds: SliceBounds, handle: (span: Span) => Value): Value {
  const { lower, upper, step = machine.terms.one } = bounds;
  if (step.kind !== 'literal') return machine.cut('slice', 'the step of a slice depends on the inputs');
  if (step.value === 0n) return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
  const isForward = step.value > 0n;
  const [least, most] = isForward ? [0, length] : [-1, length - 1];
  const by = Number(step.value);
  return withBound(machine, lower, length, least, most, isForward ? least : most, (start) =>
    withBound(machine, upper, length, least, most, isForward ? most : least, (stop) =>
      handle({ start, stop, step: by }),
    ),
  );
}

function withBound(
  machine: Machine,
  bound: IntTerm | undefined,
  length: number,
  least: number,
  most: number,
  otherwise: number,
  handle: (position: number) => Value,
): Value {
  if (bound === undefined) return handle(otherwise);
  const { terms } = machine;
  const position = terms.ite(terms.lt(bound, terms.zero), terms.add(bound, terms.int(length)), bound);
  const isAtMost = (at: number): Value =>
    at === most
      ? handle(most)
      : machine.choose(
          terms.le(position, terms.int(at)),
          () => handle(at),
          () => isAtMost(at + 1),
        );
  if (position.kind !== 'literal') return isAtMost(least);
  const { value } = position;
  return handle(value < BigInt(least) ? least : value > BigInt(most) ? most : Number(value));
}

function positionsOf({ start, stop, step }: Span): readonly number[] {
  const positions: number[] = [];
  for (let at = start; step > 0 ? at < stop : at > stop; at += step) positions.push(at);
  return positions;
}

/** `list[lower:upper:step] = value`: raises ValueError where an extended slice has another length than the value. */
export function assignSlice(machine: Machine, list: ListValue, bounds: SliceBounds, value: PlainValue): Value {
  return withElements(machine, value, (added) =>
    withItems(machine, list, (items) =>
      withPositions(machine, items.length, bounds, (positions, { start, step }) => {
        if (step === 1) setItems(machine, list, items.toSpliced(start, positions.length, ...added));
        else if (positions.length !== added.length) {
          return machine.raise({ kind: 'exception', class: exceptionClass('ValueError') });
        } else {
          const changed = [...items];
          for (const [index, at] of positions.entries()) changed[at] = added[index] ?? list;
          setItems(machine, list, changed);
        }
        return list;
      }),
    ),
  );
}

/** `del list[lower:upper:step]`. */
export function deleteSlice(machine: Machine, list: ListValue, bounds: SliceBounds): Value {
  return withItems(machine, list, (items) =>
    withPositions(machine, items.length, bounds, (positions) => {
      const gone = new Set(positions);
      setItems(
        machine,
        list,
        items.filter((_, index) => !gone.has(index)),
      );
      return list;
    }),
  );
}

/** The list that a slice of it is changed of; raises TypeError for what cannot be changed so. */
export function requireSliceable(machine: Machine, container: PlainValue): ListValue {
  if (container.kind === 'list' && container.class === undefined) return container;
  if (
    container.kind === 'tuple' ||
    container.kind === 'str' ||
    container.kind === 'range' ||
    container.kind === 'int'
  ) {
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
  return machine.cut('slice', `slices of a value of type ${typeName(container)} are not changed here`);
}
