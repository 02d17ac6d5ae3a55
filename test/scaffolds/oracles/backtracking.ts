/** Boards, colorings and sums: all of them, tried one by one. */
import {
  findOnce,
  haveSameItems,
  isPartOf,
  listsOf,
  type Oracle,
  oracle,
  permutationsOf,
  subsetsOf,
  sum,
  upTo,
} from './oracle.ts';

type Placed = readonly (readonly [number, number])[];

interface Board {
  readonly n: number;
  readonly placed?: Placed;
}

/** Rows of boards on which every placement is found. */
const MOST_ROWS = 8;

/** Whether no queen of a row attacks another one, and all that are fixed stand where they are. */
function isPlacement(columns: readonly number[], { n, placed = [] }: Board): boolean {
  return (
    columns.length === n &&
    columns.every((column) => Number.isInteger(column) && column >= 0 && column < n) &&
    placed.every(([row, column]) => columns[row] === column) &&
    columns.every((column, row) =>
      columns.slice(row + 1).every((other, at) => other !== column && Math.abs(other - column) !== at + 1),
    )
  );
}

/** Every placement: the orders of the columns that are one. */
const placementsOf = findOnce((board: Board) =>
  [...permutationsOf(upTo(board.n))].filter((columns) => isPlacement(columns, board)),
);

/** Whether each row, column and box of a grid has no digit twice. */
const isRegular = (grid: readonly (readonly number[])[]) =>
  upTo(9).every((at) =>
    [
      grid[at] ?? [],
      grid.map((row) => row[at] ?? 0),
      upTo(9).map((cell) => grid[3 * Math.floor(at / 3) + Math.floor(cell / 3)]?.[3 * (at % 3) + (cell % 3)] ?? 0),
    ].every((cells) => {
      const digits = cells.filter((digit) => digit !== 0);
      return new Set(digits).size === digits.length;
    }),
  );

const isFilled = (grid: readonly (readonly number[])[]) =>
  grid.length === 9 &&
  grid.every((row) => row.length === 9 && row.every((digit) => Number.isInteger(digit) && digit >= 1 && digit <= 9));

/** Whether the first empty cell with the fewest digits can be filled, and the others after it. */
function isSolvable(grid: readonly (readonly number[])[]): boolean {
  if (!isRegular(grid)) return false;
  const empty = grid.flatMap((row, at) => row.flatMap((digit, column) => (digit === 0 ? [[at, column] as const] : [])));
  const filled = ([row, column]: readonly [number, number], digit: number) =>
    grid.map((cells, at) => (at === row ? cells.with(column, digit) : cells));
  const choices = empty.map((cell) =>
    upTo(9)
      .map((at) => filled(cell, at + 1))
      .filter(isRegular),
  );
  const [fewest] = choices.toSorted((one, other) => one.length - other.length);
  return fewest === undefined || fewest.some(isSolvable);
}

export const BACKTRACKING: Readonly<Record<string, Oracle>> = {
  n_queens: oracle(
    (
      board: Board & { find?: string },
      {
        solutions,
        count,
        solution,
        solvable,
      }: {
        solutions?: readonly (readonly number[])[];
        count?: number;
        solution?: readonly number[];
        solvable?: boolean;
      },
    ) => {
      if (board.find === 'one' && solution !== undefined && solutions === undefined && count === undefined)
        return isPlacement(solution, board) ? solvable !== false : solution.length === 0 ? undefined : false;
      if (board.n > MOST_ROWS || solution !== undefined) return undefined;
      const all = placementsOf(board);
      if (solvable !== undefined && solvable !== all.length > 0) return false;
      // Which other fields an answer without solutions may have is not said.
      if (all.length === 0) return solvable === false && count === undefined && !solutions?.length ? true : undefined;
      if (board.find === 'one') return count === undefined && solutions === undefined ? false : undefined;
      return solutions !== undefined && haveSameItems(solutions, all) && (count === undefined || count === all.length);
    },
  ),
  sudoku: oracle(
    (
      { grid }: { grid: readonly (readonly number[])[] },
      { solution, solvable }: { solution?: readonly (readonly number[])[]; solvable?: boolean },
    ) => {
      if (solution === undefined) return solvable === false && !isSolvable(grid);
      return (
        solvable !== false &&
        isFilled(solution) &&
        isRegular(solution) &&
        grid.every((row, at) => row.every((digit, column) => digit === 0 || solution[at]?.[column] === digit))
      );
    },
  ),
  graph_coloring: oracle(
    (
      graph: { vertices: readonly string[]; edges: readonly (readonly [string, string])[]; num_colors: number },
      { coloring, colorable }: { coloring?: Readonly<Record<string, string>>; colorable?: boolean },
    ) => {
      const { vertices, edges, num_colors } = graph;
      const isColoring = (colors: Readonly<Record<string, string>>) =>
        edges.every(([from, to]) => colors[from] !== colors[to]);
      if (coloring === undefined) {
        const all = listsOf(upTo(num_colors).map(String), vertices.length);
        const some = all.some((list) =>
          isColoring(Object.fromEntries(vertices.map((each, at) => [each, list[at] ?? '']))),
        );
        return colorable === false && !some;
      }
      return (
        colorable !== false &&
        haveSameItems(Object.keys(coloring), vertices) &&
        isColoring(coloring) &&
        new Set(Object.values(coloring)).size <= num_colors
      );
    },
  ),
  subset_sum: oracle(
    (
      { numbers, target }: { numbers: readonly number[]; target: number },
      { subset, indices, found }: { subset?: readonly number[]; indices?: readonly number[]; found?: boolean },
    ) => {
      const exists = subsetsOf(numbers).some((each) => sum(each) === target);
      if (found !== undefined && found !== exists) return false;
      if (!exists) return found === false ? true : undefined;
      const areIndices =
        indices === undefined || (new Set(indices).size === indices.length && indices.every((at) => at in numbers));
      const chosen = indices?.map((at) => numbers[at] ?? Number.NaN) ?? subset;
      return (
        areIndices &&
        chosen !== undefined &&
        sum(chosen) === target &&
        isPartOf(chosen, numbers) &&
        (subset === undefined || haveSameItems(subset, chosen))
      );
    },
  ),
};
