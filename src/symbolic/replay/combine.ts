/** Combines candidates of several parameters into inputs, the most telling first. */

/** What is tried for one parameter. */
export interface Candidates {
  /** The most ordinary first. */
  readonly values: readonly string[];
  /** Those that the code sets beside the parameter: they are tried in all combinations. */
  readonly special: readonly string[];
}

/** One candidate of each parameter. */
export type Row = readonly string[];

/** Candidates of each parameter that are tried in all pairs. */
const PAIRED = 4;
/** Rows of special candidates. */
const SPECIAL_ROWS = 150;

/** Rows that differ from the base in one place. */
function* singles(lists: readonly Candidates[], base: Row): Generator<Row> {
  const longest = Math.max(0, ...lists.map(({ values }) => values.length));
  for (let turn = 1; turn < longest; turn++) {
    for (const [index, { values }] of lists.entries()) {
      const candidate = values[turn];
      if (candidate !== undefined) yield base.with(index, candidate);
    }
  }
}

function* equals(lists: readonly Candidates[]): Generator<Row> {
  for (const candidate of lists[0]?.values ?? []) {
    if (lists.every(({ values }) => values.includes(candidate))) yield lists.map(() => candidate);
  }
}

function* pairs(lists: readonly Candidates[], base: Row): Generator<Row> {
  for (const [left, { values: lefts }] of lists.entries()) {
    for (const [offset, { values: rights }] of lists.slice(left + 1).entries()) {
      for (const a of lefts.slice(1, PAIRED)) {
        for (const b of rights.slice(1, PAIRED)) yield base.with(left, a).with(left + 1 + offset, b);
      }
    }
  }
}

/** All combinations of special candidates, those of the first ones first. */
function* products(lists: readonly Candidates[]): Generator<Row> {
  const own = lists.map(({ special, values }) => (special.length === 0 ? values.slice(0, 2) : special));
  const deepest = own.reduce((sum, { length }) => sum + length - 1, 0);
  for (let depth = 0; depth <= deepest; depth++) yield* diagonal(own, depth);
}

/** Combinations whose positions add up to `depth`. */
function* diagonal([first, ...rest]: readonly (readonly string[])[], depth: number): Generator<Row> {
  if (first === undefined) {
    if (depth === 0) yield [];
    return;
  }
  for (const [index, candidate] of first.slice(0, depth + 1).entries()) {
    for (const row of diagonal(rest, depth - index)) yield [candidate, ...row];
  }
}

/**
 * At most `limit` distinct rows with one candidate of each list: first some that differ from the most ordinary one in one place,
 * then equal arguments and pairs, then combinations of special candidates, random rows, and what is left of the first.
 * @param random a row at random, the same on every run
 */
export function combine(lists: readonly Candidates[], limit: number, random: () => Row): readonly Row[] {
  const base = lists.map(({ values }) => values[0] ?? '');
  const rows = new Map<string, Row>([[JSON.stringify(base), base]]);
  const add = (source: Iterable<Row>, share: number): void => {
    for (const row of source) {
      if (rows.size >= share) return;
      rows.set(JSON.stringify(row), row);
    }
  };
  if (lists.length === 0) return [base];
  const first = Math.min(limit, 60);
  const several = lists.length > 1;
  add(singles(lists, base), several ? Math.ceil(first / 2) : limit);
  if (several) {
    add(equals(lists), Math.ceil(first * 0.6));
    add(pairs(lists, base), Math.ceil(first * 0.75));
    add(products(lists), Math.min(limit, first + SPECIAL_ROWS));
  }
  const shares = Math.max(rows.size, Math.floor(limit * 0.8));
  for (let draws = 0; draws < limit && rows.size < shares; draws++) add([random()], shares);
  add(singles(lists, base), limit);
  for (let draws = 0; draws < limit && rows.size < limit; draws++) add([random()], limit);
  return [...rows.values()];
}
