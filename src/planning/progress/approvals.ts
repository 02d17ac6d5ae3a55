/** Which steps wait for an approval. */
import type { Step } from '../plan.ts';
import type { Approval } from '../records.ts';
import { workOf } from './work.ts';

/** Why a step may not begin; undefined when it may. */
export type Gate = (step: Step) => string | undefined;

/**
 * The gate that `approvals`, in their order, make. The last request about a step counts; a step that requires an approval waits for one.
 * What was approved is the work as it was then.
 */
export function gateOf(approvals: readonly Approval[]): Gate {
  return (step) => {
    const last = approvals.findLast((approval) => isAbout(approval, step));
    if (last === undefined)
      return step.requires_approval ? 'it requires an approval: request_approval asks for it' : undefined;
    const { answer, id } = last;
    if (answer === undefined) return `approval ${id} is not given yet`;
    if (!answer.approved) return `approval ${id} was refused`;
    if (last.works[step.id] !== workOf(step)) return `it was changed since approval ${id}: request_approval asks anew`;
    return undefined;
  };
}

/** Whether an approval is about a step: of the plan, every step that it had then. */
export function isAbout({ about, works }: Approval, step: Step): boolean {
  switch (about.kind) {
    case 'plan':
      return step.id in works;
    case 'group':
      return step.group === about.group;
    case 'steps':
      return about.steps.includes(step.id);
  }
}
