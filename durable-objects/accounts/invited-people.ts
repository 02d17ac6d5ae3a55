/** People who were invited and sign in with passkeys (WebAuthn, Level 3). */
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { ToolFailure } from '../../src/lib/errors.ts';
import { randomSecret } from '../../src/lib/random-secret.ts';
import { sha256 } from '../../src/lib/sha256.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** An invitation is good for this long. */
const INVITATION_MS = 7 * DAY_MS;
/** A person may take this long at the authenticator. */
const CHALLENGE_MS = 5 * MINUTE_MS;
/** Challenges that are open at once: anybody may ask for one. */
const MOST_CHALLENGES = 10_000;
/** People and invitations that there may be. */
const MOST_PEOPLE = 1000;

/** Where a passkey is for: browsers hold it to that. */
export interface Site {
  /** Such as `https://lemma.example.com`. */
  readonly origin: string;
  /** Such as `lemma.example.com`. */
  readonly hostname: string;
}

/** Somebody who was invited. */
export interface InvitedPerson {
  readonly id: string;
  readonly name: string;
  readonly isAdministrator: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly passkeys: number;
}

/** An invitation that is open. */
export interface Invitation {
  readonly isAdministrator: boolean;
  /** The person who gets one more passkey; absent for somebody new. */
  readonly person?: InvitedPerson;
}

type PersonRow = { id: string; name: string; is_administrator: number; created_at: number; passkeys: number };
type InvitationRow = { user_id: string | null; is_administrator: number };
type PasskeyRow = { id: string; user_id: string; public_key: ArrayBuffer; counter: number };

