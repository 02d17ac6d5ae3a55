/** More calls at once than a user may make: nearly all are refused, and each refusal costs. */
import type { Attack } from './attack.ts';

const CALLS = 2000;

/** Two thousand calls at once, of tools that cost much and little. */
export const MANY_CALLS: readonly Attack[] = [
  {
    name: '2,000 cells at once',
    make: () => ({ kind: 'calls', count: CALLS, name: 'run_python_code', args: { code: 'sum(range(10 ** 6))' } }),
  },
  {
    name: '2,000 lists of files at once',
    make: () => ({ kind: 'calls', count: CALLS, name: 'list_workspace_files', args: {} }),
  },
];
