/** What a function costs that calls itself, by how its arguments shrink and how many calls one path makes. */
import type { FlowCall, FlowForm, FunctionFlow } from '../../../syntax/api.ts';
import { argumentsOf } from '../../trace/arguments.ts';
import {
  CONSTANT,
  EXPONENTIAL,
  isConstant,
  isKnown,
  LINEAR,
  LOG,
  larger,
  type Order,
  type Size,
  times,
} from './order.ts';
import type { Reading } from './reading.ts';
import { isMiddle } from './steps.ts';

/** The order of a recursion, and how it comes about. */
export interface Recursion {
  readonly size: Size;
  readonly why: string;
}

type Shrinking = 'less' | 'half' | 'link' | 'other';

const CACHES = /(?:^|\.)(?:lru_cache|cache|cached|memoize|memoized|memo|Memoize|Cacheable)$/;
const LOOKUPS = /^(?:get|has|containsKey|ContainsKey|TryGetValue|key|in_array|contains)$/;

/** The whole cost of a function, of which one call costs `own` beside those of itself at `indexes`. */
export function recursionOf(reading: Reading, indexes: readonly number[], own: Size): Recursion {
  const { flow } = reading;
  const calls = indexes.flatMap((index) => flow.calls[index] ?? []);
  const unclear = (why: string): Recursion => ({ size: { why }, why });
  if (calls.some((call) => !isConstant(reading.reached(call)))) return unclear(`${flow.name} calls itself in a loop`);
  if (!isKnown(own)) return { size: own, why: own.why };
  const kinds = calls.map((call) => shrinkingOf(call, reading));
  const count = mostOnAPath(flow, new Set(calls));
  const lines = `line${calls.length > 1 ? 's' : ''} ${[...new Set(calls.map(({ line }) => line))].join(', ')}`;
  const [kind] = kinds;
  if (kind === undefined || kind === 'other' || kinds.some((each) => each !== kind)) {
    return unclear(`how its arguments shrink in ${lines} is not known`);
  }
  const isCached = flow.decorators.some((name) => CACHES.test(name));
  const keeps = isCached || looksUp(flow, reading);
  const text = (size: Size, how: string): Recursion => ({
    size,
    why: `calls itself ${count === 1 ? 'once' : `${count} times`} with ${how} (${lines})`,
  });
  if (kind === 'link')
    return isConstant(own)
      ? text(LINEAR, 'members of what it is given: each once where they form a tree')
      : unclear('how much the parts of a tree cost is not known');
  if (kind === 'half') {
    if (count > 2) return unclear(`${count} calls with a part each`);
    return text(count === 1 ? larger(own, times(own, isPower(own) ? CONSTANT : LOG)) : halves(own), 'half of it');
  }
  if (count === 1) return text(times(LINEAR, own), 'less');
  if (isCached && flow.parameters.filter((name) => name !== 'self').length === 1)
    return text(times(LINEAR, own), 'less, and keeps results');
  return keeps ? unclear('how many results it keeps is not known') : text(EXPONENTIAL, 'less, and keeps no results');
}

/** The master theorem for two halves. */
function halves(own: Order): Order {
  if (own.power > 1) return own;
  return own.power === 1 ? { power: 1, logs: own.logs + 1 } : LINEAR;
}

function isPower({ power }: Order): boolean {
  return power > 0;
}

/** Whether it looks something up that may hold results of earlier calls. */
function looksUp(flow: FunctionFlow, reading: Reading): boolean {
  const isTable = (form: FlowForm | undefined): boolean =>
    form !== undefined && ['map', 'set', 'unknown'].includes(reading.value(form).kind);
  const writes = flow.assignments.some(({ to }) => to.is === 'element');
  return (
    writes ||
    flow.operations.some(({ kind, of }) => kind === 'membership' && isTable(of)) ||
    flow.calls.some(({ name, on }) => LOOKUPS.test(name) && isTable(on))
  );
}

