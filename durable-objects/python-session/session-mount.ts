/** The workspace that a session reads below /mnt: files as they are at one commit, for as long as the session lives. */

import { objectKind, objectName, parseObjectName } from '../../src/lib/object-name.ts';
import type { Sql } from '../../src/lib/sql.ts';
import type { Mount, MountFacts } from '../../src/python/protocol.ts';
import type { WorkspaceApi } from '../../src/workspace/service.ts';
import { MOUNTS } from '../../wasm/python/kernel/mounted-tree.ts';
import type { MountedTree } from '../../wasm/python/kernel/types.ts';
import type { OwnName } from './own-name.ts';

/** The table, as step 1 creates it. */
export const MOUNT_SCHEMA = `
CREATE TABLE IF NOT EXISTS mount (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  workspace TEXT NOT NULL,
  commit_id TEXT NOT NULL
);
`;

/** What the session asks a workspace. */
export interface WorkspaceBinding {
  getByName(name: string): Pick<WorkspaceApi, 'fileTree' | 'readBlob'>;
}

/** The mount of one session, which may have none. */
export class SessionMount {
  readonly #sql: Sql;
  readonly #workspaces: WorkspaceBinding;
  readonly #session: Pick<OwnName, 'value'>;

  /** `session` is the name of the session's object. */
  constructor(sql: Sql, workspaces: WorkspaceBinding, session: Pick<OwnName, 'value'>) {
    this.#sql = sql;
    this.#workspaces = workspaces;
    this.#session = session;
  }

  /** Undefined when nothing is mounted. */
  get facts(): MountFacts | undefined {
    const [row] = this.#sql.exec<Mount>('SELECT workspace, commit_id AS "commit" FROM mount').toArray();
    return row && { ...row, path: `${MOUNTS}/${row.workspace}` };
  }

  /** Throws when the session has to be told its name before. */
  set({ workspace, commit }: Mount): void {
    void this.#session.value;
    this.#sql.exec('INSERT OR REPLACE INTO mount VALUES (1, ?, ?)', workspace, commit);
  }

  /** What a new interpreter gets; undefined when nothing is mounted. Throws when the workspace does not have the commit any more. */
  async tree(): Promise<MountedTree | undefined> {
    const { facts } = this;
    if (facts === undefined) return undefined;
    const { files } = await this.#open(facts).fileTree(facts.commit);
    // Tests may write beside their files; what they wrote ends with the interpreter.
    return { path: facts.path, files, writable: objectKind(this.#session.value) === 'tests' };
  }

  /** Throws when the workspace does not have the blob any more. */
  async read(blob: string, offset: number, length: number): Promise<Uint8Array> {
    const { facts } = this;
    const bytes = facts && (await this.#open(facts).readBlob(blob, offset, length));
    if (bytes === undefined) throw new Error('The mounted workspace does not have this file any more.');
    return bytes;
  }

  #open({ workspace }: Mount): ReturnType<WorkspaceBinding['getByName']> {
    const { owner } = parseObjectName(this.#session.value);
    return this.#workspaces.getByName(objectName(owner, 'workspace', workspace));
  }
}

/** A program for a fresh interpreter: modules of the mounted tree are found after all others but those that are included. */
export function searchPathProgram(path: string): string {
  const folders = JSON.stringify([path, `${path}/src`]);
  return `import os.path, sys\nsys.path[-1:-1] = [folder for folder in ${folders} if os.path.isdir(folder)]\n""`;
}

/** A program that makes Python look anew for the modules of a folder whose files have changed. */
export function forgetModulesProgram(folder: string): string {
  return `import linecache, sys
folder = ${JSON.stringify(folder)}
def inside(path):
    return isinstance(path, str) and (path + "/").startswith(folder + "/")
for name, module in list(sys.modules.items()):
    names = vars(module) if isinstance(module, type(sys)) else {}
    if inside(names.get("__file__")) or any(map(inside, names.get("__path__", ()))):
        del sys.modules[name]
for path in list(sys.path_importer_cache):
    if inside(path):
        del sys.path_importer_cache[path]
linecache.clearcache()
""`;
}
