/** A graph whose shortest paths are known without a search. */

/** A chain with longer ways beside it, as arguments of tools of `dijkstra`, and the right answer. */
export function largeGraph(vertexCount: number, edgeCount: number) {
  const vertices = Array.from({ length: vertexCount }, (_, index) => `v${index}`);
  const chain = vertices.slice(1).map((vertex, index) => [vertices[index], vertex, 1]);
  const beside = Array.from({ length: edgeCount - chain.length }, (_, index) => {
    const from = index % (vertexCount - 2);
    return [vertices[from], vertices[from + 2], 3];
  });
  return {
    instance: { scaffold: 'dijkstra', input: { vertices, edges: [...chain, ...beside], source: vertices[0] } },
    answer: { distances: Object.fromEntries(vertices.map((vertex, index) => [vertex, index])) },
  };
}
