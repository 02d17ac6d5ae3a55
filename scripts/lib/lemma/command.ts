/** The command line of `lemma`. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { SEVERITIES, type Severity } from '../../../src/review/finding.ts';
import { WORKSPACE_NAME } from '../../../src/workspace/workspaces.ts';
import type { LoginCommand } from './login.ts';
import { CommandProblem } from './problem.ts';
import { storedKey } from './stored-keys.ts';

/** Where the server is unless the caller says. */
const DEFAULT_URL = 'http://127.0.0.1:8787';

/** For what a check exits with 1. */
export const FAILURES = ['COUNTEREXAMPLE', 'UNDECIDED', 'NONE'] as const;

/** What `lemma` can do. */
export const USAGE = `Usage: npm run lemma -- push   [dir] [--url URL] [--workspace NAME]
       npm run lemma -- review [dir] [--base REF] [--head REF] [--fail-on SEVERITY] [--sarif FILE] [--markdown FILE]
                               [--static] [--url URL] [--workspace NAME]
       npm run lemma -- check  [dir] [--changed-since REF] [--only GLOB]… [--except GLOB]… [--fail-on WHAT] [--timeout SECONDS]
                               [--sarif FILE] [--markdown FILE] [--tests FILE] [--url URL] [--workspace NAME]
       npm run lemma -- login  [--url URL]
       npm run lemma -- logout [--url URL]

push pushes the working state of a folder to a workspace of a Lemma server, and waits until it is indexed: the branch that is
checked out, with uncommitted and untracked files on top (those that .gitignore names are left out). Your branch, index and files
stay as they are. A folder that is no git repository works too.

review pushes, reviews what was changed since the branch left its base, and prints the findings.

check pushes, checks the Python functions that have annotations, a contract or leading asserts, and prints their verdicts. What is
unchanged since the last time is not checked again.

login gets a key for a server: it shows an address, and waits until you let this computer in in a browser, here or elsewhere. logout
forgets the key.

review and check exit with 1 when something is found that is to fail, and all with 2 when the command is wrong.

  dir                 folder to push; the current one by default
  --base REF          branch, tag or commit to compare with; main by default, else master
  --head REF          commit to review; the working state by default
  --changed-since REF branch, tag or commit: check only what differs from where the branch left it, or uses something that does
  --only, --except    files that are checked, or not, as in .gitignore: src/, core/*.py; may be repeated
  --fail-on SEVERITY  of review: ${SEVERITIES.join(', ')}: exit with 1 for a finding of that severity or worse; HIGH by default, NONE for never
  --fail-on WHAT      of check: ${FAILURES.join(', ')}: exit with 1 for a counterexample, for what is not decided, too, or never; COUNTEREXAMPLE by default
  --timeout SECONDS   work budget of each function, from 1 to 60; 5 by default
  --sarif FILE        write the findings as SARIF 2.1.0, for GitHub's code scanning
  --markdown FILE     write all of it as Markdown, for a comment on a pull request
  --tests FILE        write pytest modules with the counterexamples as a tar archive
  --static            run the static analyzers too
  --url URL           server; LEMMA_URL, else ${DEFAULT_URL}
  --workspace NAME    workspace; 'default' by default
  --help              this text

The API key is read from LEMMA_KEY, else from what login kept. It is never shown in the list of processes.`;

/** Which server, folder and workspace a command is about. */
export interface Target {
  /** Absolute. */
  readonly folder: string;
  /** Without a slash at its end. */
  readonly server: string;
  readonly workspace: string;
  readonly key: string | undefined;
}

/** What to push, and where to. */
export interface PushCommand extends Target {
  readonly kind: 'push';
}

/** What to review. */
export interface ReviewCommand extends Target {
  readonly kind: 'review';
  /** Absent: the branch that is usual. */
  readonly base?: string;
  /** Absent: the working state. */
  readonly head?: string;
  /** Absent: nothing fails. */
  readonly failOn?: Severity;
  /** Absolute paths of files to write. */
  readonly sarif?: string;
  readonly markdown?: string;
  readonly withAnalyzers: boolean;
}

/** What to check. */
export interface CheckCommand extends Target {
  readonly kind: 'check';
  readonly changedSince?: string;
  readonly only: readonly string[];
  readonly except: readonly string[];
  readonly failOn: (typeof FAILURES)[number];
  readonly seconds: number;
  /** Absolute paths of files to write. */
  readonly sarif?: string;
  readonly markdown?: string;
  readonly tests?: string;
}

/** Options of each command, beside those of all. */
const OPTIONS = {
  push: [],
  review: ['base', 'head', 'fail-on', 'sarif', 'markdown', 'static'],
  check: ['changed-since', 'only', 'except', 'fail-on', 'timeout', 'sarif', 'markdown', 'tests'],
} as const;
const COMMON: readonly string[] = ['url', 'workspace', 'help'];

