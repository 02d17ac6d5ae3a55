/** Binary and unary operators: https://docs.python.org/3/reference/expressions.html#binary-arithmetic-operations */
import type { Machine } from '../../machine/machine.ts';
import { binaryQuestion, settleForeign } from '../../oracle/operations.ts';
import { settleKnown } from '../../oracle/settle.ts';
import type { BinaryOperator } from '../../syntax/ast.ts';
import { FLOAT_OVERFLOW } from '../../terms/floats.ts';
import type { Terms } from '../../terms/strings.ts';
import type { BoolTerm, FloatTerm, IntTerm } from '../../terms/term.ts';
import { exceptionClass } from '../../values/classes.ts';
import { boolValue, floatValue, intValue, type PlainValue, type Value } from '../../values/value.ts';
import { bitwise, shift } from '../numbers/bits.ts';
import { shortBound } from '../numbers/cases.ts';
import {
  absolute,
  floatTerm,
  type IntegerValue,
  integerTerm,
  isInteger,
  isNumber,
  type NumberValue,
} from '../numbers/numbers.ts';
import { floatPower, integerPower } from '../numbers/powers.ts';
import { underlyingValue } from '../objects/enumerations.ts';
import type { ItemSequence } from '../objects/held-items.ts';
import { callSpecial, specialBinary } from '../objects/special-methods.ts';
import { truth } from '../objects/truth.ts';
import { isTypeExpression, TYPE_EXPRESSION } from '../objects/typing.ts';
import { use } from '../objects/unmodelled.ts';
import { itemOf, joined, ofKnown, sequenceOf } from '../sequences/any-length.ts';
import { holdNumber, isItemSequence, likeAny, likeSequence, withContent, withItems } from '../sequences/sequences.ts';
import { asSize, isText, likeText, type TextValue } from '../sequences/texts.ts';
import { formatPercent } from '../texts/percent-formatting.ts';
import { combineContainers } from './container-operators.ts';

/** Repetitions with more items than this are left undecided. */
const LARGEST_LITERAL = 100_000n;

/** Repetitions whose number depends on the inputs are told apart up to this many. */
const MOST_REPETITIONS = 20;

/** `left operator right`. */
export function binary(machine: Machine, operator: BinaryOperator, left: Value, right: Value): Value {
  return machine.dispatch(left, (a) =>
    machine.dispatch(right, (b) =>
      isTypeUnion(operator, a, b)
        ? TYPE_EXPRESSION
        : settleKnown(
            machine,
            [a, b],
            () => plainBinary(machine, operator, a, b),
            () => binaryQuestion(machine, operator, a, b),
          ),
    ),
  );
}

/** `int | None` and its like. */
function isTypeUnion(operator: BinaryOperator, left: PlainValue, right: PlainValue): boolean {
  const isType = (value: PlainValue): boolean => value.kind === 'class' || isTypeExpression(value);
  return (
    operator === '|' &&
    (isType(left) || isType(right)) &&
    [left, right].every((one) => isType(one) || one.kind === 'none')
  );
}

function plainBinary(machine: Machine, operator: BinaryOperator, left: PlainValue, right: PlainValue): Value {
  for (const operand of [left, right]) {
    if (operand.kind === 'unmodelled' || operand.kind === 'unbound') use(machine, operand);
  }
  if (left.kind === 'instance' || right.kind === 'instance') return objects(machine, operator, left, right);
  if (isInteger(left) && isInteger(right)) return integers(machine, operator, left, right);
  if (isNumber(left) && isNumber(right)) return floats(machine, operator, left, right);
  if (operator === '+' && isText(left) && isText(right) && left.kind === right.kind) {
    return likeText(left, machine.terms.concat(left.term, right.term));
  }
  if (operator === '+' && isItemSequence(left) && isItemSequence(right)) {
    const areOfOneType = (left.kind === 'list') === (right.kind === 'list');
    if (areOfOneType) return concatenate(machine, left, right);
  }
  if (operator === '*' && isInteger(right) && isSequence(left))
    return repeat(machine, left, integerTerm(machine, right));
  if (operator === '*' && isInteger(left) && isSequence(right))
    return repeat(machine, right, integerTerm(machine, left));
  const combined = combineContainers(machine, operator, left, right);
  if (combined !== undefined) return combined;
  if (operator === '%' && isText(left)) return formatPercent(machine, left, right);
  return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
}

