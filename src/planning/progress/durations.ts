/** How long steps take: what was recorded, else the estimate, else what the others take. */
import type { Network } from '../graph/network.ts';
import { scheduleOf } from '../graph/schedule.ts';
import type { StepState } from '../graph/states.ts';
import type { Plan } from '../plan.ts';
import type { Progress } from '../records.ts';
import type { Timing } from '../service.ts';

/** The timing of a plan's steps. Steps that are skipped or cancelled take no time. */
export function timingOf(
  { steps }: Plan,
  network: Network,
  states: readonly StepState[],
  progress: readonly (Progress | undefined)[],
): Timing {
  const recorded = progress.map((one, index) => {
    const { startedAt, endedAt } = one ?? {};
    const done = states[index] === 'completed' && startedAt !== undefined && endedAt !== undefined;
    return done ? endedAt - startedAt : undefined;
  });
  const known = steps.map((step, index) => recorded[index] ?? step.estimated_duration_ms);
  const isLeaf = steps.map((_, index) => !network.parts[index]?.length);
  const leaves = known.filter((_, index) => isLeaf[index]);
  const given = leaves.flatMap((one) => one ?? []);
  const unit = given.length === 0 ? 'steps' : 'ms';
  const usual = unit === 'steps' ? 1 : median(given);
  const takesNone = (index: number) => states[index] === 'skipped' || states[index] === 'cancelled';
  const durations = steps.map((_, index) => (takesNone(index) ? 0 : (known[index] ?? usual)));
  const { critical, length, begins, levels } = scheduleOf(network, durations);
  const left = critical.reduce((sum, number) => {
    const index = network.indexOf.get(number) ?? -1;
    return states[index] === 'completed' ? sum : sum + (durations[index] ?? 0);
  }, 0);
  const counted = recorded.filter((one, index) => one !== undefined && isLeaf[index]).length;
  return {
    unit,
    critical,
    length,
    left,
    recorded: counted,
    estimated: given.length - counted,
    assumed: leaves.length - given.length,
    begins,
    durations,
    levels,
  };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[sorted.length >> 1] ?? 0;
}
