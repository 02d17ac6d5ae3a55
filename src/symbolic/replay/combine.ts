/** Combines candidates of several parameters into inputs, the most telling first, the same on every run. */

const SAMPLE_SEED = 0x5eed;
/** Candidates of each parameter that are tried in all pairs. */
const PAIRED = 4;

/** Numbers below 2**32 from a seed (mulberry32, https://github.com/bryc/code/blob/master/jshash/PRNGs.md). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function* singles(lists: readonly (readonly string[])[], base: readonly string[]): Generator<readonly string[]> {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let turn = 1; turn < longest; turn++) {
    for (const [index, list] of lists.entries()) {
      const candidate = list[turn];
      if (candidate !== undefined) yield base.with(index, candidate);
    }
  }
}

function* equals(lists: readonly (readonly string[])[]): Generator<readonly string[]> {
  for (const candidate of lists[0] ?? []) {
    if (lists.every((list) => list.includes(candidate))) yield lists.map(() => candidate);
  }
}

function* pairs(lists: readonly (readonly string[])[], base: readonly string[]): Generator<readonly string[]> {
  for (const [left, lefts] of lists.entries()) {
    for (const [offset, rights] of lists.slice(left + 1).entries()) {
      for (const a of lefts.slice(1, PAIRED)) {
        for (const b of rights.slice(1, PAIRED)) yield base.with(left, a).with(left + 1 + offset, b);
      }
    }
  }
}

function* samples(lists: readonly (readonly string[])[], count: number): Generator<readonly string[]> {
  const random = randomNumbers(SAMPLE_SEED);
  for (let i = 0; i < count; i++) yield lists.map((list) => list[random() % list.length] ?? '');
}

/**
 * At most `limit` distinct rows with one candidate of each list, whose first candidates are the most ordinary:
 * first those that differ from it in one place, then equal arguments, pairs, and a sample.
 */
export function combine(lists: readonly (readonly string[])[], limit: number): readonly (readonly string[])[] {
  const base = lists.map((list) => list[0] ?? '');
  const rows = new Map<string, readonly string[]>([[JSON.stringify(base), base]]);
  const add = (source: Iterable<readonly string[]>, share: number): void => {
    for (const row of source) {
      if (rows.size >= share) return;
      rows.set(JSON.stringify(row), row);
    }
  };
  const several = lists.length > 1;
  add(singles(lists, base), several ? Math.ceil(limit / 2) : limit);
  if (several) {
    add(equals(lists), Math.ceil(limit * 0.6));
    add(pairs(lists, base), Math.ceil(limit * 0.8));
    add(samples(lists, 4 * limit), limit);
    add(singles(lists, base), limit);
  }
  return [...rows.values()].slice(0, limit);
}
