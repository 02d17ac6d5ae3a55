/** What differs between two versions of a plan: steps are compared by their identity, not by their number. */
import type { Plan, PlanHead, Step } from '../plan.ts';

/** A step whose edges name other steps by identity. */
export interface ResolvedStep {
  readonly id: string;
  readonly number: number;
  /** Every field but `id` and `number`, as JSON. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A field before and after, as JSON; absent where there is none. */
export interface FieldChange {
  readonly field: string;
  readonly before?: string;
  readonly after?: string;
}

/** A step that both versions have. */
export interface StepDifference {
  readonly id: string;
  readonly number: number;
  readonly fields: readonly FieldChange[];
}

/** What differs. */
export interface Changes {
  readonly head: readonly FieldChange[];
  readonly added: readonly Step[];
  readonly removed: readonly Step[];
  readonly changed: readonly StepDifference[];
}

/** Steps that a summary names of each kind. */
const MOST_NAMED = 5;

/** The changes from `before` to `after`. */
export function changesBetween(before: Plan, after: Plan): Changes {
  const old = new Map(resolved(before).map((step) => [step.id, step]));
  const ids = new Set(after.steps.map(({ id }) => id));
  const changed = resolved(after).flatMap((step): readonly StepDifference[] => {
    const was = old.get(step.id);
    if (was === undefined) return [];
    const fields = fieldChanges(was.fields, step.fields);
    if (was.number !== step.number)
      fields.unshift({ field: 'number', before: String(was.number), after: String(step.number) });
    return fields.length === 0 ? [] : [{ id: step.id, number: step.number, fields }];
  });
  return {
    head: fieldChanges(headFieldsOf(before), headFieldsOf(after)),
    added: after.steps.filter(({ id }) => !old.has(id)),
    removed: before.steps.filter(({ id }) => !ids.has(id)),
    changed,
  };
}

/** Whether nothing differs. */
export function isSame({ head, added, removed, changed }: Changes): boolean {
  return head.length + added.length + removed.length + changed.length === 0;
}

/** The changes in a line, such as `added 7, 8; changed 3 (description); removed 4`. */
export function summaryOf({ head, added, removed, changed }: Changes): string {
  const parts = [
    head.length === 0 ? '' : `changed ${head.map(({ field }) => field).join(', ')}`,
    named(
      'added',
      added.map((step) => String(step.number)),
    ),
    named(
      'changed',
      changed.map((step) => `${step.number} (${step.fields.map(({ field }) => field).join(', ')})`),
    ),
    named(
      'removed',
      removed.map((step) => String(step.number)),
    ),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'nothing differs' : parts.join('; ');
}

function named(verb: string, steps: readonly string[]): string {
  if (steps.length === 0) return '';
  const more = steps.length > MOST_NAMED ? ` and ${steps.length - MOST_NAMED} more` : '';
  return `${verb} ${steps.length === 1 ? 'step' : 'steps'} ${steps.slice(0, MOST_NAMED).join(', ')}${more}`;
}

/** The steps with edges by identity. */
export function resolved({ steps }: Plan): readonly ResolvedStep[] {
  const ids = new Map(steps.map((step) => [step.number, step.id]));
  const idOf = (number: number) => ids.get(number) ?? '';
  return steps.map(({ id, number, ...step }) => {
    const edges = {
      dependencies: step.dependencies.map(idOf).sort(),
      parent: step.parent === undefined ? undefined : idOf(step.parent),
      conditions: step.conditions?.map((one) => ({ ...one, step: idOf(one.step) })),
      discovered_from: step.discovered_from === undefined ? undefined : idOf(step.discovered_from),
    };
    return { id, number, fields: jsonFields({ ...step, ...edges }) };
  });
}

/** The fields of a plan's head, each as JSON; features name steps by identity. */
export function headFieldsOf({ head, steps }: Plan): ReadonlyMap<string, string> {
  const ids = new Map(steps.map((step) => [step.number, step.id]));
  const features = (given: PlanHead['mvp_features']) =>
    given.map((feature) => ({ ...feature, steps: feature.steps.map((number) => ids.get(number) ?? '') }));
  return jsonFields({
    ...head,
    mvp_features: features(head.mvp_features),
    nice_to_have_features: features(head.nice_to_have_features),
  });
}

function jsonFields(fields: object): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, JSON.stringify(value)]])),
  );
}

function fieldChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): FieldChange[] {
  const fields = new Set([...before.keys(), ...after.keys()]);
  return [...fields].flatMap((field) => {
    const was = before.get(field);
    const is = after.get(field);
    if (was === is) return [];
    return [{ field, ...(was !== undefined && { before: was }), ...(is !== undefined && { after: is }) }];
  });
}
