/**
 * The size and the seeds of the generated suites. A run without settings is small, with seeds that change every day (UTC); `SIZE=full`
 * makes it as large as it gets, with the same seeds every time. `SEED` takes the seeds of another run.
 */

const { SIZE = 'small', SEED = SIZE === 'full' ? '0' : new Date().toISOString().slice(0, 10).replaceAll('-', '') } =
  process.env;
if (SIZE !== 'small' && SIZE !== 'full') throw new RangeError(`SIZE is "${SIZE}"; it has to be "small" or "full".`);
if (!/^\d{1,9}$/.test(SEED))
  throw new RangeError(`SEED is "${SEED}"; it has to be a whole number of at most 9 digits, such as a day: 20260131.`);

/** The settings of this run as environment variables, for the processes that run the tests. */
export const RUN = { SIZE, SEED } as const;

/** How the generated programs of this run are made again. */
export const REPRODUCE = `generated suites: ${SIZE} size, seed ${SEED}; again with SIZE=${SIZE} SEED=${SEED} npm test -- <file>`;

/** Apart enough that no two days generate the same. */
const BASE = Math.imul(Number(SEED), 1_000_003) >>> 0;

/** How many are generated: `small`, or `full`. */
export function amount(full: number, small: number): number {
  return SIZE === 'full' ? full : small;
}

/** The seed of what is generated as number `index`; `index` itself under seed 0. */
export function seedOf(index: number): number {
  return BASE + index;
}
