/** How often loops turn, by what they go over or by how their condition's variables change. */
import type { FlowForm } from '../../../syntax/api.ts';
import { blocksAround } from '../../trace/branches.ts';
import { mentions } from './forms.ts';
import { ADDS, ADDS_ALL, LENGTHS, TAKES } from './library.ts';
import { CONSTANT, isConstant, isKnown, LOG, orderText, ROOT, type Size, smaller } from './order.ts';
import type { Reading, Turns } from './reading.ts';
import { type Step, stepsOf } from './steps.ts';

/** See `Reading.turns`. */
export function turnsOf(reading: Reading, loop: number): Turns {
  const block = reading.flow.blocks[loop];
  if (block?.iterates !== undefined) {
    const { size } = reading.value(block.form);
    return { size, why: `over ${block.iterates}` };
  }
  if (block?.form === undefined) return { size: { why: 'it ends from within' }, why: 'until it is left' };
  const condition = block.condition ?? '';
  const bounds = conjuncts(block.form).flatMap((each) => boundOf(each, reading, loop) ?? []);
  const known = bounds.filter(({ size }) => isKnown(size));
  const [first] = known;
  if (first === undefined) {
    const [open] = bounds;
    return { size: open?.size ?? { why: `how often \`${condition}\` holds is not known` }, why: `while ${condition}` };
  }
  const best = known.reduce((one, other) =>
    smaller(one.size, other.size) === one.size && (one.over === undefined || other.over !== undefined) ? one : other,
  );
  return { ...best, why: `while ${condition}${best.why}` };
}

function conjuncts(form: FlowForm): readonly FlowForm[] {
  if (form.is === 'operation' && (form.operator === 'and' || form.operator === '&&'))
    return form.operands.flatMap(conjuncts);
  return [form];
}

const COMPARISON = /^(?:<|<=|>|>=|!=|!==|<>)$/;

/** What one part of a condition says; undefined for nothing. */
function boundOf(form: FlowForm, reading: Reading, loop: number): Turns | undefined {
  const container = containerOf(form, reading);
  if (container !== undefined) return drained(container, reading, loop) ?? counted(form, undefined, reading, loop);
  if (form.is === 'operation' && COMPARISON.test(form.operator) && form.operands.length === 2) {
    const [left, right] = form.operands;
    return counted(left, right, reading, loop) ?? counted(right, left, reading, loop);
  }
  return counted(form, undefined, reading, loop);
}

/** The variable of `xs`, `len(xs) > 0` or `!xs.isEmpty()`. */
function containerOf(form: FlowForm, reading: Reading): string | undefined {
  if (form.is === 'operation' && /^(?:not|!)$/.test(form.operator)) {
    return form.operands[0]?.is === 'call' ? containerOf(form.operands[0], reading) : undefined;
  }
  if (form.is === 'operation' && COMPARISON.test(form.operator)) {
    const [left, right] = form.operands;
    return right?.is === 'number' && left !== undefined && left.is !== 'name' ? containerOf(left, reading) : undefined;
  }
  if (form.is === 'member' && LENGTHS.has(form.name) && form.of.is === 'name') return form.of.name;
  if (form.is === 'call') {
    const call = reading.flow.calls[form.call];
    if (call === undefined || !LENGTHS.has(call.name)) return undefined;
    const of = call.on ?? call.arguments[0]?.form;
    return of?.is === 'name' && reading.isLocal(of.name) ? of.name : undefined;
  }
  return form.is === 'name' && isTaken(form.name, reading) ? form.name : undefined;
}

function isTaken(name: string, reading: Reading): boolean {
  if (reading.callsOn(name).some((call) => TAKES.has(call.name))) return true;
  return reading.assignmentsTo(name).some(({ form }) => form.is === 'part' && mentions(form.of, name));
}

/** A loop that takes an element from a container each time, and gives it none. */
function drained(name: string, reading: Reading, loop: number): Turns | undefined {
  const calls = reading.callsOn(name);
  const within = (each: { readonly within?: number }) =>
    each.within !== undefined &&
    [each.within, ...blocksAround(reading.flow, { line: 0, within: each.within })].includes(loop);
  const cuts = reading.assignmentsTo(name).filter(({ form }) => form.is === 'part' && mentions(form.of, name));
  const taking = [...calls.filter((call) => TAKES.has(call.name)), ...cuts.map(({ assignment }) => assignment)].filter(
    within,
  );
  if (!taking.some(({ within: at }) => at === loop)) return undefined;
  const adding = [
    ...calls.filter((call) => ADDS.has(call.name) || ADDS_ALL.has(call.name)),
    ...reading
      .assignmentsTo(name)
      .filter(({ assignment }) => assignment.adds)
      .map(({ assignment }) => assignment),
  ];
  if (adding.some(within)) return { size: { why: `\`${name}\` gets new elements while it is emptied` }, why: '' };
  const fresh = reading.assignmentsTo(name).filter(({ assignment, form }) => !assignment.adds && !mentions(form, name));
  const over = outermost(
    reading,
    loop,
    (around) => !fresh.some(({ assignment }) => isWithin(reading, assignment, around)),
  );
  const added = over === undefined ? undefined : reading.variable(name).size;
  const size = added ?? reading.variable(name).size;
  return {
    size,
    ...(over !== undefined && { over }),
    why: over === undefined ? '' : ', in all: what it takes was added once',
  };
}

