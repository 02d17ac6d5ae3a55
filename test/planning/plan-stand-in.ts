/** Plans whose methods fail unless the test gives them. */
import type { Plans } from '../../src/planning/plans.ts';
import type { PlanApi } from '../../src/planning/service.ts';

const unused = () => Promise.reject(new Error('This test does not use that method of plans.'));

/** One plan, by whatever id. */
export function plansOf(methods: Partial<PlanApi>): Plans {
  const plan: PlanApi = {
    create: unused,
    document: unused,
    overview: unused,
    timing: unused,
    status: unused,
    compareCode: unused,
    next: unused,
    step: unused,
    edit: unused,
    replace: unused,
    rollback: unused,
    history: unused,
    compare: unused,
    forked: unused,
    merge: unused,
    wasMerged: unused,
    act: unused,
    execute: unused,
    complete: unused,
    requestApproval: unused,
    respondApproval: unused,
    erase: unused,
    ...methods,
  };
  return { open: (id) => ({ id, workspace: 'default', plan }), create: unused, list: () => [], delete: unused };
}
