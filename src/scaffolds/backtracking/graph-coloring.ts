/** Graph coloring: colors for vertices so that no edge joins two of the same. Brélaz, 1979 (DSATUR). */
import { z } from 'zod';
import type { Random } from '../../lib/random.ts';
import type { Label } from '../answers/shape.ts';
import { checkEnds, letters, listEdges, plainFields, randomPairs, shuffled } from '../graph/graph.ts';
import { defineScaffold, type Judgement, right, type Tier, wrong } from '../scaffold.ts';
import { colorGraph, type Neighbours } from './coloring.ts';
import { actionField, searchSays, searchState } from './search-steps.ts';

/** Vertices of an instance: the search is exponential, and the work of a call ends it. */
const MOST_VERTICES = 100;

const input = z
  .strictObject({
    ...plainFields,
    num_colors: z.int().min(1).max(MOST_VERTICES).describe('How many colors there are.'),
  })
  .superRefine((graph, context) => {
    checkEnds(graph, context);
    if (graph.vertices.length > MOST_VERTICES)
      context.addIssue({
        code: 'custom',
        path: ['vertices'],
        message: `there are more than ${MOST_VERTICES} vertices`,
      });
  });
type ColoringInput = z.infer<typeof input>;

export default defineScaffold({
  name: 'graph_coloring',
  title: 'Graph coloring',
  category: 'backtracking',
  aliases: ['graph_colouring', 'k-coloring', 'vertex coloring', 'm-coloring'],
  purpose:
    'Colors the vertices of a graph with at most k colors so that no edge joins two of the same, or says that there is no way.',
  checks:
    'Every vertex has a color, at most k are used, and no edge joins two vertices of one; any such coloring will do, and colors may have any names. ' +
    '`colorable: false` is right exactly when there is none; an edge from a vertex to itself leaves none.',
  input,
  answer: {
    coloring: {
      kind: 'textOfEach',
      says: 'by vertex its color, such as a number; or the colors in the order of the vertices; left out when there is no way',
      aliases: ['colouring', 'colors', 'colours', 'color assignment', 'assignment'],
      optional: true,
    },
    colorable: {
      kind: 'boolean',
      says: 'whether there is a way',
      aliases: ['colourable', 'is colorable', 'is colourable'],
      optional: true,
      falseWhen:
        /\bno (?:valid |proper |possible |such )?(?:\S{1,5}-)?colou?ring\b|\bnot (?:\S{1,5}-)?colou?rable\b|\bcannot be (?:properly )?(?:\S{1,5}-)?colou?red\b/i,
    },
  },
  task: ({ vertices, edges, num_colors }) =>
    `Graph with vertices ${vertices.join(', ')} and edges ${listEdges(edges, false)}. ` +
    `Give each vertex one of at most ${num_colors} colors so that no edge joins two vertices of the same color, or say that there is no way.`,
  generate: coloringInstance,
  solve({ vertices, edges, num_colors }, work) {
    const colors = colorGraph(neighboursOf(vertices, edges), num_colors, work);
    if (colors === undefined) return { colorable: false };
    return {
      coloring: Object.fromEntries(vertices.map((vertex, at) => [vertex, String(colors[at])])),
      colorable: true,
    };
  },
  judge(graph, { coloring, colorable }, work) {
    const { vertices, edges, num_colors } = graph;
    const colors = coloring && colorsOf(coloring, vertices);
    if (colors === undefined || colors.size === 0) {
      const isColorable = colorGraph(neighboursOf(vertices, edges), num_colors, work) !== undefined;
      if (colorable === true) return wrong(isColorable ? 'The coloring is missing.' : 'There is no coloring.');
      return isColorable ? wrong('There is a coloring.') : right('There is no coloring, and the answer says so.');
    }
    const fault = faultOf(colors, graph);
    if (fault !== undefined) return fault;
    return colorable === false
      ? wrong('There is a coloring: the answer has it, and says that there is none.', 'colorable')
      : right(`No edge joins two vertices of the same color, and ${new Set(colors.values()).size} colors are used.`);
  },
  trace: {
    says: `Colors are numbers from 1 to num_colors. ${searchSays({
      value: 'color',
      place: 'vertex',
      given: undefined,
      complete: 'every vertex has a color',
    })}`,
    step: {
      action: actionField('the color'),
      vertex: { kind: 'text', says: 'the vertex', aliases: ['node'] },
      color: { kind: 'number', says: 'the color', aliases: ['colour', 'value'] },
      colors: {
        kind: 'numberOf',
        says: 'after the step, by vertex the color of each that has one',
        aliases: ['colours', 'coloring', 'colouring', 'assignment', 'state'],
      },
    },
    start({ vertices, edges, num_colors }) {
      const neighbours = neighboursOf(vertices, edges);
      const name = (variable: number) => vertices[variable] ?? '';
      return searchState({
        variables: vertices.length,
        values: num_colors,
        given: [],
        contradict: (one, other) => one.value === other.value && neighbours[one.variable]?.has(other.variable) === true,
        step: (action, { variable, value }, standing) => ({
          action,
          vertex: name(variable),
          color: value + 1,
          colors: Object.fromEntries(standing.map((each) => [name(each.variable), each.value + 1])),
        }),
      });
    },
  },
});

