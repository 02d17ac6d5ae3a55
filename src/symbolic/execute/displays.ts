/** Displays of dictionaries and sets: https://docs.python.org/3/reference/expressions.html#dictionary-displays */
import type { Machine } from '../machine/machine.ts';
import { makeDict, setEntry, updateEntries } from '../semantics/containers/dicts.ts';
import { callSetMethod } from '../semantics/containers/set-methods.ts';
import { SetTable } from '../semantics/containers/set-table.ts';
import { addElement, makeSet, setElements, withSet } from '../semantics/containers/sets.ts';
import type { Expression } from '../syntax/ast.ts';
import { exceptionClass } from '../values/classes.ts';
import { type DictValue, NONE, type Value } from '../values/value.ts';
import { evaluate } from './expressions.ts';

type DictDisplay = Extract<Expression, { kind: 'dict' }>;

/** So many values the compiler keeps on the stack before it makes a container of them, all of which come before the first is hashed. */
const STACK_GUIDELINE = 30;

/** `{key: value, **mapping}`. */
export function evaluateDictDisplay(machine: Machine, display: DictDisplay): Value {
  const dict = makeDict(machine);
  for (const run of runsOf(display.entries)) {
    const isTogether = run.length * 2 <= STACK_GUIDELINE;
    const waiting: (() => void)[] = [];
    for (const { key, value } of run) {
      const evaluatedKey = key && evaluate(machine, key);
      const evaluated = evaluate(machine, value);
      const add = (): void => addEntry(machine, dict, evaluatedKey, evaluated);
      if (isTogether) waiting.push(add);
      else add();
    }
    for (const add of waiting) add();
  }
  return dict;
}

/** Entries between mappings that are unpacked, at most 17 of them, and each such mapping by itself: what becomes of them becomes of them together. */
function runsOf(entries: DictDisplay['entries']): readonly DictDisplay['entries'][] {
  const runs: DictDisplay['entries'][number][][] = [];
  for (const entry of entries) {
    const last = runs.at(-1);
    const isFull = last === undefined || last.length * 2 > STACK_GUIDELINE + 2 || last[0]?.key === undefined;
    if (isFull || entry.key === undefined) runs.push([entry]);
    else last.push(entry);
  }
  return runs;
}

function addEntry(machine: Machine, dict: DictValue, key: Value | undefined, value: Value): void {
  if (key !== undefined) return setEntry(machine, dict, key, value);
  machine.dispatch(value, (mapping) => {
    if (mapping.kind === 'instance') return machine.cut('**', 'mappings of a class of the module are not modelled');
    if (mapping.kind !== 'dict') return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
    updateEntries(machine, dict, mapping);
    return NONE;
  });
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
  let isMade = items.length > STACK_GUIDELINE;
  const waiting: Value[] = [];
  const make = (): void => {
    for (const value of waiting.splice(0)) addElement(machine, set, value);
    isMade = true;
  };
  for (const item of items) {
    if (item.kind === 'starred') {
      make();
      const values = evaluate(machine, item.value);
      machine.dispatch(values, (iterable) => callSetMethod(machine, 'update', set, [iterable]));
    } else if (isMade) addElement(machine, set, evaluate(machine, item));
    else waiting.push(evaluate(machine, item));
  }
  make();
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
