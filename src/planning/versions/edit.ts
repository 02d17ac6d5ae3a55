/** Edits of a plan: steps added, changed, removed and put into another order, all of it or nothing. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import {
  type GivenStep,
  headFields,
  LONGEST_PLAN,
  LONGEST_STEP,
  MOST_STEPS,
  type Plan,
  type PlanHead,
  type Step,
  stepSchema,
} from '../plan.ts';

const { id: _, number, ...fields } = stepSchema.shape;

/** A step to add: without a number it gets the next one. */
export const newStepSchema = z.strictObject({ ...fields, number: number.optional() });
export type NewStep = z.output<typeof newStepSchema>;

/** Fields of a step to change; null removes one. */
export const stepChangeSchema = z.strictObject({
  step_number: number,
  description: fields.description.optional(),
  type: fields.type.optional(),
  dependencies: z.array(number).max(MOST_STEPS).optional(),
  parent: fields.parent.nullable(),
  conditions: fields.conditions.nullable(),
  discovered_from: fields.discovered_from.nullable(),
  estimated_duration_ms: fields.estimated_duration_ms.nullable(),
  files_affected: fields.files_affected.nullable(),
  symbols: fields.symbols.nullable(),
  details: fields.details.nullable(),
  acceptance_criteria: fields.acceptance_criteria.nullable(),
  checks: fields.checks.nullable(),
  patch: fields.patch.nullable(),
  contents: fields.contents.nullable(),
  python: fields.python.nullable(),
  supply: fields.supply.nullable(),
  command: fields.command.nullable(),
  group: fields.group.nullable(),
  requires_approval: fields.requires_approval.nullable(),
  requirements: fields.requirements.nullable(),
});
export type StepChange = z.output<typeof stepChangeSchema>;

/** Fields beside the steps, as they are to be. */
export const headChangeSchema = z.strictObject({
  goal: headFields.goal.optional(),
  scope: headFields.scope.unwrap().optional(),
  mvp_features: headFields.mvp_features.unwrap().optional(),
  nice_to_have_features: headFields.nice_to_have_features.unwrap().optional(),
  architecture: headFields.architecture.unwrap().optional(),
  risks: headFields.risks.unwrap().optional(),
  requirements: headFields.requirements.unwrap().optional(),
  questions: headFields.questions.unwrap().optional(),
});

/** What is to be different. */
export interface Edit {
  readonly head: z.output<typeof headChangeSchema>;
  readonly add: readonly NewStep[];
  readonly change: readonly StepChange[];
  readonly remove: readonly number[];
  /** Whether steps that waited for a removed one wait for what it waited for. */
  readonly reconnect: boolean;
  /** Numbers in their new order; the others follow as they were. Empty: as it is. */
  readonly order: readonly number[];
}

/** What gives new steps their names. */
export interface Naming {
  /** The highest number that a step ever had. */
  readonly highest: number;
  /** An identity that no step has. */
  readonly newId: () => string;
}

/** The plan after `edit`. Throws `ToolFailure` for numbers that are not there and for too much; whether steps fit together is for the network. */
export function edited(plan: Plan, edit: Edit, naming: Naming): Plan {
  const known = new Set(plan.steps.map((step) => step.number));
  for (const [field, numbers] of [
    ['remove_steps', edit.remove],
    ['change_steps', edit.change.map((change) => change.step_number)],
  ] as const)
    expectKnown(field, numbers, known);
  const removed = new Set(edit.remove);
  const changes = new Map(edit.change.map((change) => [change.step_number, change]));
  const kept = plan.steps.filter((step) => !removed.has(step.number));
  const reconnected = edit.reconnect ? reconnect(kept, plan.steps, removed) : kept;
  const changed = reconnected.map((step) => {
    const change = changes.get(step.number);
    return change === undefined ? step : changedStep(step, change);
  });
  const steps = [...changed, ...named(edit.add, naming)].sort((left, right) => left.number - right.number);
  const head = withoutSteps({ ...plan.head, ...defined(edit.head) }, removed);
  return expectSize(reordered({ head, steps }, edit.order));
}

/** A draft as a plan: steps without an id get one. Throws `ToolFailure` for what is too large. */
export function planOf(head: PlanHead, steps: readonly GivenStep[], newId: () => string): Plan {
  const numbered = steps.map((step) => ({ ...step, id: step.id ?? newId() }));
  return expectSize({ head, steps: numbered.sort((left, right) => left.number - right.number) });
}

function named(steps: readonly NewStep[], { highest, newId }: Naming): readonly Step[] {
  let last = Math.max(highest, ...steps.map((step) => step.number ?? 0));
  return steps.map(({ number: given, ...step }) => ({ ...step, number: given ?? ++last, id: newId() }));
}

