/** The failure of arguments that do not go together. */
import { ToolFailure } from '../../lib/errors.ts';

/** What is wrong, and what to do. */
export function invalid(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice });
}
