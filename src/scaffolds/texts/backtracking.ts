/** Texts of the scaffolds that backtrack. */
import type { ScaffoldTexts } from './text.ts';

export const BACKTRACKING_TEXTS: ScaffoldTexts = {
  n_queens: {
    when: 'Placing things so that no two are in conflict, one row at a time.',
    state: 'The column of the queen in each row so far.',
    start: 'No queen stands anywhere.',
    steps: [
      'In the next row, put a queen into a column that no queen before attacks: another column, and another diagonal.',
      'If there is none, take the last queen away and try its next column.',
    ],
    end: 'Every row has a queen: one solution. For all solutions, go on as if the last queen failed, until the first row has no column left.',
    verify: ['All columns differ.', 'All sums of row and column differ, and all differences.'],
    mistakes: [
      'Only one of the two diagonals is looked at.',
      'Mirror images are not counted as solutions of their own.',
      'Boards of 2 and 3 have no solution, and that of 1 has one.',
    ],
  },
  sudoku: {
    when: 'Filling a grid under rules, with search where rules alone do not decide.',
    state: 'The grid, and for every empty cell the digits that its row, column and block still allow.',
    start: 'The given digits stand in the grid.',
    steps: [
      'Fill every cell that allows one digit only, and every digit that only one cell of a row, column or block allows.',
      'If no cell is decided, choose one with the fewest digits and try them in turn.',
      'If a cell allows no digit, take back everything since the last choice, and try the next digit there.',
    ],
    end: 'All cells are filled, or every digit of the first choice has failed: then there is no solution.',
    verify: ['Every row, column and block has each digit once.', 'Every given digit stands where it stood.'],
    mistakes: [
      'A given digit is changed.',
      'Blocks are forgotten.',
      'A guess is kept although it leads to a contradiction.',
    ],
  },
  graph_coloring: {
    when: 'Giving out few resources so that neighbours never share one.',
    state: 'The colours of the vertices that were coloured.',
    start: 'No vertex has a colour.',
    steps: [
      'Take the next vertex, best one with many coloured neighbours, and give it the first colour that no neighbour has.',
      'If all colours are taken, go back to the last vertex that has another choice.',
    ],
    end: 'Every vertex has a colour, or every choice has failed: then the colours do not suffice.',
    verify: ['The ends of every edge have different colours.', 'There are no more colours than allowed.'],
    mistakes: [
      'The first failure is taken as proof, without going back.',
      'Edges are looked at in one direction only.',
    ],
  },
  subset_sum: {
    when: 'Whether some of the numbers add up to a target.',
    state: 'The numbers that were taken, their sum, and which numbers are left.',
    start: 'Nothing is taken: the sum is 0.',
    steps: [
      'Take the next number, or leave it.',
      'If the rest cannot reach the target any longer, go back to the last choice. With negative numbers a sum above the target is no reason to.',
    ],
    end: 'The sum is the target, or both choices of the first number have failed: then there is no such subset.',
    verify: ['The numbers add up to the target.', 'No number is used more often than it stands there.'],
    mistakes: [
      'A search is cut at a sum above the target although negative numbers follow.',
      'The empty subset is forgotten: it reaches 0.',
    ],
  },
};
