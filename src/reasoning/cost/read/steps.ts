/** How a variable changes from one turn of a loop to the next. */
import type { FlowAssignment, FlowForm } from '../../../syntax/api.ts';
import { blocksAround } from '../../trace/branches.ts';
import { mentions } from './forms.ts';
import type { Reading } from './reading.ts';

/**
 * - `up`, `down`: by a fixed number
 * - `double`, `half`: by a fixed factor; `rest`: what is left when another divides it, as Euclid has it
 * - `middle`: to the middle of an interval, or one beside it
 * - `sum`: by a variable that itself goes up
 * - `next`: to a member of itself
 */
export interface Step {
  readonly kind: 'up' | 'down' | 'double' | 'half' | 'rest' | 'middle' | 'sum' | 'next' | 'other';
  readonly within?: number;
}

/** The changes of a variable in a loop and the loops within. */
export function stepsOf(name: string, reading: Reading, loop: number): readonly Step[] {
  return reading.assignmentsTo(name).flatMap(({ assignment, form }): Step[] => {
    const { within } = assignment;
    if (within === undefined || !blocksAround(reading.flow, { line: 0, within }).includes(loop)) return [];
    return [{ kind: kindOf(assignment, form, name, reading, loop), within }];
  });
}

function kindOf(
  { operator }: FlowAssignment,
  form: FlowForm,
  name: string,
  reading: Reading,
  loop: number,
): Step['kind'] {
  const isNumber = form.is === 'number';
  const isPositive = isNumber && form.value > 0;
  switch (operator) {
    case '++':
      return 'up';
    case '--':
      return 'down';
    case '+=':
      return isPositive ? 'up' : form.is === 'name' && goesUp(form.name, reading, loop) ? 'sum' : 'other';
    case '-=':
      return isPositive ? 'down' : 'other';
    case '*=':
    case '<<=':
      return isNumber && form.value >= (operator === '*=' ? 2 : 1) ? 'double' : 'other';
    case '/=':
    case '//=':
      return isNumber && form.value >= 2 ? 'half' : 'other';
    case '>>=':
      return isPositive ? 'half' : 'other';
    case '%=':
      return 'rest';
    default:
      return assigned(form, name, reading);
  }
}

function goesUp(name: string, reading: Reading, loop: number): boolean {
  const steps = reading.assignmentsTo(name).filter(({ assignment }) => assignment.within === loop);
  return (
    steps.length === 1 &&
    steps.every(
      ({ assignment: { operator }, form }) =>
        operator === '++' || (operator === '+=' && form.is === 'number' && form.value > 0),
    )
  );
}

function assigned(form: FlowForm, name: string, reading: Reading): Step['kind'] {
  const plain = unrounded(form, reading);
  if (plain.is === 'member' && plain.of.is === 'name' && plain.of.name === name) return 'next';
  if (plain.is === 'operation' && plain.operator === '%') return 'rest';
  // Euclid's `a, b = b, a % b`: what the other one was.
  if (isMiddle(plain, reading)) return 'middle';
  if (plain.is !== 'operation') return 'other';
  const [left, right] = plain.operands;
  if (right?.is !== 'number' || left?.is !== 'name') return isMiddleStep(plain, reading) ? 'middle' : 'other';
  const isOwn = left.name === name;
  if (isOwn && plain.operator === '+' && right.value > 0) return 'up';
  if (isOwn && plain.operator === '-' && right.value > 0) return 'down';
  if (isOwn && /^(?:\*|<<)$/.test(plain.operator))
    return right.value >= (plain.operator === '*' ? 2 : 1) ? 'double' : 'other';
  if (isOwn && /^(?:\/|\/\/|>>|>>>)$/.test(plain.operator))
    return right.value >= (plain.operator.startsWith('>') ? 1 : 2) ? 'half' : 'other';
  return isMiddleStep(plain, reading) ? 'middle' : 'other';
}

/** `m`, where `m = (lo + hi) // 2`. */
export function isMiddle(form: FlowForm, reading: Reading): boolean {
  if (form.is !== 'name') return false;
  const given = reading.assignmentsTo(form.name);
  return given.length > 0 && given.every(({ form: value }) => isHalfOfSum(unrounded(value, reading), reading));
}

/** `m + 1` and `m - 1`. */
function isMiddleStep(form: Extract<FlowForm, { is: 'operation' }>, reading: Reading): boolean {
  const [left, right] = form.operands;
  return /^[-+]$/.test(form.operator) && right?.is === 'number' && left !== undefined && isMiddle(left, reading);
}

/** `(lo + hi) // 2` and `lo + (hi - lo) // 2`. */
function isHalfOfSum(form: FlowForm, reading: Reading): boolean {
  if (form.is !== 'operation') return false;
  const [left, right] = form.operands;
  if (left === undefined || right === undefined) return false;
  if (form.operator === '+')
    return (
      isHalfOfSum(unrounded(right, reading), reading) &&
      left.is === 'name' &&
      mentions(unrounded(right, reading), left.name)
    );
  const isHalf =
    (/^\/\/?$/.test(form.operator) && right.is === 'number' && right.value === 2) ||
    (/^>>>?$/.test(form.operator) && right.is === 'number' && right.value === 1);
  return (
    isHalf && left.is === 'operation' && /^[-+]$/.test(left.operator) && left.operands.every(({ is }) => is === 'name')
  );
}

/** What `int(…)` or `Math.floor(…)` rounds. */
function unrounded(form: FlowForm, { flow }: Reading): FlowForm {
  const call = form.is === 'call' ? flow.calls[form.call] : undefined;
  const [first] = call?.arguments ?? [];
  return call !== undefined && first !== undefined && /^(?:int|floor|trunc|Floor|parseInt)$/.test(call.name)
    ? first.form
    : form;
}
