/** One Durable Object per workspace: a git repository, and the index of the branch that was pushed last. */
import { DurableObject } from 'cloudflare:workers';
import type { Coverage } from '../src/context/coverage.ts';
import { INDEX_SCHEMA } from '../src/context/index/schema.ts';
import type { WorkspaceApi } from '../src/context/service.ts';
import { Repository } from '../src/git/repository.ts';
import { GIT_SCHEMA } from '../src/git/schema.ts';
import type { SyntaxApi } from '../src/syntax/service.ts';

/** Bindings of the Worker. */
export interface WorkspaceEnv {
  readonly SYNTAX: SyntaxApi;
}

/** A workspace; its name is made by `objectName`. */
export class Workspace extends DurableObject<WorkspaceEnv> implements WorkspaceApi {
  readonly #repository: Repository;

  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    super(ctx, env);
    ctx.storage.sql.exec(GIT_SCHEMA + INDEX_SCHEMA);
    this.#repository = new Repository(ctx.storage.sql);
  }

  override async fetch(): Promise<Response> {
    return new Response('Git is not served yet.\n', { status: 501 });
  }

  async coverage(): Promise<Coverage> {
    const branch = this.#repository.refs.head;
    const commit = this.#repository.resolve(branch);
    return {
      ...(commit !== undefined && { branch: branch.replace('refs/heads/', ''), commit }),
      complete: commit === undefined,
      filesIndexed: 0,
      filesPending: 0,
      filesSkipped: 0,
    };
  }

  async erase(): Promise<void> {
    await this.ctx.storage.deleteAll();
    this.ctx.abort('The workspace was erased.');
  }
}
