/** Comparisons: https://docs.python.org/3/reference/expressions.html#comparisons */
import type { Machine } from '../execute/machine.ts';
import type { ComparisonOperator } from '../syntax/ast.ts';
import type { BoolTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, type PlainValue, type Value } from '../values/value.ts';
import { integerTerm, isInteger, isNumber, type NumberValue } from './numbers.ts';
import { rangeContains } from './ranges.ts';
import { type ItemSequence, isItemSequence, withItems } from './sequences.ts';
import { truth, use } from './truth.ts';

type Ordering = '<' | '<=' | '>' | '>=';

/** One comparison of a chain; its result is a bool. */
export function compare(machine: Machine, operator: ComparisonOperator, left: Value, right: Value): Value {
  return machine.dispatch(left, (a) =>
    machine.dispatch(right, (b) => boolValue(plainCompare(machine, operator, a, b))),
  );
}

function plainCompare(machine: Machine, operator: ComparisonOperator, left: PlainValue, right: PlainValue): BoolTerm {
  // nested sequences may share parts, so comparing them is counted work
  machine.step();
  for (const operand of [left, right]) {
    if (operand.kind === 'unmodelled' || operand.kind === 'unbound') use(machine, operand);
  }
  switch (operator) {
    case '==':
      return equal(machine, left, right);
    case '!=':
      return machine.terms.not(equal(machine, left, right));
    case 'is':
      return identical(machine, left, right);
    case 'is not':
      return machine.terms.not(identical(machine, left, right));
    case 'in':
      return contained(machine, left, right);
    case 'not in':
      return machine.terms.not(contained(machine, left, right));
    default:
      return ordered(machine, operator, left, right);
  }
}

/** `left == right`. Values of unrelated types differ. */
export function equal(machine: Machine, left: PlainValue, right: PlainValue): BoolTerm {
  const { terms } = machine;
  if (isNumber(left) && isNumber(right)) return equalNumbers(machine, left, right);
  if (left.kind === 'str' && right.kind === 'str') return terms.same(left.term, right.term);
  if (left.kind === 'none' && right.kind === 'none') return terms.true;
  if (isItemSequence(left) && isItemSequence(right)) {
    if (left.kind !== right.kind) return terms.false;
    return withBoth(machine, left, right, (a, b) => equalItems(machine, a, b));
  }
  if (left.kind === 'class' && right.kind === 'class') return terms.bool(left.class === right.class);
  if (left.kind === right.kind && !isComparedByValue(left)) return identical(machine, left, right);
  return terms.false;
}

function isComparedByValue(value: PlainValue): boolean {
  return value.kind === 'bool' || value.kind === 'int' || value.kind === 'float' || value.kind === 'str';
}

function equalNumbers(machine: Machine, left: NumberValue, right: NumberValue): BoolTerm {
  const { terms } = machine;
  if (left.kind === 'bool' && right.kind === 'bool') return terms.same(left.term, right.term);
  if (left.kind === 'float' && right.kind === 'float') return terms.floatCompare('feq', left.term, right.term);
  if (left.kind === 'float' && isInteger(right)) {
    return terms.compareMixed('inteqfloat', integerTerm(machine, right), left.term);
  }
  if (right.kind === 'float' && isInteger(left)) {
    return terms.compareMixed('inteqfloat', integerTerm(machine, left), right.term);
  }
  return isInteger(left) && isInteger(right)
    ? terms.eq(integerTerm(machine, left), integerTerm(machine, right))
    : terms.false;
}

/** Decides a relation for every pair of item lists that two sequences may have. */
function withBoth(
  machine: Machine,
  left: ItemSequence,
  right: ItemSequence,
  relate: (left: readonly Value[], right: readonly Value[]) => BoolTerm,
): BoolTerm {
  return truth(
    machine,
    withItems(machine, left, (a) => withItems(machine, right, (b) => boolValue(relate(a, b)))),
  );
}

/** Sequences compare elements by identity first: an element is equal to itself even where it is nan. */
function equalItems(machine: Machine, left: readonly Value[], right: readonly Value[]): BoolTerm {
  const { terms } = machine;
  if (left.length !== right.length) return terms.false;
  const members = left.map((item, index) => {
    const other = right[index];
    if (other === undefined || item === other) return terms.bool(item === other);
    refuseNanIdentity(machine, item, other);
    return truth(machine, compare(machine, '==', item, other));
  });
  return terms.and(...members);
}

/** Two floats in a container may be one object: then nan equals itself. */
export function refuseNanIdentity(machine: Machine, left: Value, right: Value): void {
  if (mayBeNan(left) && mayBeNan(right))
    machine.cut('floats in a sequence', 'the identity of floats in sequences is not modelled');
}

