/** What a user's space is made of, over its database. */
import { CallGate, type Denial, denied } from '../../src/auth/call-gate.ts';
import { Background } from '../../src/lib/background.ts';
import type { ToolFailure } from '../../src/lib/errors.ts';
import { logLine } from '../../src/lib/log-line.ts';
import { isOrganisation, type UserId } from '../../src/lib/object-name.ts';
import { type ObjectLists, objectLists } from '../../src/lib/owned-objects.ts';
import { Tally } from '../../src/lib/tally.ts';
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
import { OwnId } from './own-id.ts';
import { REPORTED_USE, ReportedUse } from './reported-use.ts';

/** Milliseconds from the first refusal until it is reported. */
const REFUSALS_MS = 5000;

/** The parts. */
export interface StoredParts {
  readonly host: ServerHost;
  readonly sessions: SessionStore;
  readonly background: Background;
  readonly certificationWork: CertificationWork;
  readonly deletion: Deletion;
  readonly departures: Departures;
  readonly ownId: OwnId;
  /** Counts a refusal that does not come from the gate of calls, and words it. */
  readonly refused: (denial: Denial) => ToolFailure;
  readonly lists: ObjectLists;
  readonly late: LateWrites;
}

/** What the parts need of the space around them. */
export interface Surroundings extends Omit<SessionHost, 'sql' | 'opened'> {
  readonly env: Env;
  /** The name of the object; empty where the system does not tell. */
  readonly name: string;
  readonly environment: ServerHost['environment'];
  /** Keeps the object in memory until a promise has settled. */
  readonly waitUntil: (promise: Promise<void>) => void;
  /** Erases all that is stored. */
  readonly erase: () => Promise<void>;
}

/** Makes the parts, which use `storage` and no other. */
export function makeParts(storage: DurableObjectStorage, around: Surroundings): StoredParts {
  const { env, name, environment, erase, waitUntil, ...sessionParts } = around;
  const { sql } = storage;
  const ownId = new OwnId(storage.kv, name);
  const accounts = () => env.ACCOUNTS.getByName('accounts');
  const reportedUse = new ReportedUse(sql, ownId, accounts);
  const late = new LateWrites(
    storage,
    name,
    () => gate.running === 0,
    () => reportedUse.wake(background),
  );
  const refusals = new Tally(REFUSALS_MS);
  const count = ({ reason }: Denial) => {
    const user = ownId.value;
    if (user === undefined) return;
    const told = refusals.add(reason, (counts) => accounts().noteRefusals(user, counts));
    if (told !== undefined) waitUntil(told.catch(untold));
  };
  const gate = new CallGate(late.rates, count);
  const refused = (denial: Denial) => {
    count(denial);
    return denied(denial);
  };
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
    const own = ownId.value;
    if (own === undefined || !isOrganisation(own)) throw new Error('This is not the space of an organisation.');
    return eraseMemberSessions(sql, enginesOf(env, own), member);
  });
  const background: Background = new Background(storage, [
    { name: DELETION, turn: () => deletion.turn() },
    {
      name: DEPARTURES,
      longestMs: KNOWN_MS,
      turn: async () => (deletion.isMarked ? 'done' : departures.turn()),
    },
    { name: REPORTED_USE, turn: async () => (deletion.isMarked ? 'done' : reportedUse.turn()) },
    {
      name: CERTIFICATIONS,
      longestMs: LONGEST_WAIT_MS,
      turn: async () => (deletion.isMarked ? 'done' : certificationWork.turn()),
    },
  ]);
  const certificationWork = new CertificationWork(storage, lists, ownId, env, background);
  return { host, sessions, background, certificationWork, deletion, departures, ownId, refused, lists, late };
}

/** Counts for an operator hold up nothing. */
function untold(error: unknown): void {
  console.warn(`Refusals could not be reported: ${logLine(error)}`);
}
