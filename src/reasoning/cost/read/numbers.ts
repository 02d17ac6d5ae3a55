/** Arithmetic on sizes. */
import type { FlowForm } from '../../../syntax/api.ts';
import { CONSTANT, EXPONENTIAL, isConstant, larger, type Size, times } from './order.ts';
import { NUMBER, type Value } from './values.ts';

/** An operand. */
interface Operand {
  readonly form: FlowForm | undefined;
  readonly value: Value;
}

/** What an operation with two operands gives. */
export function arithmetic(operator: string, left: Operand, right: Operand): Value {
  const [one, other] = [left.value, right.value];
  const container = [one, other].find(({ kind }) => kind === 'list' || kind === 'text');
  const number = (size: Size): Value => ({ kind: 'number', size });
  switch (operator) {
    case '+':
      return { ...(container ?? number(CONSTANT)), size: larger(one.size, other.size) };
    case '-':
      return { kind: one.kind === 'set' ? 'set' : 'number', size: larger(one.size, other.size) };
    case '*':
      return { ...(container ?? number(CONSTANT)), size: times(one.size, other.size) };
    case '/':
    case '//':
    case '>>':
    case '>>>':
      return number(isConstant(other.size) ? one.size : { why: 'a size is divided by another' });
    case '%':
      return number(other.size);
    case '&':
      return one.kind === 'set' ? one : number(one.size);
    case '|':
    case '^':
      return { kind: one.kind, size: larger(one.size, other.size) };
    case '**':
      return number(powerOf(left, right));
    case '<<':
      return number(isConstant(other.size) ? one.size : EXPONENTIAL);
    case '??':
      return one;
    default:
      return NUMBER;
  }
}

function powerOf({ value }: Operand, { form, value: exponent }: Operand): Size {
  if (!isConstant(exponent.size)) return isConstant(value.size) ? EXPONENTIAL : { why: 'a size is raised to another' };
  if (form?.is !== 'number' || form.value < 0 || form.value > 9) return { why: 'the power of a size is not known' };
  if (form.value === 0.5)
    return 'why' in value.size ? value.size : { power: value.size.power / 2, logs: value.size.logs / 2 };
  return Number.isInteger(form.value)
    ? Array.from({ length: form.value }, () => value.size).reduce(times, CONSTANT)
    : { why: 'the power of a size is no whole one' };
}

/** Whether two bounds are a fixed number apart: `i` and `i + 3`, `n - 1` and `n`. */
export function isNear(one: FlowForm, other: FlowForm): boolean {
  if (one.is === 'number' && other.is === 'number') return true;
  const [a, b] = [withoutNumber(one), withoutNumber(other)];
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** `x` of `x`, `x + 3` and `x - 3`; undefined of numbers. */
function withoutNumber(form: FlowForm): FlowForm | undefined {
  if (form.is === 'name' || form.is === 'member') return form;
  if (form.is !== 'operation' || (form.operator !== '+' && form.operator !== '-')) return undefined;
  const [left, right] = form.operands;
  if (left === undefined || right?.is !== 'number') return undefined;
  return withoutNumber(left);
}
