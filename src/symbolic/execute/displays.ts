/** Displays of dictionaries and sets: https://docs.python.org/3/reference/expressions.html#dictionary-displays */
import type { Machine } from '../machine/machine.ts';
import { makeDict, setEntry, updateEntries } from '../semantics/containers/dicts.ts';
import { callSetMethod } from '../semantics/containers/set-methods.ts';
import { SetTable } from '../semantics/containers/set-table.ts';
import { addElement, makeSet, setElements, withSet } from '../semantics/containers/sets.ts';
import type { Expression } from '../syntax/ast.ts';
import { exceptionClass } from '../values/classes.ts';
import { NONE, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';

/** `{key: value, **mapping}`. */
export function evaluateDictDisplay(machine: Machine, display: Extract<Expression, { kind: 'dict' }>): Value {
  const dict = makeDict(machine);
  for (const { key, value } of display.entries) {
    const evaluatedKey = key && evaluate(machine, key);
    const evaluated = evaluate(machine, value);
    if (evaluatedKey !== undefined) setEntry(machine, dict, evaluatedKey, evaluated);
    else {
      machine.dispatch(evaluated, (mapping) => {
        if (mapping.kind === 'instance') return machine.cut('**', 'mappings of a class of the module are not modelled');
        if (mapping.kind !== 'dict') return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
        updateEntries(machine, dict, mapping);
        return NONE;
      });
    }
  }
  return dict;
}

/** The fewest constants that the compiler makes one set of. */
const FEWEST_FOLDED = 3;

/** What a loop goes through: of a display of constants, the very set that the compiler made. */
export function evaluateIterable(machine: Machine, iterable: Expression): Value {
  return iterable.kind === 'set' ? displayedSet(machine, iterable.items, true) : evaluate(machine, iterable);
}

/** `{element, *iterable}`. */
export function evaluateSetDisplay(machine: Machine, items: readonly Expression[]): Value {
  return displayedSet(machine, items, false);
}

function displayedSet(machine: Machine, items: readonly Expression[], isIterated: boolean): Value {
  const set = makeSet(machine);
  const values = items.map((item) =>
    item.kind === 'starred' ? evaluate(machine, item.value) : evaluate(machine, item),
  );
  for (const [index, value] of values.entries()) {
    if (items[index]?.kind === 'starred') {
      machine.dispatch(value, (iterable) => callSetMethod(machine, 'update', set, [iterable]));
    } else addElement(machine, set, value);
  }
  const constancy = new Set(items.map(isConstant));
  if (items.length >= FEWEST_FOLDED && !constancy.has(false)) {
    // the compiler has made a set of the constants, whose elements are added to an empty one
    withSet(machine, set, (elements) => {
      const folded = isIterated ? elements.table : elements.table && SetTable.EMPTY.merged(elements.table);
      return setElements(machine, set, { items: elements.items, table: constancy.has(undefined) ? undefined : folded });
    });
  }
  return set;
}

/** Whether the compiler sees a constant; undefined where that depends on its optimisations. */
function isConstant(expression: Expression): boolean | undefined {
  switch (expression.kind) {
    case 'constant':
      return true;
    case 'unary':
      return isConstant(expression.operand) === false ? false : expression.operator === '-' || undefined;
    case 'binary':
      return [expression.left, expression.right].some((side) => isConstant(side) === false) ? false : undefined;
    case 'tuple':
      return expression.items.some((item) => isConstant(item) === false) ? false : undefined;
    case 'name':
    case 'call':
    case 'attribute':
    case 'starred':
    case 'fstring':
    case 'lambda':
    case 'named':
      return false;
    default:
      return undefined;
  }
}
