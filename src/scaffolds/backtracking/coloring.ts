/** The search for a coloring with at most so many colors. Brélaz, 1979 (DSATUR). */
import type { Work } from '../work.ts';

/** By vertex those that it is joined to. */
export type Neighbours = readonly ReadonlySet<number>[];

/** A color from 0 on for each vertex; undefined when so many colors do not suffice. */
export function colorGraph(neighbours: Neighbours, most: number, work: Work): readonly number[] | undefined {
  if (neighbours.some((around, vertex) => around.has(vertex))) return undefined;
  const colors: number[] = neighbours.map(() => -1);
  const { core, easy } = peel(neighbours, most, work);
  // A part is colored by itself: what has no way in it has none in any coloring of the others.
  for (const part of partsOf(core, neighbours)) if (!colorPart(part, neighbours, most, colors, work)) return undefined;
  for (const vertex of easy.toReversed()) colors[vertex] = freeColors(vertex, neighbours, colors, most, work)[0] ?? 0;
  return colors;
}

/** Vertices with fewer neighbours than colors always have one left when they come last; `core` is what remains without them. */
function peel(neighbours: Neighbours, most: number, work: Work) {
  const core = new Set(neighbours.keys());
  const easy: number[] = [];
  for (let before = -1; before !== easy.length; ) {
    before = easy.length;
    for (const vertex of core) {
      const around = neighbours[vertex] ?? new Set();
      work.spend(1 + around.size);
      if ([...around].filter((other) => core.has(other)).length >= most) continue;
      core.delete(vertex);
      easy.push(vertex);
    }
  }
  return { core, easy };
}

function partsOf(core: ReadonlySet<number>, neighbours: Neighbours): readonly (readonly number[])[] {
  const seen = new Set<number>();
  const parts: (readonly number[])[] = [];
  for (const start of core) {
    if (seen.has(start)) continue;
    const part = new Set([start]);
    for (const vertex of part) for (const other of neighbours[vertex] ?? []) if (core.has(other)) part.add(other);
    for (const vertex of part) seen.add(vertex);
    parts.push([...part]);
  }
  return parts;
}

/** Colors that no neighbour has. */
function freeColors(
  vertex: number,
  neighbours: Neighbours,
  colors: readonly number[],
  most: number,
  work: Work,
): readonly number[] {
  const around = neighbours[vertex] ?? new Set<number>();
  work.spend(around.size + most);
  const taken = new Set([...around].map((other) => colors[other]));
  return Array.from({ length: most }, (_, color) => color).filter((color) => !taken.has(color));
}

/** The vertex with the fewest colors left comes next; of the colors that nothing has yet, one stands for all. */
function colorPart(
  part: readonly number[],
  neighbours: Neighbours,
  most: number,
  colors: number[],
  work: Work,
): boolean {
  const colored: { readonly vertex: number; readonly choices: number[] }[] = [];
  const next = () => {
    let best: { readonly vertex: number; readonly choices: readonly number[] } | undefined;
    for (const vertex of part) {
      if (colors[vertex] !== -1) continue;
      const choices = freeColors(vertex, neighbours, colors, most, work);
      const isBetter =
        best === undefined ||
        choices.length < best.choices.length ||
        (choices.length === best.choices.length &&
          (neighbours[vertex]?.size ?? 0) > (neighbours[best.vertex]?.size ?? 0));
      if (isBetter) best = { vertex, choices };
      if (choices.length === 0) break;
    }
    return best;
  };
  for (;;) {
    const found = next();
    if (found === undefined) return true;
    const unused = 1 + Math.max(-1, ...colored.map(({ vertex }) => colors[vertex] ?? -1));
    colored.push({ vertex: found.vertex, choices: found.choices.filter((color) => color <= unused) });
    // Back to the last vertex that has another color.
    for (;;) {
      const last = colored.at(-1);
      if (last === undefined) return false;
      const color = last.choices.shift();
      colors[last.vertex] = color ?? -1;
      if (color !== undefined) break;
      colored.pop();
    }
  }
}
