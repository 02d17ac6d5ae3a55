/** Fields that plans of other tools have: `title` of a plan or step, `blocks` for the steps that wait for one, `priority`. */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';

type Fields = Readonly<Record<string, unknown>>;

const fieldsSchema = z.record(z.string(), z.unknown());
const priority = z.union([z.string().trim().min(1).max(100), z.number()]).optional();
const otherOfPlan = z.object({ title: z.string().trim().min(1).optional(), priority });
const otherOfStep = z.object({ ...otherOfPlan.shape, blocks: z.array(z.int()).optional() });

/**
 * The plan in fields of its own: a title is the goal, or the description of a step, whose description then begins its details; a step depends on
 * those that block it; the priority of a step is a line of its details. Notes name what has no place.
 * Throws `ToolFailure` where such a field is none, or `blocks` names a step that the plan does not show.
 */
export function adoptOtherFields(plan: Fields): { readonly plan: Fields; readonly notes: readonly string[] } {
  const { title, priority: importance } = read(otherOfPlan, plan, 'plan');
  const own = without(plan, otherOfPlan.shape);
  const { goal = title, steps } = own;
  const notes = [
    ...(title === undefined || goal === title
      ? []
      : ['The title of the plan was left out, since it has a goal; the parameter name keeps one.']),
    ...(importance === undefined ? [] : ['The priority of the plan was left out: only steps have one.']),
  ];
  return { plan: { ...own, goal, steps: Array.isArray(steps) ? adoptSteps(steps) : steps }, notes };
}

function adoptSteps(steps: readonly unknown[]): readonly unknown[] {
  const blockers = new Map<number, unknown[]>();
  const adopted = steps.map((step, index) => {
    const fields = fieldsSchema.safeParse(step).data;
    if (fields === undefined) return step;
    const { title, priority: importance, blocks = [] } = read(otherOfStep, fields, `plan.steps.${index}`);
    for (const blocked of blocks) blockers.set(blocked, [...(blockers.get(blocked) ?? []), fields['number']]);
    const own = without(fields, otherOfStep.shape);
    const body = [
      title === undefined || own['description'] === title ? undefined : own['description'],
      own['details'],
      importance === undefined ? undefined : `Priority: ${importance}`,
    ].filter((text) => typeof text === 'string' && text.trim() !== '');
    return {
      ...own,
      ...(title !== undefined && { description: title }),
      ...((title !== undefined || importance !== undefined) && body.length > 0 && { details: body.join('\n\n') }),
    };
  });
  const shown = new Set(adopted.map((step) => fieldsSchema.safeParse(step).data?.['number']));
  for (const [blocked, by] of blockers)
    if (!shown.has(blocked))
      throw refused(
        'plan.steps',
        `Step ${by[0]} blocks step ${blocked}, which is not among the steps given.`,
        'numbers of steps given',
      );
  return adopted.map((step) => waitingFor(step, blockers));
}

function without(fields: Fields, names: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(name in names)));
}

function waitingFor(step: unknown, blockers: ReadonlyMap<unknown, readonly unknown[]>): unknown {
  const fields = fieldsSchema.safeParse(step).data;
  const by = fields === undefined ? undefined : blockers.get(fields['number']);
  if (fields === undefined || by === undefined) return step;
  const { dependencies = [] } = fields;
  // What is no list is refused with the rest of the step.
  return Array.isArray(dependencies) ? { ...fields, dependencies: [...new Set([...dependencies, ...by])] } : step;
}

function read<Shape>(schema: z.ZodType<Shape>, fields: Fields, place: string): Shape {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = [place, ...(issue?.path ?? [])].join('.');
  throw refused(path, `${path}: ${issue?.message ?? 'It is not readable.'}`, issue?.message ?? 'a field of a plan');
}

function refused(field: string, message: string, constraint: string): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message,
    advice:
      'title is a text, blocks a list of numbers of steps, priority a word or a number. dependencies says the same as blocks, from the other side. Nothing was changed.',
    details: { field, constraint },
  });
}
