/** Traces of backtracking: what stands and what was tried is read off the steps before. */
import { findOnce, sum, upTo } from '../oracles/oracle.ts';
import { type TraceOracle, type TraceRules, traceOracle } from './trace-oracle.ts';

interface Choice {
  readonly place: number;
  readonly value: number;
}
interface Move extends Choice {
  readonly isRemoval: boolean;
}

interface State {
  readonly standing: readonly Choice[];
  /** What was removed and does not come back yet. */
  readonly tried: readonly Choice[];
}

/** A move counts as long as no later one leaves fewer choices than stood after it. */
function stateAfter(moves: readonly Move[]): State {
  let depth = sum(moves.map(({ isRemoval }) => (isRemoval ? -1 : 1)));
  let least = Infinity;
  const counting = moves
    .toReversed()
    .filter(({ isRemoval }) => {
      const counts = depth <= least;
      least = Math.min(least, depth);
      depth -= isRemoval ? -1 : 1;
      return counts;
    })
    .reverse();
  return {
    standing: counting.filter(({ isRemoval }) => !isRemoval),
    tried: counting.filter(({ isRemoval }) => isRemoval),
  };
}

/** Places that take values. */
interface Problem<Input, Step> {
  readonly places: (input: Input) => number;
  readonly values: (input: Input) => number;
  readonly given: (input: Input) => readonly Choice[];
  /** Whether two different choices break a rule together. */
  readonly clash: (input: Input, one: Choice, other: Choice) => boolean;
  /** Whether a choice breaks a rule by itself. */
  readonly isImpossible?: (input: Input, choice: Choice) => boolean;
  readonly choiceOf: (input: Input, step: Step) => Choice;
  /** `standing` is with what is given. */
  readonly write: (input: Input, step: Step, standing: readonly Choice[]) => Step;
}

const isSame = (one: Choice, other: Choice) => one.place === other.place && one.value === other.value;

function searchRules<Input extends object, Step extends { readonly action: string }>(
  problem: Problem<Input, Step>,
): TraceRules<Input, Step> {
  const givenOf = findOnce((input: Input) =>
    problem.given(input).filter((choice, at, all) => all.findIndex((other) => isSame(choice, other)) === at),
  );
  const stateOf = (input: Input, steps: readonly Step[]) =>
    stateAfter(steps.map((step) => ({ ...problem.choiceOf(input, step), isRemoval: step.action === 'remove' })));
  const isAllowed = (input: Input, { standing, tried }: State, choice: Choice) =>
    !problem.isImpossible?.(input, choice) &&
    !tried.some((other) => isSame(choice, other)) &&
    ![...givenOf(input), ...standing].some((other) => problem.clash(input, choice, other));
  const freePlaces = (input: Input, { standing }: State) => {
    const taken = new Set([...givenOf(input), ...standing].map(({ place }) => place));
    return upTo(problem.places(input)).filter((place) => !taken.has(place));
  };
  const hasChoice = (input: Input, state: State) => (place: number) =>
    upTo(problem.values(input)).some((value) => isAllowed(input, state, { place, value }));
  const isStuck = (input: Input, state: State) => !freePlaces(input, state).every(hasChoice(input, state));
  const isContradicted = findOnce((input: Input) =>
    givenOf(input).some(
      (one, at, all) =>
        problem.isImpossible?.(input, one) ||
        all.some((other, place) => place < at && problem.clash(input, one, other)),
    ),
  );
  return {
    ended(input, before) {
      if (before.length === 0 && isContradicted(input)) return true;
      const state = stateOf(input, before);
      const free = freePlaces(input, state);
      return free.length === 0 || (state.standing.length === 0 && !free.some(hasChoice(input, state)));
    },
    mayStop(input, before) {
      const state = stateOf(input, before);
      return state.standing.length === 0 && isStuck(input, state);
    },
    step(input, before, step) {
      const state = stateOf(input, before);
      const choice = problem.choiceOf(input, step);
      const given = givenOf(input);
      if (step.action === 'remove') {
        const last = state.standing.at(-1);
        if (last === undefined || !isSame(last, choice) || !isStuck(input, state)) return undefined;
        return problem.write(input, step, [...given, ...state.standing.slice(0, -1)]);
      }
      const isChoice = upTo(problem.values(input)).includes(choice.value);
      if (step.action !== 'place' || !isChoice || !freePlaces(input, state).includes(choice.place)) return undefined;
      if (!isAllowed(input, state, choice)) return undefined;
      return problem.write(input, step, [...given, ...state.standing, choice]);
    },
  };
}

interface QueenStep {
  readonly action: string;
  readonly row: number;
  readonly column: number;
  readonly queens: Readonly<Record<string, number>>;
}

const nQueens = traceOracle(
  searchRules<{ readonly n: number; readonly placed: readonly (readonly [number, number])[] }, QueenStep>({
    places: ({ n }) => n,
    values: ({ n }) => n,
    given: ({ placed }) => placed.map(([place, value]) => ({ place, value })),
    clash: (_, one, other) =>
      one.place === other.place ||
      one.value === other.value ||
      Math.abs(one.place - other.place) === Math.abs(one.value - other.value),
    choiceOf: (_, { row, column }) => ({ place: row, value: column }),
    write: (_, step, standing) => ({
      ...step,
      queens: Object.fromEntries(standing.map(({ place, value }) => [String(place), value])),
    }),
  }),
);

