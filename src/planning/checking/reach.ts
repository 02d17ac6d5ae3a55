/** Whether runs reached what a step changed. */
import { isOfPytest } from '../../lib/test-files.ts';
import type { Reach } from '../../python/api.ts';

/** Folders of whose lines runs tell nothing, as `coverage.py` has them. */
const UNTOLD = /(?:^|\/)(?:build|dist|docs?|examples|node_modules|test|testing|tests)\//;

/** Whether a run tells which lines of the file it executed: of Python that is no test. */
export function isTold(path: string): boolean {
  return path.endsWith('.py') && !isOfPytest(path) && !UNTOLD.test(path);
}

/** A Python file before and after the work; without `before` it is new. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * Files of which no run executed a line that was added or written otherwise. Files where there is no such line, as where lines were taken
 * out, are none of them.
 */
export function unreached(files: readonly ChangedFile[], runs: readonly Reach[]): readonly string[] {
  return files.flatMap(({ path, before = '', after }) => {
    const lines = newLines(before, after);
    const isReached = runs.some(
      (run) => run.files.has(path) && lines.some((line) => hasRun(line, run.files.get(path))),
    );
    return lines.length === 0 || isReached ? [] : [path];
  });
}

/** The numbers of lines that the text before has not; blank lines and comments are none. */
function newLines(before: string, after: string): readonly number[] {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  return after.split('\n').flatMap((line, index) => {
    const text = line.trim();
    return text === '' || text.startsWith('#') || known.has(text) ? [] : [index + 1];
  });
}

/** Where too much was missed to be listed, any line may have run. */
function hasRun(line: number, missed: readonly (readonly [number, number])[] = []): boolean {
  return !missed.some(([first, last]) => first <= line && line <= last);
}
