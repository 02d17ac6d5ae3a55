/** Expressions, read for how long what they give is. */
import type { FlowForm } from '../../../syntax/api.ts';
import { SELF } from './forms.ts';
import { emptyKind, LENGTHS, sameLength } from './library.ts';
import { arithmetic, isNear } from './numbers.ts';
import { CONSTANT, isConstant, isKnown, LINEAR, LOG, larger, ROOT, type Size, smaller, times } from './order.ts';
import type { Reading } from './reading.ts';
import { ANY, NUMBER, unclear, type Value, WORD } from './values.ts';

const UPPER = /^[A-Z][A-Z0-9_]*$/;

/** What an expression holds: its kind, how long it is at most, and what its elements are. */
export function whatGives(reading: Reading, form: FlowForm): Value {
  switch (form.is) {
    case 'name':
      if (reading.isLocal(form.name) || SELF.test(form.name)) return reading.variable(form.name);
      return UPPER.test(form.name)
        ? { kind: 'unknown', size: CONSTANT, item: NUMBER }
        : unclear(`how long ${form.name} is, is not known`);
    case 'number':
      return NUMBER;
    case 'text':
      return WORD;
    case 'call':
      return resultOfCall(reading, form.call);
    case 'member':
      return memberOf(reading, form);
    case 'element': {
      const of = reading.value(form.of);
      return of.kind === 'text' ? WORD : (of.item ?? ANY);
    }
    case 'part':
      return partOf(reading, form);
    case 'operation':
      return resultOfOperation(reading, form.operator, form.operands);
    case 'made': {
      const item = form.items[0];
      const size = form.items.reduce<Size>(
        (sum, each) => (each.is === 'spread' ? larger(sum, reading.value(each.of).size) : sum),
        CONSTANT,
      );
      return {
        kind: form.kind === 'tuple' ? 'list' : form.kind,
        size,
        ...(item !== undefined && { item: reading.value(item) }),
      };
    }
    case 'spread':
      return reading.value(form.of);
    case 'loop':
      return { kind: form.kind === 'iterator' ? 'list' : form.kind, size: comprehended(reading, form.loop), item: ANY };
    case 'other':
      return unclear('what an expression gives is not known');
  }
}

/** Elements that a comprehension gives; what stands around it does not count. */
function comprehended(reading: Reading, loop: number): Size {
  const outer = reading.flow.blocks[loop];
  const loops = [loop];
  for (let at = outer?.within; at !== undefined; at = reading.flow.blocks[at]?.within) {
    const block = reading.flow.blocks[at];
    if (block?.kind !== 'loop' || block.lineStart !== outer?.lineStart || block.lineEnd !== outer.lineEnd) break;
    loops.push(at);
  }
  return loops.reduce<Size>((size, at) => times(size, reading.turns(at).size), CONSTANT);
}

function memberOf(reading: Reading, { of, name }: Extract<FlowForm, { is: 'member' }>): Value {
  if (LENGTHS.has(name)) return { kind: 'number', size: reading.value(of).size };
  const whole = reading.value(of);
  if (of.is === 'name' && SELF.test(of.name)) return { kind: 'unknown', size: LINEAR, item: ANY };
  return whole.kind === 'unknown'
    ? { kind: 'unknown', size: whole.size, item: ANY }
    : unclear(`how long ${name} is, is not known`);
}

function partOf(reading: Reading, { of, from, to }: Extract<FlowForm, { is: 'part' }>): Value {
  const whole = reading.value(of);
  const isShort = to !== undefined && (from === undefined ? to.is === 'number' && to.value >= 0 : isNear(from, to));
  const end =
    to === undefined || (to.is === 'number' && to.value < 0) ? whole.size : smaller(reading.value(to).size, whole.size);
  return { ...whole, size: isShort ? CONSTANT : end };
}

