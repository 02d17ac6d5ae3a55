/** What a trace is by the definition of its algorithm: a second opinion on the machines of steps. */
import type { AnyAnswer } from '../../../src/scaffolds/answers/shape.ts';

/** The index of the first wrong step, which is the number of steps when the trace ends too early; "open" where rounding decides. */
export type TraceLabel = number | 'right' | 'open';

/** Steps have the kinds of their fields, and all of them. */
export type TraceOracle = (input: object, steps: readonly AnyAnswer[]) => TraceLabel;

/** What the definition says of a trace whose steps so far are right. */
export interface TraceRules<Input, Step> {
  /** The step that `given` has to be, which follows what it chooses; undefined when that is no choice. */
  readonly step: (input: Input, before: readonly Step[], given: Step) => Step | 'open' | undefined;
  /** Whether nothing is left to do. */
  readonly ended: (input: Input, before: readonly Step[]) => boolean | 'open';
  /** Whether the trace may stop although steps are left. */
  readonly mayStop?: (input: Input, before: readonly Step[]) => boolean;
  /** How far numbers may be off that are not whole, of their size or of 1. */
  readonly rounding?: number;
  /** Fields whose lists are in any order. */
  readonly anyOrder?: readonly (keyof Step & string)[];
  /** Fields whose numbers are never rounded. */
  readonly exact?: readonly (keyof Step & string)[];
}

/** An oracle whose parameters have the types of its scaffold: `Object` hands them over as they are. */
export function traceOracle<Input, Step extends object>(rules: TraceRules<Input, Step>): TraceOracle {
  return (input, steps) => labelOf(rules, Object(input), Object(steps));
}

function labelOf<Input, Step extends object>(
  rules: TraceRules<Input, Step>,
  input: Input,
  steps: readonly Step[],
): TraceLabel {
  for (const [at, given] of steps.entries()) {
    const before = steps.slice(0, at);
    const ended = rules.ended(input, before);
    if (ended !== false) return ended === 'open' ? 'open' : at;
    const expected = rules.step(input, before, given);
    if (expected === undefined) return at;
    const agrees = expected === 'open' ? 'open' : isStep(expected, given, rules);
    if (agrees !== true) return agrees === 'open' ? 'open' : at;
  }
  const ended = rules.mayStop?.(input, steps) === true || rules.ended(input, steps);
  if (ended === 'open') return 'open';
  return ended ? 'right' : steps.length;
}

type Agreement = boolean | 'open';

function isStep<Step extends object>(
  expected: Step,
  given: Step,
  { rounding = 1e-6, anyOrder = [], exact = [] }: Pick<TraceRules<never, Step>, 'rounding' | 'anyOrder' | 'exact'>,
): Agreement {
  const [free, whole]: (readonly string[])[] = [anyOrder, exact];
  const values = new Map(Object.entries(given));
  return every(
    Object.entries(expected).map(([name, value]) => {
      const [most, other] = [whole?.includes(name) ? 0 : rounding, values.get(name)];
      return free?.includes(name) ? areSame(inOneOrder(value), inOneOrder(other), most) : areSame(value, other, most);
    }),
  );
}

function areSame(one: unknown, other: unknown, rounding: number): Agreement {
  if (typeof one === 'number' && typeof other === 'number') return areNear(one, other, rounding);
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  const [left, right] = [Object.entries(one), new Map(Object.entries(other))];
  if (left.length !== right.size || Array.isArray(one) !== Array.isArray(other)) return false;
  return every(left.map(([key, value]) => right.has(key) && areSame(value, right.get(key), rounding)));
}

/** Whole numbers are the same or not; others are near, far, or neither. */
function areNear(one: number, other: number, rounding: number): Agreement {
  if (one === other) return true;
  if (Number.isInteger(one) && Number.isInteger(other)) return false;
  const off = Math.abs(one - other) / Math.max(1, Math.abs(one), Math.abs(other));
  if (off <= rounding * 0.51) return true;
  return off < 2 * rounding ? 'open' : false;
}

function every(all: readonly Agreement[]): Agreement {
  if (all.includes(false)) return false;
  return all.includes('open') ? 'open' : true;
}

function inOneOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const items = value.map(inOneOrder).map((item) => ({ item, text: JSON.stringify(item) }));
  const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return items
    .sort((one, other) => Number(one.item) - Number(other.item) || compare(one.text, other.text))
    .map(({ item }) => item);
}
