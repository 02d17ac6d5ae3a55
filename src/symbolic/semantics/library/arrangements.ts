/** Arrangements of items in the orders of itertools: https://docs.python.org/3/library/itertools.html */

/** More arrangements than this are left undecided. */
const MOST = 5_000;
/** Nor are longer ones made. */
const LONGEST = 1_000;

/** All tuples with one item of each pool, so many times over, the last one changing fastest; undefined where there are too many. */
export function product<T>(
  iterables: readonly (readonly T[])[],
  repeat: number,
): readonly (readonly T[])[] | undefined {
  if (iterables.length * repeat > LONGEST) return undefined;
  const pools = Array.from({ length: iterables.length === 0 ? 0 : repeat }, () => iterables).flat();
  if (pools.reduce((count, pool) => count * pool.length, 1) > MOST) return undefined;
  return pools.reduce<readonly (readonly T[])[]>(
    (tuples, pool) => tuples.flatMap((tuple) => pool.map((item) => [...tuple, item])),
    [[]],
  );
}

/** Choices of so many items in their order, each item once or as often as wanted; undefined where there are too many. */
export function combinations<T>(
  items: readonly T[],
  length: number,
  isRepeated: boolean,
): readonly (readonly T[])[] | undefined {
  const found: (readonly T[])[] = [];
  const extend = (chosen: readonly T[], from: number): boolean => {
    if (chosen.length === length) return found.push(chosen) <= MOST;
    return items.every((item, index) => index < from || extend([...chosen, item], isRepeated ? index : index + 1));
  };
  if (length > MOST) return undefined;
  return extend([], 0) ? found : undefined;
}

/** Orders of so many items by their positions; undefined where there are too many. */
export function permutations<T>(items: readonly T[], length: number): readonly (readonly T[])[] | undefined {
  const found: (readonly T[])[] = [];
  const extend = (chosen: readonly number[]): boolean => {
    if (chosen.length === length) return found.push(chosen.flatMap((index) => items.slice(index, index + 1))) <= MOST;
    return items.every((_, index) => chosen.includes(index) || extend([...chosen, index]));
  };
  if (length > items.length) return [];
  let count = 1;
  for (let chosen = 0; chosen < length && count <= MOST; chosen++) count *= items.length - chosen;
  if (count > MOST) return undefined;
  return extend([]) ? found : undefined;
}
