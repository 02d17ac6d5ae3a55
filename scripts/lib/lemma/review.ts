/** `lemma review`: from a folder to findings, and to an exit code. */
import { writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ReviewCommand } from './command.ts';
import { git, tryGit } from './git.ts';
import { CommandProblem } from './problem.ts';
import { pushSnapshot } from './push.ts';
import { callForText, expectServer, readResource } from './server.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';

/** Bases that are looked for when none is named. */
const USUAL_BASES = ['main', 'master', 'origin/main', 'origin/master'];

/** What the workspace calls a commit that no branch ends with. */
const OTHER_BRANCH = 'lemma-review';

const factsSchema = z.object({ should_fail: z.boolean() });

/** Pushes, reviews, prints, and writes the files that are wanted. Resolves to whether the change may pass. Throws {@link CommandProblem}. */
export async function review(command: ReviewCommand): Promise<boolean> {
  await expectServer(command);
  const snapshot = await snapshotOf(command);
  const base = await baseOf(command, snapshot).catch(async (error: unknown) => {
    await snapshot.remove();
    throw error;
  });
  await pushSnapshot(snapshot, command).finally(snapshot.remove);
  const { facts, text, report } = await callForText(command, 'review_commit', {
    workspace: command.workspace,
    base,
    head: snapshot.commit,
    options: {
      enable_static_analysis: command.withAnalyzers,
      ...(command.failOn !== undefined && { fail_on_severity: command.failOn }),
    },
  });
  console.log(`\n${text}`);
  if (report !== undefined) {
    if (command.sarif !== undefined) await write(command.sarif, await readResource(command, `${report}.sarif`));
    if (command.markdown !== undefined) await write(command.markdown, await readResource(command, report));
  }
  return !factsSchema.parse(facts).should_fail;
}

/** What is reviewed: a commit that is named, else the working state. */
async function snapshotOf({ folder, head }: ReviewCommand): Promise<Snapshot> {
  const snapshot = await takeSnapshot(folder);
  if (head === undefined) return snapshot;
  await snapshot.remove();
  const commit = await commitOf(snapshot.folder, head);
  const isBranch = (await tryGit(['show-ref', '--verify', '-q', `refs/heads/${head}`], snapshot)).code === 0;
  const branch = isBranch ? head : head === 'HEAD' ? snapshot.branch : OTHER_BRANCH;
  return { ...snapshot, commit, branch, uncommitted: 0, environment: {}, remove: async () => {} };
}

/** The commit at which the change left its base: the workspace has it with the change itself. */
async function baseOf(
  { base }: ReviewCommand,
  { folder, environment, commit, isRepository }: Snapshot,
): Promise<string> {
  if (!isRepository)
    throw new CommandProblem(
      `${folder} is no git repository.`,
      'A review compares commits: run git init and commit what was there before.',
    );
  const from = base === undefined ? await usualBase(folder) : await commitOf(folder, base);
  const { code, stdout } = await tryGit(['merge-base', from, commit], { folder, environment });
  if (code === 0) return stdout.trim();
  throw new CommandProblem(
    `${base ?? 'The base'} and what is reviewed have no commit in common here.`,
    'In a clone without history, fetch more of it: git fetch --unshallow, or fetch-depth: 0 of actions/checkout.',
  );
}

async function usualBase(folder: string): Promise<string> {
  for (const name of USUAL_BASES) {
    const { code, stdout } = await tryGit(['rev-parse', '--verify', '-q', `${name}^{commit}`], { folder });
    if (code === 0) return stdout.trim();
  }
  throw new CommandProblem(
    `There is none of ${USUAL_BASES.join(', ')}.`,
    'Name what to compare with: --base <branch>.',
  );
}

async function commitOf(folder: string, name: string): Promise<string> {
  const { code, stdout } = await tryGit(['rev-parse', '--verify', '-q', '--end-of-options', `${name}^{commit}`], {
    folder,
  });
  if (code === 0) return stdout.trim();
  const branches = await git(['for-each-ref', '--count=5', '--format=%(refname:short)', 'refs/heads'], { folder });
  throw new CommandProblem(
    `There is no commit ${JSON.stringify(name)}.`,
    `Branches here: ${branches.split('\n').join(', ') || 'none'}. In a shallow clone, fetch it first.`,
  );
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text).catch((error: unknown) => {
    throw new CommandProblem(
      `${path} cannot be written: ${error instanceof Error ? error.message : error}`,
      'Name a file in a folder that exists.',
    );
  });
  console.log(`Wrote ${path}`);
}
