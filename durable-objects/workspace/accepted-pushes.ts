/** What follows a push that was accepted: it is indexed, and its client is told. */
import type { AcceptedPush } from '../../src/workspace/git/receive/receive-pack.ts';
import type { Repository } from '../../src/workspace/git/repository.ts';
import type { PushRequests } from '../../src/workspace/push-requests.ts';
import { PushedMessages } from '../../src/workspace/pushed-messages.ts';
import type { WorkspaceIndex } from './workspace-index.ts';
import type { WorkspaceMemories } from './workspace-memories.ts';

interface Parts {
  readonly repository: Repository;
  readonly index: WorkspaceIndex;
  readonly memories: WorkspaceMemories;
  readonly requests: PushRequests;
}

/** Pushes to one workspace. */
export class AcceptedPushes {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** After a push; returns what goes to its client. */
  async take({ changes, options, id }: AcceptedPush): Promise<string | undefined> {
    const { repository, index, memories, requests } = this.#parts;
    await index.pushed(changes.map(({ name }) => name));
    const { branch, commit } = index.coverage('documents');
    const covered = changes.some(({ name, to }) => name === `refs/heads/${branch}` && to === commit);
    const messages = new PushedMessages(repository);
    const notes = requests.accepted(changes, options, (move) => messages.of(move), id);
    const facts = covered ? [await index.report(), ...(await memories.report())] : [];
    return [...facts, ...notes].join('; ') || undefined;
  }
}
