/** The one object of accounts: which people there are, and who is signed in in which browser. Calls of tools never ask it. */
import { DurableObject } from 'cloudflare:workers';
import { type Holder, holderSchema } from '../../src/auth/holder.ts';
import { openState } from '../../src/lib/object-state.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';

const DAY_MS = 86_400_000;
/** A browser is signed out after this long. */
const SESSION_MS = 30 * DAY_MS;

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
}
