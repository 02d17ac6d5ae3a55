/** The failure of arguments that do not go together. */
import { ToolFailure } from '../../lib/errors.ts';

/** What is wrong with the value of a field, and what it may be. */
export function invalid(field: string, value: unknown, message: string, constraint: string): ToolFailure {
  const details = { field, value, constraint };
  return new ToolFailure({ errorType: 'validation_error', message, advice: `Give ${field}: ${constraint}.`, details });
}