/** Colors by vertex; those of a list stand in the order of the vertices. */
function colorsOf(
  coloring: Readonly<Record<Label, string>> | readonly string[],
  vertices: readonly Label[],
): ReadonlyMap<Label, string> {
  if (!isTexts(coloring)) return new Map(Object.entries(coloring));
  return new Map(coloring.map((color, at) => [vertices[at] ?? `color ${at + 1}`, color]));
}

function isTexts(coloring: Readonly<Record<Label, string>> | readonly string[]): coloring is readonly string[] {
  return Array.isArray(coloring);
}

function faultOf(
  colors: ReadonlyMap<Label, string>,
  { vertices, edges, num_colors }: ColoringInput,
): Judgement | undefined {
  const names = new Set(vertices);
  const stray = [...colors.keys()].find((vertex) => !names.has(vertex));
  if (stray !== undefined) return wrong(`${stray} is no vertex.`, stray);
  const missing = vertices.find((vertex) => !colors.has(vertex));
  if (missing !== undefined) return wrong(`The color of ${missing} is missing.`, missing);
  const used = new Set(colors.values()).size;
  if (used > num_colors) return wrong(`The coloring uses ${used} colors; ${num_colors} are allowed.`);
  const same = edges.find(([from, to]) => colors.get(from) === colors.get(to));
  return same && wrong(`${same[0]} and ${same[1]} are joined and have the same color.`, `${same[0]}, ${same[1]}`);
}

/** By vertex the places of those that an edge joins it to; of a loop its own. */
function neighboursOf(vertices: readonly Label[], edges: readonly (readonly [Label, Label])[]): Neighbours {
  const places = new Map(vertices.map((vertex, at) => [vertex, at]));
  const neighbours = vertices.map(() => new Set<number>());
  for (const [from, to] of edges) {
    const [one, other] = [places.get(from) ?? 0, places.get(to) ?? 0];
    neighbours[one]?.add(other);
    neighbours[other]?.add(one);
  }
  return neighbours;
}

/** Most have a hidden coloring. Edge cases: no edges, a complete graph with a color too few, an odd ring and two colors, two parts and two colors, a wheel. */
function coloringInstance(random: Random, tier: Tier, level: number, index: number): ColoringInput {
  const count = tier === 'simple' ? 3 + level + random.below(2) : 6 + 2 * level + random.below(3);
  const names = letters(count);
  const ring = (around: readonly Label[]) =>
    around.map((name, at): [Label, Label] => [name, around[(at + 1) % around.length] ?? name]);
  if (tier !== 'edge') {
    const num_colors = 2 + random.below(tier === 'simple' ? 2 : 3);
    const hidden = new Map(names.map((name) => [name, random.below(num_colors)]));
    const edges = randomPairs(random, names, tier === 'simple' ? 0.7 : 0.5, false);
    // One in four has any edges, and often no coloring.
    const isAny = random.below(4) === 0;
    return {
      vertices: names,
      edges: edges.filter(([from, to]) => isAny || hidden.get(from) !== hidden.get(to)),
      num_colors,
    };
  }
  switch (index % 5) {
    case 0:
      return {
        vertices: letters(Math.min(MOST_VERTICES, level + random.below(10 * level))),
        edges: [],
        num_colors: 1 + random.below(3),
      };
    case 1: {
      const few = letters(3 + level);
      return { vertices: few, edges: randomPairs(random, few, 1, false), num_colors: few.length - 1 };
    }
    case 2: {
      const odd = letters(2 * Math.floor(count / 2) + 1);
      return { vertices: odd, edges: ring(shuffled(random, odd)), num_colors: 2 };
    }
    case 3: {
      const mixed = shuffled(random, names);
      const [one, other] = [mixed.slice(0, count >> 1), mixed.slice(count >> 1)];
      const between = one.flatMap((from) => other.map((to): [Label, Label] => [from, to]));
      return { vertices: names, edges: between.filter(() => random.below(3) > 0), num_colors: 2 };
    }
    default: {
      const [hub = 'A', ...rim] = shuffled(random, names);
      return {
        vertices: names,
        edges: [...ring(rim), ...rim.map((name): [Label, Label] => [hub, name])],
        num_colors: 3,
      };
    }
  }
}