/** A loop that ends when a variable that changes in each turn meets a bound that does not. */
function counted(
  form: FlowForm | undefined,
  bound: FlowForm | undefined,
  reading: Reading,
  loop: number,
): Turns | undefined {
  if (form === undefined) return undefined;
  const squared = squareOf(form);
  const name = squared ?? (form.is === 'name' ? form.name : undefined);
  if (name === undefined || !reading.isLocal(name)) return undefined;
  const steps = stepsOf(name, reading, loop);
  if (steps.length === 0) return undefined;
  const kinds = new Set(steps.map(({ kind }) => kind));
  const limit: Size = bound === undefined ? CONSTANT : reading.value(bound).size;
  if (kinds.has('other')) return undefined;
  if (!isProgress(steps, reading, loop)) return undefined;
  if (kinds.size === 1 && (kinds.has('half') || kinds.has('rest')))
    return { size: log(reading.variable(name).size), why: `: ${name} is divided each time` };
  if (kinds.size === 1 && kinds.has('double')) return { size: log(limit), why: `: ${name} is multiplied each time` };
  if (kinds.has('middle')) {
    const other = bound?.is === 'name' ? stepsOf(bound.name, reading, loop) : [];
    const all = [...steps, ...other];
    return all.every(({ kind }) => kind === 'middle') && other.length > 0
      ? { size: log(reading.variable(name).size), why: ': the interval is halved each time' }
      : undefined;
  }
  if (kinds.size !== 1) return undefined;
  const isUp = kinds.has('up');
  if (kinds.has('sum'))
    return {
      size: bound === undefined ? { why: 'how a sum ends is not known' } : rooted(limit),
      why: `: ${name} grows by what grows`,
    };
  if (kinds.has('next')) return { size: reading.variable(name).size, why: ': one link each time' };
  if (!isUp && !kinds.has('down')) return undefined;
  const size = isUp ? limitOf(limit, bound, reading, loop) : reading.variable(name).size;
  const all = reading.assignmentsTo(name);
  const over = outermost(reading, loop, (around) =>
    all
      .filter(({ assignment }) => isWithin(reading, assignment, around))
      .every(({ assignment, form: value }) => isStep(assignment.operator, value, name, isUp)),
  );
  const why = over === undefined ? '' : `, in all: ${name} is not set back`;
  return { size: squared === undefined ? size : rooted(size), ...(over !== undefined && { over }), why };
}

/** A bound that only comes nearer, or stays. */
function limitOf(limit: Size, bound: FlowForm | undefined, reading: Reading, loop: number): Size {
  if (bound?.is !== 'name') return limit;
  const moves = stepsOf(bound.name, reading, loop);
  return moves.every(({ kind }) => kind === 'down' || kind === 'half')
    ? limit
    : { why: `\`${bound.name}\` grows in the loop` };
}

function isStep(operator: string, form: FlowForm, name: string, isUp: boolean): boolean {
  if (operator === (isUp ? '++' : '--')) return true;
  if (operator === (isUp ? '+=' : '-=')) return form.is === 'number' && form.value > 0;
  if (operator !== '=' || form.is !== 'operation' || form.operator !== (isUp ? '+' : '-')) return false;
  const [left, right] = form.operands;
  return left?.is === 'name' && left.name === name && right?.is === 'number' && right.value > 0;
}

/** The variable of `i * i` or `i ** 2`. */
function squareOf(form: FlowForm): string | undefined {
  if (form.is !== 'operation') return undefined;
  const [left, right] = form.operands;
  if (left?.is !== 'name') return undefined;
  const isSquare =
    (form.operator === '*' && right?.is === 'name' && right.name === left.name) ||
    (form.operator === '**' && right?.is === 'number' && right.value === 2);
  return isSquare ? left.name : undefined;
}

/** The outermost loop around one for which something holds, and all between. */
function outermost(reading: Reading, loop: number, holds: (around: number) => boolean): number | undefined {
  let found: number | undefined;
  for (const around of reading.loopsAround({
    line: 0,
    ...(reading.flow.blocks[loop]?.within !== undefined && { within: reading.flow.blocks[loop]?.within }),
  })) {
    if (isConstant(reading.turns(around).size)) continue;
    if (!holds(around)) break;
    found = around;
  }
  return found;
}

function isWithin(reading: Reading, { within }: { readonly within?: number }, loop: number): boolean {
  return blocksAround(reading.flow, { line: 0, ...(within !== undefined && { within }) }).includes(loop);
}

/** Whether each turn takes a step: one that no condition guards, or one in each branch. */
function isProgress(steps: readonly Step[], reading: Reading, loop: number): boolean {
  if (steps.some(({ within }) => within === loop)) return true;
  const { blocks, assignments } = reading.flow;
  const condition = blocks[loop]?.reads ?? [];
  const branches = blocks.flatMap((block, index) =>
    block.within === loop && (block.kind === 'if' || block.kind === 'else') ? [index] : [],
  );
  const moves = (branch: number) =>
    assignments.some(
      ({ within, to, operator }) =>
        within === branch && to.is === 'name' && condition.includes(to.name) && operator !== '',
    ) || leaves(reading, branch);
  return branches.some((branch) => blocks[branch]?.kind === 'else') && branches.every(moves);
}

function leaves({ flow }: Reading, block: number): boolean {
  return (
    flow.exits.some(({ within, kind }) => within === block && kind !== 'yield') ||
    flow.operations.some(({ kind, within }) => kind === 'break' && within === block)
  );
}

function log(size: Size): Size {
  return isKnown(size) ? (isConstant(size) ? CONSTANT : LOG) : size;
}

function rooted(size: Size): Size {
  if (!isKnown(size) || isConstant(size)) return size;
  return orderText(size) === 'n' ? ROOT : { power: size.power / 2, logs: size.logs / 2 };
}
