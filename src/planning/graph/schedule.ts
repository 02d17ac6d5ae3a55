/** When steps can be done: levels, earliest begins and the critical path (Kelley and Walker, 1959). */
import { endOf, type Network, startOf } from './network.ts';

/** Of all steps, by index. */
export interface Schedule {
  /** Steps that come before it on the longest chain; steps of one level wait for none of each other. */
  readonly levels: readonly number[];
  /** When it can begin, in the unit of the durations. */
  readonly begins: readonly number[];
  /** Numbers of the steps on a longest chain, in their order: of equal ones, that of the smaller numbers. */
  readonly critical: readonly number[];
  /** Length of that chain. */
  readonly length: number;
}

/** The schedule for durations of the steps, by index. A step with parts takes no time beside theirs. */
export function scheduleOf(network: Network, durations: readonly number[]): Schedule {
  const { steps, parts, order, before } = network;
  const takes = steps.map((_, index) => (parts[index]?.length ? 0 : (durations[index] ?? 0)));
  const counts = steps.map((_, index) => (parts[index]?.length ? 0 : 1));
  const levels = latest(network, counts);
  const begins = latest(network, takes);
  const length = Math.max(0, ...ends(begins));
  const critical = longestChain(network, begins, takes, length);
  return {
    levels: steps.map((_, index) => levels[startOf(index)] ?? 0),
    begins: steps.map((_, index) => begins[startOf(index)] ?? 0),
    critical,
    length,
  };

  /** When each event happens at the earliest. */
  function latest({ after }: Network, lengths: readonly number[]): readonly number[] {
    const times = after.map(() => 0);
    for (const event of order)
      for (const from of before[event] ?? []) {
        const own = from >> 1 === event >> 1 ? (lengths[event >> 1] ?? 0) : 0;
        times[event] = Math.max(times[event] ?? 0, (times[from] ?? 0) + own);
      }
    return times;
  }
}

function ends(times: readonly number[]): readonly number[] {
  return times.filter((_, event) => event % 2 === 1);
}

/** Walks back from the event that ends last over events that leave no time between. */
function longestChain(
  { steps, before, parts }: Network,
  times: readonly number[],
  takes: readonly number[],
  length: number,
): readonly number[] {
  let event: number | undefined = steps.findIndex((_, index) => times[endOf(index)] === length);
  if (event < 0) return [];
  event = endOf(event);
  const chain: number[] = [];
  while (event !== undefined) {
    const at: number = event;
    const own = at >> 1;
    if (at % 2 === 1 && !parts[own]?.length) chain.push(steps[own]?.number ?? 0);
    const tight: readonly number[] = (before[at] ?? []).filter((from) => {
      const between = from >> 1 === own ? (takes[own] ?? 0) : 0;
      return (times[from] ?? 0) + between === times[at];
    });
    // Through its parts where it has any: they are where its time goes.
    event = [...tight].sort((left, right) => Number(left >> 1 === own) - Number(right >> 1 === own) || left - right)[0];
  }
  return chain.reverse();
}