interface DigitStep {
  readonly action: string;
  readonly row: number;
  readonly column: number;
  readonly digit: number;
  readonly cells: readonly number[];
}

const rowOf = (place: number) => Math.floor(place / 9);
const boxOf = (place: number) => 3 * Math.floor(place / 27) + Math.floor((place % 9) / 3);

const sudoku = traceOracle(
  searchRules<{ readonly grid: readonly (readonly number[])[] }, DigitStep>({
    places: () => 81,
    values: () => 9,
    given: ({ grid }) => grid.flat().flatMap((digit, place) => (digit === 0 ? [] : [{ place, value: digit - 1 }])),
    clash: (_, one, other) =>
      one.value === other.value &&
      (rowOf(one.place) === rowOf(other.place) ||
        one.place % 9 === other.place % 9 ||
        boxOf(one.place) === boxOf(other.place)),
    choiceOf: (_, { row, column, digit }) => ({
      place: column >= 1 && column <= 9 ? 9 * (row - 1) + column - 1 : -1,
      value: digit - 1,
    }),
    write: (_, step, standing) => ({
      ...step,
      cells: upTo(9).map((at) => {
        const found = standing.find(({ place }) => place === 9 * (step.row - 1) + at);
        return found === undefined ? 0 : found.value + 1;
      }),
    }),
  }),
);

interface Coloring {
  readonly vertices: readonly string[];
  readonly edges: readonly (readonly [string, string])[];
  readonly num_colors: number;
}
interface ColorStep {
  readonly action: string;
  readonly vertex: string;
  readonly color: number;
  readonly colors: Readonly<Record<string, number>>;
}

const joins = ({ vertices, edges }: Coloring, one: number, other: number) =>
  edges.some(([from, to]) => {
    const ends = [vertices.indexOf(from), vertices.indexOf(to)];
    return ends.join() === [one, other].join() || ends.join() === [other, one].join();
  });

const graphColoring = traceOracle(
  searchRules<Coloring, ColorStep>({
    places: ({ vertices }) => vertices.length,
    values: (graph) => graph.num_colors,
    given: () => [],
    clash: (graph, one, other) => one.value === other.value && joins(graph, one.place, other.place),
    isImpossible: (graph, { place }) => joins(graph, place, place),
    choiceOf: ({ vertices }, { vertex, color }) => ({ place: vertices.indexOf(vertex), value: color - 1 }),
    write: ({ vertices }, step, standing) => ({
      ...step,
      colors: Object.fromEntries(standing.map(({ place, value }) => [vertices[place] ?? '', value + 1])),
    }),
  }),
);

interface SubsetSum {
  readonly numbers: readonly number[];
  readonly target: number;
}
interface SubsetStep {
  readonly action: string;
  readonly index: number;
  readonly taken: readonly number[];
  readonly sum: number;
}

/** What is taken, what may be, and whether any of that leads to the target. */
function subsetAfter({ numbers, target }: SubsetSum, steps: readonly SubsetStep[]) {
  const { standing, tried } = stateAfter(
    steps.map(({ action, index }) => ({ place: index, value: 1, isRemoval: action === 'remove' })),
  );
  const [taken, removed] = [standing, tried].map((choices) => choices.map(({ place }) => place));
  const valuesOf = (indices: readonly number[] = []) => indices.map((index) => numbers[index] ?? 0);
  const free = [...numbers.keys()].filter((index) => !taken?.includes(index) && !removed?.includes(index));
  const leads = free.some((index) => {
    const [number = 0] = valuesOf([index]);
    const others = valuesOf(free.filter((other) => other !== index));
    const from = sum(valuesOf(taken)) + number;
    const least = from + sum(others.filter((each) => each < 0));
    const most = from + sum(others.filter((each) => each > 0));
    return least <= target && target <= most && !valuesOf(removed).includes(number);
  });
  return { taken: taken ?? [], free, leads, isDone: sum(valuesOf(taken)) === target };
}

const subsetSum = traceOracle<SubsetSum, SubsetStep>({
  anyOrder: ['taken'],
  ended(instance, before) {
    const { taken, free, isDone } = subsetAfter(instance, before);
    return isDone || (taken.length === 0 && free.length === 0);
  },
  mayStop(instance, before) {
    const { taken, leads } = subsetAfter(instance, before);
    return taken.length === 0 && !leads;
  },
  step(instance, before, { action, index }) {
    const { taken, free, leads } = subsetAfter(instance, before);
    const mayRemove = action === 'remove' && index === taken.at(-1) && !leads;
    if (!mayRemove && !(action === 'take' && free.includes(index))) return undefined;
    const after = (mayRemove ? taken.slice(0, -1) : [...taken, index]).map((each) => instance.numbers[each] ?? 0);
    return { action, index, taken: after, sum: sum(after) };
  },
});

/** By the names of the scaffolds. */
export const BACKTRACKING_TRACES: Readonly<Record<string, TraceOracle>> = {
  n_queens: nQueens,
  sudoku,
  graph_coloring: graphColoring,
  subset_sum: subsetSum,
};
