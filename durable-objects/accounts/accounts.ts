/** The one object of accounts: who is signed in in which browser. Calls of tools never ask it. */
import { DurableObject } from 'cloudflare:workers';
import { openState } from '../../src/lib/object-state.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';

const DAY_MS = 86_400_000;
/** A browser is signed out after this long. */
const SESSION_MS = 30 * DAY_MS;

/** How a person has signed in: by the API key with that SHA-256 digest. */
export interface SignedIn {
  readonly key: string;
}

/** Accounts; there is one object of this class. */
export class Accounts extends DurableObject<Env> {
  /** Throws `NewerState` when a newer version wrote what is stored. */
  readonly #sql: () => SqlStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = openState(ctx.storage, ACCOUNTS_MIGRATIONS, Date.now, ({ sql }) => sql);
  }

  /** Begins a session of a browser and returns the secret that its cookie carries; sessions that have ended are forgotten. */
  async signIn({ key }: SignedIn): Promise<string> {
    const secret = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0'));
    const token = secret.join('');
    const now = Date.now();
    this.#sql().exec('DELETE FROM browser_session WHERE expires_at <= ?', now);
    this.#sql().exec('INSERT INTO browser_session VALUES (?, ?, ?)', await sha256(token), key, now + SESSION_MS);
    return token;
  }

  /** Who signed in in the browser whose cookie carries `token`; undefined for nobody. */
  async signedIn(token: string): Promise<SignedIn | undefined> {
    const digest = await sha256(token);
    const sql = 'SELECT key FROM browser_session WHERE digest = ? AND expires_at > ?';
    return this.#sql().exec<{ key: string }>(sql, digest, Date.now()).toArray()[0];
  }

  /** Ends the session whose cookie carries `token`. */
  async signOut(token: string): Promise<void> {
    this.#sql().exec('DELETE FROM browser_session WHERE digest = ?', await sha256(token));
  }
}