/** What the caller wants. Throws {@link CommandProblem} for what is no command. */
export function parseCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  currentFolder: string,
): PushCommand | ReviewCommand | CheckCommand | LoginCommand | { readonly kind: 'help' } {
  const { values, positionals } = parse(args);
  const [name, folder = '.', ...rest] = positionals;
  if (values.help || (name === undefined && args.length === 0)) return { kind: 'help' };
  if (name === 'login' || name === 'logout') return { kind: name, ...loginOptions(name, args, environment) };
  if (name !== 'push' && name !== 'review' && name !== 'check')
    throw wrong(name === undefined ? 'There is no command.' : `There is no command ${JSON.stringify(name)}.`);
  if (rest.length > 0) throw wrong(`${name} takes one folder, and there are ${positionals.length - 1}.`);
  if (!WORKSPACE_NAME.test(values.workspace)) {
    throw wrong(
      `${JSON.stringify(values.workspace)} cannot be the name of a workspace: use letters, digits, dots, dashes and underscores.`,
    );
  }
  // npm runs scripts in the folder of its package, and says where it was called.
  const called = environment.INIT_CWD ?? currentFolder;
  const server = serverOf(values.url ?? environment.LEMMA_URL ?? DEFAULT_URL);
  const target = {
    folder: resolve(called, folder),
    server,
    workspace: values.workspace,
    key: environment.LEMMA_KEY ? environment.LEMMA_KEY : storedKey(environment, server),
  };
  const own: readonly string[] = [...OPTIONS[name], ...COMMON];
  const other = Object.keys(values).find((option) => !own.includes(option));
  if (other !== undefined) throw wrong(`${name} takes no --${other}.`);
  const { sarif, markdown, tests } = values;
  const files = {
    ...(sarif !== undefined && { sarif: resolve(called, sarif) }),
    ...(markdown !== undefined && { markdown: resolve(called, markdown) }),
  };
  switch (name) {
    case 'push':
      return { kind: 'push', ...target };
    case 'review':
      return { kind: 'review', ...target, ...files, ...reviewOptions(values) };
    case 'check':
      return {
        kind: 'check',
        ...target,
        ...files,
        ...(tests !== undefined && { tests: resolve(called, tests) }),
        ...checkOptions(values),
      };
  }
}

type Values = ReturnType<typeof parse>['values'];

function loginOptions(
  name: LoginCommand['kind'],
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Omit<LoginCommand, 'kind'> {
  const { values, positionals } = parse(args);
  const other = Object.keys(values).find((option) => !['url', 'workspace', 'help'].includes(option));
  if (other !== undefined) throw wrong(`${name} takes no --${other}.`);
  if (positionals.length > 1) throw wrong(`${name} takes no folder.`);
  return { server: serverOf(values.url ?? environment.LEMMA_URL ?? DEFAULT_URL) };
}

function reviewOptions({ base, head, static: withAnalyzers = false, 'fail-on': failOn = 'HIGH' }: Values) {
  const severity = SEVERITIES.find((each) => each === failOn.toUpperCase());
  if (severity === undefined && failOn.toUpperCase() !== 'NONE')
    throw wrong(`--fail-on takes ${SEVERITIES.join(', ')} or NONE, not ${JSON.stringify(failOn)}.`);
  return {
    ...(base !== undefined && { base }),
    ...(head !== undefined && { head }),
    ...(severity !== undefined && { failOn: severity }),
    withAnalyzers,
  };
}

function checkOptions({
  only = [],
  except = [],
  timeout = '5',
  'fail-on': wanted = 'COUNTEREXAMPLE',
  ...values
}: Values) {
  const failOn = FAILURES.find((each) => each === wanted.toUpperCase());
  if (failOn === undefined) throw wrong(`--fail-on takes ${FAILURES.join(', ')}, not ${JSON.stringify(wanted)}.`);
  const seconds = Number(timeout);
  if (!(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60))
    throw wrong(`--timeout takes a whole number of seconds from 1 to 60, not ${JSON.stringify(timeout)}.`);
  const since = values['changed-since'];
  return { only, except, failOn, seconds, ...(since !== undefined && { changedSince: since }) };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        workspace: { type: 'string', short: 'w', default: 'default' },
        base: { type: 'string' },
        head: { type: 'string' },
        'fail-on': { type: 'string' },
        sarif: { type: 'string' },
        markdown: { type: 'string' },
        static: { type: 'boolean' },
        'changed-since': { type: 'string' },
        only: { type: 'string', multiple: true },
        except: { type: 'string', multiple: true },
        timeout: { type: 'string' },
        tests: { type: 'string' },
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
