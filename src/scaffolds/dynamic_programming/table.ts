/** Tables over two strings, row by row, as steps of a trace. */
import type { TraceState } from '../trace.ts';
import type { TwoStrings } from './strings.ts';

/** Work for each number of a row: lists are made of them, and compared. */
export const WORK_OF_CELL = 8;

/** A step of such a table; `says` is about the numbers of a row. */
export function rowFields(says: string) {
  return {
    prefix: {
      kind: 'number',
      says: 'how many characters of string 1 the row is for, from 0 on',
      aliases: ['row number', 'i'],
    },
    row: {
      kind: 'numbers',
      says: `for each beginning of string 2, from none of its characters to all of them: ${says}`,
      aliases: ['values', 'dp', 'table row'],
    },
  } as const;
}

interface RowStep {
  readonly prefix: number;
  readonly row: readonly number[];
}

/** The cells that a cell is made of, and whether its characters are the same. */
interface Around {
  readonly above: number;
  readonly left: number;
  readonly diagonal: number;
  readonly isSame: boolean;
}

/** How a table is filled. */
export interface TableRule {
  /** A cell of the first row or column. */
  readonly edge: (characters: number) => number;
  readonly cell: (around: Around) => number;
}

/** The machine that writes the rows of a table. */
export function tableState({ string1, string2 }: TwoStrings, rule: TableRule): TraceState<RowStep> {
  const [one, other] = [[...string1], [...string2]];
  const rowState = (prefix: number, before: readonly number[]): TraceState<RowStep> => ({
    options(work) {
      if (prefix > one.length) return [];
      work.spend(WORK_OF_CELL * (other.length + 1));
      const row = [rule.edge(prefix)];
      for (const [column, character] of other.entries())
        row.push(
          prefix === 0
            ? rule.edge(column + 1)
            : rule.cell({
                above: before[column + 1] ?? 0,
                left: row[column] ?? 0,
                diagonal: before[column] ?? 0,
                isSame: character === one[prefix - 1],
              }),
        );
      return [{ step: { prefix, row }, next: () => rowState(prefix + 1, row) }];
    },
  });
  return rowState(0, []);
}
