/** Archives that are uploaded: their files become one commit. */
import { deflateSync } from 'node:zlib';
import { ToolFailure } from '../../lib/errors.ts';
import type { SqlDatabase } from '../../lib/sql.ts';
import { MODES, type Oid, oidOf } from '../git/object.ts';
import { pathFault } from '../git/paths.ts';
import { Quarantine, type RunningPush } from '../git/receive/quarantine.ts';
import type { Repository } from '../git/repository.ts';
import type { PathConflict, PutFile } from '../git/write-tree.ts';
import { type ArchiveEntry, BadArchive } from './archive/entries.ts';
import { readArchive } from './archive/read-archive.ts';
import { type BranchCommits, type Commitment, refuse } from './branch-commits.ts';
import type { PutArchiveRequest } from './service.ts';

/** The files of an archive that is being read. */
interface Staged {
  readonly push: RunningPush;
  /** Contents that came, or that the repository had. */
  readonly oids: Set<Oid>;
  readonly files: Map<string, PutFile>;
  readonly faults: PathConflict[];
}

/** Takes archives in. */
export class ArchiveWriter {
  readonly #repository: Repository;
  readonly #database: SqlDatabase;
  readonly #commits: BranchCommits;
  readonly #quarantine: Quarantine;

  constructor(repository: Repository, database: SqlDatabase, commits: BranchCommits) {
    this.#repository = repository;
    this.#database = database;
    this.#commits = commits;
    this.#quarantine = new Quarantine(database.sql, repository.objects);
  }

  /** Throws `ToolFailure`, and keeps nothing then: files wait apart from the repository until the archive has come to its end. */
  async put(request: PutArchiveRequest, body: ReadableStream<Uint8Array>, now: number): Promise<Commitment> {
    this.#commits.targetOf(request);
    const staged: Staged = { push: this.#quarantine.begin(), oids: new Set(), files: new Map(), faults: [] };
    try {
      for await (const entry of readArchive(body)) this.#stage(entry, staged);
      return this.#accept(request, staged, now);
    } catch (error) {
      throw error instanceof BadArchive ? badArchive(error) : error;
    } finally {
      // Accepted ones are not there any more.
      this.#quarantine.discard(staged.push);
    }
  }

  #stage(entry: ArchiveEntry, staged: Staged): void {
    const path = entry.path.replace(/^(?:\.\/)+/, '');
    const fault = staged.files.has(path)
      ? 'is in the archive twice'
      : (pathFault(path) ?? linkFault(path, entry, staged));
    if (fault !== undefined) {
      staged.faults.push({ path, fault });
      return;
    }
    staged.files.set(path, this.#fileOf(entry, staged));
  }

  #fileOf(entry: ArchiveEntry, staged: Staged): PutFile {
    switch (entry.kind) {
      case 'file':
        return { oid: this.#keep(entry.data, staged), mode: entry.executable ? MODES.executable : MODES.file };
      case 'symlink':
        return { oid: this.#keep(new TextEncoder().encode(entry.target), staged), mode: MODES.symlink };
      case 'hardlink': {
        const file = staged.files.get(entry.target.replace(/^(?:\.\/)+/, ''));
        if (file === undefined) throw new Error('A hard link was not checked.');
        return file;
      }
    }
  }

  #keep(data: Uint8Array, { oids, push }: Staged): Oid {
    const oid = oidOf({ type: 'blob', data });
    if (oids.has(oid) || this.#repository.objects.has(oid)) return oid;
    const facts = { oid, type: 'blob' as const, size: data.length, depth: 0, inflated: data.length };
    this.#repository.objects.insert(facts, deflateSync(data), push.id);
    oids.add(oid);
    return oid;
  }

  #accept({ mode, stripFolder, ...options }: PutArchiveRequest, staged: Staged, now: number): Commitment {
    refuse(staged.faults, staged.files.size + staged.faults.length);
    if (staged.files.size === 0) {
      throw badArchive(new BadArchive('The archive holds no file.'));
    }
    const changes = stripFolder ? withoutFolder(staged.files) : staged.files;
    return this.#database.transactionSync(() => {
      this.#quarantine.accept(staged.push);
      const message = options.message ?? `Upload an archive of ${changes.size} files`;
      return this.#commits.commit(this.#commits.targetOf(options), { changes, keep: mode === 'merge', message, now });
    });
  }
}

/** Why a link cannot be kept: it leads out of the archive, or to nothing in it. */
function linkFault(path: string, entry: ArchiveEntry, { files }: Staged): string | undefined {
  switch (entry.kind) {
    case 'file':
      return undefined;
    case 'hardlink':
      return files.has(entry.target.replace(/^(?:\.\/)+/, '')) ? undefined : 'is a hard link to no file before it';
    case 'symlink':
      return leadsInside(path, entry.target) ? undefined : 'is a symbolic link that leads out of the repository';
  }
}

function leadsInside(path: string, target: string): boolean {
  const names = path.split('/').slice(0, -1);
  if (target === '' || target.startsWith('/') || /[\\\p{Cc}]/u.test(target)) return false;
  for (const name of target.split('/')) {
    if (name === '..') {
      if (names.pop() === undefined) return false;
    } else if (name !== '.' && name !== '') names.push(name);
  }
  return names.length === 0 || pathFault(names.join('/')) === undefined;
}

/** The files without the one folder that all of them are in. */
function withoutFolder(files: ReadonlyMap<string, PutFile>): ReadonlyMap<string, PutFile> {
  const folders = new Set(Array.from(files.keys(), (path) => path.slice(0, path.indexOf('/') + 1)));
  const [folder = ''] = folders;
  if (folders.size !== 1 || folder === '') {
    throw badArchive(new BadArchive('Its files are not all in one folder, so that none can be stripped.'));
  }
  return new Map(Array.from(files, ([path, file]) => [path.slice(folder.length), file]));
}

function badArchive({ message }: BadArchive): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `Nothing was changed. ${message}`,
    advice:
      'Send a whole tar, tar.gz or zip archive of files with relative names; git push takes repositories of any size.',
  });
}
