/** Binary and unary operators: https://docs.python.org/3/reference/expressions.html#binary-arithmetic-operations */
import type { Machine } from '../execute/machine.ts';
import type { BinaryOperator } from '../syntax/ast.ts';
import { FLOAT_OVERFLOW } from '../terms/floats.ts';
import type { FloatTerm, IntTerm } from '../terms/term.ts';
import { exceptionClass } from '../values/classes.ts';
import { boolValue, floatValue, intValue, type PlainValue, strValue, type Value } from '../values/value.ts';
import { bitwise, shift } from './bits.ts';
import {
  absolute,
  floatTerm,
  type IntegerValue,
  integerTerm,
  isInteger,
  isNumber,
  type NumberValue,
} from './numbers.ts';
import { type ItemSequence, isItemSequence, likeSequence, withItems } from './sequences.ts';
import { truth, use } from './truth.ts';

/** Exponents up to here are expanded into products. */
const LARGEST_EXPANDED_EXPONENT = 64n;
/** Literal powers and repetitions with more bits or characters than this are left undecided. */
const LARGEST_LITERAL = 100_000n;

/** `left operator right`. */
export function binary(machine: Machine, operator: BinaryOperator, left: Value, right: Value): Value {
  return machine.dispatch(left, (a) => machine.dispatch(right, (b) => plainBinary(machine, operator, a, b)));
}

