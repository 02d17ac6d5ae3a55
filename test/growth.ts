/** How the cost of work grows with its size, whatever else the machine does. */

/** Runs of which the cheapest counts: the first ones are compiled. */
const RUNS = 3;

/** Milliseconds that this thread computes for `work`, which others on the machine do not lengthen. */
function computed(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** How many times as much is computed for four times the size: about 4 where the work is linear, 16 where it is quadratic. */
export function growth(size: number, work: (size: number) => void): number {
  const least = (of: number) => Math.min(...Array.from({ length: RUNS }, () => computed(() => work(of))));
  const small = least(size);
  return least(4 * size) / small;
}
