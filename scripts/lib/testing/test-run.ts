/** What a run of the tests found, and what a second run of the files that failed makes of it. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { CliOptions } from 'vitest/node';
import { ROOT } from '../wrangler.ts';

/** What vitest is asked for. */
export interface TestRequest {
  /** Parts of the paths of test files; all files when there is none. */
  readonly filter: readonly string[];
  readonly options: CliOptions;
}

/** A test file and how it ended. */
export interface FileOutcome {
  /** From the root of the repository. */
  readonly path: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why it did not pass: one for each failed test, and for each error outside of them. Empty when it passed. */
  readonly faults: readonly string[];
}

/** One run of vitest. */
export interface TestRun {
  readonly files: readonly FileOutcome[];
  /** Errors that belong to no test file. */
  readonly elsewhere: readonly string[];
}

/** A file that failed beside others, and passed alone. */
export interface Unstable {
  readonly first: FileOutcome;
  readonly alone: FileOutcome;
}

/** A run after the files that failed were run once more, each alone. */
export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly unstable: readonly Unstable[];
  /** What failed twice, and what belongs to no file: the run is green when there is none. */
  readonly faults: readonly string[];
}

/** Runs vitest in a process of its own whose output is ours; `env` is added to the environment. */
export async function runVitest(request: TestRequest, env: Readonly<Record<string, string>> = {}): Promise<TestRun> {
  const child = fork(new URL('run-vitest.ts', import.meta.url), [JSON.stringify(request)], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    // vitest reads nothing from the terminal.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let run: TestRun | undefined;
  child.on('message', (message: TestRun) => {
    run = message;
  });
  const [code, signal] = await once(child, 'exit');
  return run ?? { files: [], elsewhere: [`vitest ended before it was done (${signal ?? `exit code ${code}`})`] };
}

/** Runs every file of `first` that failed once more, by `runAlone`, and judges both runs. */
export async function judgeRun(first: TestRun, runAlone: (path: string) => Promise<TestRun>): Promise<Verdict> {
  const unstable: Unstable[] = [];
  const faults = [...first.elsewhere];
  const final: FileOutcome[] = [];
  for (const file of first.files) {
    if (file.faults.length === 0) {
      final.push(file);
      continue;
    }
    const again = await runAlone(file.path);
    const alone = again.files.find(({ path }) => path === file.path);
    final.push(alone ?? file);
    const second = [...(alone?.faults ?? ['it did not run again']), ...again.elsewhere];
    if (alone !== undefined && second.length === 0) unstable.push({ first: file, alone });
    else faults.push(...second.map((fault) => `${file.path}: ${fault}`));
  }
  if (final.length === 0 && faults.length === 0) faults.push('no test file was run');
  const sum = (count: 'passed' | 'failed' | 'skipped') => final.reduce((total, file) => total + file[count], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), unstable, faults };
}

/** The end of a report, in lines: what is unstable with both outcomes, what failed twice, and the counts. */
export function renderVerdict({ passed, failed, skipped, unstable, faults }: Verdict): string {
  const lines: string[] = [];
  if (unstable.length > 0) lines.push('', 'Unstable: these files failed, and passed when they ran alone.');
  for (const { first, alone } of unstable) {
    lines.push(`  ${first.path}`, ...first.faults.map((fault) => `    first: ${firstLine(fault)}`));
    lines.push(`    alone: ${alone.passed} passed`);
  }
  if (faults.length > 0) lines.push('', 'Failed:', ...faults.map((fault) => `  ${firstLine(fault)}`));
  lines.push('', `Tests: ${passed} passed, ${failed} failed, ${skipped} skipped; ${unstable.length} unstable files.`);
  return lines.join('\n');
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
