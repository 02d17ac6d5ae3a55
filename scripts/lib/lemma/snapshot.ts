/** The working state of a folder as a commit, made without touching the repository it lies in. */
import { copyFile, lstat, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Environment, git, tryGit } from './git.ts';
import { CommandProblem } from './problem.ts';

/** A commit that can be pushed. */
export interface Snapshot {
  /** Folder to run git in. */
  readonly folder: string;
  /** With which git finds the commit's objects. */
  readonly environment: Environment;
  readonly commit: string;
  /** Short name of the branch that is checked out. */
  readonly branch: string;
  /** Whether the folder is in a git repository. */
  readonly isRepository: boolean;
  /** Paths whose state is not committed there. */
  readonly uncommitted: number;
  /** Removes what was made. */
  remove(): Promise<void>;
}

/** What is pushed where nothing is checked out. */
const DETACHED = 'detached';
const FIRST_BRANCH = 'main';
/** Whoever takes a snapshot need not have told git a name. */
const WHO = {
  GIT_AUTHOR_NAME: 'Lemma',
  GIT_AUTHOR_EMAIL: 'lemma@localhost',
  GIT_COMMITTER_NAME: 'Lemma',
  GIT_COMMITTER_EMAIL: 'lemma@localhost',
} as const;

/** Takes a snapshot. The same state gives the same commit. Throws {@link CommandProblem}. */
export async function takeSnapshot(folder: string): Promise<Snapshot> {
  const facts = await stat(folder).catch(() => undefined);
  if (!facts?.isDirectory()) {
    throw new CommandProblem(`There is no folder ${folder}.`, 'Name the folder to push: npm run lemma -- push <dir>');
  }
  const temporary = await mkdtemp(join(tmpdir(), 'lemma-push-'));
  const remove = () => rm(temporary, { recursive: true, force: true });
  try {
    const top = await tryGit(['rev-parse', '--show-toplevel'], { folder });
    const snapshot =
      top.code === 0 ? await ofRepository(top.stdout.trimEnd(), temporary) : await ofFolder(folder, temporary);
    return { ...snapshot, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Objects and index of the snapshot are in `temporary`; git still finds those of the repository. */
async function ofRepository(folder: string, temporary: string): Promise<Omit<Snapshot, 'remove'>> {
  const ask = (...args: readonly string[]) => git(args, { folder });
  const checkedOut = await tryGit(['symbolic-ref', '--short', '-q', 'HEAD'], { folder });
  const branch = checkedOut.code === 0 ? checkedOut.stdout.trim() : DETACHED;
  const head = await tryGit(['rev-parse', '--verify', '-q', 'HEAD^{commit}'], { folder });
  const parent = head.code === 0 ? head.stdout.trim() : undefined;
  const paths = changedPaths(await ask('status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames'));
  const here = { folder, branch, isRepository: true, uncommitted: paths.length };
  if (paths.length === 0 && parent !== undefined) return { ...here, environment: {}, commit: parent };
  const index = join(temporary, 'index');
  // With what it knows of files, git need not read those that did not change.
  await copyFile(resolve(folder, await ask('rev-parse', '--git-path', 'index')), index).catch(() => {});
  const objects = join(temporary, 'objects');
  await mkdir(objects);
  const environment = {
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    // Quoted, since a colon would divide it.
    GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(resolve(folder, await ask('rev-parse', '--git-path', 'objects'))),
  };
  const message = `Snapshot of ${paths.length} uncommitted files`;
  const seconds = Math.max(
    parent === undefined ? 0 : Number(await ask('log', '-1', '--format=%ct', parent)),
    await newestChange(folder, paths),
  );
  return { ...here, environment, commit: await commitAll({ folder, environment, parent, message, seconds }) };
}

/** The repository is in `temporary`. */
async function ofFolder(folder: string, temporary: string): Promise<Omit<Snapshot, 'remove'>> {
  const environment = { GIT_DIR: join(temporary, 'git'), GIT_WORK_TREE: folder };
  await git(['init', '-q', '-b', FIRST_BRANCH], { folder, environment });
  const listed = await git(['ls-files', '-z', '--others', '--exclude-standard'], { folder, environment });
  const paths = listed.split('\0').filter((path) => path !== '');
  if (paths.length === 0) throw new CommandProblem(`There is no file in ${folder}.`, 'Name the folder with your code.');
  const seconds = await newestChange(folder, paths);
  const message = `Snapshot of ${paths.length} files`;
  const commit = await commitAll({ folder, environment, parent: undefined, message, seconds });
  return { folder, branch: FIRST_BRANCH, isRepository: false, uncommitted: paths.length, environment, commit };
}

interface CommitAll {
  readonly folder: string;
  readonly environment: Environment;
  readonly parent: string | undefined;
  readonly message: string;
  readonly seconds: number;
}

async function commitAll({ folder, environment, parent, message, seconds }: CommitAll): Promise<string> {
  const quiet = ['-c', 'advice.addEmbeddedRepo=false', '-c', 'core.safecrlf=false', '-c', 'core.fsmonitor=false'];
  await git([...quiet, 'add', '--all', '.'], { folder, environment: { ...environment, GIT_OPTIONAL_LOCKS: '1' } });
  const tree = await git(['write-tree'], { folder, environment });
  const date = `${seconds} +0000`;
  return git(['commit-tree', tree, ...(parent === undefined ? [] : ['-p', parent]), '-m', message], {
    folder,
    environment: { ...environment, ...WHO, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
  });
}

/** Paths in what `git status --porcelain=v1 -z --no-renames` prints: two letters, a space and a path each. */
function changedPaths(status: string): readonly string[] {
  return status.split('\0').flatMap((line) => (line === '' ? [] : [line.slice(3)]));
}

/** Seconds since 1970 at which the newest of some files was changed; 0 when all of them are gone. */
async function newestChange(folder: string, paths: readonly string[]): Promise<number> {
  let newest = 0;
  for (const path of paths) {
    const facts = await lstat(join(folder, path)).catch(() => undefined);
    newest = Math.max(newest, Math.floor((facts?.mtimeMs ?? 0) / 1000));
  }
  return newest;
}
