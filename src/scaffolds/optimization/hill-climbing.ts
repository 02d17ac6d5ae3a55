/** Hill climbing by steepest ascent on a grid of heights. Russell and Norvig, Artificial Intelligence, section 4.1. */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import { defineScaffold, right, type Tier, wrong } from '../scaffold.ts';
import type { TraceState } from '../trace.ts';
import type { Work } from '../work.ts';

const input = z
  .strictObject({
    heights: z.array(z.array(z.number()).min(1).max(300)).min(1).max(300).describe('Rows of the grid.'),
    start: z.tuple([z.int().min(0), z.int().min(0)]).describe('[row, column], from 0.'),
  })
  .superRefine(({ heights, start: [row, column] }, context) => {
    const width = heights[0]?.length ?? 0;
    if (heights.some((each) => each.length !== width))
      context.addIssue({ code: 'custom', path: ['heights'], message: 'the rows have different lengths' });
    if (row >= heights.length || column >= width)
      context.addIssue({ code: 'custom', path: ['start'], message: 'it lies outside of the grid' });
  });

export default defineScaffold({
  name: 'hill_climbing',
  title: 'Hill climbing',
  category: 'optimization',
  aliases: ['hill-climbing', 'steepest ascent', 'hillclimbing'],
  purpose: 'Climbs from a cell of a grid to its highest neighbour until none is higher: a local maximum.',
  checks:
    'The cell is a local maximum that steepest ascent reaches from the start: each step goes to a highest of the four neighbours, if it is higher. Where several are equally ' +
    'high, any of them may be chosen, so that several maxima can be right.',
  input,
  answer: {
    position: {
      kind: 'numbers',
      says: '[row, column] of the cell, from 0',
      aliases: ['cell', 'local maximum', 'peak', 'final position', 'maximum'],
    },
    value: { kind: 'number', says: 'its height', aliases: ['height', 'peak value'], optional: true },
  },
  task: ({ heights, start: [row, column] }) =>
    `Grid of heights, row by row: ${heights.map((each) => `[${each.join(', ')}]`).join(', ')}. Climb from row ${row}, column ${column} (counted from 0): go to the highest of the ` +
    'neighbours above, below, left and right as long as it is higher than where you are. Where do you stop?',
  generate: gridInstance,
  solve({ heights, start: [row, column] }, work) {
    let at: Cell = [row, column];
    for (let [next] = climbsFrom(heights, at, work); next !== undefined; [next] = climbsFrom(heights, at, work))
      at = next;
    return { position: [...at], value: heightAt(heights, at) };
  },
  judge({ heights, start: [row, column] }, { position, value }, work) {
    const [first, second, ...rest] = position;
    if (first === undefined || second === undefined || rest.length > 0)
      return wrong('A position has a row and a column.', 'position');
    const given: Cell = [first, second];
    if (!peaksFrom(heights, [row, column], work).has(String(given)))
      return wrong(
        heightAt(heights, given) === -Infinity
          ? `Row ${first}, column ${second} lies outside of the grid.`
          : `Steepest ascent from row ${row}, column ${column} does not end at row ${first}, column ${second}.`,
        `${first}, ${second}`,
      );
    const height = heightAt(heights, given);
    if (value !== undefined && value !== height) return wrong(`The height there is ${height}, not ${value}.`, 'value');
    return right(`Steepest ascent ends at row ${first}, column ${second}.`);
  },
  trace: {
    says: 'A step for each cell that the climb stands on, the start first.',
    step: {
      position: { kind: 'numbers', says: '[row, column] of the cell, from 0', aliases: ['cell', 'current'] },
      value: { kind: 'number', says: 'its height', aliases: ['height'] },
    },
    start: ({ heights, start: [row, column] }) => climbState(heights, [[row, column]]),
  },
});

/** The climb goes on to one of `cells`. */
function climbState(
  heights: Heights,
  cells: readonly Cell[],
): TraceState<{ readonly position: readonly number[]; readonly value: number }> {
  return {
    options: (work) =>
      cells.map((cell) => ({
        step: { position: cell, value: heightAt(heights, cell) },
        next: () => climbState(heights, climbsFrom(heights, cell, work)),
      })),
  };
}

type Cell = readonly [number, number];
type Heights = readonly (readonly number[])[];

function heightAt(heights: Heights, [row, column]: Cell): number {
  return heights[row]?.[column] ?? -Infinity;
}

/** The highest neighbours of a cell, if they are higher than it. */
function climbsFrom(heights: Heights, [row, column]: Cell, work: Work): readonly Cell[] {
  work.spend(4);
  const around: readonly Cell[] = [
    [row - 1, column],
    [row + 1, column],
    [row, column - 1],
    [row, column + 1],
  ];
  const best = Math.max(...around.map((cell) => heightAt(heights, cell)));
  return best > heightAt(heights, [row, column]) ? around.filter((cell) => heightAt(heights, cell) === best) : [];
}

/** Every cell in which a climb can end, whatever it chooses where several neighbours are equally high. */
function peaksFrom(heights: Heights, start: Cell, work: Work): ReadonlySet<string> {
  const seen = new Map<string, Cell>([[String(start), start]]);
  const peaks = new Set<string>();
  for (const [key, cell] of seen) {
    const next = climbsFrom(heights, cell, work);
    if (next.length === 0) peaks.add(key);
    for (const each of next) seen.set(String(each), each);
  }
  return peaks;
}

/** Heights of few values, so that there are ties. Edge cases: one cell, a plain, a ridge. */
function gridInstance(random: Random, tier: Tier, level: number, index: number) {
  const size = (tier === 'simple' ? 2 : 3) + level + random.below(2);
  const grid = (rows: number, columns: number, height: (row: number, column: number) => number) => ({
    heights: Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_each, column) => height(row, column)),
    ),
    start: [random.below(rows), random.below(columns)] as [number, number],
  });
  if (tier !== 'edge') return grid(size, size, () => random.below(9 * level));
  const height = random.below(50 * level);
  switch (index % 3) {
    case 0:
      return grid(1, 1, () => height);
    case 1:
      return grid(size, size, () => height);
    default:
      return { ...grid(1, size + 2, (_row, column) => height + column), start: [0, 0] as [number, number] };
  }
}
