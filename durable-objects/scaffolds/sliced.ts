/** Work of this Worker, which all users share. */
import { inSlices, type Steps, WorkBudget } from '../../src/lib/sliced-work.ts';

/** Does the steps that `begin` gives; other calls are let in after each slice. What limits the work is counted by the steps themselves. */
export function sliced<Result>(begin: (slices: WorkBudget) => Steps<Result>): Promise<Result> {
  const slices = new WorkBudget(Number.POSITIVE_INFINITY);
  return inSlices(begin(slices), slices, () => scheduler.wait(0));
}
