/** The problem of n queens: all ways to place them, or one for boards of any size. Bezzel, 1848; Pauls, 1874. */
import { z } from 'zod';
import { defineScaffold, type Judgement, right, wrong } from '../scaffold.ts';
import { TooMuchWork, type Work } from '../work.ts';
import { allPlacements, MOST_SEARCHED, onePlacement, type Square } from './queens.ts';
import { queensInstance } from './queens-instance.ts';
import { type Action, actionField, type Choice, searchSays, searchState } from './search-steps.ts';

/** Boards of which all solutions are asked for, and boards at all. */
const MOST_FOR_ALL = 10;
const MOST_SIZE = 10_000;
/** Rows of boards whose search is traced. */
const MOST_TRACED = 20;

export interface Queens {
  readonly n: number;
  readonly find?: 'all' | 'one' | undefined;
  readonly placed: readonly Square[];
}

const square = z.tuple([z.int().min(0), z.int().min(0)]);
const input = z
  .strictObject({
    n: z.int().min(1).max(MOST_SIZE).describe('Rows, columns and queens.'),
    find: z
      .enum(['all', 'one'])
      .optional()
      .describe(`All solutions, for n up to ${MOST_FOR_ALL}, or one; all of them where n allows it when absent.`),
    placed: z
      .array(square)
      .max(MOST_SEARCHED)
      .default([])
      .describe(`Queens that stand already, [row, column] from 0, for n up to ${MOST_SEARCHED}.`),
  })
  .superRefine(({ n, find, placed }, context) => {
    const issue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (find === 'all' && n > MOST_FOR_ALL) issue('find', `all solutions are for n up to ${MOST_FOR_ALL}`);
    if (placed.length > 0 && n > MOST_SEARCHED) issue('placed', `placed queens are for n up to ${MOST_SEARCHED}`);
    if (placed.some((at) => at.some((each) => each >= n))) issue('placed', `squares go from 0 to ${n - 1}`);
  });

export default defineScaffold({
  name: 'n_queens',
  title: 'N queens',
  category: 'backtracking',
  aliases: ['nqueens', 'n-queens', 'queens', 'eight queens'],
  purpose: 'Places n queens on an n×n board so that none attacks another: all ways, or one.',
  checks:
    'In every solution no two queens share a row, column or diagonal, and the placed ones stand where they are. When all are asked for, all are there, ' +
    'each once, in any order, and the count, where one is given, is theirs; when one is asked for, any will do. ' +
    'An empty list or `solvable: false` is right exactly when there is none.',
  input,
  answer: {
    solutions: {
      kind: 'numberRows',
      says: 'when all are asked for: a list for each solution, with the column of the queen in each row, from 0',
      aliases: ['all solutions', 'placements'],
      optional: true,
    },
    count: {
      kind: 'number',
      says: 'how many solutions there are',
      aliases: ['number of solutions', 'solution count', 'total solutions'],
      optional: true,
    },
    solution: {
      kind: 'numbers',
      says: 'when one is asked for: the column of the queen in each row, from 0',
      aliases: ['placement', 'queens', 'queen columns'],
      optional: true,
    },
    solvable: {
      kind: 'boolean',
      says: 'whether there is a solution',
      aliases: ['is solvable', 'has solution'],
      optional: true,
      falseWhen:
        /\bno (?:valid |possible )?(?:solutions?|placements?|arrangements?)\b|\bunsolvable\b|\bnot solvable\b/i,
    },
  },
  task: (queens) =>
    `Place ${queens.n} queens on a board of ${queens.n} rows and columns so that no two share a row, column or diagonal. ` +
    `${queens.placed.length === 0 ? '' : `Queens stand already in ${queens.placed.map(([row, column]) => `row ${row}, column ${column}`).join('; ')}, counted from 0. `}` +
    `Give ${wantsAll(queens) ? 'all solutions and their count' : 'one solution'}, each as the list of the queens' columns by row, from 0; or say that there is none.`,
  generate: queensInstance,
  solve(queens, work) {
    if (wantsAll(queens)) {
      const solutions = allPlacements(queens.n, queens.placed, work);
      return { solutions, count: solutions.length, solvable: solutions.length > 0 };
    }
    const solution = onePlacement(queens.n, queens.placed, work);
    return solution === undefined ? { solvable: false } : { solution, solvable: true };
  },
  judge(queens, { solutions, count, solution, solvable }, work) {
    const alone = solution === undefined || solution.length === 0 ? [] : [solution];
    const listed = solutions === undefined || solutions.length === 0 ? alone : solutions;
    const given = [...new Set([...listed, ...alone])];
    if (given.length === 0) {
      if (onePlacement(queens.n, queens.placed, work) !== undefined)
        return solvable === false || count === 0
          ? wrong('There is a solution.')
          : wrong('The solutions are missing.', 'solutions');
      if (solvable === true || (count ?? 0) !== 0) return wrong('There is no solution.');
      return right('There is no solution, and the answer says so.');
    }
    for (const [at, each] of given.entries()) {
      const fault = faultOf(each, queens, work);
      if (fault !== undefined) return wrong(`${fault}, in solution ${at + 1}.`, `solution ${at + 1}`);
    }
    if (solvable === false) return wrong('There is a solution: the answer has it, and says that there is none.');
    return judgeNumber(queens, listed, count, work);
  },
  trace: {
    says: `The search for one solution, also when all are asked for, on boards of up to ${MOST_TRACED} rows. ${searchSays(
      {
        value: 'queen',
        place: 'row',
        given: 'queens',
        complete: 'a queen stands in every row',
      },
    )}`,
    step: {
      action: actionField('the queen'),
      row: { kind: 'number', says: 'its row, from 0', aliases: ['r'] },
      column: { kind: 'number', says: 'its column, from 0', aliases: ['col', 'c'] },
      queens: {
        kind: 'numberOf',
        says: 'after the step, by row the column of each queen that stands there, given ones included',
        aliases: ['board', 'state', 'placed'],
      },
    },
    start({ n, placed }) {
      if (n > MOST_TRACED) throw new TooMuchWork(MOST_TRACED, `Its board has more than ${MOST_TRACED} rows.`);
      return searchState({
        variables: n,
        values: n,
        given: placed.map(([variable, value]) => ({ variable, value })),
        contradict: (one, other) => {
          const rows = Math.abs(one.variable - other.variable);
          const columns = Math.abs(one.value - other.value);
          return rows > 0 && (columns === 0 || columns === rows);
        },
        step: queenStep,
      });
    },
  },
});

