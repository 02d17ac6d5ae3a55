/** How the cost of work grows with its size, whatever else the machine does. */

/** Runs of which the cheapest counts: the first ones are compiled. */
const RUNS = 3;
/** Milliseconds of the smaller work at least: some machines count the time of threads by 10 ms. */
const LEAST_MS = 100;

/** Milliseconds that this thread computes for `work`, done so many times, which others on the machine do not lengthen. */
function computed(work: () => void, times: number): number {
  const before = process.threadCpuUsage();
  for (let done = 0; done < times; done++) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times as much is computed for four times the size: about 4 where the work is linear, 16 where it is quadratic. */
export function growth(size: number, work: (size: number) => void): number {
  let times = 1;
  while (computed(() => work(size), times) < LEAST_MS) times *= 2;
  const least = (of: number) => Math.min(...Array.from({ length: RUNS }, () => computed(() => work(of), times)));
  return least(4 * size) / Math.max(least(size), 1);
}
