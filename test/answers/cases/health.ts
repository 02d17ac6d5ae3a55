/** The tools about the server itself. */
import type { LargeCases } from './case.ts';

/** The cases. */
export const HEALTH: LargeCases = {
  cases: {
    find_tools: [
      { says: 'the names of all', args: { query: '' } },
      { says: 'as many as there can be', args: { query: 'session file '.repeat(70), limit: 10 } },
      { says: 'all of the longest', args: { query: 'commit_files', detail: 'full' } },
      { says: 'a query that is too long', args: { query: 'session file '.repeat(20_000) }, expects: 'failure' },
    ],
    call_tool: [
      {
        says: 'a tool with a large result',
        args: { name: 'run_python_code', arguments: { code: 'list(range(100_000))', timeout: 120 } },
        expects: 'shortened',
      },
      { says: 'a name that does not exist', args: { name: 'n'.repeat(50_000) }, expects: 'failure' },
      {
        says: 'arguments that the tool does not have',
        args: { name: 'health_check', arguments: { ['argument '.repeat(20_000)]: 'value '.repeat(20_000) } },
        expects: 'failure',
      },
    ],
    health_check: [{ says: 'everything', args: {} }],
    health_summary: [{ says: 'everything', args: {} }],
  },
};
