/** Elapsed time for people. In production the clock moves only while the Worker waits for something. */

/** Seconds since `started` (of `performance.now()`), to the millisecond. */
export function secondsSince(started: number): number {
  return Math.round(performance.now() - started) / 1000;
}
