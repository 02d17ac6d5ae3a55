/** Sudoku: the reference and the checker against plain backtracking, and what generated grids have. */
import { expect, test } from 'vitest';
import { amount, seedOf } from '../../../test/generated.ts';
import { Random } from '../../lib/random.ts';
import { checkAnswer, generateCases, solveInstance } from '../engine.ts';

const check = (grid: Grid, answer: unknown) =>
  checkAnswer({ kind: 'input', scaffold: 'sudoku', input: { grid } }, answer);
const solve = (grid: Grid) => solveInstance({ kind: 'input', scaffold: 'sudoku', input: { grid } });

type Grid = readonly (readonly number[])[];
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Whether no row, column or box has a digit twice, by comparing all pairs of cells. */
function isConsistent(grid: Grid): boolean {
  return grid.every((row, down) =>
    row.every(
      (digit, across) =>
        digit === 0 ||
        grid.every((otherRow, otherDown) =>
          otherRow.every((other, otherAcross) => {
            const isSame = down === otherDown && across === otherAcross;
            const isTogether =
              down === otherDown ||
              across === otherAcross ||
              (Math.floor(down / 3) === Math.floor(otherDown / 3) &&
                Math.floor(across / 3) === Math.floor(otherAcross / 3));
            return isSame || !isTogether || other !== digit;
          }),
        ),
    ),
  );
}

/** Up to `most` solutions by plain backtracking: cell by cell, the one with the fewest digits first. */
function solutionsOf(grid: Grid, most: number): Grid[] {
  if (!isConsistent(grid)) return [];
  const cells = grid.map((row) => [...row]);
  const found: Grid[] = [];
  const digitsFor = (down: number, across: number) => {
    const [top, left] = [down - (down % 3), across - (across % 3)];
    const seen = new Set(
      DIGITS.flatMap((_, at) => [
        cells[down]?.[at],
        cells[at]?.[across],
        cells[top + Math.floor(at / 3)]?.[left + (at % 3)],
      ]),
    );
    return DIGITS.filter((digit) => !seen.has(digit));
  };
  const fill = () => {
    let best: { readonly down: number; readonly across: number; readonly digits: readonly number[] } | undefined;
    for (const [down, row] of cells.entries())
      for (const [across, digit] of row.entries()) {
        if (digit !== 0) continue;
        const digits = digitsFor(down, across);
        if (digits.length < (best?.digits.length ?? 10)) best = { down, across, digits };
      }
    if (best === undefined) found.push(cells.map((row) => [...row]));
    for (const digit of best?.digits ?? []) {
      if (found.length >= most) return;
      const row = cells[best?.down ?? 0] ?? [];
      row[best?.across ?? 0] = digit;
      fill();
      row[best?.across ?? 0] = 0;
    }
  };
  fill();
  return found;
}

const withDigit = (grid: Grid, cell: number, digit: number): Grid =>
  grid.with(Math.floor(cell / 9), (grid[Math.floor(cell / 9)] ?? []).with(cell % 9, digit));

function gridsOf(tier: 'simple' | 'standard' | 'edge', count: number): Grid[] {
  return generateCases({ scaffold: 'sudoku', tier, count, seed: seedOf(5) % 1e6, level: 2 }).map(
    ({ input }) => Object(input).grid,
  );
}

test('generated grids have one solution', () => {
  for (const grid of [...gridsOf('simple', amount(300, 20)), ...gridsOf('standard', amount(300, 20))]) {
    const solutions = solutionsOf(grid, 2);
    expect(solutions).toHaveLength(1);
    expect(solve(grid).answer).toEqual({ solution: solutions[0], solvable: true });
  }
});

test('edge cases have one, none, several, all or none', () => {
  for (const [at, grid] of gridsOf('edge', amount(300, 50)).entries()) {
    // Half empty grids have too many solutions to tell more.
    const most = 2;
    const count = solutionsOf(grid, most).length;
    expect(count).toBe([1, 0, most, most, 0][at % 5]);
    expect(check(grid, { solvable: false }).correct).toBe(count === 0);
    expect(check(grid, { solvable: true }).correct).toBe(false);
    expect(solve(grid).answer).toMatchObject({ solvable: count > 0 });
    expect(check(grid, solve(grid).answer).correct).toBe(true);
  }
});

