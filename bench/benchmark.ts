/** What a benchmark is: a baseline, and what is compared with it in the same run. */

/** One figure. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
}

/** Sends a request straight to the front Worker in workerd, past the development proxy. */
export type FrontFetch = (
  path: string,
  init?: { method: string; headers: HeadersInit; body: string },
) => Promise<Response>;

/** One file of this folder. */
export interface Benchmark {
  readonly title: string;
  readonly unit: 'ms' | 'requests/s' | 'MB';
  /** The baseline first: every figure is printed with its ratio to it. */
  run(front: FrontFetch): Promise<readonly [Measurement, ...Measurement[]]>;
}

/** Median milliseconds of `work`, run `times` times after one unmeasured run. */
export async function medianTime(times: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const samples: number[] = [];
  for (let index = 0; index < times; index++) {
    const started = performance.now();
    await work();
    samples.push(performance.now() - started);
  }
  return samples.sort((left, right) => left - right)[Math.floor(times / 2)] ?? Number.NaN;
}
