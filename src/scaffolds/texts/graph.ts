/** Texts of the scaffolds of graphs. */
import type { ScaffoldTexts } from './text.ts';

export const GRAPH_TEXTS: ScaffoldTexts = {
  bfs: {
    when: 'Least numbers of edges from one vertex, where edges have no weights.',
    state: 'A queue of vertices, and the distance of every vertex that was found.',
    start: 'The queue holds the source, and its distance is 0.',
    steps: [
      'Take the first vertex from the queue.',
      'For each of its neighbours that has no distance: its distance is one more, and it goes to the end of the queue.',
    ],
    end: 'The queue is empty. Vertices without a distance cannot be reached.',
    verify: [
      'Every vertex but the source has a neighbour (one that leads to it) whose distance is one less.',
      'No edge leads from a vertex to one whose distance is more than one larger.',
    ],
    mistakes: [
      'A vertex is marked when it leaves the queue, so that it enters the queue twice.',
      'Directed edges are followed backward.',
      'Vertices that cannot be reached are left out of the answer.',
    ],
  },
  dfs: {
    when: 'Visiting everything that can be reached, where depth matters: components, cycles, orders of finishing.',
    state: 'The stack of vertices from the source to where the search stands, and the vertices that were visited.',
    start: 'The stack holds the source, which is visited.',
    steps: [
      'If the vertex on top has an unvisited neighbour, visit it and put it on the stack.',
      'Else take the top from the stack.',
    ],
    end: 'The stack is empty.',
    verify: [
      'Each vertex of the order is an unvisited neighbour of the last vertex before it that still had one.',
      'Exactly the vertices that can be reached are there, each once.',
    ],
    mistakes: [
      'All neighbours of a vertex are listed before those of the first neighbour: that is breadth-first search.',
      'After a dead end the search goes on from the source, not from the deepest vertex with something left.',
    ],
  },
  dijkstra: {
    when: 'Shortest distances from one vertex, where no weight is negative.',
    state: 'A distance for every vertex, and which vertices are settled.',
    start: 'The source has the distance 0, all others have none. Nothing is settled.',
    steps: [
      'Settle an unsettled vertex with the least distance.',
      'For each edge from it: the distance of the other end becomes the settled distance plus the weight, if that is less.',
    ],
    end: 'No unsettled vertex has a distance.',
    verify: [
      'No edge would make a distance shorter: distance[to] ≤ distance[from] + weight.',
      'Every distance but that of the source is reached by an edge for which this is an equality.',
    ],
    mistakes: [
      'A vertex is settled when it is found first, not when its distance is least.',
      'Distances are not looked at again after a shorter way was found.',
      'An undirected edge is relaxed in one direction only.',
    ],
  },
  astar: {
    when: 'A shortest way to one goal, with an estimate of what is left that is never too large.',
    state:
      'The least known cost g of every vertex that was found, and which vertices are open. The estimate of a way is f = g + heuristic.',
    start: 'The source is open and has the cost 0.',
    steps: [
      'Expand an open vertex with the least f; it is closed.',
      'For each edge from it: if the cost over it is less than what is known, keep it and open the other end (again).',
    ],
    end: 'The goal is expanded: its cost is the least. If nothing is open, there is no way.',
    verify: [
      'Every two vertices of the path are joined by an edge.',
      'The cost is the sum of their weights.',
      'No other way is shorter.',
    ],
    mistakes: [
      'The search stops when the goal is found, before it is expanded.',
      'A closed vertex is not opened again when a shorter way to it is found, which a heuristic that is not consistent needs.',
      'Vertices are taken by the heuristic alone.',
    ],
  },
  bellman_ford: {
    when: 'Shortest distances from one vertex, where weights may be negative.',
    state: 'A distance for every vertex.',
    start: 'The source has the distance 0, all others have none.',
    steps: [
      'Go over all edges once: distance[to] becomes distance[from] + weight, if from has a distance and that is less.',
    ],
    end: 'A round changes nothing. If the round with the number of the vertices still changes something, a negative cycle can be reached and there are no shortest distances.',
    verify: [
      'No edge would make a distance shorter.',
      'A negative cycle is named only if following it once more makes its vertices shorter.',
    ],
    mistakes: [
      'A vertex without a distance is relaxed from, as if infinity were a number.',
      'A negative edge is taken for a negative cycle.',
      'A negative cycle that the source does not reach is reported.',
    ],
  },
  floyd_warshall: {
    when: 'Shortest distances between all vertices, in graphs of few vertices; weights may be negative.',
    state: 'A table of distances from each vertex to each.',
    start: 'Each vertex is 0 from itself; the lightest edge from i to j is their distance; all others have none.',
    steps: [
      'For the next vertex k: distance[i][j] becomes distance[i][k] + distance[k][j] for all i and j, if both are there and that is less.',
    ],
    end: 'Every vertex was k once. If a vertex is then less than 0 from itself, it lies on a negative cycle.',
    verify: [
      'distance[i][j] ≤ distance[i][k] + distance[k][j] for all i, j, k.',
      'No edge is shorter than the distance of its ends.',
    ],
    mistakes: [
      'k is the innermost loop and not the outermost.',
      'Of parallel edges the last one is taken, not the lightest.',
      'An edge from a vertex to itself makes it more than 0 from itself.',
    ],
  },
  topological_sort: {
    when: 'An order in which everything comes after what it depends on.',
    state: 'For each vertex that is left, how many edges from other vertices that are left come to it.',
    start: 'All edges are counted.',
    steps: [
      'Put a vertex with the count 0 into the order, and take away its edges: the counts of their ends go down by one.',
    ],
    end: 'All vertices are in the order. If vertices are left and none has the count 0, there is a cycle and no order.',
    verify: ['Every edge goes from an earlier vertex to a later one.', 'Every vertex is there once.'],
    mistakes: [
      'Edges are read backward.',
      'An order is given for a part of the vertices although there is a cycle.',
      'Parallel edges are counted once but taken away twice.',
    ],
  },
};
