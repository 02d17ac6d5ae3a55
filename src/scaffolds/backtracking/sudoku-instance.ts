/** Grids of Sudoku with one solution, and edge cases. */
import type { Random } from '../../lib/random.ts';
import { shuffled } from '../graph/graph.ts';
import type { Tier } from '../scaffold.ts';
import { type Grid, UNITS_OF } from './sudoku-grid.ts';

const DIGITS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Edge cases: one empty cell, no solution, several solutions, an empty grid, a digit twice in a row. A grid without an empty cell is
 * none of them: its echo would be an answer.
 */
export function sudokuInstance(random: Random, tier: Tier, level: number, index: number): number[][] {
  const full = fullGrid(random);
  const givens = Math.max(24, (tier === 'simple' ? 60 : 44) - 3 * level - random.below(4));
  if (tier !== 'edge') return rowsOf(puzzle(random, full, givens));
  switch (index % 5) {
    case 0:
      return rowsOf(puzzle(random, full, 81 - level));
    case 1:
      return rowsOf(unsolvable(random, puzzle(random, full, givens), full));
    case 2: {
      // Two digits that stand nowhere can change places.
      const [one, other] = shuffled(random, DIGITS);
      return rowsOf(full.map((digit) => (digit === one || digit === other ? 0 : digit)));
    }
    case 3: {
      const kept = new Set(shuffled(random, [...full.keys()]).slice(0, level - 1));
      return rowsOf(full.map((digit, cell) => (kept.has(cell) ? digit : 0)));
    }
    default:
      return rowsOf(repeated(random, puzzle(random, full, givens)));
  }
}

function rowsOf(cells: readonly number[]): number[][] {
  return Array.from({ length: 9 }, (_, row) => cells.slice(9 * row, 9 * row + 9));
}

/** A pattern that keeps the rules, with its digits, rows and columns exchanged in ways that keep them, too. */
function fullGrid(random: Random): number[] {
  const digits = shuffled(random, DIGITS);
  const order = () =>
    shuffled(random, [0, 1, 2]).flatMap((band) => shuffled(random, [0, 1, 2]).map((line) => 3 * band + line));
  const [rows, columns] = [order(), order()];
  const isTurned = random.below(2) === 0;
  return rows.flatMap((row) =>
    columns.map((column) => {
      const [down, across] = isTurned ? [column, row] : [row, column];
      return digits[(3 * (down % 3) + Math.floor(down / 3) + across) % 9] ?? 0;
    }),
  );
}

/** Empties cells down to `givens`. Each is forced by those that are left, so the solution stays the only one. */
function puzzle(random: Random, full: readonly number[], givens: number): number[] {
  const cells = [...full];
  let left = 81;
  for (const cell of shuffled(random, [...full.keys()])) {
    if (left <= givens) break;
    if (!isForced(cells, cell)) continue;
    cells[cell] = 0;
    left -= 1;
  }
  return cells;
}

/** Whether the digits besides it force this one: no other digit can be in its cell, or it can be nowhere else in a unit. */
function isForced(cells: readonly number[], cell: number): boolean {
  const digit = cells[cell] ?? 0;
  const seen = (from: number, what: number) =>
    (UNITS_OF[from] ?? []).some((unit) => unit.some((other) => other !== cell && cells[other] === what));
  if (DIGITS.every((other) => other === digit || seen(cell, other))) return true;
  return (UNITS_OF[cell] ?? []).some((unit) =>
    unit.every((other) => other === cell || cells[other] !== 0 || seen(other, digit)),
  );
}

/** With another digit in an empty cell than the only solution has, where no given one forbids it. */
function unsolvable(random: Random, cells: readonly number[], full: Grid[number]): number[] {
  for (const cell of shuffled(random, [...cells.keys()])) {
    if (cells[cell] !== 0) continue;
    const seen = new Set((UNITS_OF[cell] ?? []).flat().map((other) => cells[other]));
    const digit = DIGITS.find((each) => each !== full[cell] && !seen.has(each));
    if (digit !== undefined) return cells.with(cell, digit);
  }
  return repeated(random, cells);
}

/** With a given digit once more in its row. */
function repeated(random: Random, cells: readonly number[]): number[] {
  const empty = shuffled(random, [...cells.keys()]).find((cell) => cells[cell] === 0) ?? 0;
  const row = Math.floor(empty / 9);
  return cells.with(empty, cells.slice(9 * row, 9 * row + 9).find((digit) => digit !== 0) ?? 1);
}
