/** Random choices, the same on every run. */

/** Numbers below 2**32 from a seed (mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

/** Draws values. */
export class Lottery {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomNumbers(seed);
  }

  /** An integer from 0 up to, and without, this one. */
  below(limit: number): number {
    return this.#next() % limit;
  }

  /** True in so many of a hundred draws. */
  happens(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of these. Throws TypeError where there is none. */
  pick<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new TypeError('nothing to pick from');
    return value;
  }
}
