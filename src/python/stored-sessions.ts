/** The list of a user's Python sessions, in the SQLite database of the user's space. */

import { z } from 'zod';
import { checkedFirst } from '../lib/checked-first.ts';
import { logLine } from '../lib/log-line.ts';
import { type ObjectLists, type ObjectRules, OwnedObjects } from '../lib/owned-objects.ts';
import type { PythonSessionApi } from './protocol.ts';
import { DEFAULT_SESSION, type Fork, type OpenSession, type PythonSessions, type SessionFacts } from './sessions.ts';

const factsSchema = z.object({
  description: z.string().optional(),
  /** Set for one session at most; when for none, the default one is active. */
  active: z.literal(true).optional(),
});

const RULES: Omit<ObjectRules<z.output<typeof factsSchema>>, 'most'> = {
  kind: 'python',
  noun: 'session',
  facts: factsSchema,
  always: DEFAULT_SESSION,
  errorTypes: { notFound: 'SessionError', refused: 'SessionError' },
  listedBy: 'list_sessions',
  advice: {
    notFound: 'create_session makes a new one.',
    exists: 'Use it by its session_id, switch to it with switch_session, or choose another name.',
    tooMany: 'Delete one with delete_session; list_sessions tells when each was last used.',
  },
};

/** Whose sessions there are in an organisation, where those of all members are on one list. */
export interface SessionsOfMember {
  /** What the full names of their sessions begin with. */
  readonly prefix: string;
  /** Throws once they have left: from then on nothing is done in their sessions but to erase them. */
  readonly expectPresent: () => void;
}

/** The sessions of one user. */
export class StoredSessions implements PythonSessions {
  readonly #objects: OwnedObjects<z.output<typeof factsSchema>, PythonSessionApi>;
  readonly #connect: (id: string) => PythonSessionApi;
  readonly #prefix: string;
  readonly #expectPresent: () => void;

  /** `connect` reaches a session by its full name; there may be `most` sessions. In an organisation, they are those of one `member`. */
  constructor(lists: ObjectLists, connect: (id: string) => PythonSessionApi, most: number, member?: SessionsOfMember) {
    this.#prefix = member?.prefix ?? '';
    const check = member?.expectPresent;
    this.#expectPresent = check ?? (() => undefined);
    // Somebody's sessions may be erased: whatever they do then ends with nothing left.
    this.#connect = check === undefined ? connect : (id) => checkedFirst(connect(id), check, ['erase']);
    const ownLists = check === undefined ? lists : { ...lists, sql: checkedFirst(lists.sql, check) };
    this.#objects = new OwnedObjects(ownLists, { ...RULES, most, prefix: this.#prefix }, this.#connect);
  }

  get active(): string {
    return this.#objects.list().find(({ facts }) => facts.active)?.name ?? DEFAULT_SESSION;
  }

  open(id = this.active): OpenSession {
    return { id, session: this.#objects.open(id) };
  }

  openOrCreate(id = this.active): OpenSession {
    return { id, session: this.#objects.openOrCreate(id) };
  }

  create(id: string, description?: string): OpenSession {
    return { id, session: this.#objects.create(id, { ...(description !== undefined && { description }) }) };
  }

  async fork(from: string | undefined, id: string): Promise<Fork> {
    const source = this.open(from);
    this.#objects.expectNew(id);
    try {
      await source.session.fork(`${this.#prefix}${id}`);
      this.#expectPresent();
    } catch (error) {
      // What went wrong first is told: on a full disk the copy can neither be made nor erased.
      await this.#connect(`${this.#prefix}${id}`)
        .erase()
        .catch((fault: unknown) => console.warn(`a copy was not erased: ${logLine(fault)}`));
      throw error;
    }
    // It is listed once it is whole.
    return { source, copy: this.create(id, `Fork of ${source.id}`) };
  }

  activate(id: string): string {
    this.#objects.expect(id);
    const previous = this.active;
    for (const { name, facts } of this.#objects.list()) {
      const { active, ...others } = facts;
      if (name === id) this.#objects.update(name, { ...others, active: true });
      else if (active) this.#objects.update(name, others);
    }
    return previous;
  }

  list(): readonly SessionFacts[] {
    return this.#objects.list().map(({ name, createdAt, lastActivity, facts: { description } }) => ({
      id: name,
      ...(description !== undefined && { description }),
      createdAt,
      lastActivity,
    }));
  }

  async erase(id: string) {
    const wasActive = this.active === id;
    try {
      return await this.#objects.erase(id, (session) => session.erase());
    } catch (error) {
      // Another one may have become active in the meantime.
      if (wasActive) this.activate(id);
      throw error;
    }
  }

  remove(id: string): void {
    this.#objects.remove(id);
  }
}
