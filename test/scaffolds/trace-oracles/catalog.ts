/** An oracle of the traces of every scaffold. */
import { BACKTRACKING_TRACES } from './backtracking.ts';
import { DIVIDE_CONQUER_TRACES } from './divide-conquer.ts';
import { DYNAMIC_PROGRAMMING_TRACES } from './dynamic-programming.ts';
import { GRAPH_TRACES } from './graph.ts';
import { GREEDY_TRACES } from './greedy.ts';
import { NUMERICAL_TRACES } from './numerical.ts';
import { OPTIMIZATION_TRACES } from './optimization.ts';
import { STRING_TRACES } from './strings.ts';
import type { TraceOracle } from './trace-oracle.ts';

/** By the names of the scaffolds. */
export const TRACE_ORACLES: Readonly<Record<string, TraceOracle>> = {
  ...GRAPH_TRACES,
  ...DIVIDE_CONQUER_TRACES,
  ...GREEDY_TRACES,
  ...BACKTRACKING_TRACES,
  ...DYNAMIC_PROGRAMMING_TRACES,
  ...OPTIMIZATION_TRACES,
  ...STRING_TRACES,
  ...NUMERICAL_TRACES,
};
