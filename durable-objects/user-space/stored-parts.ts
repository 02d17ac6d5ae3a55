/** What a user's space is made of, over its database. */
import { CallGate } from '../../src/auth/call-gate.ts';
import { Background } from '../../src/lib/background.ts';
import { isOrganisation, isUserId, type UserId } from '../../src/lib/object-name.ts';
import { type ObjectLists, objectLists } from '../../src/lib/owned-objects.ts';
import { CallMetrics } from '../../src/mcp/call-metrics.ts';
import { enginesOf } from '../../src/mcp/engines.ts';
import { HungCalls } from '../../src/mcp/hung-calls.ts';
import type { ServerHost } from '../../src/mcp/server.ts';
import { type SessionHost, SessionStore } from '../../src/mcp/session-store.ts';
import { CERTIFICATIONS, CertificationWork, LONGEST_WAIT_MS } from './certification-work.ts';
import { DELETION, Deletion, eraseObject } from './deletion.ts';
import { DEPARTURES, Departures, KNOWN_MS } from './departures.ts';
import { endAccess } from './end-access.ts';
import { LateWrites } from './late-writes.ts';
import { eraseMemberSessions } from './member-sessions.ts';

/** The parts. */
export interface StoredParts {
  readonly host: ServerHost;
  readonly sessions: SessionStore;
  readonly background: Background;
  readonly certificationWork: CertificationWork;
  readonly deletion: Deletion;
  readonly departures: Departures;
  readonly lists: ObjectLists;
  readonly late: LateWrites;
}

/** What the parts need of the space around them. */
export interface Surroundings extends Omit<SessionHost, 'sql' | 'opened'> {
  readonly env: Env;
  /** The name of the object; empty where the system does not tell. */
  readonly name: string;
  readonly environment: ServerHost['environment'];
  /** Erases all that is stored. */
  readonly erase: () => Promise<void>;
}

/** Makes the parts, which use `storage` and no other. */
export function makeParts(storage: DurableObjectStorage, around: Surroundings): StoredParts {
  const { env, name, environment, erase, ...sessionParts } = around;
  const { sql } = storage;
  const late = new LateWrites(storage, name, () => gate.running === 0);
  const gate = new CallGate(late.rates);
  const lists = objectLists(sql, late.objects, () => late.isFull);
  const host = { environment, gate, metrics: new CallMetrics(late.calls), hungCalls: new HungCalls(sql) };
  const opened = (session: string, at: number) => late.sessionOpened(session, at);
  const sessions = new SessionStore({ ...sessionParts, sql, opened });
  const deletion = new Deletion(sql, {
    eraseObject: (user, kind, object) => eraseObject(enginesOf(env, user), kind, object),
    endAccess: (user: UserId) => endAccess(env, user),
    eraseSpace: () => {
      late.forget();
      return erase();
    },
  });
  const departures = new Departures(sql, (member) => {
    if (!isUserId(name) || !isOrganisation(name)) throw new Error('This is not the space of an organisation.');
    return eraseMemberSessions(sql, enginesOf(env, name), member);
  });
  const background: Background = new Background(storage, [
    { name: DELETION, turn: () => deletion.turn() },
    {
      name: DEPARTURES,
      longestMs: KNOWN_MS,
      turn: async () => (deletion.isMarked ? 'done' : departures.turn()),
    },
    {
      name: CERTIFICATIONS,
      longestMs: LONGEST_WAIT_MS,
      turn: async () => (deletion.isMarked ? 'done' : certificationWork.turn()),
    },
  ]);
  const certificationWork = new CertificationWork(storage, lists, env, background);
  return { host, sessions, background, certificationWork, deletion, departures, lists, late };
}
