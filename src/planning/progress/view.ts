/** A plan as it stands: its steps with what is recorded of each, and what follows from that. */
import { type Network, networkOf } from '../graph/network.ts';
import { causesOf, type PlanState, planStateOf, type StepState, statesOf } from '../graph/states.ts';
import type { Plan, Step } from '../plan.ts';
import type { Approval, Progress } from '../records.ts';
import type { StepStatus, Timing } from '../service.ts';
import { type Gate, gateOf } from './approvals.ts';
import { timingOf } from './durations.ts';
import { workOf } from './work.ts';

/** What {@link viewOf} derives; lists are by index of the steps. */
export interface PlanView {
  readonly version: number;
  readonly plan: Plan;
  readonly network: Network;
  readonly states: readonly StepState[];
  readonly state: PlanState;
  /** Of steps whose work is still what was recorded. */
  readonly progress: readonly (Progress | undefined)[];
  /** Steps that were done before they were changed. */
  readonly stale: ReadonlySet<number>;
  readonly gate: Gate;
  readonly timing: Timing;
}

/** Steps that a blocked step names. */
const MOST_CAUSES = 5;

/** The view. `network` may be that of an earlier view of the same version. */
export function viewOf(
  version: number,
  plan: Plan,
  records: ReadonlyMap<string, Progress>,
  approvals: readonly Approval[],
  network: Network = networkOf(plan.steps),
): PlanView {
  const gate = gateOf(approvals);
  const stale = new Set<number>();
  const progress = plan.steps.map((step, index) => {
    const recorded = records.get(step.id);
    if (recorded === undefined || recorded.recorded !== 'completed' || recorded.work === workOf(step)) return recorded;
    stale.add(index);
    return undefined;
  });
  const recorded = progress.map((one) => one?.recorded);
  const states = statesOf(network, { recorded, gated: gatedBy(plan, gate) });
  const state = planStateOf(
    states,
    recorded.some((one) => one !== undefined && one !== 'cancelled'),
  );
  return {
    version,
    plan,
    network,
    states,
    state,
    progress,
    stale,
    gate,
    timing: timingOf(plan, network, states, progress),
  };
}

/** The state that a step would have if nothing were recorded of it. */
export function stateWithout({ network, progress, plan, gate }: PlanView, index: number): StepState {
  const recorded = progress.map((one, other) => (other === index ? undefined : one?.recorded));
  return statesOf(network, { recorded, gated: gatedBy(plan, gate) })[index] ?? 'pending';
}

function gatedBy({ steps }: Plan, gate: Gate): (index: number) => boolean {
  return (index) => {
    const step = steps[index];
    return step !== undefined && gate(step) !== undefined;
  };
}

/** A step of the view, by index. */
export function stepStatusOf(view: PlanView, index: number): StepStatus | undefined {
  const { plan, states, progress, stale, network } = view;
  const step = plan.steps[index];
  const state = states[index];
  if (step === undefined || state === undefined) return undefined;
  const own = progress[index];
  const waitsFor =
    state === 'blocked'
      ? causesOf(network, states, index, MOST_CAUSES)
      : state === 'pending'
        ? unfinished(view, index)
        : [];
  const why = reasonOf(view, step, state, own, waitsFor);
  return {
    step,
    state,
    ...(own !== undefined && { progress: own }),
    waitsFor,
    ...(why !== undefined && { why }),
    isStale: stale.has(index),
  };
}

/** Numbers of the steps that one waits for directly: dependencies, conditions, parts, and those of the wholes that it is a part of. */
function unfinished({ plan, network, states }: PlanView, index: number): readonly number[] {
  const { steps } = plan;
  const found = new Set<number>();
  const isOpen = (number: number) => {
    const state = states[network.indexOf.get(number) ?? -1];
    return state === 'pending' || state === 'ready' || state === 'executing';
  };
  for (const part of network.parts[index] ?? []) found.add(steps[part]?.number ?? 0);
  for (let at: number | undefined = index; at !== undefined; ) {
    const step: Step | undefined = steps[at];
    for (const number of step?.dependencies ?? []) found.add(number);
    for (const { step: number } of step?.conditions ?? []) found.add(number);
    at = step?.parent === undefined ? undefined : network.indexOf.get(step.parent);
  }
  return [...found].filter(isOpen).sort((left, right) => left - right);
}

function reasonOf(
  { gate, network, states, progress }: PlanView,
  step: Step,
  state: StepState,
  own: Progress | undefined,
  waitsFor: readonly number[],
): string | undefined {
  if (state === 'pending' && waitsFor.length === 0) return gate(step);
  if (state !== 'skipped' || own !== undefined) return undefined;
  const stateOf = (number: number) => states[network.indexOf.get(number) ?? -1];
  const condition = (step.conditions ?? []).find((one) => stateOf(one.step) !== one.ended);
  if (condition !== undefined)
    return `only if step ${condition.step} is ${condition.ended}, which is ${stateOf(condition.step)}`;
  const whole = step.parent === undefined ? undefined : progress[network.indexOf.get(step.parent) ?? -1];
  return `a part of step ${step.parent}, which is skipped${whole?.reason === undefined ? '' : `: ${whole.reason}`}`;
}

/** How many steps are in each state. */
export function countsOf(states: readonly StepState[]): Readonly<Record<StepState, number>> {
  const counts = { pending: 0, ready: 0, executing: 0, completed: 0, failed: 0, skipped: 0, blocked: 0, cancelled: 0 };
  for (const state of states) counts[state]++;
  return counts;
}

/** Numbers of the steps in a state. */
export function numbersIn({ plan, states }: PlanView, ...wanted: readonly StepState[]): readonly number[] {
  return plan.steps.flatMap(({ number }, index) => {
    const state = states[index];
    return state !== undefined && wanted.includes(state) ? [number] : [];
  });
}
