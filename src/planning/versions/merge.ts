/** Merges what two plans that were one made of it: field by field, steps by their identity. */
import { z } from 'zod';
import { type GivenStep, headSchema, type Plan, type PlanHead, type Step, stepSchema } from '../plan.ts';
import { headFieldsOf, type ResolvedStep, resolved } from './changes.ts';

/** Something that both changed, each otherwise. */
export interface Conflict {
  /** Absent: of the plan itself. */
  readonly step?: number;
  readonly description?: string;
  /** `removed` where one removed what the other changed. */
  readonly field: string;
}

/** The merged plan, or what stands in the way. */
export type Merged =
  | { readonly kind: 'merged'; readonly plan: Plan }
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] };

/** Which side is taken where both changed the same. */
export type Preference = 'ours' | 'theirs';

type Fields = ReadonlyMap<string, string>;

const ids = z.array(z.string());
const resolvedConditions = z.array(z.object({ step: z.string(), ended: z.string() }));
const resolvedFeatures = z.array(z.object({ name: z.string(), description: z.string(), steps: ids }));

/**
 * What `ours` and `theirs` made of `base`. Steps keep the numbers that they have in `ours`; a new one of `theirs` keeps its own where that
 * is free, else it gets one above `highest`.
 */
export function merged(base: Plan, ours: Plan, theirs: Plan, highest: number, prefer?: Preference): Merged {
  const conflicts: Conflict[] = [];
  const sides = [base, ours, theirs].map((plan) => new Map(resolved(plan).map((step) => [step.id, step])));
  const [old, own, other] = sides;
  if (old === undefined || own === undefined || other === undefined) return { kind: 'conflicts', conflicts };
  const head = mergeFields(headFieldsOf(base), headFieldsOf(ours), headFieldsOf(theirs), prefer, (field) =>
    conflicts.push({ field }),
  );
  const left: ResolvedStep[] = [];
  for (const id of new Set([...own.keys(), ...other.keys()])) {
    const was = old.get(id);
    const one = own.get(id);
    const two = other.get(id);
    const named = one ?? two;
    if (named === undefined) continue;
    const conflict = (field: string) =>
      conflicts.push({ step: named.number, description: textOf(named.fields, 'description'), field });
    if (one !== undefined && two !== undefined) {
      const fields = mergeFields(was?.fields ?? new Map(), one.fields, two.fields, prefer, conflict);
      left.push({ id, number: one.number, fields });
    } else if (was === undefined) left.push(named);
    else if (!isEqual(was.fields, named.fields)) {
      // One side changed what the other removed.
      if (prefer === undefined) conflict('removed');
      if ((prefer === 'theirs') === (two !== undefined)) left.push(named);
    }
  }
  if (conflicts.length > 0) return { kind: 'conflicts', conflicts };
  const numbers = numbersOf(left, own, highest);
  return {
    kind: 'merged',
    plan: { head: headOf(head, numbers), steps: left.map((step) => stepOf(step, numbers)).sort(byNumber) },
  };
}

/** A number for the identity of each step. */
function numbersOf(
  steps: readonly ResolvedStep[],
  own: ReadonlyMap<string, ResolvedStep>,
  highest: number,
): (id: string) => number {
  const taken = new Set(steps.filter(({ id }) => own.has(id)).map((step) => step.number));
  let last = Math.max(highest, ...steps.map((step) => step.number));
  const numbers = new Map<string, number>();
  for (const { id, number } of steps) {
    const kept = own.has(id) || !taken.has(number);
    numbers.set(id, kept ? number : ++last);
    if (kept) taken.add(number);
  }
  // An edge to a step that is gone is one to a number that no step has, which the network refuses by name.
  return (id) => numbers.get(id) ?? last + 1;
}

function stepOf({ id, fields }: ResolvedStep, numberOf: (id: string) => number): Step {
  const { dependencies, parent, conditions, discovered_from, ...rest } = parsed(fields);
  const given: GivenStep = stepSchema.parse({
    ...rest,
    number: numberOf(id),
    dependencies: ids.parse(dependencies).map(numberOf),
    ...(parent !== undefined && { parent: numberOf(z.string().parse(parent)) }),
    ...(discovered_from !== undefined && { discovered_from: numberOf(z.string().parse(discovered_from)) }),
    ...(conditions !== undefined && {
      conditions: resolvedConditions.parse(conditions).map(({ step, ended }) => ({ step: numberOf(step), ended })),
    }),
  });
  return { ...given, id };
}

function headOf(fields: Fields, numberOf: (id: string) => number): PlanHead {
  const { mvp_features, nice_to_have_features, ...rest } = parsed(fields);
  const features = (given: unknown) =>
    resolvedFeatures.parse(given).map((feature) => ({ ...feature, steps: feature.steps.map(numberOf) }));
  return headSchema.parse({
    ...rest,
    mvp_features: features(mvp_features),
    nice_to_have_features: features(nice_to_have_features),
  });
}

function byNumber(left: Step, right: Step): number {
  return left.number - right.number;
}

function mergeFields(
  base: Fields,
  ours: Fields,
  theirs: Fields,
  prefer: Preference | undefined,
  conflict: (field: string) => void,
): Fields {
  const merged = new Map<string, string>();
  for (const field of new Set([...ours.keys(), ...theirs.keys()])) {
    const [was, one, two] = [base.get(field), ours.get(field), theirs.get(field)];
    if (one !== two && one !== was && two !== was && prefer === undefined) conflict(field);
    const isTheirs = one === was || (two !== was && prefer === 'theirs');
    const value = isTheirs ? two : one;
    if (value !== undefined) merged.set(field, value);
  }
  return merged;
}

function isEqual(left: Fields, right: Fields): boolean {
  return left.size === right.size && [...left].every(([field, value]) => right.get(field) === value);
}

function parsed(fields: Fields): Record<string, unknown> {
  return Object.fromEntries([...fields].map(([field, value]) => [field, JSON.parse(value)]));
}

function textOf(fields: Fields, field: string): string {
  return String(JSON.parse(fields.get(field) ?? '""'));
}