function changedStep(step: Step, { step_number: _number, ...change }: StepChange): Step {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const gone = new Set(given.flatMap(([field, value]) => (value === null ? [field] : [])));
  const merged = { ...step, ...Object.fromEntries(given) };
  const left = Object.fromEntries(Object.entries(merged).filter(([field]) => !gone.has(field)));
  return { ...stepSchema.parse(left), id: step.id };
}

/** What waited for removed steps waits for what these waited for. */
function reconnect(kept: readonly Step[], all: readonly Step[], removed: ReadonlySet<number>): readonly Step[] {
  const byNumber = new Map(all.map((step) => [step.number, step]));
  const replace = (numbers: readonly number[]): number[] => {
    const found = new Set<number>();
    const queue = [...numbers];
    const seen = new Set(queue);
    for (const one of queue) {
      if (!removed.has(one)) found.add(one);
      else
        for (const next of byNumber.get(one)?.dependencies ?? []) {
          if (!seen.has(next)) queue.push(next);
          seen.add(next);
        }
    }
    return [...found];
  };
  return kept.map((step) => {
    const { parent, discovered_from, ...rest } = step;
    return {
      ...rest,
      dependencies: step.dependencies.some((one) => removed.has(one)) ? replace(step.dependencies) : step.dependencies,
      ...(parent !== undefined && !removed.has(parent) && { parent }),
      ...(discovered_from !== undefined && !removed.has(discovered_from) && { discovered_from }),
    };
  });
}

function withoutSteps(head: PlanHead, removed: ReadonlySet<number>): PlanHead {
  if (removed.size === 0) return head;
  const left = (features: PlanHead['mvp_features']) =>
    features.map((feature) => ({ ...feature, steps: feature.steps.filter((one) => !removed.has(one)) }));
  return { ...head, mvp_features: left(head.mvp_features), nice_to_have_features: left(head.nice_to_have_features) };
}

function reordered(plan: Plan, order: readonly number[]): Plan {
  if (order.length === 0) return plan;
  expectKnown('order', order, new Set(plan.steps.map((step) => step.number)));
  const first = new Set(order);
  const rest = plan.steps.map((step) => step.number).filter((one) => !first.has(one));
  const places = new Map([...first, ...rest].map((one, index) => [one, index + 1]));
  return renumbered(plan, (one) => places.get(one) ?? one);
}

/** The plan with other numbers, wherever a number stands. */
function renumbered({ head, steps }: Plan, to: (number: number) => number): Plan {
  const features = (given: PlanHead['mvp_features']) =>
    given.map((feature) => ({ ...feature, steps: feature.steps.map(to) }));
  const renamed = steps.map((step) => ({
    ...step,
    number: to(step.number),
    dependencies: step.dependencies.map(to),
    ...(step.parent !== undefined && { parent: to(step.parent) }),
    ...(step.discovered_from !== undefined && { discovered_from: to(step.discovered_from) }),
    ...(step.conditions !== undefined && {
      conditions: step.conditions.map((one) => ({ ...one, step: to(one.step) })),
    }),
  }));
  return {
    head: {
      ...head,
      mvp_features: features(head.mvp_features),
      nice_to_have_features: features(head.nice_to_have_features),
    },
    steps: renamed.sort((left, right) => left.number - right.number),
  };
}

function expectKnown(field: string, numbers: readonly number[], known: ReadonlySet<number>): void {
  const unknown = numbers.find((one) => !known.has(one));
  const again = numbers.find((one, index) => numbers.indexOf(one) !== index);
  if (unknown === undefined && again === undefined) return;
  throw new ToolFailure({
    errorType: 'INVALID_INPUT',
    message:
      unknown === undefined
        ? `${field} names step ${again} twice.`
        : `${field} names ${unknown}: no step has that number.`,
    advice: 'load_plan shows the steps and their numbers. Nothing was changed.',
    details: { field, value: unknown ?? again, constraint: 'numbers of steps of the plan, each once' },
  });
}

/** The plan itself. Throws `ToolFailure` where it has more than a plan may have. */
function expectSize(plan: Plan): Plan {
  const { steps } = plan;
  let total = JSON.stringify(plan.head).length;
  for (const step of steps) {
    const { length } = JSON.stringify(step);
    total += length;
    if (length > LONGEST_STEP) throw tooLarge(`Step ${step.number} has ${length} characters as JSON`, LONGEST_STEP);
  }
  if (steps.length > MOST_STEPS) throw tooLarge(`The plan has ${steps.length} steps`, MOST_STEPS);
  if (total > LONGEST_PLAN) throw tooLarge(`The plan has ${total} characters as JSON`, LONGEST_PLAN);
  return plan;
}

function tooLarge(what: string, most: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${what}, and ${most} is the most.`,
    advice: 'Split it into several plans. Nothing was changed.',
    details: { field: 'plan', constraint: `at most ${most}` },
  });
}

function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]: Exclude<Fields[Name], undefined> } {
  // Only what is undefined was left out.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
