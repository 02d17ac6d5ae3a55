/** Comparisons: https://docs.python.org/3/reference/expressions.html#comparisons */
import type { Machine } from '../../machine/machine.ts';
import { binaryQuestion } from '../../oracle/operations.ts';
import { settleKnown } from '../../oracle/settle.ts';
import type { ComparisonOperator } from '../../syntax/ast.ts';
import type { BoolTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { type RangeValue, rangeContains, rangeLength } from '../../values/ranges.ts';
import { boolValue, type PlainValue, type Value } from '../../values/value.ts';
import { isDeque } from '../containers/collection-classes.ts';
import { equalDicts, hasKey } from '../containers/dicts.ts';
import { isComputed, withElements } from '../containers/iteration.ts';
import { anySizeOf, equalSets, isElement, orderedSets, type SetValue, withSet } from '../containers/sets.ts';
import { integerTerm, isInteger, isNumber, type NumberValue } from '../numbers/numbers.ts';
import { isEnumeration, membersOf, underlyingValue } from '../objects/enumerations.ts';
import type { ItemSequence } from '../objects/held-items.ts';
import { isCallable } from '../objects/lookup.ts';
import { callSpecial, specialEqual, specialOrder, specialUnequal } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { use } from '../objects/unmodelled.ts';
import { containsEqual, equalAny, equalToKnown } from '../sequences/any-length-equality.ts';
import { equalOrSame } from '../sequences/item-equality.ts';
import { isItemSequence, withContent, withItems } from '../sequences/sequences.ts';
import { isText } from '../sequences/texts.ts';
import { needleTerm } from '../texts/text-search.ts';

type Ordering = '<' | '<=' | '>' | '>=';

/** One comparison of a chain; its result is a bool. */
export function compare(machine: Machine, operator: ComparisonOperator, left: Value, right: Value): Value {
  return machine.dispatch(left, (a) =>
    machine.dispatch(right, (b) =>
      a.kind === 'instance' || b.kind === 'instance'
        ? compareObjects(machine, operator, a, b)
        : comparePlain(machine, operator, a, b),
    ),
  );
}

/** Objects of the module's classes compare by special methods, whose results need not be bools. */
function compareObjects(machine: Machine, operator: ComparisonOperator, left: PlainValue, right: PlainValue): Value {
  switch (operator) {
    case '==':
      return specialEqual(machine, left, right);
    case '!=':
      return specialUnequal(machine, left, right, () =>
        boolValue(machine.terms.not(truth(machine, specialEqual(machine, left, right)))),
      );
    case 'is':
    case 'is not':
      return boolValue(plainCompare(machine, operator, left, right));
    case 'in':
    case 'not in': {
      const found = right.kind === 'instance' ? callSpecial(machine, right, '__contains__', left) : undefined;
      if (found === undefined) return boolValue(plainCompare(machine, operator, left, right));
      const holds = truth(machine, found);
      return boolValue(operator === 'in' ? holds : machine.terms.not(holds));
    }
    default:
      return specialOrder(machine, operator, left, right, () => {
        const [a, b] = [underlyingValue(machine, left), underlyingValue(machine, right)];
        if (a !== left || b !== right) return compare(machine, operator, a, b);
        return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
      });
  }
}

function comparePlain(machine: Machine, operator: ComparisonOperator, left: PlainValue, right: PlainValue): Value {
  const own = (): Value => boolValue(plainCompare(machine, operator, left, right));
  // identity is not for CPython to tell, which is given copies
  if (operator === 'is' || operator === 'is not') return own();
  return settleKnown(machine, [left, right], own, () => binaryQuestion(machine, operator, left, right));
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
  if (left.kind === 'foreign' || right.kind === 'foreign') {
    return truth(machine, comparePlain(machine, '==', left, right));
  }
  if (isNumber(left) && isNumber(right)) return equalNumbers(machine, left, right);
  if (isText(left) && isText(right)) return left.kind === right.kind ? terms.same(left.term, right.term) : terms.false;
  if (left.kind === 'none' && right.kind === 'none') return terms.true;
  if (isItemSequence(left) && isItemSequence(right)) {
    // a deque is no list
    const areOfOneType = (left.kind === 'list') === (right.kind === 'list') && isDeque(left) === isDeque(right);
    return areOfOneType ? equalSequences(machine, left, right) : terms.false;
  }
  if (left.kind === 'dict' && right.kind === 'dict') return equalDicts(machine, left, right);
  if (isSet(left) && isSet(right)) return equalSets(machine, left, right);
  if (left.kind === 'view' || right.kind === 'view') return equalViews(machine, left, right);
  if (left.kind === 'range' && right.kind === 'range') return equalRanges(machine, left, right);
  if (left.kind === 'class' && right.kind === 'class') return terms.bool(left.class === right.class);
  const isByIdentity = left.kind === right.kind ? !isComparedByValue(left) : isUnknownFunction(machine, left, right);
  return isByIdentity ? identical(machine, left, right) : terms.false;
}

/** Whether one of the two is a function that the caller passes in, which may be the other. */
function isUnknownFunction(machine: Machine, left: PlainValue, right: PlainValue): boolean {
  return (
    [left, right].some(({ kind }) => kind === 'callback') && [left, right].every((one) => isCallable(machine, one))
  );
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

/** Whether two sequences hold equal items in the same order, each of known or of any number. */
function equalSequences(machine: Machine, left: ItemSequence, right: ItemSequence): BoolTerm {
  const equal = (holds: BoolTerm): Value => boolValue(holds);
  return truth(
    machine,
    withContent(
      machine,
      left,
      (a) =>
        withContent(
          machine,
          right,
          (b) => equal(equalItems(machine, a, b)),
          (b) => equal(equalToKnown(machine, b, a)),
        ),
      (a) =>
        withContent(
          machine,
          right,
          (b) => equal(equalToKnown(machine, a, b)),
          (b) => equal(equalAny(machine, a, b)),
        ),
    ),
  );
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
  const members: BoolTerm[] = [];
  for (const [index, item] of left.entries()) {
    const other = right[index];
    if (other === undefined) return terms.false;
    const holds = equalOrSame(machine, item, other);
    if (holds === terms.false) return holds;
    members.push(holds);
  }
  return terms.and(...members);
}

function isSet(value: PlainValue): value is SetValue {
  return value.kind === 'set' || value.kind === 'frozenset';
}

/** Ranges are equal as the sequences they stand for. */
function equalRanges(machine: Machine, left: RangeValue, right: RangeValue): BoolTerm {
  const { terms } = machine;
  const length = rangeLength(terms, left);
  const isSameStart = terms.or(terms.eq(length, terms.zero), terms.eq(left.start, right.start));
  const isSameStep = terms.or(terms.le(length, terms.one), terms.eq(left.step, right.step));
  return terms.and(terms.eq(length, rangeLength(terms, right)), isSameStart, isSameStep);
}

/** Views of keys are sets, and so are those of items; each view of values equals only itself. */
function equalViews(machine: Machine, left: PlainValue, right: PlainValue): BoolTerm {
  if (left.kind === 'view' && left.role === 'values') return machine.terms.bool(left === right);
  if (right.kind === 'view' && right.role === 'values') return machine.terms.false;
  const isComparable = [left, right].every((one) => one.kind === 'view' || isSet(one));
  return isComparable ? machine.cut('==', 'views are not compared with sets') : machine.terms.false;
}

/** `left is right`, where the language decides it: for singletons, and for values of different types. */
function identical(machine: Machine, left: PlainValue, right: PlainValue): BoolTerm {
  const { terms } = machine;
  if (left === right) return terms.true;
  if (left.kind !== right.kind && !isUnknownFunction(machine, left, right)) return terms.false;
  if ('object' in left && 'object' in right && left.object !== undefined && right.object !== undefined) {
    machine.noteCompared(left.object, right.object);
    return terms.bool(left.object === right.object);
  }
  if (left.kind === 'none') return terms.true;
  if (left.kind === 'bool' && right.kind === 'bool') return terms.same(left.term, right.term);
  if (left.kind === 'class' && right.kind === 'class') return terms.bool(left.class === right.class);
  if (left.kind === 'builtin' && right.kind === 'builtin') return terms.bool(left.name === right.name);
  if (left.kind === 'function' || left.kind === 'module') return terms.false;
  return machine.cut('is', `the identity of two values of type ${left.kind} is up to the implementation`);
}

function contained(machine: Machine, element: PlainValue, container: PlainValue): BoolTerm {
  const { terms } = machine;
  if (isText(container)) return terms.contains(container.term, needleTerm(machine, container, element));
  if (isItemSequence(container)) {
    return truth(
      machine,
      withContent(
        machine,
        container,
        (items) => containsItem(machine, items, element),
        (items) => boolValue(containsEqual(machine, items, element)),
      ),
    );
  }
  if (container.kind === 'dict') return hasKey(machine, container, element);
  if (isSet(container)) {
    const any = anySizeOf(machine, container);
    if (any !== undefined) return containsEqual(machine, any, element);
    return truth(
      machine,
      withSet(machine, container, ({ items }) => boolValue(isElement(machine, items, element))),
    );
  }
  if (container.kind === 'view') return containedInView(machine, element, container);
  if (container.kind === 'range') {
    if (isInteger(element)) return rangeContains(terms, container, integerTerm(machine, element));
    return machine.cut('in range', 'only integers are looked up in ranges');
  }
  if (container.kind === 'class' && isEnumeration(container.class)) {
    const members = [...membersOf(machine, container.class).values()];
    const values = members.map((member) => machine.interpreter.attribute(member, '_value_'));
    return truth(machine, containsItem(machine, [...members, ...values], element));
  }
  if (isComputed(container)) return isGiven(machine, container, element);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Elements are compared one after the other until one is equal, so later ones may not be compared at all. */
function containsItem(machine: Machine, [first, ...rest]: readonly Value[], element: PlainValue): Value {
  if (first === undefined) return boolValue(machine.terms.false);
  return machine.choose(
    equalOrSame(machine, first, element),
    () => boolValue(machine.terms.true),
    () => containsItem(machine, rest, element),
  );
}

/** Whether an iterator gives the element; it is not asked for what comes behind it. */
function isGiven(machine: Machine, iterable: PlainValue, element: PlainValue): BoolTerm {
  const { terms } = machine;
  const answer = machine.allocate(boolValue(terms.false));
  machine.interpreter.iterate(iterable, {
    line: machine.line,
    body: (item) => {
      machine.branch(
        equalOrSame(machine, item, element),
        () => {
          machine.store(answer, boolValue(terms.true));
          machine.jump('break');
        },
        () => {},
        () => {},
      );
    },
  });
  return truth(machine, machine.contentOf(answer));
}

function containedInView(machine: Machine, element: PlainValue, view: Extract<PlainValue, { kind: 'view' }>): BoolTerm {
  if (view.role === 'keys') return hasKey(machine, view.dict, element);
  return truth(
    machine,
    withElements(machine, view, (items) => containsItem(machine, items, element)),
  );
}

function ordered(machine: Machine, operator: Ordering, left: PlainValue, right: PlainValue): BoolTerm {
  if (operator === '>') return ordered(machine, '<', right, left);
  if (operator === '>=') return ordered(machine, '<=', right, left);
  const { terms } = machine;
  if (isNumber(left) && isNumber(right)) return orderedNumbers(machine, operator, left, right);
  if (isText(left) && left.kind === right.kind && isText(right)) {
    return operator === '<' ? terms.strLt(left.term, right.term) : terms.strLe(left.term, right.term);
  }
  if (isSet(left) && isSet(right)) return orderedSets(machine, operator, left, right);
  if (left.kind === 'view' || right.kind === 'view') machine.cut(operator, 'views are not compared with sets');
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
  const same = equalOrSame(machine, first, second);
  const rest = (): Value => boolValue(orderedItems(machine, operator, left, right));
  return truth(
    machine,
    machine.choose(same, rest, () => compare(machine, '<', first, second)),
  );
}
