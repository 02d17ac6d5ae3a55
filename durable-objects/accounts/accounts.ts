/** The one object of accounts: which people there are, who is signed in in which browser, and which keys they made. Calls of tools never ask it. */
import { DurableObject } from 'cloudflare:workers';
import { type Holder, holderSchema } from '../../src/auth/holder.ts';
import { isScope, type Scope } from '../../src/auth/scope.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import { openState } from '../../src/lib/object-state.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';

const DAY_MS = 86_400_000;
/** A browser is signed out after this long. */
const SESSION_MS = 30 * DAY_MS;
/** Keys that a user may have. */
const MOST_KEYS = 50;

/** Accounts; there is one object of this class. */
export class Accounts extends DurableObject<Env> {
  /** Throws `NewerState` when a newer version wrote what is stored. */
  readonly #sql: () => SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = openState(ctx.storage, ACCOUNTS_MIGRATIONS, Date.now, ({ sql }) => sql);
  }

  /** The id of the user whom a provider calls `subject`; who comes for the first time gets a new one. */
  async personOf(provider: string, subject: string): Promise<string> {
    const insert = 'INSERT INTO person VALUES (?, ?, ?, ?) ON CONFLICT (provider, subject) DO NOTHING';
    this.#sql().exec(insert, `person-${crypto.randomUUID()}`, provider, subject, Date.now());
    const select = 'SELECT id FROM person WHERE provider = ? AND subject = ?';
    return this.#sql().exec<{ id: string }>(select, provider, subject).one().id;
  }

  /** Begins a session of a browser and returns the secret that its cookie carries; sessions that have ended are forgotten. */
  async signIn(holder: Holder): Promise<string> {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const token = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const digest = await sha256(token);
    const now = Date.now();
    this.#sql().exec('DELETE FROM browser_session WHERE expires_at <= ?', now);
    const insert = 'INSERT INTO browser_session VALUES (?, ?, ?)';
    this.#sql().exec(insert, digest, JSON.stringify(holder), now + SESSION_MS);
    return token;
  }

  /** Who signed in in the browser whose cookie carries `token`; undefined for nobody. */
  async signedIn(token: string): Promise<Holder | undefined> {
    const digest = await sha256(token);
    const select = 'SELECT holder FROM browser_session WHERE digest = ? AND expires_at > ?';
    const [row] = this.#sql().exec<{ holder: string }>(select, digest, Date.now()).toArray();
    return row && holderSchema.parse(JSON.parse(row.holder));
  }

  /** Ends the session whose cookie carries `token`. */
  async signOut(token: string): Promise<void> {
    this.#sql().exec('DELETE FROM browser_session WHERE digest = ?', await sha256(token));
  }

  /** Lists a key that its user is about to have. Throws `ToolFailure` when the user has as many as allowed. */
  async addKey(userId: string, key: Omit<ListedKey, 'usedAt'>): Promise<void> {
    const { id, name, scopes, createdAt, expiresAt } = key;
    const sql = this.#sql();
    sql.exec('DELETE FROM user_key WHERE expires_at <= ?', Date.now());
    const { count } = sql
      .exec<{ count: number }>('SELECT count(*) AS count FROM user_key WHERE user_id = ?', userId)
      .one();
    if (count >= MOST_KEYS) {
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `You have ${MOST_KEYS} keys, which is the most a user may have.`,
        advice: 'Revoke one that you do not need any more.',
      });
    }
    const insert = 'INSERT INTO user_key VALUES (?, ?, ?, ?, ?, ?, NULL)';
    sql.exec(insert, id, userId, name, scopes.join(','), createdAt, expiresAt ?? null);
  }

  /** The keys of a user, the newest first. */
  async keysOf(userId: string): Promise<readonly ListedKey[]> {
    const select = 'SELECT * FROM user_key WHERE user_id = ? ORDER BY created_at DESC, id';
    return this.#sql().exec<KeyRow>(select, userId).toArray().map(listedKey);
  }

  /** Takes a key off the list of its user; false when it is not there. */
  async removeKey(userId: string, id: string): Promise<boolean> {
    return this.#sql().exec('DELETE FROM user_key WHERE user_id = ? AND id = ?', userId, id).rowsWritten > 0;
  }

  /** Notes that a key was used at `now`, in milliseconds since 1970. */
  async keyUsed(id: string, now: number): Promise<void> {
    this.#sql().exec('UPDATE user_key SET used_at = ? WHERE id = ?', now, id);
  }
}

/** A key as its user sees it; times are milliseconds since 1970. */
export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
  readonly expiresAt?: number;
  readonly usedAt?: number;
}

type KeyRow = {
  id: string;
  name: string;
  scopes: string;
  created_at: number;
  expires_at: number | null;
  used_at: number | null;
};

function listedKey({ id, name, scopes, created_at, expires_at, used_at }: KeyRow): ListedKey {
  return {
    id,
    name,
    scopes: scopes.split(',').filter(isScope),
    createdAt: created_at,
    ...(expires_at !== null && { expiresAt: expires_at }),
    ...(used_at !== null && { usedAt: used_at }),
  };
}
