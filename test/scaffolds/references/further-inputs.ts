/** Inputs that random test cases do not reach, by scaffold: each kills changes of a reference that nothing else notices. */
import { Random } from '../../../src/lib/random.ts';
import { permutationsOf, sum, upTo } from '../oracles/oracle.ts';

/** Complete graphs whose heuristic says nothing, so that a heap that is not in order is found out; and a way of no length, there and back. */
function graphsForAstar(): readonly object[] {
  const random = new Random(1);
  const graphs = upTo(40).map((at) => {
    const vertices = upTo(6 + (at % 10)).map((vertex) => `v${vertex}`);
    const edges = vertices.flatMap((from, index) =>
      vertices.slice(index + 1).map((to, apart) => [from, to, 1 + random.below(10 + 40 * apart)]),
    );
    return { vertices, edges, source: 'v0', goal: vertices.at(-1), heuristic: {}, directed: false };
  });
  const flat = {
    vertices: ['A', 'B', 'C'],
    edges: [
      ['A', 'B', 0],
      ['B', 'C', 0],
    ],
    source: 'A',
    goal: 'C',
    heuristic: {},
    directed: false,
  };
  return [...graphs, flat];
}

/** Cities between which a detour may be shorter than the direct way. */
function citiesOnNoPlane(): readonly object[] {
  const random = new Random(2);
  return upTo(20).map(() => {
    const drawn = upTo(5).map(() => upTo(5).map(() => 1 + random.below(60)));
    const between = (one: number, other: number) =>
      one === other ? 0 : (drawn[Math.min(one, other)]?.[Math.max(one, other)] ?? 0);
    const lengths = [...permutationsOf([1, 2, 3, 4])].map((others) =>
      sum([0, ...others].map((city, at) => between(city, others[at] ?? 0))),
    );
    return { distances: upTo(5).map((from) => upTo(5).map((to) => between(from, to))), longest: Math.min(...lengths) };
  });
}

const LONG = upTo(3000).map((at) => (at * 1009) % 3001);

export const FURTHER_INPUTS: Readonly<Record<string, readonly object[]>> = {
  astar: graphsForAstar(),
  // What does not leave out a part of many numbers finds the least and the greatest by chance only.
  quickselect: [1, 2, LONG.length - 1, LONG.length].map((k) => ({ array: LONG, k })),
  // Halves of a few numbers have few sums; other parts do not.
  subset_sum: [{ numbers: upTo(30).map((at) => 2 * at + 2), target: 1 }],
  simulated_annealing: citiesOnNoPlane(),
  // A cell that loses its last digit, or two cells of a unit that get the same one, in the round that fills the grid.
  sudoku: [
    '006008000000000000200000000000000000000600000400000000000060000000000002002000004',
    '000600000000010700004007000020083000000000030807000000080002000010050000000000000',
    '005000002000500000009010000000000000000000000007000000030009000020050004090000020',
  ].map((digits) => ({ grid: upTo(9).map((row) => [...digits.slice(9 * row, 9 * row + 9)].map(Number)) })),
  // A descent that hardly moves, from the other side of 0 and from beside the minimum; and one that leads away.
  gradient_descent: [
    { coefficients: [25, -10, 1], x0: -5, learning_rate: 1e-12 },
    { coefficients: [25, -10, 1], x0: 5.007, learning_rate: 1e-12 },
    { coefficients: [25, -10, 1], x0: 9, learning_rate: 10 },
  ],
  // The second tangent, which is the last that is allowed, moves by just what counts as the end, or by a little more.
  newton_raphson: [
    { coefficients: [-1e-14, 1, -1e-14], x0: 1, tolerance: 1e-6, max_iterations: 1 },
    { coefficients: [-1.5e-14, 1, -1.5e-14], x0: 1, tolerance: 1e-6, max_iterations: 1 },
  ],
  // Halving ends exactly at the tolerance.
  bisection: [{ coefficients: [-0.3, 1], a: 0, b: 1, tolerance: 0.25 }],
};
