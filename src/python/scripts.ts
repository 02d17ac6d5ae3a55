/** Where scripts lie: by their names in one folder, by paths anywhere in the workspace. */
import { ToolFailure } from '../lib/errors.ts';

/** The folder of scripts that are called by name. */
export const SCRIPTS = 'scripts';

const ADVICE =
  "Use a name such as 'report', which is scripts/report.py, or a path below /workspace such as './main.py'.";

/**
 * The path of a script relative to /workspace. A name without a slash is one in `scripts/`; `.py` may be left out.
 * Throws `ToolFailure` for a name that is no file's, or is outside the workspace.
 */
export function scriptPath(name: string): string {
  const parts: string[] = [];
  for (const part of name.replace(/^\/workspace\//, './').split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '' || part === '..') throw refused(name, 'is outside workspace');
    parts.push(part);
  }
  const last = parts.at(-1);
  if (last === undefined || last === '.py' || name.endsWith('/')) throw refused(name, 'names no file');
  if (/\p{Cc}|\p{Cs}/u.test(name)) throw refused(name, 'holds a control character or half a surrogate pair');
  if (name.length > LONGEST_NAME) throw refused(name, `is longer than ${LONGEST_NAME} characters`);
  const path = parts.join('/');
  return `${name.includes('/') ? '' : `${SCRIPTS}/`}${path}${last.endsWith('.py') ? '' : '.py'}`;
}

const LONGEST_NAME = 200;

function refused(name: string, fault: string): ToolFailure {
  const shown = name
    .slice(0, LONGEST_NAME)
    .replace(/\p{Cc}/gu, '?')
    .toWellFormed();
  return new ToolFailure({ errorType: 'ValueError', message: `Path '${shown}' ${fault}`, advice: ADVICE });
}