test('random grids are solvable exactly when plain backtracking finds a solution', () => {
  let none = 0;
  const rounds = amount(2000, 150);
  const fulls = gridsOf('simple', 20).map((grid) => solutionsOf(grid, 1)[0] ?? grid);
  for (let index = 0; index < rounds; index++) {
    const random = new Random(seedOf(index));
    let grid: Grid = random.pick(fulls).map((row) => row.map((digit) => (random.below(100) < 45 ? digit : 0)));
    for (let changes = random.below(3); changes > 0; changes--) {
      const cell = random.below(81);
      const allowed = DIGITS.filter((digit) => isConsistent(withDigit(grid, cell, digit)));
      if (allowed.length > 0) grid = withDigit(grid, cell, random.pick(allowed));
    }
    const solutions = solutionsOf(grid, 3);
    none += Number(solutions.length === 0);
    expect(solve(grid).answer).toMatchObject({ solvable: solutions.length > 0 });
    for (const solution of solutions) expect(check(grid, { solution }).correct).toBe(true);
    expect(check(grid, { solvable: false }).correct).toBe(solutions.length === 0);
    expect(check(grid, { solution: [], solvable: false }).correct).toBe(solutions.length === 0);
  }
  expect(none).toBeGreaterThan(rounds / 20);
  expect(none).toBeLessThan(rounds * 0.8);
});

test('exactly the fillings that keep the rules and the given digits are right', () => {
  for (const [index, grid] of gridsOf('standard', amount(60, 4)).entries()) {
    const random = new Random(seedOf(index));
    const full: Grid = solutionsOf(grid, 1)[0] ?? [];
    // Two cells of a row and what stands below them: sometimes their digits can change places.
    const [across, other] = [random.below(9), random.below(9)];
    const cells = [...new Set([across, other, 9 + across, 9 + other])].slice(0, 3);
    const open = cells.reduce((left, cell) => withDigit(left, cell, 0), full);
    const fillings = cells.reduce<Grid[]>(
      (grids, cell) => grids.flatMap((each) => [0, ...DIGITS].map((digit) => withDigit(each, cell, digit))),
      [open],
    );
    for (const solution of fillings) {
      const isRight = solution.flat().every((digit) => digit > 0) && isConsistent(solution);
      expect(check(open, { solution }).correct).toBe(isRight);
    }
    const given = cells.reduce((cell, each) => (each === cell ? cell + 1 : cell), 0);
    for (const digit of DIGITS)
      expect(check(open, { solution: withDigit(full, given, digit) }).correct).toBe(
        isConsistent(withDigit(full, given, digit)),
      );
  }
});

// The first takes plain backtracking minutes, the second is 'the hardest' of Inkala, 2012.
test.each([
  ['.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........', false],
  ['8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..', true],
  ['.'.repeat(81), true],
])('%s takes a small part of the work of a call', (text, solvable) => {
  const digits = Array.from(text, (sign) => Number(sign === '.' ? 0 : sign));
  const grid = DIGITS.map((_, row) => digits.slice(9 * row, 9 * row + 9));
  const { answer, steps } = solve(grid);
  expect(answer).toMatchObject({ solvable });
  expect(steps).toBeLessThan(500_000);
});

test('a grid in lines and in words is read', () => {
  const [grid = []] = gridsOf('simple', 1);
  const [solution = []] = solutionsOf(grid, 1);
  const lines = solution.map((row) => row.join(' '));
  const boxed = solution.map(
    (row) => `${row.slice(0, 3).join(' ')} | ${row.slice(3, 6).join(' ')} | ${row.slice(6).join(' ')}`,
  );
  for (const text of [
    `Here is the solution:\n\n${lines.join('\n')}\n\nAll rows are complete.`,
    `${boxed.slice(0, 3).join('\n')}\n------+-------+------\n${boxed.slice(3, 6).join('\n')}\n------+-------+------\n${boxed.slice(6).join('\n')}`,
    `Solution:\n\`\`\`\n${solution.map((row) => JSON.stringify(row)).join('\n')}\n\`\`\``,
    `| a | b | c | d | e | f | g | h | i |\n|---|---|---|---|---|---|---|---|---|\n${solution.map((row) => `| ${row.join(' | ')} |`).join('\n')}`,
    solution,
  ])
    expect(check(grid, text)).toMatchObject({ correct: true, read: { solution } });
  expect(check(grid, 'This grid has no solution.')).toMatchObject({ correct: false, read: { solvable: false } });
});

test('the first fault is named with its place', () => {
  const [grid = []] = gridsOf('simple', 1);
  const [solution = []] = solutionsOf(grid, 1);
  const empty = grid.flat().indexOf(0);
  const place = `row ${Math.floor(empty / 9) + 1}, column ${(empty % 9) + 1}`;
  expect(check(grid, { solution: withDigit(solution, empty, 10) })).toMatchObject({ at: place });
  expect(check(grid, { solution: solution.slice(1) }).message).toContain('nine rows');
  expect(check(grid, { solution: solution.toReversed() }).correct).toBe(false);
  expect(check(grid, { solution, solvable: false })).toMatchObject({ correct: false, at: 'solvable' });
});
