/** The command line of `smoke`. */
import { parseArgs } from 'node:util';
import { CommandProblem } from '../lemma/problem.ts';

/** What `smoke` can do. */
export const USAGE = `Usage: npm run smoke -- URL [--key KEY | --sign-in]

Asks a Lemma server for everything that it should do, each engine once, and prints what passed. What it makes it deletes again. It exits
with 1 when something fails, and with 2 when the command is wrong.

  URL         the server, such as https://lemma.example.com or http://127.0.0.1:8787
  --key KEY   a key of the server, with all scopes; LEMMA_KEY by default, which does not show in the list of processes
  --sign-in   signs in by OAuth instead: prints the address to open in a browser
  --help      this text`;

/** What is asked, and as whom. */
export interface SmokeCommand {
  readonly kind: 'smoke';
  /** Without a slash at its end. */
  readonly server: string;
  readonly as:
    | { readonly kind: 'nobody' }
    | { readonly kind: 'key'; readonly key: string }
    | { readonly kind: 'sign-in' };
}

/** What the caller wants. Throws {@link CommandProblem} for what is no command. */
export function parseSmoke(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): SmokeCommand | { readonly kind: 'help' } {
  const { values, positionals } = parse(args);
  if (values.help || args.length === 0) return { kind: 'help' };
  const [url, ...rest] = positionals;
  if (url === undefined || rest.length > 0) throw wrong('Name one server.');
  if (values['sign-in'] && values.key !== undefined) throw wrong('Name a key, or sign in: not both.');
  const key = values.key ?? environment['LEMMA_KEY'] ?? '';
  const server = serverOf(url);
  if (values['sign-in']) return { kind: 'smoke', server, as: { kind: 'sign-in' } };
  return { kind: 'smoke', server, as: key === '' ? { kind: 'nobody' } : { kind: 'key', key } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: 'string' },
        'sign-in': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
}

/** The origin: an address of MCP on it is taken, too. */
function serverOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw wrong(`${JSON.stringify(text)} is no URL of a server.`);
  return url.origin;
}

function wrong(message: string): CommandProblem {
  return new CommandProblem(message, USAGE, 2);
}
