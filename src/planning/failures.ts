/** What plans refuse, in the words of their contract. */
import { ToolFailure } from '../lib/errors.ts';

/** The failure of a plan that was not begun. */
export function unknownPlan(id: string): ToolFailure {
  return new ToolFailure({
    errorType: 'PLAN_NOT_FOUND',
    message: `Plan not found: you have no plan ${JSON.stringify(id.slice(0, 100))}.`,
    advice: 'list_plans names yours; generate_plan and save_plan make one.',
  });
}

/** The failure of a step that a plan has not. */
export function unknownStep(number: number, known: readonly number[]): ToolFailure {
  const last = known.at(-1);
  const range = last === undefined ? 'The plan has no steps.' : `Its steps have numbers from ${known[0]} to ${last}.`;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The plan has no step ${number}. ${range}`,
    advice: 'get_plan_status lists the steps.',
    details: { field: 'step_number', value: number, constraint: 'the number of a step of the plan' },
  });
}

/** The failure of a version that is not there. */
export function unknownVersion(version: number, oldest: number, newest: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The plan has no version ${version}: versions ${oldest} to ${newest} are kept.`,
    advice: 'get_plan_history lists them.',
    details: { field: 'version', value: version, constraint: `${oldest} to ${newest}` },
  });
}

/** The failure of a change to another version than the caller has seen. */
export function otherVersion(expected: number, current: number, changes: readonly string[]): ToolFailure {
  return new ToolFailure({
    errorType: 'CONFLICT',
    message: `The plan is at version ${current}, not at the expected ${expected}. Since then: ${changes.join(' / ') || 'nothing that is kept'}.`,
    advice: `Look at what changed (compare_plan_versions from ${expected}), and repeat the call with expected_version ${current}. Nothing was changed.`,
    details: { field: 'expected_version', value: expected, constraint: `${current}` },
  });
}

/** The failure of a call whose name another one has. */
export function otherCall(key: string): ToolFailure {
  return new ToolFailure({
    errorType: 'CONFLICT',
    message: `The idempotency_key ${JSON.stringify(key)} is of another call to this plan.`,
    advice: 'Give every call a key of its own. Nothing was changed.',
  });
}

/** The failure of a step that somebody else works on. */
export function claimed(number: number, by: string, until: number): ToolFailure {
  return new ToolFailure({
    errorType: 'CONFLICT',
    message: `Step ${number} is ${by}'s until ${new Date(until).toISOString()}.`,
    advice:
      'Take another step (next_steps), or this one when the time is over. Whoever started it names itself as it did then: by agent, in a push ' +
      'by the trailer Lemma-Agent: <name> or by -o agent=<name>. Nothing was changed.',
    details: { field: 'step_number', value: number, constraint: 'a step that nobody else works on' },
  });
}
