/** From a stored plan to what is drawn of it. */
import { networkOf } from '../graph/network.ts';
import { timingOf } from '../progress/durations.ts';
import type { PlanDocument } from '../service.ts';
import type { DrawnPlan } from './diagram.ts';

/** The plan with its schedule, by recorded durations where there are some, else by estimates. Linear in steps and edges. */
export function drawnPlanOf({ plan, states, progress }: Pick<PlanDocument, 'plan' | 'states' | 'progress'>): DrawnPlan {
  const { head, steps } = plan;
  const { begins, durations, unit, critical } = timingOf(plan, networkOf(steps), states, progress);
  const byNumber = <Value>(values: readonly Value[], without: Value) =>
    new Map(steps.map(({ number }, index) => [number, values[index] ?? without]));
  return {
    head,
    steps,
    states: byNumber(states, 'pending'),
    startsAt: byNumber(begins, 0),
    durations: byNumber(durations, 0),
    unit,
    critical,
  };
}

/** When the work began: when its first step was started, else when the plan was made; in milliseconds since 1970, in whole minutes. */
export function beginOf({ progress, createdAt }: Pick<PlanDocument, 'progress' | 'createdAt'>): number {
  const first = progress.reduce((least, one) => Math.min(least, one?.startedAt ?? least), Number.POSITIVE_INFINITY);
  const begin = Number.isFinite(first) ? first : createdAt;
  return begin - (begin % 60_000);
}
