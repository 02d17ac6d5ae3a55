/** The list of a user's workspaces, in the SQLite database of the user's space. */
import { ToolFailure } from '../lib/errors.ts';
import type { Sql } from '../lib/sql.ts';
import type { WorkspaceApi } from './service.ts';
import {
  DEFAULT_WORKSPACE,
  expectWorkspaceName,
  type OpenWorkspace,
  type WorkspaceFacts,
  type Workspaces,
  workspaceNotFound,
} from './workspaces.ts';

/** Creates the table where it is missing. */
export const WORKSPACES_SCHEMA = `
  CREATE TABLE IF NOT EXISTS workspace (
    name TEXT PRIMARY KEY,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL
  ) STRICT;
`;

/** The workspaces of one user. */
export class StoredWorkspaces implements Workspaces {
  readonly #sql: Sql;
  readonly #connect: (name: string) => WorkspaceApi;
  readonly #most: number;

  /** `connect` reaches a workspace by its name; there may be `most` workspaces. */
  constructor(sql: Sql, connect: (name: string) => WorkspaceApi, most: number) {
    this.#sql = sql;
    this.#connect = connect;
    this.#most = most;
  }

  open(name = DEFAULT_WORKSPACE): OpenWorkspace {
    this.#expect(name);
    return { name, workspace: this.#connect(name) };
  }

  openOrCreate(name = DEFAULT_WORKSPACE): OpenWorkspace {
    expectWorkspaceName(name);
    const known = this.#names();
    if (!known.includes(name)) {
      if (known.length >= this.#most) {
        throw new ToolFailure({
          errorType: 'INVALID_INPUT',
          message: `There are ${known.length} workspaces already, which is the most a user may have.`,
          advice: 'Delete one with delete_workspace; list_workspaces names them.',
        });
      }
      this.#sql.exec('INSERT INTO workspace VALUES (?, ?)', name, Date.now());
    }
    return this.open(name);
  }

  list(): readonly WorkspaceFacts[] {
    this.#sql.exec('INSERT OR IGNORE INTO workspace VALUES (?, ?)', DEFAULT_WORKSPACE, Date.now());
    return this.#sql
      .exec<{ name: string; created_at: number }>('SELECT name, created_at FROM workspace ORDER BY name')
      .toArray()
      .map(({ name, created_at }) => ({ name, createdAt: new Date(created_at).toISOString() }));
  }

  async erase(name: string): Promise<void> {
    this.#expect(name);
    await this.#connect(name).erase();
    this.#sql.exec('DELETE FROM workspace WHERE name = ?', name);
  }

  #names(): readonly string[] {
    return this.list().map(({ name }) => name);
  }

  #expect(name: string): void {
    expectWorkspaceName(name);
    const known = this.#names();
    if (!known.includes(name)) throw workspaceNotFound(name, known);
  }
}
