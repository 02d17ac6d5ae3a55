/** One Durable Object per workspace: a git repository, and the index of the branch that was pushed last. */
import { DurableObject } from 'cloudflare:workers';
import type { Coverage } from '../src/context/coverage.ts';
import type { WorkspaceApi } from '../src/context/service.ts';
import { Repository } from '../src/git/repository.ts';
import { GIT_SCHEMA } from '../src/git/schema.ts';
import type { SyntaxApi } from '../src/syntax/service.ts';
import { WorkspaceIndex } from './workspace-index.ts';

/** Bindings of the Worker. */
export interface WorkspaceEnv {
  readonly SYNTAX: SyntaxApi;
}

/** A workspace; its name is made by `objectName`. */
export class Workspace extends DurableObject<WorkspaceEnv> implements WorkspaceApi {
  readonly #repository: Repository;
  readonly #index: WorkspaceIndex;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    ctx.storage.sql.exec(GIT_SCHEMA);
    this.#repository = new Repository(ctx.storage.sql);
    // Parts of the index, in the order in which they settle.
    this.#index = new WorkspaceIndex(ctx, this.#repository, env.SYNTAX, []);
  }

  override async fetch(): Promise<Response> {
    return new Response('Git is not served yet.\n', { status: 501 });
  }

  override async alarm(): Promise<void> {
    await this.#index.alarm();
  }

  async coverage(): Promise<Coverage> {
    return this.#index.coverage();
  }

  async erase(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.ctx.abort('The workspace was erased.');
  }
}
