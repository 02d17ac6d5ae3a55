/** What a step asks to be done: what was completed, or approved, is this and nothing else. */
import { fingerprint } from '../../lib/fingerprint.ts';
import type { Step } from '../plan.ts';

const known = new WeakMap<Step, string>();

/** A name of the work of a step. Its number, its place in the plan, estimates and groups are no part of it. */
export function workOf(step: Step): string {
  const name = known.get(step) ?? nameOf(step);
  known.set(step, name);
  return name;
}

function nameOf(step: Step): string {
  const { description, type, files_affected, details, acceptance_criteria, checks, patch, contents, python, command } =
    step;
  return fingerprint([
    description,
    type,
    files_affected,
    details,
    acceptance_criteria,
    checks,
    patch,
    contents,
    python,
    command,
  ]);
}
