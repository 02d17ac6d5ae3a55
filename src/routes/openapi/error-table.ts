/** The table of all types of errors in Markdown, for the document of the HTTP API and for docs/errors.md. */
import { ERROR_NAMES, type ErrorKind, kindOf } from '../../lib/error-types.ts';

const FAMILIES: Readonly<Record<ErrorKind['family'], string>> = {
  protocol: 'Requests that reach no tool: JSON-RPC, HTTP, keys and hosts',
  python: 'Symbolic and Python tools, files of sessions: names of Python',
  workspace: 'Workspaces, code search and archives',
};

/** One table for each family of names. */
export function errorTable(): string {
  return Object.entries(FAMILIES)
    .map(([family, title]) => {
      const rows = ERROR_NAMES.map((name) => ({ name, ...kindOf(name) })).filter((each) => each.family === family);
      return [
        `**${title}**\n`,
        '| error_type | HTTP | JSON-RPC | retry | meaning |',
        '|---|---|---|---|---|',
        ...rows.map(
          ({ name, httpStatus, rpcCode, retryable, meaning }) =>
            `| \`${name}\` | ${httpStatus} | ${rpcCode} | ${retryable ? 'yes' : 'no'} | ${meaning} |`,
        ),
        '',
      ].join('\n');
    })
    .join('\n');
}
