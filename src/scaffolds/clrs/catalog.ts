/** The algorithms of CLRS-30 that a scaffold is about: what their questions have, and which hints CLRS-Text shows. */
import type { Work } from '../work.ts';
import { activitySelector, binarySearch, quickselect } from './arrays.ts';
import { kmpMatcher } from './kmp.ts';
import { mstKruskal } from './kruskal.ts';
import { type HintState, type Hints, isVector } from './machine.ts';
import { at, type Matrix, type Vector } from './numbers.ts';
import { dfs, topologicalSort } from './searches.ts';
import { bellmanFord, bfs, dijkstra, floydWarshall } from './shortest-paths.ts';
import { lcsLength, matrixChainOrder } from './tables.ts';

/** Nodes of an instance; CLRS itself has up to 64. */
export const MOST_NODES = 100;

export interface Algorithm {
  /** As CLRS names it. */
  readonly name: string;
  readonly scaffold: string;
  /** The hints that CLRS-Text shows, in its order. */
  readonly shown: readonly string[];
  /** CLRS-Text writes those of a step in parentheses. */
  readonly grouped?: true;
  /** The machine of an instance; what is wrong with the inputs as text. */
  readonly start: (inputs: Hints, work: Work) => HintState | string;
}

export const ALGORITHMS: readonly Algorithm[] = [
  { name: 'bfs', scaffold: 'bfs', shown: ['pi_h'], start: rooted(bfs) },
  { name: 'dfs', scaffold: 'dfs', shown: ['pi_h'], start: graph(dfs) },
  { name: 'dijkstra', scaffold: 'dijkstra', shown: ['pi_h'], start: rooted(dijkstra) },
  { name: 'bellman_ford', scaffold: 'bellman_ford', shown: ['pi_h'], start: rooted(bellmanFord) },
  { name: 'floyd_warshall', scaffold: 'floyd_warshall', shown: ['Pi_h'], start: graph(floydWarshall) },
  {
    name: 'topological_sort',
    scaffold: 'topological_sort',
    shown: ['topo_h', 'topo_head_h'],
    start: graph(topologicalSort),
  },
  {
    name: 'binary_search',
    scaffold: 'binary_search',
    shown: ['low', 'high'],
    grouped: true,
    start({ key, target }) {
      if (!isList(key) || typeof target !== 'number') return 'It has key, a list of numbers, and target, a number.';
      return binarySearch({ key, target });
    },
  },
  {
    name: 'quickselect',
    scaffold: 'quickselect',
    shown: ['pivot'],
    start: ({ key }, work) => (isList(key) ? quickselect({ key }, work) : 'It has key, a list of numbers.'),
  },
  {
    name: 'activity_selector',
    scaffold: 'activity_selection',
    shown: ['selected_h'],
    start({ s, f }) {
      const isRight = isList(s) && isList(f) && s.length === f.length;
      return isRight ? activitySelector({ s, f }) : 'It has s and f, lists of as many numbers.';
    },
  },
  { name: 'mst_kruskal', scaffold: 'kruskal', shown: ['in_mst_h'], start: graph(mstKruskal) },
  { name: 'lcs_length', scaffold: 'lcs', shown: ['b_h'], start: texts(lcsLength) },
  {
    name: 'matrix_chain_order',
    scaffold: 'matrix_chain',
    shown: ['s_h'],
    start: ({ p }, work) => (isList(p) ? matrixChainOrder({ p }, work) : 'It has p, a list of numbers.'),
  },
  { name: 'kmp_matcher', scaffold: 'kmp', shown: ['s'], start: texts(kmpMatcher) },
];

function isList(value: unknown): value is Vector {
  return isVector(value) && value.length > 0 && value.length <= MOST_NODES;
}

function isGraph(value: unknown): value is Matrix {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MOST_NODES &&
    value.every((row) => isVector(row) && row.length === value.length && row.every((weight) => weight >= 0))
  );
}

const GRAPH = `A, a row for each of up to ${MOST_NODES} vertices, with a weight for each, 0 where there is no edge and none below it`;

function graph(machine: (input: { readonly A: Matrix }, work: Work) => HintState): Algorithm['start'] {
  return ({ A }, work) => (isGraph(A) ? machine({ A }, work) : `It has ${GRAPH}.`);
}

function rooted(machine: (input: { readonly A: Matrix; readonly s: number }) => HintState): Algorithm['start'] {
  return ({ A, s }) =>
    isGraph(A) && typeof s === 'number' && Object.hasOwn(A, s)
      ? machine({ A, s })
      : `It has s, the index of the source, and ${GRAPH}.`;
}

/** Two texts, one behind the other: `string` is 0 for a character of the first, 1 for one of the second. */
function texts(
  machine: (input: { readonly one: Vector; readonly other: Vector }, work: Work) => HintState,
): Algorithm['start'] {
  return ({ string, key }, work) => {
    const isWhole = isList(string) && isList(key) && string.length === key.length;
    const [one, other] = [0, 1].map((which) => (isWhole ? key.filter((_, index) => at(string, index) === which) : []));
    const isRight = isWhole && string.every((which, index) => which === Number(index >= (one?.length ?? 0)));
    if (!isRight || one === undefined || other === undefined || one.length === 0 || other.length === 0)
      return 'It has string, 0 for each character of the first text and then 1 for each of the second, and key, their characters as numbers.';
    return machine({ one, other }, work);
  };
}
