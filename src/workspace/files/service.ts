/** What a workspace answers about its files, and takes: the requests and results of files. */
import type { Language } from '../../syntax/api.ts';
import type { Coverage } from '../coverage.ts';

/** Asks for a file at a revision. */
export interface ReadFileRequest {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  /** A branch, tag, commit, abbreviated commit, or one of them with `~n`; absent: the commit that the index covers. */
  readonly ref?: string;
  /** Lines of a text to read, 1-based and both included; absent: from the first, to the last. */
  readonly lineStart?: number;
  readonly lineEnd?: number;
  /** Bytes of content to return at most; absent: {@link LARGEST_READ}. Texts are cut after a whole line where there is one. */
  readonly mostBytes?: number;
  /** Whether to look for the commit that changed the file last. */
  readonly withLastChange?: boolean;
}

/** Bytes of content that one call returns at most, which is what the platform lets pass. */
export const LARGEST_READ = 16 << 20;

/** A file at a commit. */
export interface FileAtCommit {
  readonly path: string;
  /** Id of the commit it was read at. */
  readonly commit: string;
  /** Id of its content. */
  readonly blob: string;
  readonly kind: FileKind;
  /** Of a text, as the index sees it. */
  readonly language?: Language;
  /** Bytes of the whole file. */
  readonly size: number;
  readonly content: TextContent | BinaryContent;
  /** Whether `content` ends before what was asked for does. */
  readonly truncated: boolean;
  readonly lastChange?: LastChangeFacts;
}

/** What a file is; the content of a link is the path it points at. */
export type FileKind = 'file' | 'executable' | 'symlink';

/** Lines of a text, as they are in the file: line ends and a byte order mark are kept. */
export interface TextContent {
  readonly kind: 'text';
  readonly text: string;
  /** Lines of the whole file; an unfinished last one counts. */
  readonly lines: number;
  /** The lines that `text` has, 1-based and both included; `lineEnd` is below `lineStart` when it has none. */
  readonly lineStart: number;
  readonly lineEnd: number;
  /** Whether bytes that are not UTF-8 were replaced by U+FFFD. */
  readonly replaced: boolean;
}

/** A file with a NUL byte. */
export interface BinaryContent {
  readonly kind: 'binary';
  readonly bytes: Uint8Array;
}

/** The commit that changed a file last. */
export interface LastChangeFacts {
  readonly commit: string;
  /** The committer's time, ISO 8601. */
  readonly date: string;
  readonly author: string;
  /** First line of the message. */
  readonly subject: string;
  /** False when only some commits were looked at: the file was changed in this commit or before. */
  readonly exact: boolean;
}

/** Every file of a commit; submodules have none. */
export interface FileTree {
  readonly commit: string;
  readonly files: readonly TreeFile[];
}

/** A file of a tree. */
export interface TreeFile {
  readonly path: string;
  /** Id of its content. */
  readonly blob: string;
  readonly size: number;
  /** Where a symbolic link points. */
  readonly target?: string;
}

/** Files that a tree may have. */
export const MOST_TREE_FILES = 50_000;

/** A file to write. */
export interface NewFile {
  readonly path: string;
  readonly data: Uint8Array;
  /** Absent: as the file that it replaces; not executable when there is none. */
  readonly executable?: boolean;
}

/** What is the same for every commit that is made here. */
export interface CommitOptions {
  /** Absent: one that names the files. */
  readonly message?: string;
  /** Short name of a branch; a new one starts at HEAD. Absent: the branch that HEAD names. */
  readonly branch?: string;
  /** Where a new branch starts instead: a revision as in {@link ReadFileRequest}. The branch must not be elsewhere already. */
  readonly startAt?: string;
  /** Id, or its beginning, of the commit that the branch must be at. Absent: whatever it is at. */
  readonly expectedCommit?: string;
}

/** Asks to write files in one commit. */
export interface PutFilesRequest extends CommitOptions {
  readonly files: readonly NewFile[];
  /**
   * The commit that the files were copied from. What is as it was there is left alone, and the call is refused when the branch has changed
   * since what it would change, too. A new branch starts there. Absent: the files replace whatever there is.
   */
  readonly copiedFrom?: string;
  /** Files that are deleted when they are not among `files`. */
  readonly deleteMissing?: FileSelection;
}

/** Files below a folder that match patterns, which are relative to it. */
export interface FileSelection {
  /** Empty, or ends with a slash. */
  readonly folder: string;
  readonly paths: readonly string[];
  readonly excludePaths: readonly string[];
}

/** Asks to write the files of an archive in one commit. */
export interface PutArchiveRequest extends CommitOptions {
  /** Whether files that are not in the archive stay. */
  readonly mode: ArchiveMode;
  /** Leaves out the one folder that all files of the archive are in. */
  readonly stripFolder: boolean;
}

/** `merge`: other files stay. `replace`: the archive is all there is. */
export const ARCHIVE_MODES = ['merge', 'replace'] as const;
export type ArchiveMode = (typeof ARCHIVE_MODES)[number];

/** Asks to delete files in one commit. */
export interface DeleteFilesRequest extends CommitOptions {
  /** Paths of files and folders, and globs such as `docs/**`. */
  readonly paths: readonly string[];
  /** Only tells what would be deleted. */
  readonly dryRun?: boolean;
}

/** What a call did to a branch. */
export interface CommitResult {
  /** Tip of the branch after the call; absent when it has none. */
  readonly commit?: string;
  /** Tip before the call. */
  readonly parent?: string;
  /** Short name. */
  readonly branch: string;
  /** Whether a commit was made; none is when the files are as they should be already. */
  readonly committed: boolean;
  /** Paths in order. */
  readonly written: readonly string[];
  readonly unchanged: readonly string[];
  readonly deleted: readonly string[];
  readonly coverage: Coverage;
}