function shrinkingOf(call: FlowCall, reading: Reading): Shrinking {
  const kinds = argumentsOf(call, reading.of).map(({ argument, parameter }) =>
    shrunk(argument.form, parameter, reading),
  );
  for (const kind of ['half', 'less', 'link'] as const) if (kinds.includes(kind)) return kind;
  return 'other';
}

/** How an argument is smaller than the parameter that it becomes. */
function shrunk(form: FlowForm, parameter: string, reading: Reading): Shrinking {
  const own = (each: FlowForm | undefined) => each?.is === 'name' && each.name === parameter;
  const isHalf = (each: FlowForm | undefined) => each !== undefined && isMiddle(each, reading);
  switch (form.is) {
    case 'name': {
      if (isMiddle(form, reading)) return 'half';
      const [only, ...more] = reading.flow.parameters.includes(form.name) ? [] : reading.assignmentsTo(form.name);
      return only === undefined || more.length > 0 || only.form.is === 'name'
        ? 'other'
        : shrunk(only.form, parameter, reading);
    }
    case 'operation': {
      const [left, right] = form.operands;
      if (isHalf(left) && /^[-+]$/.test(form.operator) && right?.is === 'number') return 'half';
      if (!own(left) || right?.is !== 'number' || right.value <= 0) return 'other';
      if (/^[-+]$/.test(form.operator)) return 'less';
      return /^(?:\/|\/\/|>>|>>>)$/.test(form.operator) ? 'half' : 'other';
    }
    case 'part':
      if (!own(form.of)) return 'other';
      if (isHalf(form.from) || isHalf(form.to)) return 'half';
      if (form.from?.is === 'number' && form.from.value > 0) return 'less';
      return form.to?.is === 'number' && form.to.value < 0 ? 'less' : 'other';
    case 'member':
      return own(form.of) ? 'link' : 'other';
    case 'call': {
      const call = reading.flow.calls[form.call];
      const [first, second] = call?.arguments.map((each) => each.form) ?? [];
      if (/^(?:int|floor|trunc|Floor)$/.test(call?.name ?? '') && first !== undefined)
        return shrunk(first, parameter, reading);
      if (!/^(?:slice|substring|Substring|subList)$/.test(call?.name ?? '') || !own(call?.on)) return 'other';
      if (isHalf(first) || isHalf(second)) return 'half';
      return first?.is === 'number' && first.value > 0 ? 'less' : 'other';
    }
    default:
      return 'other';
  }
}

/** The most of some calls that one way through a function makes. */
function mostOnAPath({ blocks, calls, exits }: FunctionFlow, counted: ReadonlySet<FlowCall>): number {
  const within = (level: number | undefined): number => {
    let [running, best] = [0, 0];
    const own = calls
      .filter((call) => counted.has(call) && call.within === level)
      .map(({ line }) => ({ line, at: -1 }));
    const inner = blocks.flatMap((block, at) => (block.within === level ? [{ line: block.lineStart, at }] : []));
    const done = new Set<number>();
    for (const { at } of [...own, ...inner].toSorted((one, other) => one.line - other.line)) {
      if (at < 0) running++;
      if (at < 0 || done.has(at)) continue;
      const others = inner
        .map((each) => each.at)
        .filter((other) => other > at && isAlternative(blocks[at], blocks[other]));
      for (const other of others) done.add(other);
      const first = within(at);
      const ends = exits.some((exit) => exit.within === at && exit.kind !== 'yield');
      if (ends) best = Math.max(best, running + first);
      running += Math.max(ends ? 0 : first, ...others.map(within));
    }
    return Math.max(best, running);
  };
  return within(undefined);
}

type Block = FunctionFlow['blocks'][number] | undefined;

/** Whether only one of two blocks runs. */
function isAlternative(one: Block, other: Block): boolean {
  if (one === undefined || other === undefined) return false;
  if (one.kind === 'case') return other.kind === 'case';
  if (one.kind !== 'if' || other.lineStart < one.lineStart || other.lineEnd > one.lineEnd) return false;
  return other.kind === 'else' || (other.kind === 'if' && other.lineStart > one.lineStart);
}
