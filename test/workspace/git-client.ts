/** The real git, without the settings of whoever runs the tests. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a run of git left. */
export interface GitRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const ENVIRONMENT = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '/bin/true',
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

/** A folder for repositories that goes away with {@link remove}. */
export class GitFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'lemma-git-'));

  /** Runs git in a repository of this folder, and does not mind its failure. */
  try(repository: string, ...args: readonly string[]): Promise<GitRun> {
    const options = { cwd: join(this.path, repository), env: ENVIRONMENT, maxBuffer: 64 << 20 };
    return new Promise((resolve) => {
      execFile('git', ['-c', 'protocol.version=2', ...args], options, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr });
      });
    });
  }

  /** Runs git with `input`; throws when it fails. */
  pipe(repository: string, input: string, ...args: readonly string[]): Pick<GitRun, 'stdout'> {
    const options = { cwd: join(this.path, repository), env: ENVIRONMENT, input, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync('git', args, options);
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed with ${status}: ${stderr}`);
    return { stdout };
  }

  /** As {@link try}; returns the output, without line ends behind it. Rejects when git fails. */
  async git(repository: string, ...args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.try(repository, ...args);
    if (code !== 0) throw new Error(`git ${args.join(' ')} failed with ${code}: ${stderr}`);
    return stdout.trimEnd();
  }

  /** A new repository whose branch is `main`. */
  async create(repository: string): Promise<string> {
    await this.git('.', 'init', '--quiet', '--initial-branch=main', repository);
    return join(this.path, repository);
  }

  /** Commits a file with everything else that changed; returns the commit. */
  async commit(repository: string, file: string, content: string | Uint8Array): Promise<string> {
    writeFileSync(join(this.path, repository, file), content);
    await this.git(repository, 'add', '--all');
    await this.git(repository, 'commit', '--quiet', '--message', `Change ${file}`);
    return this.git(repository, 'rev-parse', 'HEAD');
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
