/** A plan as a flowchart of Mermaid. */
import type { Step } from '../plan.ts';
import { chooseSteps } from './choose.ts';
import {
  classLines,
  counted,
  type Diagram,
  type DiagramOptions,
  type DrawnPlan,
  MOST_EDGES,
  MOST_NODES,
} from './diagram.ts';
import { labelOf } from './label.ts';
import { criticalPlaces, type Nesting, nestingOf } from './nesting.ts';

/** Code points of a description. */
const LONGEST_LABEL = 48;

interface Edge {
  readonly line: string;
  readonly isCritical: boolean;
}

/**
 * Steps as nodes with their states as classes, and steps with parts as subgraphs. Arrows: solid for what a step waits for, thick along the
 * critical path, dotted with the condition, and dotted with a circle to work from the step during which it was found. A label says what its
 * step waits for that is not shown. Throws `ToolFailure` for a number of `only` that is of no step. Linear in steps and edges.
 */
export function flowchart(plan: DrawnPlan, options: DiagramOptions): Diagram {
  const { steps, states } = plan;
  const chosen = new Set(chooseSteps(plan, { ...options, most: Math.min(options.most, MOST_NODES) }));
  const shown = steps.filter(({ number }) => chosen.has(number));
  const nesting = nestingOf(steps, chosen);
  const places = criticalPlaces(steps, plan.critical);
  const isThick = (from: number, to: number) => {
    const { last } = places.get(from) ?? {};
    return last !== undefined && last + 1 === places.get(to)?.first;
  };
  const edges = shown.flatMap((step) => edgesTo(step, chosen, nesting, isThick));
  const drawn = [...edges.filter((edge) => edge.isCritical), ...edges.filter((edge) => !edge.isCritical)].slice(
    0,
    MOST_EDGES,
  );
  const labels = new Map(shown.map((step) => [step.number, labelOfStep(step, chosen, nesting)]));
  const missing = steps.length - shown.length;
  const omitted = [
    ...(missing > 0 ? [counted(missing, 'more step')] : []),
    ...(edges.length > drawn.length
      ? [`${counted(edges.length - drawn.length, 'arrow')} between steps that are shown`]
      : []),
  ];
  return {
    mermaid: [
      'flowchart TD',
      ...nodeLines(nesting, labels),
      ...drawn.map(({ line }) => line),
      ...(omitted.length > 0 ? [`  rest["not shown: ${omitted.join('; ')}"]`] : []),
      ...classLines(
        shown.map(({ number }) => ({
          id: idOf(number),
          state: states.get(number) ?? 'pending',
          isCritical: places.has(number),
        })),
      ),
    ].join('\n'),
    shown: shown.map(({ number }) => number),
    total: steps.length,
    omitted,
  };
}

function idOf(number: number): string {
  return `s${number}`;
}

/** Nodes, each within the subgraph that it is a part of. */
function nodeLines({ roots, parts }: Nesting, labels: ReadonlyMap<number, string>): readonly string[] {
  const linesOf = (number: number, indent: string): readonly string[] => {
    const node = `${idOf(number)}["${labels.get(number) ?? number}"]`;
    const within = parts.get(number);
    if (within === undefined) return [`${indent}${node}`];
    // All on one level: white space has no meaning, and deep plans would have much of it.
    return [`${indent}subgraph ${node}`, ...within.flatMap((part) => linesOf(part, '    ')), `${indent}end`];
  };
  return roots.flatMap((number) => linesOf(number, '  '));
}

function labelOfStep(step: Step, chosen: ReadonlySet<number>, { contains }: Nesting): string {
  const { number, description, discovered_from: origin } = step;
  const hidden = [...waitsFor(step)].filter((one) => !chosen.has(one)).length;
  const notes = [
    ...(hidden > 0 ? [`after ${hidden} more`] : []),
    // Mermaid has no arrow between a subgraph and what is in it.
    ...(origin !== undefined && contains(number, origin) ? [`found during ${origin}`] : []),
  ];
  return `${number} ${labelOf(description, LONGEST_LABEL)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
}

function waitsFor({ dependencies, conditions = [] }: Step): ReadonlySet<number> {
  return new Set([...dependencies, ...conditions.map((one) => one.step)]);
}

function edgesTo(
  { number, dependencies, conditions = [], discovered_from: origin }: Step,
  chosen: ReadonlySet<number>,
  { contains }: Nesting,
  isThick: (from: number, to: number) => boolean,
): readonly Edge[] {
  const edge = (from: number, arrow: string): readonly Edge[] =>
    chosen.has(from) ? [{ line: `  ${idOf(from)} ${arrow} ${idOf(number)}`, isCritical: isThick(from, number) }] : [];
  const conditional = new Set(conditions.map(({ step }) => step));
  const solid = new Set(dependencies.filter((one) => !conditional.has(one)));
  return [
    ...[...solid].flatMap((one) => edge(one, isThick(one, number) ? '==>' : '-->')),
    ...conditions.flatMap(({ step, ended }) => edge(step, `-. "if ${ended}" .->`)),
    ...(origin === undefined || contains(number, origin) ? [] : edge(origin, '-.-o')),
  ];
}
