/** Sudoku: a completion of a grid, or that there is none. */
import { z } from 'zod';
import { defineScaffold, type Judgement, right, wrong } from '../scaffold.ts';
import { actionField, type Choice, searchSays, searchState } from './search-steps.ts';
import { type Grid, solveGrid, UNITS } from './sudoku-grid.ts';
import { sudokuInstance } from './sudoku-instance.ts';

const row = z.array(z.int().min(0).max(9)).length(9);
const input = z.strictObject({
  grid: z.array(row).length(9).describe('Nine rows of nine digits, 0 for an empty cell.'),
});

export default defineScaffold({
  name: 'sudoku',
  title: 'Sudoku',
  category: 'backtracking',
  aliases: ['solve_sudoku', 'sudoku solver'],
  purpose:
    'Fills a 9×9 grid so that every row, column and box of 3×3 has each digit from 1 to 9, or says that there is no way.',
  checks:
    'The solution keeps every given digit, and every row, column and box has each digit once; any of several solutions will do. ' +
    '`solvable: false` is right exactly when there is none.',
  input,
  answer: {
    solution: {
      kind: 'numberRows',
      says: 'nine rows of nine digits; left out when there is no solution',
      aliases: ['solved grid', 'completed grid', 'solved sudoku', 'board'],
      optional: true,
    },
    solvable: {
      kind: 'boolean',
      says: 'whether there is a solution',
      aliases: ['is solvable', 'has solution'],
      optional: true,
      falseWhen:
        /\bno (?:valid |possible )?(?:solution|completion)\b|\bunsolvable\b|\b(?:not|cannot) be solved\b|\bnot solvable\b/i,
    },
  },
  task: ({ grid }) =>
    `Sudoku, with 0 for empty cells:\n${grid.map((each) => each.join(' ')).join('\n')}\n` +
    'Fill the empty cells so that every row, column and box has each digit from 1 to 9, or say that there is no solution.',
  generate: (random, tier, level, index) => ({ grid: sudokuInstance(random, tier, level, index) }),
  solve({ grid }, work) {
    const solution = solveGrid(grid, work);
    return solution === undefined ? { solvable: false } : { solution, solvable: true };
  },
  judge({ grid }, { solution = [], solvable }, work) {
    if (solution.length === 0) {
      if (solveGrid(grid, work) !== undefined)
        return solvable === true ? wrong('The solution is missing.') : wrong('There is a solution.');
      return solvable === true
        ? wrong('There is no solution.')
        : right('There is no solution, and the answer says so.');
    }
    const fault = faultOf(solution, grid);
    if (fault !== undefined) return fault;
    return solvable === false
      ? wrong('There is a solution: the answer has it, and says that there is none.', 'solvable')
      : right('The solution keeps the given digits and the rules.');
  },
  trace: {
    says: searchSays({ value: 'digit', place: 'cell', given: 'digits', complete: 'every cell has a digit' }),
    step: {
      action: actionField('the digit'),
      row: { kind: 'number', says: 'the row of the cell, from 1', aliases: ['r'] },
      column: { kind: 'number', says: 'its column, from 1', aliases: ['col', 'c'] },
      digit: { kind: 'number', says: 'the digit', aliases: ['value', 'number'] },
      cells: {
        kind: 'numbers',
        says: 'the nine digits of this row after the step, 0 for an empty cell',
        aliases: ['row after', 'row cells', 'row state'],
      },
    },
    start: ({ grid }) => {
      const digits = [...grid.flat().entries()].filter(([, digit]) => digit !== 0);
      return searchState({
        variables: 81,
        values: 9,
        given: digits.map(([variable, digit]) => ({ variable, value: digit - 1 })),
        contradict: (one, other) =>
          one.value === other.value && one.variable !== other.variable && isTogether(one.variable, other.variable),
        step: (action, { variable, value }, standing) => {
          const row = rowAt(variable);
          return {
            action,
            row: row + 1,
            column: columnAt(variable) + 1,
            digit: value + 1,
            cells: rowOf(row, standing),
          };
        },
      });
    },
  },
});

/** Whether a row, column or box has both cells. */
function isTogether(one: number, other: number): boolean {
  return [rowAt, columnAt, boxAt].some((unitAt) => unitAt(one) === unitAt(other));
}

const rowAt = (cell: number) => Math.floor(cell / 9);
const columnAt = (cell: number) => cell % 9;
const boxAt = (cell: number) => 3 * Math.floor(cell / 27) + Math.floor((cell % 9) / 3);

function rowOf(row: number, standing: readonly Choice[]): readonly number[] {
  const cells = Array<number>(9).fill(0);
  for (const { variable, value } of standing) if (rowAt(variable) === row) cells[columnAt(variable)] = value + 1;
  return cells;
}

function faultOf(solution: Grid, grid: Grid): Judgement | undefined {
  if (solution.length !== 9 || solution.some((each) => each.length !== 9))
    return wrong('The solution does not have nine rows of nine digits.');
  const digits = solution.flat();
  for (const [cell, given] of grid.flat().entries()) {
    const digit = digits[cell] ?? 0;
    if (!Number.isInteger(digit) || digit < 1 || digit > 9)
      return wrong(`${digit} in ${placeOf(cell)} is no digit from 1 to 9.`, placeOf(cell));
    if (given !== 0 && given !== digit)
      return wrong(`The given digit in ${placeOf(cell)} is ${given}, not ${digit}.`, placeOf(cell));
  }
  for (const [number, unit] of UNITS.entries()) {
    const twice = unit.find((cell, at) => unit.slice(0, at).some((before) => digits[before] === digits[cell]));
    if (twice === undefined) continue;
    const name = `${['row', 'column', 'box'][Math.floor(number / 9)]} ${(number % 9) + 1}`;
    return wrong(`${digits[twice]} stands in ${name} twice.`, placeOf(twice));
  }
  return undefined;
}

function placeOf(cell: number): string {
  return `row ${Math.floor(cell / 9) + 1}, column ${(cell % 9) + 1}`;
}
