/** Operators that a class defines by special methods: https://docs.python.org/3/reference/datamodel.html#special-method-names */
import type { Machine } from '../../machine/machine.ts';
import type { BinaryOperator } from '../../syntax/ast.ts';
import { NO_ARGUMENTS } from '../../values/arguments.ts';
import { exceptionClass, isSubclass } from '../../values/classes.ts';
import { boolValue, intValue, type PlainValue, type PyClass, type Value } from '../../values/value.ts';
import { integerTerm, isInteger } from '../numbers/numbers.ts';
import { underlyingValue } from './enumerations.ts';
import { lookupInClass, specialMethod } from './lookup.ts';

const OPERATORS: Readonly<Record<BinaryOperator, string>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'truediv',
  '//': 'floordiv',
  '%': 'mod',
  '**': 'pow',
  '@': 'matmul',
  '<<': 'lshift',
  '>>': 'rshift',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
};

/** Calls a special method that the value's class defines in the module; undefined where it defines none. */
export function callSpecial(
  machine: Machine,
  value: PlainValue,
  name: string,
  ...args: readonly Value[]
): Value | undefined {
  const method = specialMethod(machine, value, name);
  return method && machine.interpreter.call(method, { ...NO_ARGUMENTS, positional: args });
}

/** The same for a method whose answer has to be of one kind: raises TypeError for any other. */
export function callSpecialFor(
  machine: Machine,
  value: PlainValue,
  name: string,
  kind: PlainValue['kind'],
  ...args: readonly Value[]
): Value | undefined {
  const answer = callSpecial(machine, value, name, ...args);
  return answer && machine.dispatch(answer, (plain) => (plain.kind === kind ? plain : refuse(machine, plain, name)));
}

/** An object may derive from the type that is asked for, and a bool is an integer. */
function refuse(machine: Machine, answer: PlainValue, name: string): never {
  const mayBeAllowed = ['instance', 'bool', 'foreign', 'unmodelled', 'unbound'].includes(answer.kind);
  if (mayBeAllowed) machine.cut(name, `what ${name} returns here is not modelled`);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/**
 * The length that `__len__` gives; undefined where the class defines none. Raises TypeError for what is no integer, and
 * ValueError for a negative one.
 */
export function specialLength(machine: Machine, value: PlainValue): Value | undefined {
  const { terms } = machine;
  const answer = callSpecial(machine, value, '__len__');
  return (
    answer &&
    machine.dispatch(answer, (length) => {
      if (length.kind === 'instance') return machine.cut('len()', 'a length by __index__ is not modelled');
      if (!isInteger(length)) return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
      const term = integerTerm(machine, length);
      machine.raiseIf(terms.lt(term, terms.zero), exceptionClass('ValueError'));
      const isLarge = terms.le(terms.int(2n ** 31n), term);
      machine.cutIf(isLarge, 'len()', 'whether a length beyond 2**31 - 1 is allowed depends on the platform');
      return intValue(term);
    })
  );
}

/** One way to compute an operator: a method of the receiver, called with the other operand. */
interface Attempt {
  readonly receiver: PlainValue;
  readonly method: string;
  readonly other: PlainValue;
}

/** Tries the methods in turn until one does not answer `NotImplemented`. */
function firstImplemented(machine: Machine, [first, ...rest]: readonly Attempt[], otherwise: () => Value): Value {
  if (first === undefined) return otherwise();
  const result = callSpecial(machine, first.receiver, first.method, first.other);
  const next = (): Value => firstImplemented(machine, rest, otherwise);
  if (result === undefined) return next();
  return machine.dispatch(result, (value) =>
    value.kind === 'singleton' && value.name === 'NotImplemented' ? next() : value,
  );
}

/** The reflected method goes first where the right operand's class derives from the left one's, and of operators has its own. */
function inOrder(
  machine: Machine,
  left: PlainValue,
  right: PlainValue,
  method: string,
  reflected: string,
): readonly Attempt[] {
  const [a, b] = [classOfInstance(left), classOfInstance(right)];
  const direct = { receiver: left, method, other: right };
  const opposite = { receiver: right, method: reflected, other: left };
  if (a === undefined || b === undefined || a === b || !isSubclass(b, a)) return [direct, opposite];
  const isComparison = !reflected.startsWith('__r');
  const hasOwn = isComparison || lookupInClass(machine, b, reflected) !== lookupInClass(machine, a, reflected);
  return hasOwn ? [opposite, direct] : [direct, opposite];
}

function classOfInstance(value: PlainValue): PyClass | undefined {
  return value.kind === 'instance' ? value.class : undefined;
}

/** `left operator right` where one of them is an object of the module's classes. */
export function specialBinary(
  machine: Machine,
  operator: BinaryOperator,
  left: PlainValue,
  right: PlainValue,
  otherwise: () => Value,
): Value {
  const name = OPERATORS[operator];
  const attempts = inOrder(machine, left, right, `__${name}__`, `__r${name}__`);
  const isSameClass = classOfInstance(left) !== undefined && classOfInstance(left) === classOfInstance(right);
  return firstImplemented(machine, isSameClass ? attempts.slice(0, 1) : attempts, otherwise);
}

/** `target operator= value` by `__iadd__` and its like; undefined where the class defines none. */
export function specialAugmented(
  machine: Machine,
  operator: BinaryOperator,
  target: PlainValue,
  value: Value,
): Value | undefined {
  const result = callSpecial(machine, target, `__i${OPERATORS[operator]}__`, value);
  const answers = result?.kind === 'union' ? result.cases.map((one) => one.value) : [result];
  if (answers.some((answer) => answer?.kind === 'singleton'))
    return machine.cut(`${operator}=`, 'NotImplemented from it is not modelled');
  return result;
}

const ORDERINGS = {
  '<': ['__lt__', '__gt__'],
  '<=': ['__le__', '__ge__'],
  '>': ['__gt__', '__lt__'],
  '>=': ['__ge__', '__le__'],
} as const;

/** `left == right` where one of them is an object of the module's classes: by default they are equal if they are the same. */
export function specialEqual(machine: Machine, left: PlainValue, right: PlainValue): Value {
  const { terms } = machine;
  const isSame = 'object' in left && 'object' in right && left.object !== undefined && left.object === right.object;
  const otherwise = (): Value => {
    const [a, b] = [underlyingValue(machine, left), underlyingValue(machine, right)];
    if (a !== left || b !== right) return machine.interpreter.compare('==', a, b);
    return boolValue(terms.bool(isSame));
  };
  return firstImplemented(machine, inOrder(machine, left, right, '__eq__', '__eq__'), otherwise);
}

/** `left != right`; without a `__ne__` that says otherwise, `opposite` of `==`. */
export function specialUnequal(machine: Machine, left: PlainValue, right: PlainValue, opposite: () => Value): Value {
  return firstImplemented(machine, inOrder(machine, left, right, '__ne__', '__ne__'), opposite);
}

/** `left < right` and its like where one of them is an object of the module's classes. */
export function specialOrder(
  machine: Machine,
  operator: keyof typeof ORDERINGS,
  left: PlainValue,
  right: PlainValue,
  otherwise: () => Value,
): Value {
  const [method, reflected] = ORDERINGS[operator];
  return firstImplemented(machine, inOrder(machine, left, right, method, reflected), otherwise);
}