/** Objects define operators by special methods; members of IntEnum and StrEnum are numbers and texts. */
function objects(machine: Machine, operator: BinaryOperator, left: PlainValue, right: PlainValue): Value {
  return specialBinary(machine, operator, left, right, () => {
    const [a, b] = [underlyingValue(machine, left), underlyingValue(machine, right)];
    if (a !== left || b !== right) return binary(machine, operator, a, b);
    return machine.raise({ kind: 'exception', class: exceptionClass('TypeError') });
  });
}

type SequenceValue = ItemSequence | TextValue;

function concatenate(machine: Machine, left: ItemSequence, right: ItemSequence): Value {
  return withContent(
    machine,
    left,
    (first) =>
      withContent(
        machine,
        right,
        (second) => likeSequence(machine, left, [...first, ...second]),
        (second) => likeAny(machine, left, joined(machine, ofKnown(machine, first), second)),
      ),
    (first) =>
      withContent(
        machine,
        right,
        (second) => likeAny(machine, left, joined(machine, first, ofKnown(machine, second))),
        (second) => likeAny(machine, left, joined(machine, first, second)),
      ),
  );
}

function isSequence(value: PlainValue): value is SequenceValue {
  return isText(value) || isItemSequence(value);
}

/** Known items, repeated any number of times. */
function repeatAny(machine: Machine, sequence: ItemSequence, count: IntTerm): Value {
  const { terms } = machine;
  return withItems(machine, sequence, (items) => {
    if (items.length === 0) return likeSequence(machine, sequence, []);
    const [known, size] = [ofKnown(machine, items), terms.int(items.length)];
    const length = terms.mul(size, terms.ite(terms.le(count, terms.zero), terms.zero, count));
    const repeated = sequenceOf(machine, length, (position) => itemOf(machine, known, terms.mod(position, size)));
    return likeAny(machine, sequence, repeated);
  });
}

function repeat(machine: Machine, sequence: SequenceValue, count: IntTerm): Value {
  if (isText(sequence) && count.kind !== 'literal')
    return likeText(sequence, machine.terms.repeat(sequence.term, asSize(machine, count)));
  if (count.kind !== 'literal' && machine.limits.isInductive && !isText(sequence))
    return repeatAny(machine, sequence, asSize(machine, count));
  if (count.kind !== 'literal') return repeatFew(machine, sequence, asSize(machine, count));
  return repeatKnown(machine, sequence, count.value);
}

/** As often as the path allows, one number after the other; cuts where that is not few. */
function repeatFew(machine: Machine, sequence: SequenceValue, count: IntTerm): Value {
  const { terms } = machine;
  const most = shortBound(machine, count);
  if (most === undefined || most > MOST_REPETITIONS)
    return machine.cut('repetition', 'a sequence is repeated a number of times that depends on the inputs');
  const from = (times: number): Value => {
    const repeated = () => repeatKnown(machine, sequence, BigInt(times));
    return times === most
      ? repeated()
      : machine.choose(terms.le(count, terms.int(times)), repeated, () => from(times + 1));
  };
  return from(0);
}

