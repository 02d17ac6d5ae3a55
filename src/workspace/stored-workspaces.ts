/** The list of a user's workspaces, in the SQLite database of the user's space. */
import { z } from 'zod';
import { type ObjectLists, type ObjectRules, OwnedObjects } from '../lib/owned-objects.ts';
import type { WorkspaceApi } from './service.ts';
import {
  DEFAULT_WORKSPACE,
  type OpenWorkspace,
  WORKSPACE_NAME,
  type WorkspaceFacts,
  type Workspaces,
} from './workspaces.ts';

/** What the list knows of a workspace. */
const facts = z.object({
  /** Nothing is known to have been put into it. */
  isNew: z.boolean().default(false),
});

type Facts = z.output<typeof facts>;

const RULES: Omit<ObjectRules<Facts>, 'most'> = {
  kind: 'workspace',
  noun: 'workspace',
  facts,
  isNamed: ({ isNew }) => !isNew,
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
  readonly #objects: OwnedObjects<Facts, WorkspaceApi>;
  readonly #connect: (name: string) => WorkspaceApi;

  /** `connect` reaches a workspace by its name; there may be `most` workspaces. */
  constructor(lists: ObjectLists, connect: (name: string) => WorkspaceApi, most: number) {
    this.#objects = new OwnedObjects(lists, { ...RULES, most }, connect);
    this.#connect = connect;
  }

  open(name = DEFAULT_WORKSPACE): OpenWorkspace {
    return { name, workspace: this.#objects.open(name) };
  }

  openOrCreate(name = DEFAULT_WORKSPACE): OpenWorkspace {
    return { name, workspace: this.#objects.openOrCreate(name, { isNew: true }) };
  }

  async fill<Result>(name: string | undefined, work: (workspace: WorkspaceApi) => Promise<Result>): Promise<Result> {
    const opened = this.openOrCreate(name);
    try {
      return await work(opened.workspace);
    } finally {
      await this.settle(opened.name);
    }
  }

  async settle(name?: string): Promise<void> {
    const unsettled = this.#objects.list().filter(({ facts: { isNew } }) => isNew);
    const names = name === undefined ? unsettled.map((each) => each.name) : [name];
    for (const each of names) {
      // Another call may have removed it while it was empty still.
      const known = this.#objects.has(each);
      if (known && !unsettled.some((one) => one.name === each)) continue;
      const isEmpty = await this.#connect(each)
        .isEmpty()
        .catch(() => undefined);
      // What fails is asked again next time, and hides neither what failed before nor the others.
      if (isEmpty === undefined) continue;
      if (isEmpty) this.#removeNew(each);
      else if (this.#objects.has(each)) this.#objects.update(each, { isNew: false });
      else this.#objects.create(each);
    }
  }

  list(): readonly WorkspaceFacts[] {
    const listed = this.#objects.list().filter(({ facts: { isNew } }) => !isNew);
    const all = listed.map(({ name, createdAt }) => ({ name, createdAt }));
    return all.sort((left, right) => (left.name < right.name ? -1 : 1));
  }

  erase(name: string): Promise<void> {
    return this.#objects.erase(name, (workspace) => workspace.erase());
  }

  #removeNew(name: string): void {
    const found = this.#objects.list().find((each) => each.name === name);
    if (found?.facts.isNew) this.#objects.remove(name);
  }
}
