/** Placements of n queens, by search and by construction. */
import type { Work } from '../work.ts';

/** Boards that are searched. */
export const MOST_SEARCHED = 12;

/** Row and column, from 0. */
export type Square = readonly [number, number];

/** The column of the queen in each row. */
export type Placement = readonly number[];

/** All placements that have queens on the placed squares. */
export function allPlacements(n: number, placed: readonly Square[], work: Work): readonly Placement[] {
  return search(n, placed, Infinity, work);
}

/** A placement that has queens on the placed squares; undefined when there is none. */
export function onePlacement(n: number, placed: readonly Square[], work: Work): Placement | undefined {
  if (placed.length > 0 || n < 4) return search(n, placed, 1, work)[0];
  work.spend(n);
  return construct(n);
}

/** Row by row, with the columns and diagonals that are taken as bits. Richards, 1997. */
function search(n: number, placed: readonly Square[], most: number, work: Work): readonly Placement[] {
  const free = freeSquares(n, placed);
  const found: Placement[] = [];
  const columns: number[] = [];
  const place = (taken: number, falling: number, rising: number) => {
    work.spend();
    const row = columns.length;
    if (row === n) found.push([...columns]);
    else
      for (
        let left = (free[row] ?? 0) & ~(taken | falling | rising);
        left !== 0 && found.length < most;
        left &= left - 1
      ) {
        const bit = left & -left;
        columns.push(31 - Math.clz32(bit));
        place(taken | bit, (falling | bit) << 1, (rising | bit) >> 1);
        columns.pop();
      }
  };
  place(0, 0, 0);
  return found;
}

/** The columns by row, as bits, that no placed queen attacks; of the row of a placed one, its own. */
function freeSquares(n: number, placed: readonly Square[]): readonly number[] {
  return Array.from({ length: n }, (_, row) => {
    let bits = 0;
    for (let column = 0; column < n; column++) {
      const isFree = placed.every(
        ([otherRow, other]) =>
          (row === otherRow && column === other) ||
          (row !== otherRow && column !== other && Math.abs(row - otherRow) !== Math.abs(column - other)),
      );
      if (isFree) bits |= 1 << column;
    }
    return bits;
  });
}

/** Even columns, then odd ones, in knight's moves, for n from 4 on; on boards of 6k + 2 or 6k + 3 rows some change places. Pauls, 1874. */
function construct(n: number): Placement {
  const even = Array.from({ length: Math.floor(n / 2) }, (_, at) => 2 * at + 2);
  const odd = Array.from({ length: Math.ceil(n / 2) }, (_, at) => 2 * at + 1);
  if (n % 6 === 2) odd.splice(0, 3, ...[3, 1]);
  if (n % 6 === 2) odd.push(5);
  if (n % 6 === 3) {
    even.push(...even.splice(0, 1));
    odd.push(...odd.splice(0, 2));
  }
  return [...even, ...odd].map((column) => column - 1);
}
