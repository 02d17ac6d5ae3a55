/** The list of a user's conversations, in the SQLite database of the user's space. */
import { z } from 'zod';
import { type ObjectLists, type ObjectRules, OwnedObjects } from '../../lib/owned-objects.ts';
import { isDamaged } from '../../lib/storage-failure.ts';
import { otherStart, tooManyOpen, unknownSession } from './failures.ts';
import {
  type AskedTurn,
  type ConversationApi,
  type ConversationFacts,
  type ConversationRecord,
  isOver,
} from './service.ts';

/** Conversations that may be open at once: the limit of the contract. */
export const MOST_OPEN = 5;
/** Conversations that are kept; the oldest that has ended makes room. */
export const MOST_KEPT = 50;

/** A conversation and the id that it goes by. */
export interface OpenConversation {
  readonly id: string;
  readonly conversation: ConversationApi;
}

/** What tells one start from another. */
export type StartName =
  /** Chosen by the caller. */
  | { readonly kind: 'key'; readonly key: string }
  /** Made of all that was given. */
  | { readonly kind: 'content'; readonly key: string };

/** The conversations of one user. */
export interface Conversations {
  /** The conversation of that id. Throws `ToolFailure` when there is none. */
  open(id: string): OpenConversation;
  /**
   * Begins one. The same start again, before its first turn is answered, is the same conversation; with a key of the caller's it is that as
   * long as it has not ended. Throws `ToolFailure` when {@link MOST_OPEN} are open or the key is of another start, and what beginning throws.
   */
  start(facts: Omit<ConversationFacts, 'id'>, name: StartName): Promise<AskedTurn>;
  /** A copy up to a turn, with an id of its own. Throws as {@link start}. */
  fork(id: string, turn: number): Promise<ConversationRecord>;
  /** Ends one, which makes room for another. */
  finalize(id: string): Promise<ConversationRecord>;
  /** The newest first. */
  list(): readonly OpenConversation[];
}

const factsSchema = z.object({
  /** What its start is known by. */
  key: z.string().optional(),
  ended: z.literal(true).optional(),
});
type ListFacts = z.output<typeof factsSchema>;

const RULES: ObjectRules<ListFacts> = {
  kind: 'conversation',
  noun: 'conversation',
  facts: factsSchema,
  most: MOST_KEPT,
  errorTypes: { notFound: 'session_error', refused: 'session_error' },
  listedBy: 'list_conversations',
  advice: {
    notFound: 'start_conversation begins one.',
    exists: 'Start another one.',
    tooMany: 'Finalize one with finalize_conversation.',
  },
};

/** {@link Conversations} by `OwnedObjects`. */
export class StoredConversations implements Conversations {
  readonly #objects: OwnedObjects<ListFacts, ConversationApi>;
  readonly #connect: (id: string) => ConversationApi;

  /** `connect` reaches a conversation by its id. */
  constructor(lists: ObjectLists, connect: (id: string) => ConversationApi) {
    this.#objects = new OwnedObjects(lists, RULES, connect);
    this.#connect = connect;
  }

  open(id: string): OpenConversation {
    if (!this.#objects.has(id)) throw unknownSession(id);
    return { id, conversation: this.#objects.open(id) };
  }

  async start(facts: Omit<ConversationFacts, 'id'>, { kind, key }: StartName): Promise<AskedTurn> {
    const before = this.#byKey(key);
    if (before !== undefined) {
      const begun = { ...facts, id: before.id };
      const asked = await this.#orEnd(before.id, () => before.conversation.start(begun));
      const isSame = JSON.stringify(asked?.record.facts) === JSON.stringify(begun);
      if (asked === undefined || isOver(asked.record.status)) this.#end(before.id);
      else if (!isSame) throw otherStart(before.id);
      else if (kind === 'key' || asked.turn.answer === undefined) return asked;
    }
    await this.#makeRoom();
    // Another call may have begun it while room was made.
    const other = this.#byKey(key);
    const isOther = other !== undefined && other.id !== before?.id;
    const { id, conversation } = isOther ? other : this.#create({ key });
    return this.#orRemove(id, !isOther, () => conversation.start({ ...facts, id }));
  }

  async fork(from: string, turn: number): Promise<ConversationRecord> {
    const source = await this.open(from).conversation.record();
    await this.#makeRoom();
    const { id, conversation } = this.#create({});
    const copy: ConversationRecord = {
      ...source,
      facts: { ...source.facts, id, forkOf: { id: from, turn } },
      turns: source.turns.filter(({ number }) => number <= turn),
      evidence: source.evidence.filter((piece) => piece.turn <= turn),
      findings: source.findings.filter((finding) => finding.turn <= turn),
    };
    return this.#orRemove(id, true, () => conversation.adopt(copy));
  }

  async finalize(id: string): Promise<ConversationRecord> {
    const { conversation } = this.open(id);
    try {
      const record = await conversation.finalize();
      this.#end(id);
      return record;
    } catch (error) {
      // It takes no room any more: the next one that needs some erases it.
      if (isDamaged(error)) this.#end(id);
      throw error;
    }
  }

  list(): readonly OpenConversation[] {
    return this.#objects
      .list()
      .toReversed()
      .map(({ name: id }) => ({ id, conversation: this.#connect(id) }));
  }

  /** The newest of that key that is not known to have ended. */
  #byKey(key: string): OpenConversation | undefined {
    const known = this.#objects.list().findLast(({ facts }) => facts.key === key && facts.ended !== true);
    return known === undefined ? undefined : this.open(known.name);
  }

  #create(facts: ListFacts): OpenConversation {
    const open = this.#open();
    if (open.length >= MOST_OPEN) throw tooManyOpen(open);
    const id = `conversation-${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`;
    return { id, conversation: this.#objects.create(id, facts) };
  }

  /** Ids of those that are not known to have ended. */
  #open(): readonly string[] {
    return this.#objects
      .list()
      .filter(({ facts }) => facts.ended !== true)
      .map(({ name }) => name);
  }

  /** Learns which have timed out, and erases the oldest that has ended when there are too many. */
  async #makeRoom(): Promise<void> {
    const open = this.#open();
    if (open.length >= MOST_OPEN)
      for (const id of open) {
        const known = await this.#orEnd(id, () => this.#connect(id).overview());
        if (known !== undefined && isOver(known.status)) this.#end(id);
      }
    const all = this.#objects.list();
    const oldest = all.find(({ facts }) => facts.ended === true);
    if (all.length < MOST_KEPT || oldest === undefined) return;
    await this.#objects.erase(oldest.name, (conversation) => conversation.erase());
  }

  /** What `ask` says of a conversation; one whose state is damaged ends, and says nothing. */
  async #orEnd<Result>(id: string, ask: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await ask();
    } catch (error) {
      if (!isDamaged(error)) throw error;
      this.#end(id);
      return undefined;
    }
  }

  #end(id: string): void {
    // Another call may have made room by erasing it meanwhile.
    if (this.#objects.has(id)) this.#objects.update(id, { ended: true });
  }

  /** Takes a new one off the list that could not be begun. */
  async #orRemove<Result>(id: string, isNew: boolean, begin: () => Promise<Result>): Promise<Result> {
    try {
      return await begin();
    } catch (error) {
      if (isNew && this.#objects.has(id)) this.#objects.remove(id);
      throw error;
    }
  }
}
