/** The steps of a review in the background: files in the order of risk in groups, then the change as a whole. */
import { addedLines, type Diff, type DiffFile } from '../diff/diff.ts';
import type { CheckName } from '../finding.ts';

/** A step before it is done. */
export interface PlannedStep {
  readonly label: string;
  /** Paths; all files of the change when absent. */
  readonly files?: readonly string[];
  readonly checks: readonly CheckName[];
}

/** Checks that judge each file by itself; the others need the whole change. */
const BY_FILE: ReadonlySet<CheckName> = new Set(['invariants', 'secrets', 'behaviour']);
/** Files of a group, and their added lines, unless one file has more. */
const MOST_FILES = 20;
const MOST_LINES = 600;

/** Plans a review by `checks` of `files`, the riskiest first. */
export function planSteps(files: readonly DiffFile[], checks: readonly CheckName[]): readonly PlannedStep[] {
  const byFile = checks.filter((check) => BY_FILE.has(check));
  const whole = checks.filter((check) => !BY_FILE.has(check));
  return [
    ...(byFile.length === 0
      ? []
      : groupsOf(files).map((group) => ({
          label: labelOf(group),
          files: group.map(({ path }) => path),
          checks: byFile,
        }))),
    ...whole.map((check) => ({ label: `${check} of the whole change`, checks: [check] })),
  ];
}

function groupsOf(files: readonly DiffFile[]): readonly (readonly DiffFile[])[] {
  const groups: DiffFile[][] = [];
  let lines = 0;
  for (const file of files) {
    const added = addedLines(file).length;
    const last = groups.at(-1);
    if (last !== undefined && last.length < MOST_FILES && lines + added <= MOST_LINES) {
      last.push(file);
      lines += added;
    } else {
      groups.push([file]);
      lines = added;
    }
  }
  return groups;
}

function labelOf(files: readonly DiffFile[]): string {
  const [first] = files;
  return files.length === 1 ? (first?.path ?? '') : `${first?.path} and ${files.length - 1} more files`;
}

/** The files of a step. */
export function filesOf(diff: Diff, { files }: Pick<PlannedStep, 'files'>): readonly DiffFile[] {
  if (files === undefined) return diff.files;
  const wanted = new Set(files);
  return diff.files.filter(({ path }) => wanted.has(path));
}