/** The people. */
export class InvitedPeople {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
  }

  /** Everybody, the first one first. */
  list(): readonly InvitedPerson[] {
    return this.#people('ORDER BY created_at, id');
  }

  /** Somebody; undefined when there is nobody of that id. */
  find(id: string): InvitedPerson | undefined {
    return this.#people('WHERE id = ?', id)[0];
  }

  /** The code of the first administrator's invitation, as long as there is nobody: the same until then. */
  async firstCode(now: number): Promise<string | undefined> {
    if (this.list().length > 0) return undefined;
    const [open] = this.#sql
      .exec<{ code: string }>('SELECT code FROM invitation WHERE code IS NOT NULL AND expires_at > ?', now)
      .toArray();
    if (open !== undefined) return open.code;
    const code = randomSecret();
    const insert = 'INSERT INTO invitation VALUES (?, NULL, 1, ?, ?)';
    this.#sql.exec(insert, await sha256(code), now + INVITATION_MS, code);
    return code;
  }

  /** A code by which somebody new comes in or, with `user`, by which somebody gets one more passkey. Throws `ToolFailure`. */
  async invite(facts: { readonly isAdministrator: boolean; readonly user?: string }, now: number): Promise<string> {
    const { user, isAdministrator } = facts;
    this.#sql.exec('DELETE FROM invitation WHERE expires_at <= ?', now);
    const { count } = this.#sql
      .exec<{ count: number }>('SELECT (SELECT count(*) FROM invitation) + (SELECT count(*) FROM invited) AS count')
      .one();
    if (count >= MOST_PEOPLE) {
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: `There are ${MOST_PEOPLE} people and open invitations, which is the most there may be.`,
        advice: 'Remove somebody, or let a provider have your people: SIGN_IN.',
      });
    }
    const code = randomSecret();
    const insert = 'INSERT INTO invitation VALUES (?, ?, ?, ?, NULL)';
    this.#sql.exec(insert, await sha256(code), user ?? null, isAdministrator ? 1 : 0, now + INVITATION_MS);
    return code;
  }

  /** The open invitation with that code. */
  async invitation(code: string, now: number): Promise<Invitation | undefined> {
    const select = 'SELECT user_id, is_administrator FROM invitation WHERE digest = ? AND expires_at > ?';
    const [row] = this.#sql.exec<InvitationRow>(select, await sha256(code), now).toArray();
    if (row === undefined) return undefined;
    const person = row.user_id === null ? undefined : this.find(row.user_id);
    if (row.user_id !== null && person === undefined) return undefined;
    return { isAdministrator: row.is_administrator === 1, ...(person !== undefined && { person }) };
  }

  /** What a browser is to ask the authenticator of `name` for. */
  async beginRegistration(site: Site, name: string, person: InvitedPerson | undefined, now: number) {
    const known = person === undefined ? [] : this.#passkeysOf(person.id);
    const options = await generateRegistrationOptions({
      rpName: 'Lemma',
      rpID: site.hostname,
      userName: name,
      userDisplayName: name,
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    this.#keepChallenge(options.challenge, now);
    return options;
  }

  /**
   * Takes a new passkey; the invitation with that code is used up. Returns whose it is; undefined when the invitation, the challenge or
   * the passkey is not good.
   */
  async finishRegistration(
    facts: {
      readonly site: Site;
      readonly code: string;
      readonly name: string;
      readonly response: RegistrationResponseJSON;
    },
    now: number,
  ): Promise<InvitedPerson | undefined> {
    const { site, code, name, response } = facts;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (challenge) => this.#takeChallenge(challenge, now),
      expectedOrigin: site.origin,
      expectedRPID: site.hostname,
    }).catch(notGood);
    if (!verified || registrationInfo === undefined) return undefined;
    const digest = await sha256(code);
    const invitation = await this.invitation(code, now);
    // Only one of two that come at once deletes it.
    const used = this.#sql.exec('DELETE FROM invitation WHERE digest = ?', digest).rowsWritten > 0;
    if (invitation === undefined || !used) return undefined;
    const id = invitation.person?.id ?? `person-${crypto.randomUUID()}`;
    if (invitation.person === undefined) {
      const insert = 'INSERT INTO invited VALUES (?, ?, ?, ?)';
      this.#sql.exec(insert, id, name, invitation.isAdministrator ? 1 : 0, now);
    }
    const { credential } = registrationInfo;
    this.#sql.exec(
      'INSERT INTO passkey VALUES (?, ?, ?, ?)',
      credential.id,
      id,
      credential.publicKey,
      credential.counter,
    );
    return this.find(id);
  }

  /** What a browser is to ask whatever authenticator its person has. */
  async beginSignIn(site: Site, now: number) {
    const options = await generateAuthenticationOptions({ rpID: site.hostname, userVerification: 'required' });
    this.#keepChallenge(options.challenge, now);
    return options;
  }

  /** Who has signed in; undefined when the passkey or the challenge is not good. */
  async finishSignIn(
    site: Site,
    response: AuthenticationResponseJSON,
    now: number,
  ): Promise<InvitedPerson | undefined> {
    const [passkey] = this.#sql.exec<PasskeyRow>('SELECT * FROM passkey WHERE id = ?', response.id).toArray();
    if (passkey === undefined) return undefined;
    const { id, counter, public_key } = passkey;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (challenge) => this.#takeChallenge(challenge, now),
      expectedOrigin: site.origin,
      expectedRPID: site.hostname,
      credential: { id, counter, publicKey: new Uint8Array(public_key) },
    }).catch(notGood);
    if (!verified || authenticationInfo === undefined) return undefined;
    this.#sql.exec('UPDATE passkey SET counter = ? WHERE id = ?', authenticationInfo.newCounter, id);
    return this.find(passkey.user_id);
  }

  /** Removes somebody with their passkeys and invitations; false when there is nobody of that id. */
  remove(id: string): boolean {
    this.#sql.exec('DELETE FROM passkey WHERE user_id = ?', id);
    this.#sql.exec('DELETE FROM invitation WHERE user_id = ?', id);
    return this.#sql.exec('DELETE FROM invited WHERE id = ?', id).rowsWritten > 0;
  }

  #people(rest: string, ...bindings: readonly string[]): readonly InvitedPerson[] {
    const select = `SELECT *, (SELECT count(*) FROM passkey WHERE user_id = invited.id) AS passkeys FROM invited ${rest}`;
    return this.#sql
      .exec<PersonRow>(select, ...bindings)
      .toArray()
      .map(({ id, name, is_administrator, created_at, passkeys }) => {
        return { id, name, isAdministrator: is_administrator === 1, createdAt: created_at, passkeys };
      });
  }

  #passkeysOf(user: string): readonly PasskeyRow[] {
    return this.#sql.exec<PasskeyRow>('SELECT * FROM passkey WHERE user_id = ?', user).toArray();
  }

  /** Throws `ToolFailure` when too many are open. */
  #keepChallenge(text: string, now: number): void {
    // Those of a clock that was set back since would be open for as long as that is back, and keep others out.
    const latest = now + CHALLENGE_MS;
    this.#sql.exec('DELETE FROM challenge WHERE expires_at <= ? OR expires_at > ?', now, latest);
    const { count } = this.#sql.exec<{ count: number }>('SELECT count(*) AS count FROM challenge').one();
    if (count >= MOST_CHALLENGES) {
      throw new ToolFailure({
        errorType: 'too_many_calls',
        message: 'Too many people are signing in at this moment.',
        advice: 'Try again in five minutes.',
        details: { retry_after: CHALLENGE_MS / 1000 },
        headers: { 'retry-after': String(CHALLENGE_MS / 1000) },
      });
    }
    this.#sql.exec('INSERT INTO challenge VALUES (?, ?)', text, latest);
  }

  /** Whether a challenge is open; it is not any more afterwards. */
  #takeChallenge(text: string, now: number): boolean {
    return this.#sql.exec('DELETE FROM challenge WHERE text = ? AND expires_at > ?', text, now).rowsWritten > 0;
  }
}

/** The library throws for what is malformed, forged or of another site, and says why. */
function notGood(error: unknown): {
  readonly verified: false;
  readonly registrationInfo?: never;
  readonly authenticationInfo?: never;
} {
  console.info('A passkey was refused:', error instanceof Error ? error.message : error);
  return { verified: false };
}
