/** Evaluates expressions: https://docs.python.org/3/reference/expressions.html */
import type { Machine } from '../machine/machine.ts';
import { getAttribute } from '../semantics/attributes.ts';
import { withElements } from '../semantics/containers/iteration.ts';
import { integerTerm, isInteger } from '../semantics/numbers/numbers.ts';
import type { SliceBounds } from '../semantics/objects/held-items.ts';
import { truth } from '../semantics/objects/truth.ts';
import { binary, unary } from '../semantics/operators/arithmetic.ts';
import { compare } from '../semantics/operators/comparison.ts';
import { refuseBounds, slice, subscript } from '../semantics/operators/subscripts.ts';
import { fieldText } from '../semantics/texts/format-fields.ts';
import type { ConstantValue, Expression, FormatPart } from '../syntax/ast.ts';
import type { IntTerm, StrTerm } from '../terms/term.ts';
import { boolValue, floatValue, intValue, NONE, type PlainValue, strValue, type Value } from '../values/value.ts';
import { evaluateCall } from './calls.ts';
import {
  evaluateDictComprehension,
  evaluateListComprehension,
  evaluateSetComprehension,
  makeGeneratorExpression,
} from './comprehensions.ts';
import { evaluateDictDisplay, evaluateSetDisplay } from './displays.ts';
import { makeLambda } from './functions.ts';
import { yieldFrom, yieldValue } from './generators.ts';
import { mangled, readName, writeOutside } from './names.ts';

/** The value of an expression in the current state. Ends the path where no path goes on. */
export function evaluate(machine: Machine, expression: Expression): Value {
  machine.step();
  machine.moveTo(expression.span.line);
  switch (expression.kind) {
    case 'constant':
      return constant(machine, expression.value);
    case 'name':
      return readName(machine, expression.id);
    case 'binary': {
      const left = evaluate(machine, expression.left);
      const right = evaluate(machine, expression.right);
      machine.moveTo(expression.span.line);
      return binary(machine, expression.operator, left, right);
    }
    case 'unary':
      return unary(machine, expression.operator, evaluate(machine, expression.operand));
    case 'boolean':
      return boolean(machine, expression.operator, expression.operands);
    case 'compare':
      return chain(machine, evaluate(machine, expression.left), expression.rest);
    case 'conditional':
      return machine.decide<Value>(
        expression.test,
        truth(machine, evaluate(machine, expression.test)),
        () => evaluate(machine, expression.body),
        () => evaluate(machine, expression.orelse),
        machine.mergeValues,
      );
    case 'call':
      return evaluateCall(machine, expression);
    case 'attribute':
      return attribute(machine, evaluate(machine, expression.object), expression.name);
    case 'subscript':
      return evaluateSubscript(machine, evaluate(machine, expression.object), expression.index);
    case 'tuple':
      return displayed(machine, expression.items, (items) => ({ kind: 'tuple', items }));
    case 'list':
      return displayed(machine, expression.items, (items) => machine.makeList(items));
    case 'named': {
      const value = evaluate(machine, expression.value);
      writeOutside(machine, expression.target, value);
      return value;
    }
    case 'lambda':
      return makeLambda(machine, expression);
    case 'fstring':
      return strValue(formatString(machine, expression.parts));
    case 'unsupported':
      return machine.cut(expression.construct, `${expression.construct} is not modelled`);
    case 'listcomp':
      return evaluateListComprehension(machine, expression);
    case 'set':
      return evaluateSetDisplay(machine, expression.items);
    case 'dict':
      return evaluateDictDisplay(machine, expression);
    case 'setcomp':
      return evaluateSetComprehension(machine, expression);
    case 'dictcomp':
      return evaluateDictComprehension(machine, expression);
    case 'generator':
      return makeGeneratorExpression(machine, expression);
    case 'yield':
      return yieldValue(machine, expression.value === undefined ? NONE : evaluate(machine, expression.value));
    case 'yieldfrom':
      return yieldFrom(machine, evaluate(machine, expression.value));
    case 'slice':
    case 'starred':
    case 'await':
      return machine.cut(CONSTRUCT_NAMES[expression.kind], `${CONSTRUCT_NAMES[expression.kind]} is not modelled`);
  }
}

const CONSTRUCT_NAMES = {
  slice: 'slice',
  starred: 'unpacking with *',
  await: 'await',
} as const;

function constant(machine: Machine, value: ConstantValue): Value {
  const { terms } = machine;
  switch (value.type) {
    case 'none':
      return NONE;
    case 'bool':
      return boolValue(terms.bool(value.value));
    case 'int':
      return intValue(terms.int(value.value));
    case 'float':
      return floatValue(terms.float(value.value));
    case 'str':
      return strValue(terms.str(value.value));
    case 'ellipsis':
      return { kind: 'singleton', name: 'Ellipsis' };
    case 'bytes':
      return { kind: 'bytes', term: terms.str(String.fromCharCode(...value.value)) };
    case 'complex':
      return { kind: 'foreign', type: 'complex', source: complexSource(value.imaginary) };
  }
}

