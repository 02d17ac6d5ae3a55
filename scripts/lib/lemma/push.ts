/** `lemma push`: from a folder to an index. */
import { hideBar, showBar } from './bar.ts';
import type { PushCommand, Target } from './command.ts';
import { type Environment, type GitRun, git, tryGit } from './git.ts';
import { type IndexState, waitForIndex } from './index-state.ts';
import { CommandProblem } from './problem.ts';
import { expectServer } from './server.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** Name of the remote that is set up. */
const REMOTE = 'lemma';

/** Pushes, waits for the index, and prints what came of it. Throws {@link CommandProblem}. */
export async function push(command: PushCommand): Promise<void> {
  const started = performance.now();
  await expectServer(command);
  const snapshot = await takeSnapshot(command.folder);
  const state = await pushSnapshot(snapshot, command).finally(snapshot.remove);
  console.log(summary(state, command, Math.round((performance.now() - started) / 100) / 10));
}

/** Pushes a snapshot and waits for the index; tells what it pushes, and how far the index is. Throws {@link CommandProblem}. */
export async function pushSnapshot(snapshot: Snapshot, target: Target): Promise<IndexState> {
  console.log(describe(snapshot, target));
  await send(snapshot, target);
  const state = await waitForIndex(target, target.workspace, showProgress);
  hideBar();
  return state;
}

function describe(
  { folder, branch, commit, isRepository, uncommitted }: Snapshot,
  { server, workspace }: Target,
): string {
  const at = commit.slice(0, 12);
  const files = counted(uncommitted, 'file');
  const what = isRepository
    ? `branch ${branch} (${at}${uncommitted === 0 ? '' : `, with ${files} that are not committed`})`
    : `${files} that are in no git repository (${at})`;
  return `Pushing ${what} of ${folder} to workspace '${workspace}' at ${server}`;
}

async function send(
  { folder, environment, commit, branch, isRepository }: Snapshot,
  { server, workspace, key }: Target,
): Promise<void> {
  const url = `${server}/git/${workspace}`;
  if (isRepository) await setRemote(folder, url);
  const showErrors = process.stderr.isTTY === true;
  const args = [
    'push',
    '--force',
    '--no-verify',
    showErrors ? '--progress' : '--quiet',
    url,
    `${commit}:refs/heads/${branch}`,
  ];
  const run = await tryGit(args, { folder, environment: { ...environment, ...credentials(url, key) }, showErrors });
  if (run.code !== 0) throw refused(run, url);
}

/** The key goes by the environment: arguments are shown to everyone on the machine, and files stay. */
function credentials(url: string, key: string | undefined): Environment {
  if (key === undefined) return {};
  return {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: `http.${url}.extraHeader`,
    GIT_CONFIG_VALUE_0: `Authorization: Bearer ${key}`,
  };
}

/** `git push lemma` and `git fetch lemma` work from then on. */
async function setRemote(folder: string, url: string): Promise<void> {
  const known = await tryGit(['remote', 'get-url', REMOTE], { folder });
  if (known.code === 0 && known.stdout.trim() === url) return;
  await git(['remote', known.code === 0 ? 'set-url' : 'add', REMOTE, url], { folder });
  console.log(`Remote ${REMOTE} is now ${url}`);
}

function refused({ stderr }: GitRun, url: string): CommandProblem {
  return new CommandProblem(
    `git push to ${url} failed${stderr.trim() === '' ? '.' : `: ${stderr.trim()}`}`,
    'The lines above are those of git and the server; nothing was changed in the workspace.',
  );
}

function showProgress({ index: { files_indexed, files_pending, files_skipped } }: IndexState): void {
  const all = files_indexed + files_pending + files_skipped;
  showBar('Indexing', all - files_pending, all, 'files');
}

function summary(state: IndexState, { server, workspace }: Target, seconds: number): string {
  const { index, skipped_reasons, secrets_total, secrets } = state;
  const skipped = skipped_reasons.map(({ reason, files }) => `${files} ${reason}`).join(', ');
  return [
    index.complete
      ? `Indexed ${counted(index.files_indexed, 'file')} of ${index.branch} at ${index.commit?.slice(0, 12)} in ${seconds} s.`
      : `${index.files_indexed} files are indexed and ${index.files_pending} wait; the server goes on by itself.`,
    ...(index.files_skipped === 0 ? [] : [`Skipped ${counted(index.files_skipped, 'file')}: ${skipped}.`]),
    ...(secrets_total === 0
      ? []
      : [
          `Found ${counted(secrets_total, 'secret')}: masked in the index, in the repository as they are:`,
          ...secrets.map(({ file, line, kind }) => `  ${file}:${line} ${kind}`),
          ...(secrets_total > secrets.length ? [`  and ${secrets_total - secrets.length} more`] : []),
        ]),
    `MCP is served at ${server}/mcp; the workspace is '${workspace}', and index_status tells more of it.`,
  ].join('\n');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
