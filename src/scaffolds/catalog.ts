/** Every scaffold. One is here when its reference and its checker work, and not before. */
import graphColoring from './backtracking/graph-coloring.ts';
import nQueens from './backtracking/n-queens.ts';
import subsetSum from './backtracking/subset-sum.ts';
import sudoku from './backtracking/sudoku.ts';
import binarySearch from './divide_conquer/binary-search.ts';
import mergeSort from './divide_conquer/merge-sort.ts';
import quickselect from './divide_conquer/quickselect.ts';
import editDistance from './dynamic_programming/edit-distance.ts';
import knapsack01 from './dynamic_programming/knapsack-01.ts';
import lcs from './dynamic_programming/lcs.ts';
import lis from './dynamic_programming/lis.ts';
import matrixChain from './dynamic_programming/matrix-chain.ts';
import astar from './graph/astar.ts';
import bellmanFord from './graph/bellman-ford.ts';
import bfs from './graph/bfs.ts';
import dfs from './graph/dfs.ts';
import dijkstra from './graph/dijkstra.ts';
import floydWarshall from './graph/floyd-warshall.ts';
import topologicalSort from './graph/topological-sort.ts';
import activitySelection from './greedy/activity-selection.ts';
import fractionalKnapsack from './greedy/fractional-knapsack.ts';
import huffman from './greedy/huffman.ts';
import kruskal from './greedy/kruskal.ts';
import bisection from './numerical/bisection.ts';
import monteCarlo from './numerical/monte-carlo.ts';
import newtonRaphson from './numerical/newton-raphson.ts';
import geneticAlgorithm from './optimization/genetic-algorithm.ts';
import gradientDescent from './optimization/gradient-descent.ts';
import hillClimbing from './optimization/hill-climbing.ts';
import simulatedAnnealing from './optimization/simulated-annealing.ts';
import type { Category, Scaffold } from './scaffold.ts';
import kmp from './string/kmp.ts';
import rabinKarp from './string/rabin-karp.ts';
import trie from './string/trie.ts';

/** In the order of the contract. */
export const SCAFFOLDS: readonly Scaffold[] = [
  bfs,
  dfs,
  dijkstra,
  astar,
  bellmanFord,
  floydWarshall,
  topologicalSort,
  binarySearch,
  mergeSort,
  quickselect,
  activitySelection,
  huffman,
  kruskal,
  fractionalKnapsack,
  nQueens,
  sudoku,
  graphColoring,
  subsetSum,
  knapsack01,
  lcs,
  editDistance,
  lis,
  matrixChain,
  gradientDescent,
  simulatedAnnealing,
  geneticAlgorithm,
  hillClimbing,
  kmp,
  rabinKarp,
  trie,
  newtonRaphson,
  bisection,
  monteCarlo,
];

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9*]/g, '');

const BY_NAME: ReadonlyMap<string, Scaffold> = new Map(
  SCAFFOLDS.flatMap((scaffold) =>
    [scaffold.name, scaffold.title, ...scaffold.aliases].map((name) => [plain(name), scaffold] as const),
  ),
);

/** The scaffold of a name or alias, whatever its case and signs; undefined when there is none. */
export function findScaffold(name: string): Scaffold | undefined {
  return BY_NAME.get(plain(name));
}

/** The scaffolds of a category. */
export function scaffoldsIn(category: Category): readonly Scaffold[] {
  return SCAFFOLDS.filter((scaffold) => scaffold.category === category);
}
