/** The functions that a change touches. */
import type { FileSurface } from '../../syntax/api.ts';
import type { DiffFile } from '../diff/diff.ts';
import type { ChangedFunction } from './service.ts';

const TEST_FILE =
  /(?:^|\/)(?:tests?|__tests__|specs?)\/|(?:^|\/)(?:test_[^/]*|conftest)\.py$|[._-](?:test|spec)\.\w+$|_test\.\w+$|(?:Test|Tests|Spec|IT)\.(?:java|kt|cs|php|scala)$/;

/** Whether a path is one of tests. */
export function isTestFile(path: string): boolean {
  return TEST_FILE.test(path);
}

/** The innermost functions and methods around added lines, and around the places of removed ones. */
export function changedFunctions(file: DiffFile, { symbols }: FileSurface): readonly ChangedFunction[] {
  const functions = symbols
    .filter(({ kind }) => kind === 'function' || kind === 'method')
    .toSorted((left, right) => right.line - left.line || left.lineEnd - right.lineEnd);
  const found = new Map<(typeof functions)[number], Set<number>>();
  for (const line of changedLines(file)) {
    const around = functions.find((each) => each.line <= line && line <= each.lineEnd);
    if (around !== undefined) found.set(around, (found.get(around) ?? new Set()).add(line));
  }
  return [...found]
    .map(([{ name, scope, line }, lines]) => ({
      file: file.path,
      name: scope === '' ? name : `${scope}.${name}`,
      line,
      lines: [...lines].sort((left, right) => left - right),
    }))
    .sort((left, right) => left.line - right.line);
}

/** Lines after the change: added ones, and the one before each run of removed ones. */
export function changedLines({ hunks }: DiffFile): readonly number[] {
  const lines = new Set<number>();
  for (const hunk of hunks) {
    let last = hunk.newStart;
    for (const { kind, newLine } of hunk.lines) {
      if (newLine !== undefined) last = newLine;
      if (kind !== 'context') lines.add(last);
    }
  }
  return [...lines];
}
