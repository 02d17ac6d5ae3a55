/** Grids of Sudoku: the search for a solution, by propagation of the rules and branching where least is left. Norvig, 2006; Régin, 1994. */
import type { Work } from '../work.ts';

/** Nine rows of nine digits, 0 for an empty cell. */
export type Grid = readonly (readonly number[])[];

const ALL = 0b111_111_111;
/** The cells of each row, column and box, by their places from 0 to 80. */
export const UNITS: readonly (readonly number[])[] = Array.from({ length: 27 }, (_, unit) =>
  Array.from({ length: 9 }, (_, at) => {
    const number = unit % 9;
    if (unit < 9) return 9 * number + at;
    if (unit < 18) return 9 * at + number;
    return 9 * (3 * Math.floor(number / 3) + Math.floor(at / 3)) + 3 * (number % 3) + (at % 3);
  }),
);
/** The units that each cell is in. */
export const UNITS_OF: readonly (readonly (readonly number[])[])[] = Array.from({ length: 81 }, (_, cell) =>
  UNITS.filter((unit) => unit.includes(cell)),
);

/** The digits that each cell can have, as bits; none left means that the grid has no solution. */
type Candidates = Uint16Array;

/** A solution, or undefined when there is none. */
export function solveGrid(grid: Grid, work: Work): Grid | undefined {
  const given = Uint16Array.from(grid.flat(), (digit) => (digit === 0 ? ALL : 1 << (digit - 1)));
  const open = [given];
  for (let candidates = open.pop(); candidates !== undefined; candidates = open.pop()) {
    if (!propagate(candidates, work)) continue;
    const choices = leastChoices(candidates, work);
    if (choices === undefined) return gridOf(candidates);
    for (const [cell, digit] of choices) {
      const next = candidates.slice();
      next[cell] = digit;
      open.push(next);
    }
  }
  return undefined;
}

function gridOf(candidates: Candidates): Grid {
  const digits = [...candidates].map((bits) => 32 - Math.clz32(bits));
  return Array.from({ length: 9 }, (_, row) => digits.slice(9 * row, 9 * row + 9));
}

/** Removes what the rules exclude; false when a cell has nothing left. The dear rule comes when the cheap one has nothing to say. */
function propagate(candidates: Candidates, work: Work): boolean {
  for (let changed = true; changed; ) {
    changed = false;
    for (const rule of [singles, subsets]) {
      for (const unit of UNITS) {
        const outcome = rule(candidates, unit, work);
        if (outcome === 'contradiction') return false;
        if (outcome === 'changed') changed = true;
      }
      if (changed) break;
    }
  }
  return true;
}

type Outcome = 'same' | 'changed' | 'contradiction';

/** A cell with one digit takes it from the others of its unit, and a digit with one cell takes this cell. */
function singles(candidates: Candidates, unit: readonly number[], work: Work): Outcome {
  work.spend(2 * unit.length);
  let [settled, once, twice] = [0, 0, 0];
  for (const cell of unit) {
    const bits = candidates[cell] ?? 0;
    if ((bits & (bits - 1)) === 0) {
      if ((settled & bits) !== 0) return 'contradiction';
      settled |= bits;
    }
    twice |= once & bits;
    once |= bits;
  }
  if (once !== ALL) return 'contradiction';
  let outcome: Outcome = 'same';
  for (const cell of unit) {
    const bits = candidates[cell] ?? 0;
    if ((bits & (bits - 1)) === 0) continue;
    const alone = bits & once & ~twice;
    const left = alone === 0 ? bits & ~settled : alone;
    if (left === bits) continue;
    if (left === 0 || (left & (left - 1) & alone) !== 0) return 'contradiction';
    candidates[cell] = left;
    outcome = 'changed';
  }
  return outcome;
}

/** Some cells that have as many digits together take them from the others of the unit; with fewer digits there is no solution. */
function subsets(candidates: Candidates, unit: readonly number[], work: Work): Outcome {
  const open = unit.filter((cell) => isOpen(candidates[cell] ?? 0));
  const unions = new Uint16Array(1 << open.length);
  work.spend(unions.length);
  for (let subset = 1; subset < unions.length; subset++) {
    const lowest = open[31 - Math.clz32(subset & -subset)] ?? 0;
    unions[subset] = (unions[subset & (subset - 1)] ?? 0) | (candidates[lowest] ?? 0);
  }
  let outcome: Outcome = 'same';
  for (const [subset, union] of unions.entries()) {
    const spare = bitsIn(union) - bitsIn(subset);
    if (spare < 0) return 'contradiction';
    if (spare > 0 || subset === 0) continue;
    for (const [at, cell] of open.entries()) {
      const bits = candidates[cell] ?? 0;
      if ((subset & (1 << at)) !== 0 || (bits & union) === 0) continue;
      candidates[cell] = bits & ~union;
      outcome = 'changed';
    }
  }
  return outcome;
}

const isOpen = (bits: number) => (bits & (bits - 1)) !== 0;

function bitsIn(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The digits of the cell, or the cells of the digit in a unit, that have the fewest choices; undefined when all cells have their digit. */
function leastChoices(candidates: Candidates, work: Work): readonly (readonly [number, number])[] | undefined {
  work.spend(81);
  let best: readonly (readonly [number, number])[] | undefined;
  for (const [cell, bits] of candidates.entries())
    if (isOpen(bits) && bitsIn(bits) < (best?.length ?? 10))
      best = DIGITS.filter((digit) => (bits & digit) !== 0).map((digit) => [cell, digit]);
  if (best === undefined || best.length === 2) return best;
  for (const unit of UNITS)
    for (const digit of DIGITS) {
      work.spend(1);
      const places = unit.filter((cell) => ((candidates[cell] ?? 0) & digit) !== 0);
      if (places.length > 1 && places.length < best.length) best = places.map((cell) => [cell, digit]);
    }
  return best;
}

const DIGITS: readonly number[] = Array.from({ length: 9 }, (_, at) => 1 << at);
