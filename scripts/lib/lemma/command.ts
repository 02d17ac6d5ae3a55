/** The command line of `lemma`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { WORKSPACE_NAME } from '../../../src/workspace/workspaces.ts';
import { CommandProblem } from './problem.ts';

/** Where the server is unless the caller says. */
const DEFAULT_URL = 'http://127.0.0.1:8787';

/** What `lemma` can do. */
export const USAGE = `Usage: npm run lemma -- push [dir] [--url URL] [--workspace NAME]

Pushes the working state of a folder to a workspace of a Lemma server, and waits until it is indexed: the branch that is checked
out, with uncommitted and untracked files on top (those that .gitignore names are left out). Your branch, index and files stay
as they are. A folder that is no git repository works too.

  dir               folder to push; the current one by default
  --url URL         server; LEMMA_URL, else ${DEFAULT_URL}
  --workspace NAME  workspace; 'default' by default
  --help            this text

The API key is read from LEMMA_KEY. It is never written to a file or shown in the list of processes.`;

/** What to push, and where to. */
export interface PushCommand {
  readonly kind: 'push';
  /** Absolute. */
  readonly folder: string;
  /** Without a slash at its end. */
  readonly server: string;
  readonly workspace: string;
  readonly key: string | undefined;
}

/** What the caller wants. Throws {@link CommandProblem} for what is no command. */
export function parseCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  currentFolder: string,
): PushCommand | { readonly kind: 'help' } {
  const { values, positionals } = parse(args);
  const [name, folder = '.', ...rest] = positionals;
  if (values.help || (name === undefined && args.length === 0)) return { kind: 'help' };
  if (name !== 'push')
    throw wrong(name === undefined ? 'There is no command.' : `There is no command ${JSON.stringify(name)}.`);
  if (rest.length > 0) throw wrong(`push takes one folder, and there are ${positionals.length - 1}.`);
  if (!WORKSPACE_NAME.test(values.workspace)) {
    throw wrong(
      `${JSON.stringify(values.workspace)} cannot be the name of a workspace: use letters, digits, dots, dashes and underscores.`,
    );
  }
  return {
    kind: 'push',
    // npm runs scripts in the folder of its package, and says where it was called.
    folder: resolve(environment.INIT_CWD ?? currentFolder, folder),
    server: serverOf(values.url ?? environment.LEMMA_URL ?? DEFAULT_URL),
    workspace: values.workspace,
    key: environment.LEMMA_KEY === '' ? undefined : environment.LEMMA_KEY,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        workspace: { type: 'string', short: 'w', default: 'default' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

function serverOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw wrong(`${JSON.stringify(text)} is no URL of a server, such as ${DEFAULT_URL}.`);
  }
  if (url.username !== '' || url.password !== '')
    throw wrong('The URL has a key in it: put it into LEMMA_KEY instead.');
  return url.href.replace(/\/$/, '');
}

function wrong(message: string): CommandProblem {
  return new CommandProblem(message, USAGE, 2);
}
