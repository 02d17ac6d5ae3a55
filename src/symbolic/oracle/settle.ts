/**
 * Operations of known values: the engine's own meaning where it gives a known result, else CPython's answer.
 *
 * `settleKnown(machine, operands, () => own meaning, () => question)` wraps the meaning of an operator, function or method
 * that has no side effects; the question is the Python expression that means the same, made with `sourceOf`, or undefined
 * where something depends on the inputs. `foreign` values have no other meaning than CPython's.
 */
import type { Machine } from '../machine/machine.ts';
import type { Answer, Known } from '../machine/oracle.ts';
import type { Effects } from '../machine/outcomes.ts';
import type { Joined } from '../machine/state.ts';
import { exceptionClass } from '../values/classes.ts';
import {
  boolValue,
  floatValue,
  intValue,
  NONE,
  type PlainValue,
  strValue,
  typeName,
  type Value,
} from '../values/value.ts';
import { raisedClass } from './classes.ts';
import { holdsMutable, isKnown } from './known.ts';

import { isForeignType } from './whitelist.ts';

/**
 * The result of an operation on `operands`. What its own meaning leaves open on known operands is asked.
 * Cuts where an operand is foreign and there is no answer. Ends the path where no path goes on.
 */
export function settleKnown(
  machine: Machine,
  operands: readonly Value[],
  own: () => Value,
  question: () => string | undefined,
): Value {
  const { oracle } = machine;
  const foreign = operands.find((operand) => operand.kind === 'foreign');
  if (foreign?.kind === 'foreign') {
    return askCpython(machine, question(), operands) ?? machine.cut(foreign.type, whyOpen(operands, foreign.type));
  }
  if (oracle === undefined) return own();
  const { value: end, effects } = machine.withhold(() => machine.attempt(machine.state, own));
  const asked = isSettled(end, effects) ? undefined : question();
  const answer = asked === undefined ? undefined : oracle.answer(asked);
  if (asked !== undefined && (answer === undefined || isUsable(machine, answer, operands)))
    return tell(machine, answer);
  machine.release(effects);
  if (end === undefined) machine.endPath();
  machine.continueFrom(end.state);
  return end.value;
}

/** Whether nothing about an outcome is left open: no path was given up, and no result depends on an approximation. */
function isSettled(end: Joined<Value> | undefined, { cuts, raised }: Effects): boolean {
  if (cuts.length > 0) return false;
  const [first, ...more] = raised;
  if (end === undefined) return first?.exception.args !== undefined && more.length === 0;
  return first === undefined && isKnown(end.state, end.value);
}

/** What CPython says; undefined where there is no question, no oracle, or no answer to be had. Ends the path while it is not known. */
export function askCpython(
  machine: Machine,
  question: string | undefined,
  operands: readonly Value[] = [],
): Value | undefined {
  if (question === undefined || machine.oracle === undefined) return undefined;
  const answer = machine.oracle.answer(question);
  return answer === undefined || isUsable(machine, answer, operands) ? tell(machine, answer) : undefined;
}

/** Whether the engine can hold what is answered, which must not be a mutable object that an operand holds. */
function isUsable({ state }: Machine, answer: Answer, operands: readonly Value[]): boolean {
  switch (answer.kind) {
    case 'refused':
      return false;
    case 'raised':
      return raisedClass(answer.class) !== undefined;
    case 'value':
      return isHeld(answer.value) && !(isMutable(answer.value) && operands.some((one) => holdsMutable(state, one)));
  }
}

function tell(machine: Machine, answer: Answer | undefined): Value {
  if (answer === undefined || answer.kind === 'refused') machine.endPath();
  if (answer.kind === 'value') return engineValue(machine, answer.value);
  const args = answer.args?.every(isHeld) ? answer.args.map((arg) => engineValue(machine, arg)) : undefined;
  const raised = raisedClass(answer.class) ?? exceptionClass('Exception');
  return machine.raise({ kind: 'exception', class: raised, ...(args === undefined ? {} : { args }) });
}

function whyOpen(operands: readonly Value[], type: string): string {
  const other = operands.find((operand) => operand.kind !== 'foreign');
  const mixed = other === undefined || other.kind === 'union' ? '' : ` with a value of type ${typeName(other)}`;
  return `an operation on a ${type}${mixed} is only known where nothing depends on the inputs`;
}

/** Whether the engine can hold the value. */
function isHeld(known: Known): boolean {
  switch (known.kind) {
    case 'tuple':
    case 'list':
    case 'set':
    case 'frozenset':
      return known.items.every(isHeld);
    case 'dict':
      return known.entries.every(([key, value]) => isHeld(key) && isHeld(value));
    case 'foreign':
      return isForeignType(known.type);
    default:
      return true;
  }
}

/** Whether some part of the value can be changed. */
function isMutable(known: Known): boolean {
  switch (known.kind) {
    case 'list':
    case 'dict':
    case 'set':
      return true;
    case 'tuple':
      return known.items.some(isMutable);
    default:
      return false;
  }
}

/** The value as the engine holds it; mutable objects are made anew. */
function engineValue(machine: Machine, known: Known): PlainValue {
  const { terms } = machine;
  const itemsOf = (items: readonly Known[]): PlainValue => ({
    kind: 'tuple',
    items: items.map((item) => engineValue(machine, item)),
  });
  switch (known.kind) {
    case 'none':
      return NONE;
    case 'bool':
      return boolValue(terms.bool(known.value));
    case 'int':
      return intValue(terms.int(known.value));
    case 'float':
      return floatValue(terms.float(known.value));
    case 'str':
      return strValue(terms.str(known.value));
    case 'bytes':
      return { kind: 'bytes', term: terms.str(known.value) };
    case 'tuple':
      return itemsOf(known.items);
    case 'list':
    case 'set':
    case 'frozenset':
      return { kind: known.kind, object: machine.allocate(itemsOf(known.items)) };
    case 'dict': {
      const pairs = known.entries.map(([key, value]) => itemsOf([key, value]));
      return { kind: 'dict', object: machine.allocate({ kind: 'tuple', items: pairs }) };
    }
    case 'range': {
      const [start, stop, step] = [terms.int(known.start), terms.int(known.stop), terms.int(known.step)];
      return { kind: 'range', start, stop, step };
    }
    case 'foreign':
      return { kind: 'foreign', source: known.source, type: known.type };
  }
}
