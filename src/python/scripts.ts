/** Where scripts lie: by their names in one folder, by paths anywhere in /workspace or in a mounted workspace. */
import { normalizeFilePath } from './paths.ts';

/** The folder of scripts that are called by name. */
export const SCRIPTS = 'scripts';

/** Where workspaces are mounted. */
const MOUNTS = '/mnt/';

/**
 * The path of a script relative to /workspace, or from the root below /mnt. A name without a slash is one in `scripts/`; `.py` may be left out.
 * Throws `ToolFailure` for a name that is no file's, or is outside /workspace.
 */
export function scriptPath(name: string): string {
  if (name.startsWith(MOUNTS)) return `${MOUNTS}${withEnding(normalizeFilePath(name.slice(MOUNTS.length)))}`;
  return withEnding(`${name.includes('/') ? '' : `${SCRIPTS}/`}${normalizeFilePath(name)}`);
}

function withEnding(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return `${path}${last.endsWith('.py') ? '' : '.py'}`;
}
