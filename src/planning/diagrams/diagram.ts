/** What diagrams of a plan are made of, and how large they may be. */
import type { StepState } from '../graph/states.ts';
import type { PlanHead, Step } from '../plan.ts';

/** A plan to be drawn. Its steps fit together, as `networkOf` checks; maps are by number. */
export interface DrawnPlan {
  readonly head: PlanHead;
  /** In the order of their numbers. */
  readonly steps: readonly Step[];
  readonly states: ReadonlyMap<number, StepState>;
  /** When each step can begin, from the begin of the plan, and how long it takes, in `unit`. */
  readonly startsAt: ReadonlyMap<number, number>;
  readonly durations: ReadonlyMap<number, number>;
  /** Milliseconds by default; `steps`: nothing is estimated, and each step counts 1. */
  readonly unit?: 'ms' | 'steps';
  /** Numbers of the steps on the critical path, in their order. */
  readonly critical: readonly number[];
}

/** What is drawn of it. */
export interface DiagramOptions {
  /** Only these steps and their neighbours. */
  readonly only?: readonly number[];
  /** Nodes at most; {@link MOST_NODES} whatever it says. */
  readonly most: number;
}

/** A diagram. */
export interface Diagram {
  /** Mermaid, below its limits for texts (50,000 characters) and edges (500). */
  readonly mermaid: string;
  /** Numbers of the steps that it shows. */
  readonly shown: readonly number[];
  /** Steps of the plan. */
  readonly total: number;
  /** What it leaves out, in words. */
  readonly omitted: readonly string[];
}

/** Nodes of the largest diagram: with labels and numbers at their longest, its text is below Mermaid's `maxTextSize` (50,000). */
export const MOST_NODES = 100;
/** The same of its arrows; Mermaid's `maxEdges` is 500. */
export const MOST_EDGES = 300;

/** How states look: as classes of flowcharts. */
const STYLES: Readonly<Record<StepState, string>> = {
  pending: 'fill:#eee,stroke:#777,color:#111',
  ready: 'fill:#def,stroke:#26c,color:#111',
  executing: 'fill:#ffc,stroke:#c80,color:#111',
  completed: 'fill:#dfd,stroke:#282,color:#111',
  failed: 'fill:#fdd,stroke:#c22,color:#111',
  skipped: 'fill:#fff,stroke:#999,color:#555',
  blocked: 'fill:#fde,stroke:#a26,color:#111',
  cancelled: 'fill:#ddd,stroke:#555,color:#555',
};

/** The lines that give nodes the looks of their states, and a thick border to those on the critical path. */
export function classLines(
  nodes: Iterable<{ readonly id: string; readonly state: StepState; readonly isCritical: boolean }>,
): readonly string[] {
  const ids = new Map<StepState, string[]>();
  const critical: string[] = [];
  for (const { id, state, isCritical } of nodes) {
    ids.set(state, [...(ids.get(state) ?? []), id]);
    if (isCritical) critical.push(id);
  }
  return [
    ...[...ids].flatMap(([state, named]) => [
      `  classDef ${state} ${STYLES[state]}`,
      `  class ${named.join(',')} ${state}`,
    ]),
    ...(critical.length === 0
      ? []
      : ['  classDef critical stroke-width:4px', `  class ${critical.join(',')} critical`]),
  ];
}

/** `3 steps`, `1 step`. */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