function plainBinary(machine: Machine, operator: BinaryOperator, left: PlainValue, right: PlainValue): Value {
  for (const operand of [left, right]) {
    if (operand.kind === 'unmodelled' || operand.kind === 'unbound') use(machine, operand);
  }
  if (isInteger(left) && isInteger(right)) return integers(machine, operator, left, right);
  if (isNumber(left) && isNumber(right)) return floats(machine, operator, left, right);
  if (operator === '+' && left.kind === 'str' && right.kind === 'str') {
    return strValue(machine.terms.concat(left.term, right.term));
  }
  if (operator === '+' && isItemSequence(left) && left.kind === right.kind) {
    return withItems(machine, left, (first) =>
      withItems(machine, right, (second) => likeSequence(machine, left, [...first, ...second])),
    );
  }
  if (operator === '*' && isInteger(right) && isSequence(left))
    return repeat(machine, left, integerTerm(machine, right));
  if (operator === '*' && isInteger(left) && isSequence(right))
    return repeat(machine, right, integerTerm(machine, left));
  if (operator === '%' && left.kind === 'str') machine.cut('% formatting', 'printf-style formatting is not modelled');
  if (operator === '|' && (left.kind === 'class' || right.kind === 'class'))
    machine.cut('union type', 'type expressions are not modelled as values');
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

type SequenceValue = ItemSequence | Extract<PlainValue, { kind: 'str' }>;

function isSequence(value: PlainValue): value is SequenceValue {
  return value.kind === 'str' || isItemSequence(value);
}

function repeat(machine: Machine, sequence: SequenceValue, count: IntTerm): Value {
  if (count.kind !== 'literal')
    machine.cut('repetition', 'a sequence is repeated a number of times that depends on the inputs');
  const times = count.value < 0n ? 0n : count.value;
  if (times > LARGEST_LITERAL) machine.cut('repetition', `a sequence is repeated more than ${LARGEST_LITERAL} times`);
  const repetitions = Array.from({ length: Number(times) });
  if (sequence.kind === 'str') return strValue(machine.terms.concat(...repetitions.map(() => sequence.term)));
  return withItems(machine, sequence, (items) =>
    likeSequence(
      machine,
      sequence,
      repetitions.flatMap(() => items),
    ),
  );
}

function integers(machine: Machine, operator: BinaryOperator, left: IntegerValue, right: IntegerValue): Value {
  const { terms } = machine;
  if ((operator === '&' || operator === '|' || operator === '^') && left.kind === 'bool' && right.kind === 'bool') {
    if (operator === '^') return boolValue(terms.not(terms.same(left.term, right.term)));
    return boolValue(operator === '&' ? terms.and(left.term, right.term) : terms.or(left.term, right.term));
  }
  const [a, b] = [integerTerm(machine, left), integerTerm(machine, right)];
  switch (operator) {
    case '+':
      return intValue(terms.add(a, b));
    case '-':
      return intValue(terms.sub(a, b));
    case '*':
      return intValue(terms.mul(a, b));
    case '//':
      raiseOnZero(machine, b);
      return intValue(terms.floorDiv(a, b));
    case '%':
      raiseOnZero(machine, b);
      return intValue(terms.mod(a, b));
    case '/':
      return trueDivision(machine, a, b);
    case '**':
      return power(machine, a, b);
    case '&':
    case '|':
    case '^':
      return intValue(bitwise(machine, operator, a, b));
    case '<<':
    case '>>':
      return intValue(shift(machine, operator, a, b));
    case '@':
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
}

function raiseOnZero(machine: Machine, divisor: IntTerm): void {
  machine.raiseIf(machine.terms.eq(divisor, machine.terms.zero), exceptionClass('ZeroDivisionError'));
}

/** `int / int`: rounded once from the exact quotient, OverflowError where that is too large for a float. */
function trueDivision(machine: Machine, dividend: IntTerm, divisor: IntTerm): Value {
  const { terms } = machine;
  raiseOnZero(machine, divisor);
  const limit = terms.mul(terms.int(FLOAT_OVERFLOW), absolute(machine, divisor));
  machine.raiseIf(terms.le(limit, absolute(machine, dividend)), exceptionClass('OverflowError'));
  return floatValue(terms.trueDiv(dividend, divisor));
}

function power(machine: Machine, base: IntTerm, exponent: IntTerm): Value {
  const { terms } = machine;
  if (exponent.kind !== 'literal') {
    machine.cut('** with a variable exponent', 'the exponent of ** depends on the inputs');
  }
  if (exponent.value < 0n)
    machine.cut('** with a negative exponent', 'a negative power of an integer is a float power');
  if (base.kind === 'literal') {
    const bits = BigInt(base.value.toString(2).length) * exponent.value;
    if (bits > LARGEST_LITERAL) machine.cut('**', `the power has more than ${LARGEST_LITERAL} bits`);
    return intValue(terms.int(base.value ** exponent.value));
  }
  if (exponent.value > LARGEST_EXPANDED_EXPONENT) {
    machine.cut(
      '**',
      `powers above ${LARGEST_EXPANDED_EXPONENT} of a value that depends on the inputs are not expanded`,
    );
  }
  return intValue(terms.power(base, Number(exponent.value)));
}

function floats(machine: Machine, operator: BinaryOperator, left: NumberValue, right: NumberValue): Value {
  const { terms } = machine;
  const zero = terms.float(0);
  switch (operator) {
    case '+':
      return floatValue(terms.floatArithmetic('fadd', ...floatTerms(machine, left, right)));
    case '-':
      return floatValue(terms.floatArithmetic('fsub', ...floatTerms(machine, left, right)));
    case '*':
      return floatValue(terms.floatArithmetic('fmul', ...floatTerms(machine, left, right)));
    case '/': {
      const [a, b] = floatTerms(machine, left, right);
      machine.raiseIf(terms.floatCompare('feq', b, zero), exceptionClass('ZeroDivisionError'));
      return floatValue(terms.floatArithmetic('fdiv', a, b));
    }
    case '//':
    case '%': {
      const [a, b] = floatTerms(machine, left, right);
      machine.raiseIf(terms.floatCompare('feq', b, zero), exceptionClass('ZeroDivisionError'));
      return floatValue(floatRemainder(machine, operator, a, b));
    }
    case '**':
      return machine.cut('float **', 'powers of floats are not modelled');
    case '<<':
    case '>>':
    case '&':
    case '|':
    case '^':
    case '@':
      return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  }
}

function floatTerms(machine: Machine, left: NumberValue, right: NumberValue): [FloatTerm, FloatTerm] {
  const first = floatTerm(machine, left);
  return [first, floatTerm(machine, right)];
}

/** Floor division and remainder of floats have no exact counterpart in the solver. */
function floatRemainder(machine: Machine, operator: '//' | '%', left: FloatTerm, right: FloatTerm): FloatTerm {
  return machine.terms.opaque('float', `float ${operator}`, [left, right]);
}

/** `-x`, `+x`, `~x` and `not x`. */
export function unary(machine: Machine, operator: '-' | '+' | '~' | 'not', operand: Value): Value {
  const { terms } = machine;
  if (operator === 'not') return boolValue(terms.not(truth(machine, operand)));
  return machine.dispatch(operand, (value) => {
    if (value.kind === 'unmodelled' || value.kind === 'unbound') use(machine, value);
    if (isInteger(value)) {
      const integer = integerTerm(machine, value);
      if (operator === '+') return intValue(integer);
      return intValue(operator === '-' ? terms.neg(integer) : terms.sub(terms.neg(integer), terms.one));
    }
    if (value.kind === 'float' && operator !== '~') {
      return operator === '+' ? value : floatValue(terms.floatNeg(value.term));
    }
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  });
}
