/** An oracle for every scaffold. */
import { BACKTRACKING } from './backtracking.ts';
import { DIVIDE_CONQUER } from './divide-conquer.ts';
import { DYNAMIC_PROGRAMMING } from './dynamic-programming.ts';
import { GRAPH } from './graph.ts';
import { GREEDY } from './greedy.ts';
import { NUMERICAL } from './numerical.ts';
import { OPTIMIZATION } from './optimization.ts';
import type { Oracle } from './oracle.ts';
import { STRING } from './strings.ts';

/** By the names of the scaffolds. */
export const ORACLES: Readonly<Record<string, Oracle>> = {
  ...GRAPH,
  ...DIVIDE_CONQUER,
  ...GREEDY,
  ...BACKTRACKING,
  ...DYNAMIC_PROGRAMMING,
  ...OPTIMIZATION,
  ...STRING,
  ...NUMERICAL,
};
