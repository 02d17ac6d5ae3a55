/** Subscripts as targets of assignments and of `del`. */
import type { Machine } from '../machine/machine.ts';
import { deleteSubscript, setSubscript } from '../semantics/containers/item-assignment.ts';
import { assignSlice, deleteSlice, requireSliceable } from '../semantics/containers/slices.ts';
import { refuseBounds, subscript } from '../semantics/operators/subscripts.ts';
import type { Expression } from '../syntax/ast.ts';
import type { PlainValue, Value } from '../values/value.ts';
import { evaluate, withSliceBounds } from './expressions.ts';

type SubscriptNode = Extract<Expression, { kind: 'subscript' }>;

/** `object[index] = value`, or `object[lower:upper:step] = value`. */
export function assignSubscript(machine: Machine, { object, index }: SubscriptNode, value: Value): void {
  const target = evaluate(machine, object);
  if (index.kind === 'slice') {
    withSliceBounds(
      machine,
      index,
      (bounds) =>
        machine.dispatch(target, (container) =>
          machine.dispatch(value, (items) => assignSlice(machine, requireSliceable(machine, container), bounds, items)),
        ),
      () => machine.dispatch(target, (container) => refuseBounds(machine, container)),
    );
    return;
  }
  eachItem(machine, target, evaluate(machine, index), (container, at) => setSubscript(machine, container, at, value));
}

/** `del object[index]`, or `del object[lower:upper:step]`. */
export function deleteSubscriptTarget(machine: Machine, { object, index }: SubscriptNode): void {
  const target = evaluate(machine, object);
  if (index.kind === 'slice') {
    withSliceBounds(
      machine,
      index,
      (bounds) =>
        machine.dispatch(target, (container) => deleteSlice(machine, requireSliceable(machine, container), bounds)),
      () => machine.dispatch(target, (container) => refuseBounds(machine, container)),
    );
    return;
  }
  eachItem(machine, target, evaluate(machine, index), (container, at) => deleteSubscript(machine, container, at));
}

/** `object[index] operator= …`: object and index are evaluated once. */
export function augmentSubscript(
  machine: Machine,
  { object, index }: SubscriptNode,
  change: (before: Value) => Value,
): void {
  if (index.kind === 'slice') machine.cut('augmented slice', 'augmented assignments to slices are not modelled');
  eachItem(machine, evaluate(machine, object), evaluate(machine, index), (container, at) =>
    setSubscript(machine, container, at, change(subscript(machine, container, at))),
  );
}

function eachItem(
  machine: Machine,
  target: Value,
  index: Value,
  handle: (container: PlainValue, at: PlainValue) => Value,
): void {
  machine.dispatch(target, (container) => machine.dispatch(index, (at) => handle(container, at)));
}
