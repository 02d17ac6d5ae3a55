/** A user's Python sessions: which there are, and which one is active. */
import type { FileTotals, PythonSessionApi } from './protocol.ts';

/** The session that every user has. */
export const DEFAULT_SESSION = 'default';

/** What is known of a session without asking it. */
export interface SessionFacts {
  readonly id: string;
  readonly description?: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601: when a tool last worked in it. */
  readonly lastActivity: string;
}

/** A session and the name it goes by. */
export interface OpenSession {
  readonly id: string;
  readonly session: PythonSessionApi;
}

/** A session and its copy. */
export interface Fork {
  readonly source: OpenSession;
  readonly copy: OpenSession;
}

/** The sessions of one user. All methods throw `ToolFailure` for a name that does not resolve. */
export interface PythonSessions {
  /** The session of that name, else the active one. */
  open(id?: string): OpenSession;
  /** As {@link open}; a name that is new starts a session. */
  openOrCreate(id?: string): OpenSession;
  /** Starts a session. Throws when there is one of that name, or too many. */
  create(id: string, description?: string): OpenSession;
  /** Copies the session `from`, else the active one, into a new session `id`, which does not exist when that fails. */
  fork(from: string | undefined, id: string): Promise<Fork>;
  /** Makes a session the active one; returns the name of the one that was. */
  activate(id: string): string;
  readonly active: string;
  /** All sessions, the oldest first. */
  list(): readonly SessionFacts[];
  /** Ends what runs in a session, erases what it keeps, and removes it. Resolves to what it kept, where that could be read. */
  erase(id: string): Promise<FileTotals | undefined>;
  /** Forgets a session; when it was active, the default one becomes so. What the session itself keeps is its own to erase. */
  remove(id: string): void;
}
