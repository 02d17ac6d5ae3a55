/** The one object of accounts: which people there are, who is signed in in which browser, and which keys they made, and which organisations there are. Calls of tools ask it for those of an organisation only. */
import { DurableObject } from 'cloudflare:workers';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Holder, holderSchema } from '../../src/auth/holder.ts';
import type { Role, Seat } from '../../src/auth/organisation.ts';
import type { Scope } from '../../src/auth/scope.ts';
import { openState } from '../../src/lib/object-state.ts';
import { randomSecret } from '../../src/lib/random-secret.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import { type AccountEvent, AccountLog, type ListedEvent } from './account-log.ts';
import { Counts, type Overview, type UsedOnDay } from './counts.ts';
import { type DeviceCodes, type DeviceRequest, type DeviceStanding, Devices } from './devices.ts';
import { type Invitation, InvitedPeople, type InvitedPerson, type Site } from './invited-people.ts';
import { Leaving } from './leaving.ts';
import { ACCOUNTS_MIGRATIONS } from './migrations.ts';
import { readTable, type TableName, type TablePage } from './operator-tables.ts';
import {
  type EndedMembership,
  type Joiner,
  type OpenInvitation,
  type OrganisationMember,
  Organisations,
  type SoleOwnership,
} from './organisations.ts';
import { type ListedKey, UserKeys } from './user-keys.ts';

const DAY_MS = 86_400_000;
/** A browser is signed out after this long. */
const SESSION_MS = 30 * DAY_MS;

