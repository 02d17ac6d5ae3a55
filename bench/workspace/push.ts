/** Pushing a repository into a workspace and indexing it, as a user's git does it. */
import { execFileSync, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { FrontFetch, Inside } from '../benchmark.ts';
import { callTool } from '../calls.ts';
import type { BenchRepository } from './repositories.ts';

/** Seconds. */
export interface PushTimes {
  readonly push: number;
  /** From the end of the push until every answer is complete. */
  readonly index: number;
  /** Megabytes that the server's process occupied at most. */
  readonly peak: number;
}

/** Milliseconds between two looks at the index: each look does a piece of work itself. */
const LOOK_MS = 200;

/** Pushes a branch and waits until the index is complete. */
export async function pushAndIndex(
  { url, residentMegabytes }: Inside,
  front: FrontFetch,
  { folder }: BenchRepository,
  workspace: string,
): Promise<PushTimes> {
  let peak = 0;
  const started = performance.now();
  const look = () => {
    peak = Math.max(peak, residentMegabytes() ?? 0);
  };
  const watch = setInterval(look, 20);
  await pushTo(new URL(`/git/${workspace}`, url).href, folder);
  const pushed = performance.now();
  while (!(await isComplete(front, workspace))) await delay(LOOK_MS);
  clearInterval(watch);
  look();
  return { push: (pushed - started) / 1000, index: (performance.now() - pushed) / 1000, peak };
}

/** Pushes `main` of a working tree to a remote; resolves when git has ended. */
export async function pushTo(remote: string, folder: string): Promise<void> {
  const child = spawn('git', ['push', '--quiet', '--force', remote, 'main'], { cwd: folder, stdio: 'ignore' });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`git push to ${remote} ended with ${code}.`);
}

async function isComplete(front: FrontFetch, workspace: string): Promise<boolean> {
  const { index } = await callTool(front, 'index_status', { workspace, limit: 0 });
  if (typeof index !== 'object' || index === null || !('complete' in index))
    throw new Error('index_status has no index.');
  return index.complete === true;
}

/** Lines that ripgrep finds, and how long it took in milliseconds; undefined where it is not installed. */
export function ripgrep(folder: string, literal: string): { readonly lines: number; readonly ms: number } | undefined {
  const started = performance.now();
  try {
    const found = execFileSync(
      'rg',
      ['--fixed-strings', '--line-number', '--hidden', '--glob', '!.git', literal, '.'],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 1 << 28,
      },
    );
    return { lines: found.split('\n').length - 1, ms: performance.now() - started };
  } catch (error) {
    // 1: nothing was found.
    if (error instanceof Error && 'status' in error && error.status === 1)
      return { lines: 0, ms: performance.now() - started };
    return undefined;
  }
}
