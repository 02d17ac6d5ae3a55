/** What a credential may do. */

/**
 * The scopes, each by itself: none includes another.
 * - `read`: look at workspaces, session files, reports, health and metrics
 * - `run`: run code in Python sessions and in the symbolic engine, with the session files and mounts that such code works on
 * - `write`: change repositories
 * - `admin`: end a whole workspace, or change what concerns the account
 */
export const SCOPES = ['read', 'run', 'write', 'admin'] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** Whether `value` is a scope. */
export function isScope(value: unknown): value is Scope {
  return SCOPES.some((scope) => scope === value);
}
