/** What a workspace answers about which files there are. */
import type { Language } from '../../syntax/api.ts';

/** Asks for folders and files of a commit. */
export interface ListFilesRequest {
  /** As in `ReadFileRequest`. */
  readonly ref?: string;
  /** Folder whose content is listed; empty: the root. */
  readonly folder: string;
  /** Patterns as in `.gitignore`, and extensions; empty lists want everything. */
  readonly paths: readonly string[];
  readonly excludePaths: readonly string[];
  readonly fileTypes: readonly string[];
  /** Levels below the folder that a tree shows, folders beyond as one entry each; absent: files only, of all levels. */
  readonly depth?: number;
  readonly offset: number;
  readonly limit: number;
}

/** A file, or a folder with all that is wanted in it. */
export type ListedEntry =
  | {
      readonly kind: 'file' | 'executable' | 'symlink' | 'submodule';
      readonly path: string;
      /** Bytes; of a submodule 0. */
      readonly size: number;
      /** By its name. */
      readonly language?: Language;
    }
  | {
      readonly kind: 'folder';
      /** Ends with a slash. */
      readonly path: string;
      readonly files: number;
      readonly size: number;
      /** Whether what is in it is not listed. */
      readonly collapsed: boolean;
    };

/** Folders and files. */
export interface FileListing {
  /** The commit that was read. */
  readonly commit: string;
  /** From `offset` on: folders before files, each followed by what is in it. */
  readonly entries: readonly ListedEntry[];
  readonly totalEntries: number;
  /** All wanted files below the folder, listed or not. */
  readonly totalFiles: number;
  readonly totalSize: number;
  /** Of them by language, most files first. */
  readonly languages: readonly { readonly language: Language; readonly files: number }[];
  /** False when the commit has more files than one call looks at. */
  readonly complete: boolean;
}
