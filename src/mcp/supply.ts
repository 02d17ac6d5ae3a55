/** What a call supplies to sandboxes. */
import type { Supply } from '../lib/supply.ts';
import type { ToolContext } from './tool-context.ts';

/** Throws `ToolFailure` unless the user has the session whose packages are supplied. */
export function expectSupply(
  supply: Supply | undefined,
  { pythonSessions }: Pick<ToolContext, 'pythonSessions'>,
): void {
  if (supply?.packages_of !== undefined) pythonSessions.open(supply.packages_of);
}
