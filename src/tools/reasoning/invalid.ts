/** The failure of arguments that do not go together. */
import { ToolFailure } from '../../lib/errors.ts';

/** What is wrong with a field, and what it may be. */
export function invalid(field: string, message: string, constraint: string): ToolFailure {
  const details = { field, constraint };
  return new ToolFailure({ errorType: 'validation_error', message, advice: `Give ${field}: ${constraint}.`, details });
}