function resultOfOperation(reading: Reading, operator: string, operands: readonly FlowForm[]): Value {
  const [left, right] = operands.map((each) => reading.value(each));
  if (left === undefined) return NUMBER;
  if (right === undefined) return operator === '-' || operator === '+' || /\+\+|--/.test(operator) ? left : NUMBER;
  if (operator === '?:' || /^(?:or|and|\|\||&&|\?\?)$/.test(operator))
    return { ...left, kind: left.kind === 'unknown' ? right.kind : left.kind, size: larger(left.size, right.size) };
  if (/^(?:\.\.[.<=]?|until|downTo)$/.test(operator)) return rangeOf(reading, operands);
  return arithmetic(operator, { form: operands[0], value: left }, { form: operands[1], value: right });
}

/** A range of numbers. */
function rangeOf(reading: Reading, ends: readonly FlowForm[]): Value {
  const [from, to] = ends.length > 1 ? ends : [undefined, ends[0]];
  const [low, high] = [from === undefined ? NUMBER : reading.value(from), reading.value(to)];
  const item: Value = { kind: 'number', size: larger(low.size, high.size) };
  if (from !== undefined && to !== undefined && isNear(from, to)) return { kind: 'list', size: CONSTANT, item };
  return { kind: 'list', size: larger(low.size, high.size), item };
}

function resultOfCall(reading: Reading, index: number): Value {
  const call = reading.flow.calls[index];
  if (call === undefined) return ANY;
  const { name, arguments: given } = call;
  const read = reading.resultOf(
    index,
    given.map(({ form }) => reading.value(form)),
  );
  if (read !== undefined) return read;
  if (name === 'range') {
    const [, , step] = given;
    const range = rangeOf(
      reading,
      given.slice(0, 2).map(({ form }) => form),
    );
    const isFixed = step === undefined || step.form.is === 'number' || isConstant(range.size);
    return isFixed ? range : { ...range, size: { why: `the step of ${call.name} in line ${call.line} is not fixed` } };
  }
  if (LENGTHS.has(name) && given.length <= (call.on === undefined ? 1 : 0))
    return { kind: 'number', size: reading.dataOf(call).size };
  if (/^(?:min|Min|max|Max)$/.test(name) && given.length > 1) {
    const sizes = given.map(({ form }) => reading.value(form).size);
    return {
      kind: 'number',
      size: sizes.reduce(/^m/i.test(name) && name.toLowerCase() === 'min' ? smaller : larger),
    };
  }
  if (/^(?:isqrt|sqrt|Sqrt)$/.test(name)) return rooted(reading.argument(call, 0).size);
  if (/^(?:log2?|log10|bit_length)$/.test(name))
    return { kind: 'number', size: isConstant(reading.dataOf(call).size) ? CONSTANT : LOG };
  if (/^(?:int|abs|floor|ceil|round|Floor|Ceil|trunc|parseInt|Number|Math|times|to_i|upto)$/.test(name)) {
    return { kind: 'number', size: given.length === 0 ? reading.dataOf(call).size : reading.argument(call, 0).size };
  }
  const isEmpty = given.length === 0 || given.every(({ form }) => form.is === 'number');
  const empty = call.on === undefined || !isVariable(reading, call.on) ? emptyKind(name) : undefined;
  if (empty !== undefined && given.length === 0) return { kind: empty, size: CONSTANT };
  if (empty !== undefined && isEmpty && name !== 'Array') return { kind: empty, size: CONSTANT };
  if (name === 'Array' || name === 'make') {
    const length = given.at(-1)?.form;
    return { kind: 'list', size: length === undefined ? CONSTANT : reading.value(length).size };
  }
  const kind = sameLength(name);
  if (kind === undefined) return unclear(`what ${name} gives in line ${call.line} is not known`);
  const data = reading.dataOf(call);
  const item = data.kind === 'text' ? WORD : data.item;
  return { kind, size: data.size, ...(item !== undefined && { item }) };
}

function isVariable(reading: Reading, form: FlowForm): boolean {
  return form.is !== 'name' || reading.isLocal(form.name);
}

function rooted(size: Size): Value {
  if (!isKnown(size)) return { kind: 'number', size };
  return {
    kind: 'number',
    size: isConstant(size)
      ? CONSTANT
      : size.power === 1 && size.logs === 0
        ? ROOT
        : { power: size.power / 2, logs: size.logs },
  };
}
