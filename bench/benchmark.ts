/** What a benchmark is: a baseline, and what is compared with it in the same run. */
import type { StopwatchApi } from './worker/api.ts';

/** One figure. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  /** What this one is compared with, when that is not the first one's value. */
  readonly baseline?: number;
}

/** The running Workers, as seen from behind the front. */
export interface Inside {
  /** Where the server listens, for clients other than the benchmark itself. */
  readonly url: URL;
  /** A new measuring object with that name. */
  stopwatch(name: string): StopwatchApi;
  /** Megabytes of memory that the server's process occupies; undefined where the system does not tell. */
  residentMegabytes(): number | undefined;
}

/** Sends a request straight to the front Worker in workerd, past the development proxy. */
export type FrontFetch = (
  path: string,
  init?: { method: string; headers: HeadersInit; body: string },
) => Promise<Response>;

/** One file of this folder. */
export interface Benchmark {
  readonly title: string;
  readonly unit: 'ms' | 'requests/s' | 'MB' | 'KB';
  /** The baseline first: every figure is printed with its ratio to it, unless it has a baseline of its own. */
  run(front: FrontFetch, inside: Inside): Promise<readonly [Measurement, ...Measurement[]]>;
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
  return median(samples);
}

/** The middle of `samples`. */
export function median(samples: readonly number[]): number {
  return samples.toSorted((left, right) => left - right)[Math.floor(samples.length / 2)] ?? Number.NaN;
}
