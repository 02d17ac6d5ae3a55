/**
 * A plan as a network of events: each step has a start and an end, as in the critical path method (Kelley and Walker, 1959). A dependency
 * ends before its dependent starts; a part starts after the step that it is a part of, and ends before it.
 */
import { ToolFailure } from '../../lib/errors.ts';
import type { Step } from '../plan.ts';

/** What the graph knows of a step. */
export type GraphStep = Pick<Step, 'number' | 'dependencies' | 'parent' | 'conditions' | 'discovered_from'>;

/** Steps by index, in the order of their numbers; event `2 * i` is the start of step `i`, `2 * i + 1` its end. */
export interface Network {
  readonly steps: readonly GraphStep[];
  readonly indexOf: ReadonlyMap<number, number>;
  /** Events that come after an event, and before it. */
  readonly after: readonly (readonly number[])[];
  readonly before: readonly (readonly number[])[];
  /** All events, each behind those before it. */
  readonly order: readonly number[];
  /** Indices of the steps that are parts of a step. */
  readonly parts: readonly (readonly number[])[];
}

/** Faults that an error lists. */
const MOST_FAULTS = 10;
/** Steps that an error shows of a cycle. */
const MOST_SHOWN = 20;

export const startOf = (index: number): number => 2 * index;
export const endOf = (index: number): number => 2 * index + 1;

/**
 * The network of `steps`. Throws `ToolFailure` for numbers that are there twice, steps that are named and not there, and cycles, with the
 * path that closes the cycle. Linear in steps and edges but for sorting.
 */
export function networkOf(steps: readonly GraphStep[]): Network {
  const sorted = [...steps].sort((left, right) => left.number - right.number);
  const indexOf = new Map(sorted.map(({ number }, index) => [number, index]));
  refuse([...twice(sorted), ...sorted.flatMap((step) => missing(step, indexOf))]);
  const after: number[][] = sorted.flatMap(() => [[], []]);
  const before: number[][] = sorted.flatMap(() => [[], []]);
  const parts: number[][] = sorted.map(() => []);
  const connect = (from: number, to: number) => {
    after[from]?.push(to);
    before[to]?.push(from);
  };
  for (const [index, { dependencies, parent, conditions = [] }] of sorted.entries()) {
    connect(startOf(index), endOf(index));
    const first = new Set([...dependencies, ...conditions.map(({ step }) => step)]);
    for (const number of first) connect(endOf(indexOf.get(number) ?? 0), startOf(index));
    const whole = parent === undefined ? undefined : indexOf.get(parent);
    if (whole === undefined) continue;
    connect(startOf(whole), startOf(index));
    connect(endOf(index), endOf(whole));
    parts[whole]?.push(index);
  }
  const order = topologicalOrder(after, before);
  if (order.length < after.length) throw cycle(sorted, before, order);
  return { steps: sorted, indexOf, after, before, order, parts };
}

/** Kahn's order (1962), as far as it goes; of what can come next, what was first to become so. */
function topologicalOrder(after: readonly (readonly number[])[], before: readonly (readonly number[])[]): number[] {
  const open = before.map(({ length }) => length);
  const order = open.flatMap((count, event) => (count === 0 ? [event] : []));
  // Grows while it is walked.
  for (const event of order)
    for (const next of after[event] ?? []) {
      const left = (open[next] ?? 0) - 1;
      open[next] = left;
      if (left === 0) order.push(next);
    }
  return order;
}

function* twice(sorted: readonly GraphStep[]): Generator<string> {
  for (const [index, { number }] of sorted.entries())
    if (sorted[index - 1]?.number === number && sorted[index - 2]?.number !== number)
      yield `the number ${number} is given to several steps`;
}

function missing(step: GraphStep, known: ReadonlyMap<number, number>): readonly string[] {
  const named: readonly (readonly [string, readonly number[]])[] = [
    ['dependencies', step.dependencies],
    ['parent', step.parent === undefined ? [] : [step.parent]],
    ['conditions', (step.conditions ?? []).map((one) => one.step)],
    ['discovered_from', step.discovered_from === undefined ? [] : [step.discovered_from]],
  ];
  return named.flatMap(([field, numbers]) =>
    numbers.flatMap((number) => {
      if (number === step.number) return [`step ${step.number} names itself in ${field}`];
      return known.has(number) ? [] : [`step ${step.number} names ${number} in ${field}, and there is no such step`];
    }),
  );
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length > MOST_FAULTS ? `; and ${faults.length - MOST_FAULTS} more` : '';
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The steps do not fit together: ${faults.slice(0, MOST_FAULTS).join('; ')}${more}.`,
    advice: 'Give every step a number of its own, and name only steps of the plan. Nothing was changed.',
    details: { field: 'steps', constraint: 'distinct numbers, and dependencies that exist' },
  });
}

/** The failure of a network in which events wait for each other. */
function cycle(
  steps: readonly GraphStep[],
  before: readonly (readonly number[])[],
  order: readonly number[],
): ToolFailure {
  const ordered = new Set(order);
  const first = before.findIndex((_, event) => !ordered.has(event));
  const seen = new Map<number, number>();
  const path: number[] = [];
  // Each event that is left has one before it that is left, too: walking back ends in a cycle.
  for (let event = first; !seen.has(event); event = (before[event] ?? []).find((one) => !ordered.has(one)) ?? first) {
    seen.set(event, path.length);
    path.push(event);
  }
  const last = (before[path.at(-1) ?? first] ?? []).find((one) => !ordered.has(one)) ?? first;
  const events = path.slice(seen.get(last));
  const numbers = [...events, last].map((event) => steps[event >> 1]?.number ?? 0);
  const round = numbers.filter((number, index) => number !== numbers[index - 1]);
  const reasons = [...events, last].slice(1).flatMap((event, index) => reason(steps, event, events[index] ?? event));
  const shown = round.length > MOST_SHOWN ? [...round.slice(0, MOST_SHOWN), '…', round.at(-1)] : round;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The steps wait for each other in a circle: ${shown.join(' → ')} (${reasons.slice(0, MOST_SHOWN).join('; ')}).`,
    advice: 'Remove one of these dependencies. Nothing was changed.',
    details: { field: 'dependencies', value: round.slice(0, MOST_SHOWN), constraint: 'no cycle' },
  });
}

/** Why `later` comes behind `earlier`, in words; nothing for the two events of one step. */
function reason(steps: readonly GraphStep[], earlier: number, later: number): readonly string[] {
  const from = steps[earlier >> 1];
  const to = steps[later >> 1];
  if (from === undefined || to === undefined || from === to) return [];
  if (earlier % 2 === 0) return [`${to.number} is a part of ${from.number}`];
  if (later % 2 === 1) return [`${from.number} is a part of ${to.number}`];
  return [`${to.number} waits for ${from.number}`];
}