function repeatKnown(machine: Machine, sequence: SequenceValue, count: bigint): Value {
  const times = count < 0n ? 0n : count;
  if (times > LARGEST_LITERAL) machine.cut('repetition', `a sequence is repeated more than ${LARGEST_LITERAL} times`);
  const copies = <T>(one: T): readonly T[] => Array.from({ length: Number(times) }, () => one);
  if (isText(sequence)) return likeText(sequence, machine.terms.concat(...copies(sequence.term)));
  return withItems(machine, sequence, (items) => {
    holdNumber(machine, times * BigInt(items.length));
    return likeSequence(machine, sequence, items.length === 0 ? items : copies(items).flat());
  });
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
      return integerPower(machine, a, b);
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
  machine.raiseIf(terms.le(limit, absolute(machine, dividend)), exceptionClass('OverflowError'), 'integer');
  return floatValue(terms.trueDiv(dividend, divisor));
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
      return floatValue(operator === '//' ? floatFloorDivision(machine, a, b) : floatModulo(machine, a, b));
    }
    case '**':
      return floatPower(machine, left, right);
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

/** `left % right` of floats, as CPython computes it: C's remainder moved to the sign of the divisor. */
function floatModulo({ terms }: Machine, left: FloatTerm, right: FloatTerm): FloatTerm {
  const zero = terms.float(0);
  const remainder = terms.floatRemainder(left, right);
  const moved = terms.floatArithmetic('fadd', remainder, right);
  return terms.ite(
    terms.floatCompare('feq', remainder, zero),
    withSignOf(terms, zero, right),
    terms.ite(haveOtherSigns(terms, remainder, right), moved, remainder),
  );
}

/** `left // right` of floats, as CPython computes it from the remainder. */
function floatFloorDivision({ terms }: Machine, left: FloatTerm, right: FloatTerm): FloatTerm {
  const zero = terms.float(0);
  const remainder = terms.floatRemainder(left, right);
  const exact = terms.floatArithmetic('fdiv', terms.floatArithmetic('fsub', left, remainder), right);
  const isMoved = terms.and(
    terms.not(terms.floatCompare('feq', remainder, zero)),
    haveOtherSigns(terms, remainder, right),
  );
  const quotient = terms.ite(isMoved, terms.floatArithmetic('fsub', exact, terms.float(1)), exact);
  const floor = terms.floatWhole('ffloor', quotient);
  const isFar = terms.floatCompare('flt', terms.float(0.5), terms.floatArithmetic('fsub', quotient, floor));
  return terms.ite(
    terms.floatCompare('feq', quotient, zero),
    withSignOf(terms, zero, terms.floatArithmetic('fdiv', left, right)),
    terms.ite(isFar, terms.floatArithmetic('fadd', floor, terms.float(1)), floor),
  );
}

/** Whether just one of the two is below zero. */
function haveOtherSigns(terms: Terms, left: FloatTerm, right: FloatTerm): BoolTerm {
  const [a, b] = [left, right].map((one) => terms.floatCompare('flt', one, terms.float(0)));
  return a === undefined || b === undefined ? terms.false : terms.not(terms.same(a, b));
}

/** The magnitude with the sign of a float that is not nan. */
function withSignOf(terms: Terms, magnitude: FloatTerm, sign: FloatTerm): FloatTerm {
  return terms.ite(terms.isSignNegative(sign), terms.floatNeg(magnitude), magnitude);
}

const UNARY_METHODS = { '-': '__neg__', '+': '__pos__', '~': '__invert__' } as const;

/** `-x`, `+x`, `~x` and `not x`. */
export function unary(machine: Machine, operator: '-' | '+' | '~' | 'not', operand: Value): Value {
  const { terms } = machine;
  if (operator === 'not') return boolValue(terms.not(truth(machine, operand)));
  return machine.dispatch(operand, (value) => {
    if (value.kind === 'unmodelled' || value.kind === 'unbound') use(machine, value);
    if (value.kind === 'instance') {
      const result = callSpecial(machine, value, UNARY_METHODS[operator]);
      const underlying = underlyingValue(machine, value);
      if (result !== undefined) return result;
      if (underlying !== value) return unary(machine, operator, underlying);
    }
    if (value.kind === 'foreign') return settleForeign(machine, [value], (source) => `${operator}(${source})`);
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
