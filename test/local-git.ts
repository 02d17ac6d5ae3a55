/** Repositories made by the real git, in a temporary folder. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WORKSPACE_MIGRATIONS } from '../durable-objects/workspace/migrations.ts';
import { migrate } from '../src/lib/migrations.ts';
import { Repository } from '../src/workspace/git/repository.ts';
import { createDatabase } from './sqlite.ts';

/** A repository in a folder of its own. */
export interface LocalGit {
  readonly folder: string;
  /** Runs git in it; returns what it prints, without white space at the ends. */
  git(...args: readonly string[]): Promise<string>;
  /** Writes files, deletes those that are null, and commits all; returns the commit's id. */
  commit(message: string, files: Readonly<Record<string, string | null>>, options?: CommitOptions): Promise<string>;
  remove(): void;
}

/** Who commits, and when. */
export interface CommitOptions {
  readonly author?: string;
  /** ISO 8601, of author and committer. */
  readonly date?: string;
}

/** No configuration of this machine counts. */
const ENVIRONMENT = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

const run = promisify(execFile);

/** Makes an empty repository whose branch is main. */
export async function createLocalGit(): Promise<LocalGit> {
  const folder = mkdtempSync(join(tmpdir(), 'lemma-git-'));
  const git = async (args: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const env = { ...process.env, ...ENVIRONMENT, ...more };
    const { stdout } = await run('git', args, { cwd: folder, env, maxBuffer: 64 << 20 });
    return stdout.trim();
  };
  await git(['init', '-q', '-b', 'main']);
  return {
    folder,
    git: (...args) => git(args),
    async commit(message, files, { author = 'Ada <ada@example.org>', date = '2026-01-01T00:00:00Z' } = {}) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        if (content === null) rmSync(join(folder, path));
        else writeFileSync(join(folder, path), content);
      }
      await git(['add', '-A']);
      const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      await git(['commit', '-q', '--allow-empty', '-m', message, '--author', author], dates);
      return git(['rev-parse', 'HEAD']);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The objects of a folder's repository, in a database of a workspace; refs are not taken along. */
export function loadObjects(folder: string) {
  const database = createDatabase('');
  migrate(database, WORKSPACE_MIGRATIONS, 0);
  const repository = new Repository(database.sql);
  const all = execFileSync('git', ['cat-file', '--batch', '--batch-all-objects'], { cwd: folder, maxBuffer: 1 << 30 });
  for (let at = 0; at < all.length; ) {
    const end = all.indexOf(0x0a, at);
    const [, type, size] = all.toString('utf8', at, end).split(' ');
    const data = new Uint8Array(all.subarray(end + 1, end + 1 + Number(size)));
    if (type !== 'commit' && type !== 'tree' && type !== 'blob' && type !== 'tag') throw new Error(`odd type ${type}`);
    repository.objects.write({ type, data });
    at = end + 1 + Number(size) + 1;
  }
  return { database, repository };
}