function queenStep(action: Action, { variable, value }: Choice, standing: readonly Choice[]) {
  const queens = Object.fromEntries(standing.map((queen) => [String(queen.variable), queen.value]));
  return { action, row: variable, column: value, queens };
}

function wantsAll({ n, find }: Queens): boolean {
  return (find ?? (n <= MOST_FOR_ALL ? 'all' : 'one')) === 'all';
}

/** Whether valid solutions are those that are asked for. */
function judgeNumber(
  queens: Queens,
  given: readonly (readonly number[])[],
  count: number | undefined,
  work: Work,
): Judgement {
  const { n, placed } = queens;
  const known = new Set<string>();
  for (const [at, each] of given.entries()) {
    if (known.has(each.join())) return wrong(`Solution ${at + 1} is there twice.`, `solution ${at + 1}`);
    known.add(each.join());
  }
  const all = n <= MOST_FOR_ALL ? allPlacements(n, placed, work) : undefined;
  const missing = wantsAll(queens) ? all?.find((each) => !known.has(each.join())) : undefined;
  if (missing !== undefined)
    return wrong(`The answer has ${given.length} of ${all?.length} solutions; [${missing.join(', ')}] is missing.`);
  // Who is asked for one solution counts those of the answer, or all there are.
  if (count !== undefined && count !== all?.length && (wantsAll(queens) || count !== given.length))
    return wrong(`The count of solutions is ${all?.length ?? given.length}, not ${count}.`, 'count');
  return right(wantsAll(queens) ? `All ${given.length} solutions are there.` : 'No queen attacks another.');
}

/** What is wrong with a solution. */
function faultOf(columns: readonly number[], { n, placed }: Queens, work: Work): string | undefined {
  if (columns.length !== n) return `There are ${columns.length} queens for ${n} rows`;
  const taken = new Map<string, number>();
  for (const [row, column] of columns.entries()) {
    work.spend();
    if (!Number.isInteger(column) || column < 0 || column >= n) return `There is no column ${column}`;
    for (const line of [`column ${column}`, `falling ${row - column}`, `rising ${row + column}`]) {
      const other = taken.get(line);
      if (other !== undefined) return `The queens of rows ${other} and ${row} attack each other`;
      taken.set(line, row);
    }
  }
  const moved = placed.find(([row, column]) => columns[row] !== column);
  return moved && `The queen of row ${moved[0]} stands in column ${moved[1]} already`;
}
