/** The tools about the server itself. */
import type { LargeCases } from './case.ts';

/** The cases. */
export const HEALTH: LargeCases = {
  cases: {
    find_tools: [
      { says: 'all of them', args: { query: '', limit: 50 } },
      { says: 'a long query', args: { query: 'session file '.repeat(20_000) } },
    ],
    health_check: [{ says: 'everything', args: {} }],
  },
};