function mayBeNan(value: Value): boolean {
  return value.kind === 'union' ? value.cases.some((one) => mayBeNan(one.value)) : value.kind === 'float';
}

/** `left is right`, where the language decides it: for singletons, and for values of different types. */
function identical(machine: Machine, left: PlainValue, right: PlainValue): BoolTerm {
  const { terms } = machine;
  if (left === right) return terms.true;
  if (left.kind !== right.kind) return terms.false;
  if (left.kind === 'list' && right.kind === 'list') return terms.bool(left.object === right.object);
  if (left.kind === 'none') return terms.true;
  if (left.kind === 'bool' && right.kind === 'bool') return terms.same(left.term, right.term);
  if (left.kind === 'class' && right.kind === 'class') return terms.bool(left.class === right.class);
  if (left.kind === 'builtin' && right.kind === 'builtin') return terms.bool(left.name === right.name);
  if (left.kind === 'function' || left.kind === 'module') return terms.false;
  return machine.cut('is', `the identity of two values of type ${left.kind} is up to the implementation`);
}

function contained(machine: Machine, element: PlainValue, container: PlainValue): BoolTerm {
  const { terms } = machine;
  if (container.kind === 'str') {
    if (element.kind === 'str') return terms.contains(container.term, element.term);
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
  if (isItemSequence(container)) {
    return truth(
      machine,
      withItems(machine, container, (items) => containsItem(machine, items, element)),
    );
  }
  if (container.kind === 'range') {
    if (isInteger(element)) return rangeContains(terms, container, integerTerm(machine, element));
    return machine.cut('in range', 'only integers are looked up in ranges');
  }
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Elements are compared one after the other until one is equal, so later ones may not be compared at all. */
function containsItem(machine: Machine, [first, ...rest]: readonly Value[], element: PlainValue): Value {
  if (first === undefined) return boolValue(machine.terms.false);
  if (first === element) return boolValue(machine.terms.true);
  refuseNanIdentity(machine, first, element);
  const found = compare(machine, '==', element, first);
  return machine.choose(
    truth(machine, found),
    () => boolValue(machine.terms.true),
    () => containsItem(machine, rest, element),
  );
}

function ordered(machine: Machine, operator: Ordering, left: PlainValue, right: PlainValue): BoolTerm {
  if (operator === '>') return ordered(machine, '<', right, left);
  if (operator === '>=') return ordered(machine, '<=', right, left);
  const { terms } = machine;
  if (isNumber(left) && isNumber(right)) return orderedNumbers(machine, operator, left, right);
  if (left.kind === 'str' && right.kind === 'str') {
    return operator === '<' ? terms.strLt(left.term, right.term) : terms.strLe(left.term, right.term);
  }
  if (isItemSequence(left) && isItemSequence(right) && left.kind === right.kind) {
    return withBoth(machine, left, right, (a, b) => orderedItems(machine, operator, a, b));
  }
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

function orderedNumbers(machine: Machine, operator: '<' | '<=', left: NumberValue, right: NumberValue): BoolTerm {
  const { terms } = machine;
  if (left.kind === 'float' && right.kind === 'float') {
    return terms.floatCompare(operator === '<' ? 'flt' : 'fle', left.term, right.term);
  }
  if (right.kind === 'float' && isInteger(left)) {
    const relation = operator === '<' ? 'intltfloat' : 'intlefloat';
    return terms.compareMixed(relation, integerTerm(machine, left), right.term);
  }
  if (left.kind === 'float' && isInteger(right)) {
    // f < i where not i <= f, unless f is nan
    const reversed = operator === '<' ? 'intlefloat' : 'intltfloat';
    const opposite = terms.compareMixed(reversed, integerTerm(machine, right), left.term);
    return terms.and(terms.not(terms.isNan(left.term)), terms.not(opposite));
  }
  if (!isInteger(left) || !isInteger(right)) return terms.false;
  const [a, b] = [integerTerm(machine, left), integerTerm(machine, right)];
  return operator === '<' ? terms.lt(a, b) : terms.le(a, b);
}

/** Lexicographic: the first pair of different elements decides, else the lengths. */
function orderedItems(
  machine: Machine,
  operator: '<' | '<=',
  [first, ...left]: readonly Value[],
  [second, ...right]: readonly Value[],
): BoolTerm {
  const { terms } = machine;
  if (first === undefined) return terms.bool(second !== undefined || operator === '<=');
  if (second === undefined) return terms.false;
  refuseNanIdentity(machine, first, second);
  const same = truth(machine, compare(machine, '==', first, second));
  const rest = (): Value => boolValue(orderedItems(machine, operator, left, right));
  return truth(
    machine,
    machine.choose(same, rest, () => compare(machine, '<', first, second)),
  );
}
