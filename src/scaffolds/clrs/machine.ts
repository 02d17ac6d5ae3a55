/** The machine of a CLRS algorithm: its hints one after the other, and how a trace shows them. */
import type { AnyAnswer } from '../answers/shape.ts';
import type { TraceOption, TraceState } from '../trace.ts';
import { TooMuchWork, type Work } from '../work.ts';

/** A value of a hint, as CLRS-Text writes it: an index or a number, one for each node, or one for each pair of nodes. */
export type Hint = number | readonly number[] | readonly (readonly number[])[];
/** The hints of one step, by CLRS' names. */
export type Hints = Readonly<Record<string, Hint>>;

/** Before a step. */
export interface HintState {
  /** The answer, by the names of the hints that CLRS-Text shows; present when no step follows. */
  readonly output?: Hints;
  /** The same for states that go on alike. */
  readonly key?: string;
  /** Every legal next step, CLRS' own first. `given` is the step that is judged: choices that the book leaves open are taken from it. */
  options(given: Hints, work: Work): readonly HintOption[];
}

export interface HintOption {
  readonly hints: Hints;
  readonly next: () => HintState;
}

/** No step follows. */
export function ended(output: Hints): HintState {
  return { output, options: () => [] };
}

/** Steps without a choice, and what follows them. */
export function chain(steps: readonly Hints[], then: () => HintState, from = 0): HintState {
  const hints = steps[from];
  return hints === undefined ? then() : { options: () => [{ hints, next: () => chain(steps, then, from + 1) }] };
}

/** How a trace shows the steps. */
export interface View {
  /** Hints that it shows. */
  readonly names: readonly string[];
  /** As CLRS-Text has it: the answer stands in place of the last step. */
  readonly endsWithOutput: boolean;
}

/** States that one trace may leave open: which of equal values was taken is not always shown at once. */
const MOST_OPEN = 200;

/** The machine as a trace shows it: every state that what was shown allows. */
export function viewOf(states: readonly HintState[], view: View): TraceState<AnyAnswer> {
  return {
    options(work, given) {
      const shown = new Map<string, { readonly step: Hints; readonly after: HintState[] }>();
      for (const state of states)
        for (const { hints, next } of state.options(hintsOf(given), work)) {
          const after = next();
          const step = only(view.endsWithOutput ? (after.output ?? hints) : hints, view.names);
          work.spend(sizeOf(step));
          const key = JSON.stringify(step);
          const same = shown.get(key);
          if (same === undefined) shown.set(key, { step, after: [after] });
          else if (after.key === undefined || same.after.every((each) => each.key !== after.key))
            same.after.push(after);
        }
      return [...shown.values()].map(
        ({ step, after }): TraceOption<AnyAnswer> => ({
          step,
          next() {
            if (after.length > MOST_OPEN)
              throw new TooMuchWork(MOST_OPEN, `More than ${MOST_OPEN} orders of equal values fit these hints.`);
            return viewOf(after, view);
          },
        }),
      );
    },
  };
}

/** A step as hints: what is neither a number nor a list of numbers is left out. */
export function hintsOf(step: AnyAnswer | undefined): Hints {
  return Object.fromEntries(
    Object.entries(step ?? {}).flatMap(([name, value]): [string, Hint][] => (isHint(value) ? [[name, value]] : [])),
  );
}

export function isHint(value: unknown): value is Hint {
  return isNumber(value) || isVector(value) || (Array.isArray(value) && value.every(isVector));
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function isVector(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every(isNumber);
}

/** The values of some hints only. */
export function only(hints: Hints, names: readonly string[]): Hints {
  return Object.fromEntries(
    names.flatMap((name): [string, Hint][] => {
      const value = hints[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function sizeOf(step: Hints): number {
  return Object.values(step).reduce<number>((sum, value) => sum + [value].flat(2).length, 0);
}
