/** The text of every scaffold. */
import { BACKTRACKING_TEXTS } from './backtracking.ts';
import { DIVIDE_CONQUER_TEXTS } from './divide-conquer.ts';
import { DYNAMIC_PROGRAMMING_TEXTS } from './dynamic-programming.ts';
import { GRAPH_TEXTS } from './graph.ts';
import { GREEDY_TEXTS } from './greedy.ts';
import { NUMERICAL_TEXTS } from './numerical.ts';
import { OPTIMIZATION_TEXTS } from './optimization.ts';
import { STRING_TEXTS } from './string.ts';
import type { ScaffoldTexts } from './text.ts';

/** By the names of the scaffolds. */
export const TEXTS: ScaffoldTexts = {
  ...GRAPH_TEXTS,
  ...DIVIDE_CONQUER_TEXTS,
  ...GREEDY_TEXTS,
  ...BACKTRACKING_TEXTS,
  ...DYNAMIC_PROGRAMMING_TEXTS,
  ...OPTIMIZATION_TEXTS,
  ...STRING_TEXTS,
  ...NUMERICAL_TEXTS,
};
