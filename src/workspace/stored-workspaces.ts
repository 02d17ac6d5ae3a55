/** The list of a user's workspaces, in the SQLite database of the user's space. */
import { z } from 'zod';
import { type ObjectRules, OwnedObjects } from '../lib/owned-objects.ts';
import type { Sql } from '../lib/sql.ts';
import type { WorkspaceApi } from './service.ts';
import {
  DEFAULT_WORKSPACE,
  type OpenWorkspace,
  WORKSPACE_NAME,
  type WorkspaceFacts,
  type Workspaces,
} from './workspaces.ts';

const RULES: Omit<ObjectRules<object>, 'most'> = {
  kind: 'workspace',
  noun: 'workspace',
  facts: z.object({}),
  always: DEFAULT_WORKSPACE,
  names: {
    pattern: WORKSPACE_NAME,
    rule: 'Use 1 to 64 letters, digits, dots, dashes and underscores; begin with a letter or digit; do not end in .git or .lock.',
  },
  errorTypes: { notFound: 'WORKSPACE_NOT_FOUND', refused: 'INVALID_INPUT' },
  listedBy: 'list_workspaces',
  advice: {
    notFound: 'Pushing to /git/<name> or put_files makes a new one.',
    exists: 'Use it by its name, or choose another one.',
    tooMany: 'Delete one with delete_workspace; list_workspaces names them.',
  },
};

/** The workspaces of one user. */
export class StoredWorkspaces implements Workspaces {
  readonly #objects: OwnedObjects<object, WorkspaceApi>;

  /** `connect` reaches a workspace by its name; there may be `most` workspaces. */
  constructor(sql: Sql, connect: (name: string) => WorkspaceApi, most: number) {
    this.#objects = new OwnedObjects(sql, { ...RULES, most }, connect);
  }

  open(name = DEFAULT_WORKSPACE): OpenWorkspace {
    return { name, workspace: this.#objects.open(name) };
  }

  openOrCreate(name = DEFAULT_WORKSPACE): OpenWorkspace {
    return { name, workspace: this.#objects.openOrCreate(name) };
  }

  list(): readonly WorkspaceFacts[] {
    const all = this.#objects.list().map(({ name, createdAt }) => ({ name, createdAt }));
    return all.sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  erase(name: string): Promise<void> {
    return this.#objects.erase(name, (workspace) => workspace.erase());
  }
}
