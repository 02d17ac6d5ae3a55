/** Operators as functions: https://docs.python.org/3/library/operator.html */
import type { Machine } from '../../machine/machine.ts';
import type { BinaryOperator, ComparisonOperator } from '../../syntax/ast.ts';
import { boolValue, type PlainValue, type Value } from '../../values/value.ts';
import { truth } from '../objects/truth.ts';
import { binary, unary } from '../operators/arithmetic.ts';
import { compare } from '../operators/comparison.ts';
import { subscript } from '../operators/subscripts.ts';

type Builtin = (machine: Machine, args: readonly PlainValue[]) => Value | undefined;

const BINARY: Readonly<Record<string, BinaryOperator>> = {
  add: '+',
  and_: '&',
  concat: '+',
  floordiv: '//',
  lshift: '<<',
  mod: '%',
  mul: '*',
  or_: '|',
  pow: '**',
  rshift: '>>',
  sub: '-',
  truediv: '/',
  xor: '^',
};

const COMPARISONS: Readonly<Record<string, ComparisonOperator>> = {
  eq: '==',
  ge: '>=',
  gt: '>',
  is_: 'is',
  is_not: 'is not',
  le: '<=',
  lt: '<',
  ne: '!=',
};

const UNARY: Readonly<Record<string, '-' | '+' | '~' | 'not'>> = {
  inv: '~',
  invert: '~',
  neg: '-',
  not_: 'not',
  pos: '+',
};

/** The functions by dotted name; those with `()` are what the others give. */
export const OPERATOR_FUNCTIONS: Readonly<Record<string, Builtin>> = {
  ...named(
    BINARY,
    (operator) =>
      (machine, [left, right, ...more]) =>
        left === undefined || right === undefined || more.length > 0
          ? undefined
          : binary(machine, operator, left, right),
  ),
  ...named(
    COMPARISONS,
    (operator) =>
      (machine, [left, right, ...more]) =>
        left === undefined || right === undefined || more.length > 0
          ? undefined
          : compare(machine, operator, left, right),
  ),
  ...named(
    UNARY,
    (operator) =>
      (machine, [operand, ...more]) =>
        operand === undefined || more.length > 0 ? undefined : unary(machine, operator, operand),
  ),
  'operator.contains': (machine, [container, element, ...more]) =>
    container === undefined || element === undefined || more.length > 0
      ? undefined
      : compare(machine, 'in', element, container),
  'operator.getitem': (machine, [container, index, ...more]) =>
    container === undefined || index === undefined || more.length > 0
      ? undefined
      : subscript(machine, container, index),
  'operator.truth': (machine, [value, ...more]) =>
    value === undefined || more.length > 0 ? undefined : boolValue(truth(machine, value)),
  'operator.itemgetter': (_machine, keys) => (keys.length === 0 ? undefined : getter('operator.itemgetter()', keys)),
  'operator.itemgetter()': (machine, [keys, value, ...more]) =>
    keys?.kind !== 'tuple' || value === undefined || more.length > 0
      ? undefined
      : eachOf(keys.items, (key) => machine.dispatch(key, (plain) => subscript(machine, value, plain))),
  'operator.attrgetter': (_machine, names) =>
    names.length > 0 && names.every(isPlainName) ? getter('operator.attrgetter()', names) : undefined,
  'operator.attrgetter()': (machine, [names, value, ...more]) =>
    names?.kind !== 'tuple' || value === undefined || more.length > 0
      ? undefined
      : eachOf(names.items, (name) =>
          name.kind === 'str' && name.term.kind === 'literal'
            ? machine.interpreter.attribute(value, name.term.value)
            : machine.cut('attrgetter', 'the attribute is not known'),
        ),
  'operator.methodcaller': (_machine, [name, ...args]) =>
    name !== undefined && isPlainName(name) ? getter('operator.methodcaller()', [name, ...args]) : undefined,
  'operator.methodcaller()': (machine, [call, value, ...more]) => {
    const [name, ...positional] = call?.kind === 'tuple' ? call.items : [];
    if (name?.kind !== 'str' || name.term.kind !== 'literal' || value === undefined || more.length > 0)
      return undefined;
    return machine.dispatch(machine.interpreter.attribute(value, name.term.value), (method) =>
      machine.interpreter.call(method, { positional, named: new Map() }),
    );
  },
};

function named<T>(operators: Readonly<Record<string, T>>, make: (operator: T) => Builtin): Record<string, Builtin> {
  return Object.fromEntries(Object.entries(operators).map(([name, operator]) => [`operator.${name}`, make(operator)]));
}

function isPlainName(value: PlainValue): boolean {
  return value.kind === 'str' && value.term.kind === 'literal' && !value.term.value.includes('.');
}

/** A function that is bound to what it gets. */
function getter(name: string, items: readonly PlainValue[]): PlainValue {
  return { kind: 'bound', function: { kind: 'builtin', name }, receiver: { kind: 'tuple', items } };
}

/** One result, or a tuple of several. */
function eachOf(items: readonly Value[], get: (item: Value) => Value): Value {
  const [only, ...others] = items.map(get);
  return only !== undefined && others.length === 0 ? only : { kind: 'tuple', items: only ? [only, ...others] : [] };
}