/** Accounts; there is one object of this class. */
export class Accounts extends DurableObject<Env> {
  /** Throws `NewerState` when a newer version wrote what is stored. */
  readonly #stored: () => {
    readonly sql: SqlStorage;
    readonly invited: InvitedPeople;
    readonly devices: Devices;
    readonly leaving: Leaving;
    readonly organisations: Organisations;
  };

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#stored = openState(ctx.storage, ACCOUNTS_MIGRATIONS, Date.now, ({ sql }) => {
      const leaving = new Leaving(sql);
      return {
        sql,
        leaving,
        invited: new InvitedPeople(sql),
        devices: new Devices(sql),
        organisations: new Organisations(sql, leaving),
      };
    });
  }

  get #sql(): SqlStorage {
    return this.#stored().sql;
  }

  get #organisations(): Organisations {
    return this.#stored().organisations;
  }

  get #invited(): InvitedPeople {
    return this.#stored().invited;
  }

  /** The id of the user whom a provider calls `subject`; who comes for the first time gets a new one. */
  async personOf(provider: string, subject: string): Promise<string> {
    const insert = 'INSERT INTO person VALUES (?, ?, ?, ?) ON CONFLICT (provider, subject) DO NOTHING';
    this.#sql.exec(insert, `person-${crypto.randomUUID()}`, provider, subject, Date.now());
    const select = 'SELECT id FROM person WHERE provider = ? AND subject = ?';
    return this.#sql.exec<{ id: string }>(select, provider, subject).one().id;
  }

  /** Begins a session of a browser and returns the secret that its cookie carries; sessions that have ended are forgotten. */
  async signIn(holder: Holder): Promise<string> {
    const token = randomSecret();
    const digest = await sha256(token);
    const now = Date.now();
    this.#sql.exec('DELETE FROM browser_session WHERE expires_at <= ?', now);
    const insert = 'INSERT INTO browser_session VALUES (?, ?, ?)';
    this.#sql.exec(insert, digest, JSON.stringify(holder), now + SESSION_MS);
    return token;
  }

  /** Who signed in in the browser whose cookie carries `token`; undefined for nobody. */
  async signedIn(token: string): Promise<Holder | undefined> {
    const digest = await sha256(token);
    const select = 'SELECT holder FROM browser_session WHERE digest = ? AND expires_at > ?';
    const [row] = this.#sql.exec<{ holder: string }>(select, digest, Date.now()).toArray();
    return row && holderSchema.parse(JSON.parse(row.holder));
  }

  /** Ends the session whose cookie carries `token`. */
  async signOut(token: string): Promise<void> {
    this.#sql.exec('DELETE FROM browser_session WHERE digest = ?', await sha256(token));
  }

  /** Lists a key that its user is about to have. Throws `ToolFailure` when the user has as many as allowed. */
  async addKey(userId: string, key: Omit<ListedKey, 'usedAt'>): Promise<void> {
    new UserKeys(this.#sql).add(userId, key, Date.now());
  }

  /** The keys of a user, the newest first. */
  async keysOf(userId: string): Promise<readonly ListedKey[]> {
    return new UserKeys(this.#sql).of(userId);
  }

  /** Takes a key off the list of its user; false when it is not there. */
  async removeKey(userId: string, id: string): Promise<boolean> {
    return new UserKeys(this.#sql).remove(userId, id);
  }

  /** Notes that a key was used at `now`, in milliseconds since 1970. */
  async keyUsed(id: string, now: number): Promise<void> {
    new UserKeys(this.#sql).used(id, now);
  }

  /** Notes what happened; asked beside requests, never before them. */
  async note(event: AccountEvent): Promise<void> {
    new AccountLog(this.#sql).note(event);
  }

  /** What happened to a user's account, the newest first: `most` events, by default as many as a page shows. */
  async eventsOf(userId: string, most?: number): Promise<readonly ListedEvent[]> {
    return new AccountLog(this.#sql).of(userId, most);
  }

  /** Notes what a user has used on some days; what was noted of them before is replaced. */
  async noteUse(userId: string, days: readonly UsedOnDay[]): Promise<void> {
    if (!this.#stored().leaving.has(userId)) new Counts(this.#sql).noteUse(userId, days, Date.now());
  }

  /** Adds refusals of the last minute: how often, by the reason. `userId` is empty for who is not known. */
  async noteRefusals(userId: string, counts: Readonly<Record<string, number>>): Promise<void> {
    if (!this.#stored().leaving.has(userId)) new Counts(this.#sql).noteRefusals(userId, counts, Date.now());
  }

  /** Sums of the whole server. */
  async overview(): Promise<Overview> {
    return new Counts(this.#sql).overview(Date.now());
  }

  /** A page of what an operator sees; pages count from 0. */
  async table(name: TableName, page: number): Promise<TablePage> {
    return readTable(this.#sql, name, page, Date.now());
  }

  /** Everybody who was invited and came. */
  async people(): Promise<readonly InvitedPerson[]> {
    return this.#invited.list();
  }

  /** Somebody who was invited and came; undefined when there is nobody of that id. */
  async person(id: string): Promise<InvitedPerson | undefined> {
    return this.#invited.find(id);
  }

  /** The code by which the first administrator comes in; undefined once there is one. */
  async firstCode(): Promise<string | undefined> {
    return this.#invited.firstCode(Date.now());
  }

  /** A code by which somebody comes in, or somebody who is there gets one more passkey. Throws `ToolFailure` when there are too many. */
  async invite(facts: { readonly isAdministrator: boolean; readonly user?: string }): Promise<string> {
    return this.#invited.invite(facts, Date.now());
  }

  /** The open invitation with that code. */
  async invitation(code: string): Promise<Invitation | undefined> {
    return this.#invited.invitation(code, Date.now());
  }

  /** What the authenticator of somebody with that invitation is to make; undefined when there is none. Throws `ToolFailure`. */
  async beginRegistration(site: Site, code: string, name: string): Promise<string | undefined> {
    const now = Date.now();
    const invitation = await this.#invited.invitation(code, now);
    if (invitation === undefined) return undefined;
    const { person } = invitation;
    return JSON.stringify(await this.#invited.beginRegistration(site, person?.name ?? name, person, now));
  }

  /** Takes the passkey that an authenticator made; undefined when it is not good, or the invitation was used. */
  async finishRegistration(facts: {
    readonly site: Site;
    readonly code: string;
    readonly name: string;
    readonly response: RegistrationResponseJSON;
  }): Promise<InvitedPerson | undefined> {
    return this.#invited.finishRegistration(facts, Date.now());
  }

  /** What an authenticator is to sign. Throws `ToolFailure`. */
  async beginPasskey(site: Site): Promise<string> {
    return JSON.stringify(await this.#invited.beginSignIn(site, Date.now()));
  }

  /** Who signed; undefined when it is nobody who was invited. */
  async finishPasskey(site: Site, response: AuthenticationResponseJSON): Promise<InvitedPerson | undefined> {
    return this.#invited.finishSignIn(site, response, Date.now());
  }

  /** Removes somebody whom an administrator invited, with their passkeys, sessions, keys and memberships; or says who would be left alone. */
  async removePerson(id: string): Promise<Removal> {
    return this.ctx.storage.transactionSync((): Removal => {
      if (this.#isNeeded(id)) return { kind: 'only-administrator' };
      const organisations = this.#organisations.soleOwnerships(id);
      if (organisations.length > 0) return { kind: 'only-owner', organisations };
      this.#invited.remove(id);
      this.#sql.exec("DELETE FROM browser_session WHERE json_extract(holder, '$.id') = ?", id);
      const keys = new UserKeys(this.#sql).removeAll(id);
      return { kind: 'removed', keys, left: this.#organisations.endMemberships(id) };
    });
  }

  /**
   * Lets a user go whose deletion is about to begin: from then on nobody counts on them, and they join nothing. Or says what holds them. Of
   * two administrators who ask at once, the last one is held.
   */
  async letGo(userId: string): Promise<LetGo> {
    return this.ctx.storage.transactionSync((): LetGo => {
      if (this.#isNeeded(userId)) return { kind: 'only-administrator' };
      const names = this.#organisations.namesOf(userId);
      if (names.length > 0) {
        const owned = this.#organisations.soleOwnerships(userId).map(({ name }) => name);
        return { kind: 'member', owned, others: names.filter((name) => !owned.includes(name)) };
      }
      this.#stored().leaving.add(userId);
      return { kind: 'let-go' };
    });
  }

  /**
   * Forgets a user or an organisation: who they are, where they are signed in, their keys and what happened to their account. `digests` are those of the keys
   * that the settings have for them.
   */
  async forget(userId: string, digests: readonly string[]): Promise<void> {
    const theirs = `json_extract(holder, '$.id') = ? OR json_extract(holder, '$.digest') IN (SELECT value FROM json_each(?))`;
    this.ctx.storage.transactionSync(() => {
      this.#invited.remove(userId);
      this.#sql.exec('DELETE FROM person WHERE id = ?', userId);
      new UserKeys(this.#sql).removeAll(userId);
      new Counts(this.#sql).forget(userId);
      for (const table of ['browser_session', 'device']) {
        this.#sql.exec(`DELETE FROM ${table} WHERE ${theirs}`, userId, JSON.stringify(digests));
      }
      new AccountLog(this.#sql).forget(userId);
      this.#organisations.forget(userId);
      this.#stored().leaving.forget(userId);
    });
  }

  /** Whether there are people whom nobody could administer once this user is gone. Who is leaving counts as gone. */
  #isNeeded(userId: string): boolean {
    const { leaving } = this.#stored();
    const staying = this.#invited.list().filter(({ id }) => id !== userId && !leaving.has(id));
    const isOne = this.#invited.find(userId)?.isAdministrator === true;
    return isOne && staying.length > 0 && !staying.some(({ isAdministrator }) => isAdministrator);
  }

  /** Makes an organisation with its first owner. Throws `ToolFailure`. */
  async foundOrganisation(name: string, founder: Joiner): Promise<void> {
    this.#organisations.found(name, founder, Date.now());
  }

  /** The place of a user in the organisation of that name; undefined for somebody who is no member. */
  async seat(name: string, userId: string): Promise<Seat | undefined> {
    return this.#organisations.seat(name, userId);
  }

  /** The organisations of a user. */
  async seats(userId: string): Promise<readonly Seat[]> {
    return this.#organisations.seats(userId);
  }

  /** Everybody in an organisation. */
  async membersOf(organisation: string): Promise<readonly OrganisationMember[]> {
    return this.#organisations.members(organisation);
  }

  /** A code by which somebody joins an organisation. Throws `ToolFailure`. */
  async inviteMember(organisation: string, role: Role): Promise<string> {
    return this.#organisations.invite(organisation, role, Date.now());
  }

  /** What the open invitation with that code is to. */
  async memberInvitation(code: string): Promise<OpenInvitation | undefined> {
    return this.#organisations.invitation(code, Date.now());
  }

  /** Takes up an invitation; undefined when it is none. Throws `ToolFailure`. */
  async joinOrganisation(code: string, joiner: Joiner): Promise<OpenInvitation | undefined> {
    return this.#organisations.join(code, joiner, Date.now());
  }

  /** Gives a member another role; false for somebody who is none. Throws `ToolFailure` for the only owner, who stays one. */
  async changeRole(organisation: string, userId: string, role: Role): Promise<boolean> {
    return this.#organisations.changeRole(organisation, userId, role);
  }

  /** The organisations that would be left without an owner if a user was gone. */
  async soleOwnerships(userId: string): Promise<readonly SoleOwnership[]> {
    return this.#organisations.soleOwnerships(userId);
  }

  /** Ends the access of a member to what the organisation has. Throws `ToolFailure` for the only owner. */
  async endMembership(organisation: string, userId: string): Promise<void> {
    this.#organisations.endMembership(organisation, userId);
  }

  /** Takes somebody off the list of members whose access was ended, and of whom nothing is left. */
  async forgetMember(organisation: string, userId: string): Promise<void> {
    this.#organisations.forgetMember(organisation, userId);
  }

  /** Opens the request of a program that asks for a key. Throws `ToolFailure` when too many are open. */
  async beginDevice(request: DeviceRequest): Promise<DeviceCodes> {
    return this.#stored().devices.begin(request, Date.now());
  }

  /** The open request with the code that a person typed. */
  async device(userCode: string): Promise<DeviceRequest | undefined> {
    return this.#stored().devices.find(userCode, Date.now());
  }

  /** Allows a request, or denies it; false when there is none with that code. */
  async decideDevice(
    userCode: string,
    allowed: { readonly holder: Holder; readonly scopes: readonly Scope[] } | undefined,
  ): Promise<boolean> {
    return this.#stored().devices.decide(userCode, allowed, Date.now());
  }

  /** How the request of a program stands. */
  async askDevice(deviceCode: string): Promise<DeviceStanding> {
    return this.#stored().devices.ask(deviceCode, Date.now());
  }
}

/** What came of the removal of somebody: it is refused where nobody could administer the others, or an organisation would have no owner. */
export type Removal =
  | { readonly kind: 'removed'; readonly keys: readonly string[]; readonly left: readonly EndedMembership[] }
  | { readonly kind: 'only-administrator' }
  | { readonly kind: 'only-owner'; readonly organisations: readonly SoleOwnership[] };

/** Whether a user may be deleted: names of organisations say which ones they are to hand over or delete, and which others to leave. */
export type LetGo =
  | { readonly kind: 'let-go' }
  | { readonly kind: 'only-administrator' }
  | { readonly kind: 'member'; readonly owned: readonly string[]; readonly others: readonly string[] };
