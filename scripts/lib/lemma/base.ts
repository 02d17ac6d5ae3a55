/** What a change is compared with. */
import { git, tryGit } from './git.ts';
import { CommandProblem } from './problem.ts';
import type { Snapshot } from './snapshot.ts';

/** Bases that are looked for when none is named. */
const USUAL_BASES = ['main', 'master', 'origin/main', 'origin/master'];

/**
 * The commit at which the change left its base, the usual one without a name: the workspace has it with the change itself. Throws
 * {@link CommandProblem}.
 */
export async function baseOf(
  base: string | undefined,
  { folder, environment, commit, isRepository }: Snapshot,
): Promise<string> {
  if (!isRepository)
    throw new CommandProblem(
      `${folder} is no git repository.`,
      'Commits are compared: run git init and commit what was there before.',
    );
  const from = base === undefined ? await usualBase(folder) : await commitOf(folder, base);
  const { code, stdout } = await tryGit(['merge-base', from, commit], { folder, environment });
  if (code === 0) return stdout.trim();
  throw new CommandProblem(
    `${base ?? 'The base'} and what is pushed have no commit in common here.`,
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

/** The commit that a name stands for. Throws {@link CommandProblem}. */
export async function commitOf(folder: string, name: string): Promise<string> {
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
