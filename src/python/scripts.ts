/** Where scripts lie: by their names in one folder, by paths anywhere in /workspace. */
import { normalizeFilePath } from './paths.ts';

/** The folder of scripts that are called by name. */
export const SCRIPTS = 'scripts';

/**
 * The path of a script relative to /workspace. A name without a slash is one in `scripts/`; `.py` may be left out.
 * Throws `ToolFailure` for a name that is no file's, or is outside /workspace.
 */
export function scriptPath(name: string): string {
  const path = normalizeFilePath(name);
  const last = path.slice(path.lastIndexOf('/') + 1);
  return `${name.includes('/') ? '' : `${SCRIPTS}/`}${path}${last.endsWith('.py') ? '' : '.py'}`;
}
