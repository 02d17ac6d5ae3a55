/** Files of a workspace at any of its commits. */

import { ToolFailure } from '../../lib/errors.ts';
import { languageOf } from '../../syntax/api.ts';
import { lastChange } from '../git/last-change.ts';
import { MODES, type Oid, type TreeEntry } from '../git/object.ts';
import { pathFault, quotedPath } from '../git/paths.ts';
import type { Repository } from '../git/repository.ts';
import { resolveRevision } from '../git/revision.ts';
import { contentOf } from './file-text.ts';
import { nearPaths } from './near-paths.ts';
import {
  type FileAtCommit,
  type FileKind,
  LARGEST_READ,
  type LastChangeFacts,
  type ReadFileRequest,
} from './service.ts';

/** Commits that are looked at for the one that changed a file last. */
const MOST_COMMITS = 1000;
/** Files and folders whose paths are compared with one that does not exist. */
const MOST_COMPARED = 50_000;
/** Entries of a folder that are named. */
const MOST_LISTED = 50;

/** Reads files. */
export class FileReader {
  readonly #repository: Repository;
  readonly #defaultCommit: () => Oid | undefined;

  /** `defaultCommit` is read where a request names no revision. */
  constructor(repository: Repository, defaultCommit: () => Oid | undefined) {
    this.#repository = repository;
    this.#defaultCommit = defaultCommit;
  }

  /** Throws `ToolFailure` when there is no such file or revision. */
  read(request: ReadFileRequest): FileAtCommit {
    const {
      ref,
      mostBytes = LARGEST_READ,
      lineStart = 1,
      lineEnd = Number.POSITIVE_INFINITY,
      withLastChange,
    } = request;
    const commit = this.commitOf(ref);
    const path = request.path.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
    const { oid, mode } = this.entryOf(commit, path);
    const data = this.#repository.blob(oid);
    if (data === undefined) throw new Error(`Blob ${oid} of ${path} is missing.`);
    const { content, truncated } = contentOf(data, {
      lineStart,
      lineEnd,
      mostBytes: Math.min(mostBytes, LARGEST_READ),
    });
    return {
      path,
      commit,
      blob: oid,
      kind: fileKind(mode),
      ...(content.kind === 'text' && { language: languageOf({ path, text: new TextDecoder().decode(data) }) }),
      size: data.length,
      content,
      truncated,
      ...(withLastChange && { lastChange: this.#lastChange(commit, path) }),
    };
  }

  /** The commit that a request means. Throws `ToolFailure` when there is none. */
  commitOf(ref: string | undefined): Oid {
    if (ref === undefined) {
      const commit = this.#defaultCommit();
      if (commit !== undefined) return commit;
      throw new ToolFailure({
        errorType: 'FILE_NOT_FOUND',
        message: 'The workspace is empty.',
        advice: 'Push a repository to /git/<workspace>, or write files with put_files.',
      });
    }
    const revision = resolveRevision(this.#repository, ref);
    if (revision.kind === 'commit') return revision.oid;
    const shown = JSON.stringify(ref.slice(0, 100));
    const branches = this.#repository.refs.list().map(({ name }) => name.replace(/^refs\/(?:heads|tags)\//, ''));
    throw new ToolFailure({
      errorType: 'INVALID_INPUT',
      message:
        revision.kind === 'ambiguous'
          ? `${shown} begins the ids of several commits: ${revision.candidates.join(', ')}.`
          : `${shown} is no branch, tag or commit of this workspace.`,
      advice: `Give a branch, a tag, or an id of at least 4 digits, each with ~n for the nth commit before it. There are: ${someOf(branches)}.`,
    });
  }

  /** The file of a commit. Throws `ToolFailure` when there is none of that path. */
  entryOf(commit: Oid, path: string): TreeEntry {
    const entry = this.#repository.entryAt(commit, path);
    if (entry === undefined) throw this.notFound(commit, path);
    if (entry.mode === MODES.tree) {
      const names = this.#repository.tree(entry.oid).map(({ mode, name }) => (mode === MODES.tree ? `${name}/` : name));
      throw new ToolFailure({
        errorType: 'FILE_NOT_FOUND',
        message: `${quotedPath(path)} is a folder.`,
        advice: `Name a file in it: ${someOf(names)}.`,
      });
    }
    if (entry.mode !== MODES.submodule) return entry;
    throw new ToolFailure({
      errorType: 'FILE_NOT_FOUND',
      message: `${quotedPath(path)} is a submodule at commit ${entry.oid}; its files are in another repository.`,
      advice: 'Push that repository to a workspace of its own.',
    });
  }

  /** The failure of a path that the commit has not. */
  notFound(commit: Oid, path: string): ToolFailure {
    // Only now: pushed files may have names that could not be written here.
    const fault = pathFault(path);
    if (fault !== undefined) {
      return new ToolFailure({
        errorType: 'INVALID_INPUT',
        message: `The path ${quotedPath(path)} ${fault}.`,
        advice: "Give a path from the root of the repository with slashes, such as 'src/main.py'.",
      });
    }
    const near = nearPaths(path, this.#someFiles(commit));
    return new ToolFailure({
      errorType: 'FILE_NOT_FOUND',
      message: `There is no file ${quotedPath(path)} at commit ${commit.slice(0, 12)}.`,
      advice:
        near.length > 0
          ? `Did you mean ${near.map((each) => `'${each}'`).join(', ')}?`
          : 'No file has a name like it; list_workspace_files shows which files there are.',
    });
  }

  *#someFiles(commit: Oid): Generator<string> {
    for (const { path } of this.#repository.firstFiles(commit, MOST_COMPARED)) yield path;
  }

  #lastChange(start: Oid, path: string): LastChangeFacts {
    const { oid, commit, exact } = lastChange(this.#repository, start, path, MOST_COMMITS);
    return {
      commit: oid,
      date: new Date(commit.committer.seconds * 1000).toISOString(),
      author: commit.author.name,
      subject: commit.message.split('\n', 1)[0] ?? '',
      exact,
    };
  }
}

function fileKind(mode: string): FileKind {
  if (mode === MODES.symlink) return 'symlink';
  return mode === MODES.executable ? 'executable' : 'file';
}

function someOf(names: readonly string[]): string {
  const named = names.slice(0, MOST_LISTED).map((name) => `'${name}'`);
  if (names.length > MOST_LISTED) named.push(`and ${names.length - MOST_LISTED} more`);
  return named.length === 0 ? 'none yet' : named.join(', ');
}
