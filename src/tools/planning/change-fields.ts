/** What changes of a plan and of its steps answer. */
import { z } from 'zod';
import { PLAN_STATES } from '../../planning/graph/states.ts';
import type { Acted, Edited } from '../../planning/service.ts';
import { renderStep, stepStatusFields, stepStatusSchema } from './step-fields.ts';

/** Numbers that a line names. */
const MOST_NAMED = 20;

const numbers = z.array(z.int());

/** Of a change of the plan itself. */
export const editedFields = {
  plan_id: z.string(),
  version: z.int(),
  changes: z.string(),
  added_steps: numbers,
  reopened_steps: numbers.describe('Done before, and to be done again since they were changed.'),
  plan_status: z.enum(PLAN_STATES),
  ready_steps: numbers,
};

/** The fields of a change. */
export function toEditedFields(id: string, { version, changes, added, reopened, state, ready }: Edited) {
  return {
    plan_id: id,
    version,
    changes,
    added_steps: [...added],
    reopened_steps: [...reopened],
    plan_status: state,
    ready_steps: [...ready],
  };
}

/** The change in words. */
export function renderEdited(fields: ReturnType<typeof toEditedFields>): string {
  const { plan_id, version, changes, added_steps, reopened_steps, plan_status, ready_steps } = fields;
  return [
    `${plan_id} is at version ${version}: ${changes}. It is ${plan_status}.`,
    ...named('Added', added_steps),
    ...named('To be done again', reopened_steps),
    ...named('Ready', ready_steps),
  ].join('\n');
}

/** Of what is done to steps. */
export const actedFields = {
  plan_id: z.string(),
  version: z.int(),
  plan_status: z.enum(PLAN_STATES),
  steps: z.array(stepStatusSchema),
  became_ready: numbers,
  became_blocked: numbers,
  completed_steps: z.int(),
  total_steps: z.int(),
};

/** The fields of what was done. */
export function toActedFields(id: string, { version, plan, steps, becameReady, becameBlocked, progress }: Acted) {
  return {
    plan_id: id,
    version,
    plan_status: plan,
    steps: steps.map(stepStatusFields),
    became_ready: [...becameReady],
    became_blocked: [...becameBlocked],
    completed_steps: progress.completed,
    total_steps: progress.total,
  };
}

/** It in words. */
export function renderActed(fields: ReturnType<typeof toActedFields>): string {
  const { plan_id, plan_status, steps, became_ready, became_blocked, completed_steps, total_steps } = fields;
  return [
    ...steps.map(renderStep),
    ...named('Now ready', became_ready),
    ...named('Now blocked', became_blocked),
    `${plan_id} is ${plan_status}: ${completed_steps} of ${total_steps} steps completed.`,
  ].join('\n');
}

/** Numbers of steps in a line; none where there are none. */
export function named(what: string, steps: readonly number[]): readonly string[] {
  if (steps.length === 0) return [];
  const more = steps.length > MOST_NAMED ? ` and ${steps.length - MOST_NAMED} more` : '';
  return [`${what}: ${steps.slice(0, MOST_NAMED).join(', ')}${more}`];
}
