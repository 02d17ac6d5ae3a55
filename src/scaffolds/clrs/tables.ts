/** CLRS' matrix-chain order and longest common subsequence, with their hints: tables that fill up round by round. */
import type { Work } from '../work.ts';
import { chain, ended, type HintState, type Hints } from './machine.ts';
import { at, cell, type Matrix, predecessors, selves, table, type Vector } from './numbers.ts';

/** Each round takes costs of the round before; of splits that cost the same the first one counts. */
export function matrixChainOrder({ p }: { readonly p: Vector }, work: Work): HintState {
  const count = p.length;
  const pred_h = predecessors(selves(count));
  let m = table(count, count, () => 0);
  let s_h = table(count, count, () => 0);
  let msk = table(count, count, (i, j) => Number(i === j && i > 0));
  const steps: Hints[] = [];
  for (;;) {
    steps.push({ pred_h, m, s_h, msk });
    const [before, known] = [m, msk];
    [m, s_h, msk] = [copyOf(m), copyOf(s_h), copyOf(msk)];
    for (let i = 1; i < count; i++)
      for (let j = i + 1; j < count; j++) {
        let isKnown = cell(known, i, j) === 1;
        for (let k = i; k < j; k++) {
          work.spend();
          if (cell(known, i, k) === 0 || cell(known, k + 1, j) === 0) continue;
          set(msk, i, j, 1);
          const cost = cell(before, i, k) + cell(before, k + 1, j) + at(p, i - 1) * at(p, k) * at(p, j);
          if (isKnown && cost >= cell(m, i, j)) continue;
          set(m, i, j, cost);
          set(s_h, i, j, k);
          isKnown = true;
        }
      }
    const output = { s_h };
    if (isSame(before, m)) return chain(steps, () => ended(output));
  }
}

function copyOf(rows: Matrix): number[][] {
  return rows.map((row) => [...row]);
}

function set(rows: number[][], row: number, column: number, value: number): void {
  const list = rows[row];
  if (list !== undefined) list[column] = value;
}

function isSame(one: Matrix, other: Matrix): boolean {
  return one.every((row, i) => row.every((value, j) => value === cell(other, i, j)));
}

interface Texts {
  readonly one: Vector;
  readonly other: Vector;
}

/** Arrows of the table of lengths: 0 for both, 1 for up, 2 for left; up where both lengths are the same. */
export function lcsLength({ one, other }: Texts, work: Work): HintState {
  const [rows, columns] = [one.length, other.length];
  const isEqual = (i: number, j: number) => at(one, i) === at(other, j);
  // First row and column are filled before the first step.
  const inColumn = one.map((_, i) => Number(one.slice(0, i + 1).includes(at(other, 0))));
  const inRow = other.map((_, j) => Number(other.slice(0, j + 1).includes(at(one, 0))));
  let c = table(rows, columns, (i, j) => (i === 0 ? at(inRow, j) : j === 0 ? at(inColumn, i) : 0));
  let b = table(rows, columns, (i, j) => {
    if (i > 0 && j > 0) return 0;
    if (isEqual(i, j)) return 0;
    return i === 0 && j > 0 && at(inRow, j) === 1 ? 2 : 1;
  });
  const pred_h = vectorOf(rows, columns);
  const steps: Hints[] = [];
  for (;;) {
    work.spend((rows + columns) ** 2);
    steps.push({ pred_h, b_h: placed(b, -1), c: placed(c, 0) });
    const before = c;
    const [up, left] = [
      (i: number, j: number) => cell(before, i - 1, j),
      (i: number, j: number) => cell(before, i, j - 1),
    ];
    const isInner = (i: number, j: number) => i > 0 && j > 0;
    const arrows = b;
    c = table(rows, columns, (i, j) => {
      if (!isInner(i, j)) return cell(before, i, j);
      return isEqual(i, j) ? cell(before, i - 1, j - 1) + 1 : Math.max(up(i, j), left(i, j));
    });
    b = table(rows, columns, (i, j) => {
      if (!isInner(i, j)) return cell(arrows, i, j);
      if (isEqual(i, j)) return 0;
      return up(i, j) >= left(i, j) ? 1 : 2;
    });
    const output = { b_h: placed(b, -1) };
    if (isSame(before, c)) return chain(steps, () => ended(output));
  }

  /** The table among all characters of both texts. */
  function placed(values: Matrix, blank: number): number[][] {
    const size = rows + columns;
    return table(size, size, (i, j) => (i < rows && j >= rows ? cell(values, i, j - rows) : blank));
  }
}

/** Each character points to the one before it, the first of each text to itself. */
export function vectorOf(first: number, second: number): number[] {
  return selves(first + second).map((index) => (index === 0 || index === first ? index : index - 1));
}
