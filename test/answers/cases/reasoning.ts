/** Models, of which a server in development has none. */
import type { LargeCases } from './case.ts';

/** The cases. */
export const REASONING: LargeCases = {
  cases: {
    get_model_info: [{ says: 'no model', args: {} }],
    set_model: [{ says: 'a name that is none', args: { model: 'm'.repeat(200) }, expects: 'failure' }],
  },
};
