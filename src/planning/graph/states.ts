/** What can be done now: the state of every step, from what is recorded of each and from the network. */
import { endOf, type Network, startOf } from './network.ts';

export const STEP_STATES = [
  'pending',
  'ready',
  'executing',
  'completed',
  'failed',
  'skipped',
  'blocked',
  'cancelled',
] as const;
/** `pending`: waits for other steps or an approval; `blocked`: for a step that failed or was cancelled. */
export type StepState = (typeof STEP_STATES)[number];

/** What is recorded of a step; a step without is yet to be done. */
export type Recorded = 'executing' | 'completed' | 'failed' | 'skipped' | 'cancelled';

export const PLAN_STATES = ['pending', 'ready', 'executing', 'completed', 'failed', 'cancelled'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** What is known of a step besides the network, by index. */
export interface StepFacts {
  readonly recorded: readonly (Recorded | undefined)[];
  /** Whether an approval is missing. */
  readonly gated: (index: number) => boolean;
}

/** Whether a step may begin, before its own approval and parts are looked at. */
type Entry = 'open' | 'waits' | 'blocked' | 'skipped';

/**
 * The states, by index, in one pass. A step that is `skipped` without having been so recorded has a condition that did not come true, or is
 * a part of a step that is skipped.
 */
export function statesOf(network: Network, { recorded, gated }: StepFacts): readonly StepState[] {
  const { steps, indexOf, order, parts } = network;
  const entries: Entry[] = steps.map(() => 'open');
  const states: StepState[] = steps.map(() => 'pending');
  const stateOf = (number: number): StepState => states[indexOf.get(number) ?? -1] ?? 'pending';
  for (const event of order) {
    const index = event >> 1;
    if (event === startOf(index)) entries[index] = entryOf(index);
    else states[index] = recorded[index] ?? stateAt(index, entries[index] ?? 'open');
  }
  return states;

  function entryOf(index: number): Entry {
    const step = steps[index];
    if (step === undefined) return 'open';
    const own = [
      ...(step.conditions ?? []).map(({ step: number, ended }) => conditionEntry(stateOf(number), ended)),
      ...step.dependencies.map((number) => dependencyEntry(stateOf(number))),
    ];
    const whole = step.parent === undefined ? undefined : indexOf.get(step.parent);
    if (whole !== undefined) own.push(partEntry(recorded[whole], entries[whole] ?? 'open'));
    return (['skipped', 'blocked', 'waits'] as const).find((entry) => own.includes(entry)) ?? 'open';
  }

  function stateAt(index: number, entry: Entry): StepState {
    if (entry === 'skipped' || entry === 'blocked') return entry;
    const within = (parts[index] ?? []).map((part) => dependencyEntry(states[part] ?? 'pending'));
    if (within.includes('blocked')) return 'blocked';
    return entry === 'waits' || within.includes('waits') || gated(index) ? 'pending' : 'ready';
  }
}

function dependencyEntry(state: StepState): Entry {
  switch (state) {
    case 'completed':
    case 'skipped':
      return 'open';
    case 'failed':
    case 'cancelled':
    case 'blocked':
      return 'blocked';
    case 'pending':
    case 'ready':
    case 'executing':
      return 'waits';
  }
}

function conditionEntry(state: StepState, wanted: 'completed' | 'failed' | 'skipped'): Entry {
  if (state === wanted) return 'open';
  switch (state) {
    case 'completed':
    case 'failed':
    case 'skipped':
    case 'cancelled':
      return 'skipped';
    case 'blocked':
      return 'blocked';
    case 'pending':
    case 'ready':
    case 'executing':
      return 'waits';
  }
}

/** A part may begin when the whole may; a whole that was failed or cancelled blocks its open parts, one that was skipped skips them. */
function partEntry(whole: Recorded | undefined, entry: Entry): Entry {
  switch (whole) {
    case 'failed':
    case 'cancelled':
      return 'blocked';
    case 'skipped':
      return 'skipped';
    case 'executing':
    case 'completed':
      return 'open';
    case undefined:
      return entry;
  }
}

/** The state of a plan, which follows from those of its steps. */
export function planStateOf(states: readonly StepState[], begun: boolean): PlanState {
  const has = (state: StepState) => states.includes(state);
  const open = states.some((state) => state === 'pending' || state === 'ready' || state === 'executing');
  if (has('executing')) return 'executing';
  if (states.length > 0 && states.every((state) => state === 'completed' || state === 'skipped')) return 'completed';
  if (!open && !has('failed') && has('cancelled')) return 'cancelled';
  if (has('failed') && !has('ready')) return 'failed';
  if (begun) return 'executing';
  return has('ready') ? 'ready' : 'pending';
}

/** Numbers of the steps that failed or were cancelled and for which a blocked step waits, however far: at most `most`. */
export function causesOf(
  network: Network,
  states: readonly StepState[],
  index: number,
  most: number,
): readonly number[] {
  const causes = new Set<number>();
  const seen = new Set([startOf(index), endOf(index)]);
  const queue = [...seen];
  for (const event of queue) {
    if (causes.size >= most) break;
    for (const from of network.before[event] ?? []) {
      const state = states[from >> 1];
      const isOwn = from >> 1 === index;
      if (seen.has(from)) continue;
      seen.add(from);
      if (!isOwn && (state === 'failed' || state === 'cancelled')) causes.add(network.steps[from >> 1]?.number ?? 0);
      else if (isOwn || state === 'blocked') queue.push(from);
    }
  }
  return [...causes].sort((left, right) => left - right);
}
