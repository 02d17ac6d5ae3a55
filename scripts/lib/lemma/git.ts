/** Runs git. */
import { spawn } from 'node:child_process';
import { CommandProblem } from './problem.ts';

/** Variables of the environment for one run. */
export type Environment = Readonly<Record<string, string>>;

/** What a run left. */
export interface GitRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How git is run. */
export interface GitOptions {
  readonly folder: string;
  readonly environment?: Environment;
  /** Whether git writes its progress to the terminal. */
  readonly showErrors?: boolean;
}

/** Runs git and does not mind its failure. Throws {@link CommandProblem} when there is no git. */
export function tryGit(
  args: readonly string[],
  { folder, environment = {}, showErrors = false }: GitOptions,
): Promise<GitRun> {
  const env = { ...withoutRepository(process.env), GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', ...environment };
  const child = spawn('git', [...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', showErrors ? 'inherit' : 'pipe'],
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (data: Buffer) => stdout.push(data));
  child.stderr?.on('data', (data: Buffer) => stderr.push(data));
  return new Promise((resolve, reject) => {
    child.on('error', (error) => {
      const missing = 'code' in error && error.code === 'ENOENT';
      reject(
        missing
          ? new CommandProblem('git is not installed.', 'Install git 2.31 or newer; it does the pushing.')
          : error,
      );
    });
    child.on('close', (code) => {
      resolve({ code: code ?? 1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}

/** Hooks of git run with a repository of their own in the environment. */
function withoutRepository({
  GIT_DIR,
  GIT_WORK_TREE,
  GIT_INDEX_FILE,
  ...others
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return others;
}

/** What git prints, without white space at its end. Throws {@link CommandProblem} when it fails. */
export async function git(args: readonly string[], options: GitOptions): Promise<string> {
  const { code, stdout, stderr } = await tryGit(args, options);
  if (code === 0) return stdout.trimEnd();
  throw new CommandProblem(
    `git ${args[0]} failed: ${stderr.trim()}`,
    'Run git status in that folder: is the repository in order?',
  );
}
