/** Which steps a diagram shows when it cannot show all. */
import { unknownStep } from '../failures.ts';
import type { StepState } from '../graph/states.ts';
import type { Step } from '../plan.ts';
import type { DiagramOptions, DrawnPlan } from './diagram.ts';

/**
 * Numbers of at most `most` steps, what matters most first: those that run; open ones on the critical path, in half of the places; ready and
 * failed ones; the rest of the critical path; neighbours of all these; the others by number. With `only`, these and their neighbours.
 * Throws `ToolFailure` for a number of `only` that is of no step. Linear in steps and edges.
 */
export function chooseSteps({ steps, states, critical }: DrawnPlan, { only, most }: DiagramOptions): readonly number[] {
  const numbers = steps.map(({ number }) => number);
  const chosen = new Set<number>();
  const take = (candidates: Iterable<number>) => {
    for (const number of candidates) {
      if (chosen.size >= most) return;
      chosen.add(number);
    }
  };
  const inState = (...wanted: readonly StepState[]) =>
    numbers.filter((number) => wanted.includes(states.get(number) ?? 'pending'));
  if (only !== undefined) {
    const known = new Set(numbers);
    const unknown = only.find((number) => !known.has(number));
    if (unknown !== undefined) throw unknownStep(unknown, numbers);
    take(only);
  } else {
    take(inState('executing'));
    const open = critical.filter((number) => !isEnded(states.get(number)));
    take(open.slice(0, Math.ceil(most / 2)));
    take(inState('ready'));
    take(inState('failed'));
    take(open);
    take(critical);
  }
  const neighbours = neighboursOf(steps);
  take([...chosen].flatMap((number) => neighbours.get(number) ?? []));
  if (only === undefined) take(numbers);
  return [...chosen];
}

/** Whether nothing is left to do for a step. */
export function isEnded(state: StepState | undefined): boolean {
  return state === 'completed' || state === 'skipped' || state === 'cancelled';
}

/** Steps that a step names: what it waits for, what it is a part of, and where it was found. */
function namedBy({ dependencies, conditions = [], parent, discovered_from: origin }: Step): readonly number[] {
  return [
    ...dependencies,
    ...conditions.map(({ step }) => step),
    ...[parent, origin].filter((one) => one !== undefined),
  ];
}

function neighboursOf(steps: readonly Step[]): ReadonlyMap<number, readonly number[]> {
  const neighbours = new Map<number, number[]>(steps.map(({ number }) => [number, []]));
  for (const step of steps)
    for (const number of namedBy(step)) {
      neighbours.get(step.number)?.push(number);
      neighbours.get(number)?.push(step.number);
    }
  return neighbours;
}
