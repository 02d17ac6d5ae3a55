/** What a diff says, whichever form it had. Paths are decoded, without the prefixes `a/` and `b/`. */

/** A parsed diff. */
export interface Diff {
  readonly files: readonly DiffFile[];
}

/** What became of one file. */
export interface DiffFile {
  /** Its path after the change; that before it, of a deleted file. */
  readonly path: string;
  /** Its path before, of a renamed or copied file. */
  readonly from?: string;
  readonly status: 'added' | 'deleted' | 'modified' | 'renamed' | 'copied';
  /** Octal modes, as far as the diff tells them. */
  readonly modes?: { readonly before?: string; readonly after?: string };
  /** Ids of the blobs, maybe abbreviated, where the diff has them; absent for the side that has no file. */
  readonly blobs?: { readonly before?: string; readonly after?: string };
  /** Whether the content is not told: lines are unknown then. */
  readonly binary: boolean;
  /** In order. */
  readonly hunks: readonly Hunk[];
}

/** Lines that follow one another on both sides. */
export interface Hunk {
  /** First line before and after, 1-based; as git counts where a side has no lines. */
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly DiffLine[];
}

/** A line; `text` is without its line end, a carriage return is kept. */
export interface DiffLine {
  readonly kind: 'context' | 'added' | 'removed';
  readonly text: string;
  /** 1-based; absent on the side that does not have the line. */
  readonly oldLine?: number;
  readonly newLine?: number;
  /** Whether no line end follows it in its file. */
  readonly noNewline?: boolean;
}

/** A line that the diff adds, with its place in the file after the change. */
export interface AddedLine {
  readonly line: number;
  readonly text: string;
}

/** The added lines of a file, in order. */
export function addedLines({ hunks }: DiffFile): readonly AddedLine[] {
  return hunks.flatMap(({ lines }) =>
    lines.flatMap(({ kind, newLine, text }) =>
      kind === 'added' && newLine !== undefined ? [{ line: newLine, text }] : [],
    ),
  );
}
