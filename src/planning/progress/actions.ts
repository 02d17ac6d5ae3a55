/** Which actions are legal in which state of a step. */
import { ToolFailure } from '../../lib/errors.ts';
import type { StepState } from '../graph/states.ts';

/** What can be done to a step, by the tool that does it. */
export const ACTIONS = {
  start: 'start_step',
  complete: 'complete_step',
  fail: 'fail_step',
  skip: 'skip_step',
  cancel: 'cancel_plan',
  reopen: 'start_step with reopen',
} as const;
export type StepAction = keyof typeof ACTIONS;

/** The table: what is not in it is refused. */
export const LEGAL: { readonly [State in StepState]: readonly StepAction[] } = {
  pending: ['skip', 'cancel'],
  ready: ['start', 'complete', 'skip', 'cancel'],
  executing: ['complete', 'fail', 'skip', 'cancel'],
  completed: ['reopen'],
  failed: ['start', 'skip', 'cancel'],
  skipped: ['reopen'],
  blocked: ['skip', 'cancel'],
  cancelled: ['reopen'],
};

/** Throws `ToolFailure`, which names what is legal, unless `action` is; `because` is why the step is in that state. */
export function expectLegal(number: number, state: StepState, action: StepAction, because?: string): void {
  const legal = LEGAL[state];
  if (legal.includes(action)) return;
  const why = because === undefined ? '' : ` (${because})`;
  throw new ToolFailure({
    errorType: 'CONFLICT',
    message: `Step ${number} is ${state}${why}: ${ACTIONS[action]} does not apply.`,
    advice: `What applies now: ${legal.map((each) => ACTIONS[each]).join(', ')}. next_steps says which steps are ready.`,
    details: { field: 'step_number', value: number, constraint: `a step that is ${statesFor(action).join(' or ')}` },
  });
}

function statesFor(action: StepAction): readonly string[] {
  return Object.entries(LEGAL).flatMap(([state, actions]) => (actions.includes(action) ? [state] : []));
}