/** The source text of an imaginary number: it may be too large for a float's own digits. */
function complexSource(imaginary: number): string {
  return `complex(0.0, ${Number.isFinite(imaginary) ? imaginary : "float('inf')"})`;
}

/** `and` and `or` give the operand that decides. */
function boolean(machine: Machine, operator: 'and' | 'or', operands: readonly Expression[]): Value {
  const [first, ...rest] = operands;
  if (first === undefined) return boolValue(machine.terms.bool(operator === 'and'));
  const value = evaluate(machine, first);
  if (rest.length === 0) return value;
  const isTrue = truth(machine, value);
  const more = (): Value => boolean(machine, operator, rest);
  return operator === 'and'
    ? machine.decideWithin(first, isTrue, more, () => value)
    : machine.decideWithin(first, isTrue, () => value, more);
}

type ComparisonRest = Extract<Expression, { kind: 'compare' }>['rest'];

/** `a < b < c`: each operand is evaluated once, and only while the comparisons before it hold. */
function chain(machine: Machine, left: Value, [next, ...rest]: ComparisonRest): Value {
  if (next === undefined) return left;
  const right = evaluate(machine, next.operand);
  const result = compare(machine, next.operator, left, right);
  if (rest.length === 0) return result;
  return machine.choose(
    truth(machine, result),
    () => chain(machine, right, rest),
    () => result,
  );
}

/** `object.name`; private names are mangled with the class they stand in. */
function attribute(machine: Machine, object: Value, name: string): Value {
  const attributeName = mangled(machine, name);
  return machine.dispatch(object, (value) => getAttribute(machine, value, attributeName));
}

/** A display's items, with `*sequence` unpacked where it stands. */
function displayed(
  machine: Machine,
  items: readonly Expression[],
  make: (items: readonly Value[]) => PlainValue,
): Value {
  const collect = (done: readonly Value[], [next, ...rest]: readonly Expression[]): Value => {
    if (next === undefined) return make(done);
    if (next.kind !== 'starred') return collect([...done, evaluate(machine, next)], rest);
    return machine.dispatch(evaluate(machine, next.value), (value) =>
      withElements(machine, value, (unpacked) => collect([...done, ...unpacked], rest)),
    );
  };
  return collect([], items);
}

/** `object[index]`. */
export function evaluateSubscript(machine: Machine, object: Value, index: Expression): Value {
  if (index.kind === 'slice') {
    return withSliceBounds(
      machine,
      index,
      (bounds) => machine.dispatch(object, (value) => slice(machine, value, bounds)),
      () => machine.dispatch(object, (value) => refuseBounds(machine, value)),
    );
  }
  const position = evaluate(machine, index);
  return machine.dispatch(object, (value) => machine.dispatch(position, (at) => subscript(machine, value, at)));
}

/**
 * Evaluates the bounds of a slice and goes on with them, case by case.
 * @param refuse goes on where a bound is no integer
 */
export function withSliceBounds(
  machine: Machine,
  { lower, upper, step }: Extract<Expression, { kind: 'slice' }>,
  handle: (bounds: SliceBounds) => Value,
  refuse: () => Value,
): Value {
  const values = [lower, upper, step].map((one) => (one === undefined ? NONE : evaluate(machine, one)));
  const split = (terms: readonly (IntTerm | undefined)[], [next, ...rest]: readonly Value[]): Value => {
    if (next === undefined) {
      const [from, to, by] = terms;
      return handle({ ...(from && { lower: from }), ...(to && { upper: to }), ...(by && { step: by }) });
    }
    return machine.dispatch(next, (plain) => {
      if (plain.kind === 'none') return split([...terms, undefined], rest);
      if (isInteger(plain)) return split([...terms, integerTerm(machine, plain)], rest);
      const isOpen = plain.kind === 'instance' || plain.kind === 'unmodelled' || plain.kind === 'foreign';
      return isOpen ? machine.cut('slice', 'a slice bound that is not an integer is not modelled') : refuse();
    });
  };
  return split([], values);
}

/** The text of an f-string, or of a format specification in one. */
function formatString(machine: Machine, parts: readonly FormatPart[]): StrTerm {
  const { terms } = machine;
  const pieces = parts.map((part) => {
    if (part.kind === 'text') return terms.str(part.text);
    const value = evaluate(machine, part.value);
    const specification = formatString(machine, part.format);
    // a field that shows its own expression shows the value as repr does, unless it is told how
    const shown = part.label !== undefined && part.format.length === 0 ? 'r' : undefined;
    const text = fieldText(machine, value, part.conversion ?? shown, specification);
    return part.label === undefined ? text : terms.concat(terms.str(part.label), text);
  });
  return terms.concat(...pieces);
}
