/** Organisations, who is in them, and invitations to them. What an organisation has is in the space of its id. */
import { isRole, type Role, type Seat } from '../../src/auth/organisation.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import { newOrganisationId, type UserId, userId } from '../../src/lib/object-name.ts';
import { randomSecret } from '../../src/lib/random-secret.ts';
import { sha256 } from '../../src/lib/sha256.ts';
import type { Leaving } from './leaving.ts';

/** An invitation is good for this long. */
const INVITATION_MS = 7 * 86_400_000;
/** Organisations that a person may be in. */
const MOST_ORGANISATIONS = 20;
/** Members and open invitations of an organisation. */
const MOST_MEMBERS = 200;

/** Tables of accounts. */
export const ORGANISATIONS_SCHEMA = `
  CREATE TABLE organisation (
    -- The owner of what it has.
    id TEXT PRIMARY KEY,
    -- As in addresses.
    name TEXT NOT NULL UNIQUE,
    -- Milliseconds since 1970.
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE membership (
    organisation_id TEXT NOT NULL REFERENCES organisation (id),
    user_id TEXT NOT NULL,
    -- What pages call the person.
    name TEXT NOT NULL,
    -- Null once they were removed, as long as there is something left of their Python sessions in the organisation.
    role TEXT,
    PRIMARY KEY (organisation_id, user_id)
  ) STRICT;
  CREATE INDEX membership_user ON membership (user_id);
  CREATE TABLE organisation_invitation (
    -- SHA-256 of the code in its address, in hex.
    digest TEXT PRIMARY KEY,
    organisation_id TEXT NOT NULL REFERENCES organisation (id),
    role TEXT NOT NULL,
    -- Milliseconds since 1970.
    expires_at INTEGER NOT NULL
  ) STRICT;
`;

/** When people joined, by which their first membership is told from a later one. */
export const JOINED_SCHEMA = `
  -- Milliseconds since 1970; 0 for who was there before this was noted.
  ALTER TABLE membership ADD COLUMN joined_at INTEGER NOT NULL DEFAULT 0;
`;

/** Somebody in an organisation. */
export interface OrganisationMember {
  readonly id: UserId;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly joinedAt: number;
  /** Absent for somebody who was removed, and of whose Python sessions something is left. */
  readonly role?: Role;
}

/** A person who founds or joins. */
export interface Joiner {
  readonly id: UserId;
  /** What pages call them. */
  readonly name: string;
}

/** What names look like, and the same in words. */
const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/;
const NAME_RULE = 'A name has 1 to 40 small letters, digits and hyphens, and begins with a letter or digit.';

/** An organisation that one person alone owns. */
export interface SoleOwnership {
  readonly id: UserId;
  readonly name: string;
  /** The others in it, any of whom could become its owner. */
  readonly others: readonly OrganisationMember[];
}

/** A membership that was ended. */
export interface EndedMembership {
  readonly id: UserId;
  readonly name: string;
  readonly joinedAt: number;
}

/** What an invitation is to. */
export type OpenInvitation = Omit<Seat, 'joinedAt'>;

type InvitationRow = { id: string; name: string; role: string | null };
type SeatRow = InvitationRow & { joined_at: number };

/** The organisations, in a database with {@link ORGANISATIONS_SCHEMA}. */
export class Organisations {
  readonly #sql: SqlStorage;
  readonly #leaving: Leaving;

  constructor(sql: SqlStorage, leaving: Leaving) {
    this.#sql = sql;
    this.#leaving = leaving;
  }

  /** Makes an organisation, of which `founder` is the owner. Throws `ToolFailure` for a name that is taken or cannot be one. */
  found(name: string, founder: Joiner, now: number): void {
    if (!NAME.test(name)) throw refused('validation_error', 'This cannot be the name of an organisation.', NAME_RULE);
    this.#expectRoomFor(founder.id);
    const id = newOrganisationId();
    const insert = 'INSERT INTO organisation VALUES (?, ?, ?) ON CONFLICT (name) DO NOTHING';
    if (this.#sql.exec(insert, id, name, now).rowsWritten === 0) {
      throw refused(
        'CONFLICT',
        `There is an organisation '${name}' already.`,
        'Choose another name, or ask to be invited.',
      );
    }
    this.#enter(id, founder, 'owner', now);
  }

  /** The place of a person in the organisation of that name; undefined for somebody who is no member, and where there is none. */
  seat(name: string, user: string): Seat | undefined {
    return this.seats(user).find((seat) => seat.name === name);
  }

  /** The organisations that a person is in, by name. */
  seats(user: string): readonly Seat[] {
    const select =
      'SELECT id, organisation.name AS name, role, joined_at FROM membership JOIN organisation ON id = organisation_id WHERE user_id = ? ORDER BY 2';
    return this.#sql
      .exec<SeatRow>(select, user)
      .toArray()
      .flatMap(({ id, name, role, joined_at }) =>
        isRole(role) ? { id: userId(id), name, role, joinedAt: joined_at } : [],
      );
  }

  /** Everybody in an organisation. */
  members(organisation: string): readonly OrganisationMember[] {
    const select =
      'SELECT user_id AS id, name, role, joined_at FROM membership WHERE organisation_id = ? ORDER BY name, user_id';
    return this.#sql
      .exec<SeatRow>(select, organisation)
      .toArray()
      .map(({ id, name, role, joined_at }) => ({
        id: userId(id),
        name,
        joinedAt: joined_at,
        ...(isRole(role) && { role }),
      }));
  }

  /** A code by which somebody joins. Throws `ToolFailure` when there are too many. */
  async invite(organisation: string, role: Role, now: number): Promise<string> {
    this.#sql.exec('DELETE FROM organisation_invitation WHERE expires_at <= ?', now);
    const open = 'SELECT count(*) AS count FROM organisation_invitation WHERE organisation_id = ?';
    const { count } = this.#sql.exec<{ count: number }>(open, organisation).one();
    if (count + this.members(organisation).length >= MOST_MEMBERS) {
      throw refused(
        'CONFLICT',
        `The organisation has ${MOST_MEMBERS} members and open invitations, which is the most there may be.`,
        'Remove somebody first.',
      );
    }
    const code = randomSecret();
    const insert = 'INSERT INTO organisation_invitation VALUES (?, ?, ?, ?)';
    this.#sql.exec(insert, await sha256(code), organisation, role, now + INVITATION_MS);
    return code;
  }

  /** What the open invitation with that code is to. */
  async invitation(code: string, now: number): Promise<OpenInvitation | undefined> {
    return this.#invitation(await sha256(code), now);
  }

  /** Takes up an invitation, which is used up; undefined when it is none. Throws `ToolFailure` for somebody who is a member, with nothing used. */
  async join(code: string, joiner: Joiner, now: number): Promise<OpenInvitation | undefined> {
    const digest = await sha256(code);
    // Nothing is awaited from here on: only one of two that come at once finds the invitation.
    const invitation = this.#invitation(digest, now);
    if (invitation === undefined) return undefined;
    const { id, name, role } = invitation;
    if (this.members(id).some((member) => member.id === joiner.id)) {
      throw refused(
        'CONFLICT',
        `You are in the organisation '${name}' already.`,
        'Its owners give its members other roles.',
      );
    }
    this.#expectRoomFor(joiner.id);
    this.#sql.exec('DELETE FROM organisation_invitation WHERE digest = ?', digest);
    this.#enter(id, joiner, role, now);
    return invitation;
  }

  /** Gives a member another role; false for somebody who is none. Throws `ToolFailure` for the only owner, who stays one. */
  changeRole(organisation: string, user: string, role: Role): boolean {
    if (role !== 'owner') this.#expectAnotherOwner(organisation, user, 'stays one');
    const update = 'UPDATE membership SET role = ? WHERE organisation_id = ? AND user_id = ? AND role IS NOT NULL';
    return this.#sql.exec(update, role, organisation, user).rowsWritten > 0;
  }

  /** Ends the access of a member, who stays listed until {@link forgetMember}. Throws `ToolFailure` for the only owner. */
  endMembership(organisation: string, user: string): void {
    this.#expectAnotherOwner(organisation, user, 'stays in it');
    this.#sql.exec('UPDATE membership SET role = NULL WHERE organisation_id = ? AND user_id = ?', organisation, user);
  }

  /** Ends the access of a user to all of their organisations, each of which has another owner: see {@link soleOwnerships}. */
  endMemberships(user: string): readonly EndedMembership[] {
    this.#sql.exec('UPDATE membership SET role = NULL WHERE user_id = ?', user);
    const select =
      'SELECT id, organisation.name AS name, role, joined_at FROM membership JOIN organisation ON id = organisation_id WHERE user_id = ?';
    return this.#sql
      .exec<SeatRow>(select, user)
      .toArray()
      .map(({ id, name, joined_at }) => ({ id: userId(id), name, joinedAt: joined_at }));
  }

  /** The organisations that would be left without an owner if a user was gone. */
  soleOwnerships(user: string): readonly SoleOwnership[] {
    return this.seats(user).flatMap(({ id, name }) => {
      if (!this.#isOnlyOwner(id, user)) return [];
      return { id, name, others: this.members(id).filter((member) => member.id !== user && member.role !== undefined) };
    });
  }

  /** Takes somebody off the list whose access was ended. */
  forgetMember(organisation: string, user: string): void {
    const remove = 'DELETE FROM membership WHERE organisation_id = ? AND user_id = ? AND role IS NULL';
    this.#sql.exec(remove, organisation, user);
  }

  /** The names of the organisations that a person is in, or was removed from with something left there. */
  namesOf(user: string): readonly string[] {
    const select =
      'SELECT name FROM organisation WHERE id IN (SELECT organisation_id FROM membership WHERE user_id = ?)';
    return this.#sql
      .exec<{ name: string }>(`${select} ORDER BY name`, user)
      .toArray()
      .map(({ name }) => name);
  }

  /** Forgets the organisation or the person of that id. */
  forget(id: string): void {
    this.#sql.exec('DELETE FROM membership WHERE user_id = ?', id);
    for (const table of ['organisation_invitation', 'membership']) {
      this.#sql.exec(`DELETE FROM ${table} WHERE organisation_id = ?`, id);
    }
    this.#sql.exec('DELETE FROM organisation WHERE id = ?', id);
  }

  #invitation(digest: string, now: number): OpenInvitation | undefined {
    const select =
      'SELECT id, name, role FROM organisation_invitation JOIN organisation ON id = organisation_id WHERE digest = ? AND expires_at > ?';
    const [row] = this.#sql.exec<InvitationRow>(select, digest, now).toArray();
    return row && isRole(row.role) ? { id: userId(row.id), name: row.name, role: row.role } : undefined;
  }

  #enter(organisation: string, { id, name }: Joiner, role: Role, now: number): void {
    this.#sql.exec('INSERT INTO membership VALUES (?, ?, ?, ?, ?)', organisation, id, name, role, now);
  }

  #isOnlyOwner(organisation: string, user: string): boolean {
    const owners = this.members(organisation).filter(({ role }) => role === 'owner');
    return owners.length === 1 && owners[0]?.id === user;
  }

  #expectAnotherOwner(organisation: string, user: string, what: string): void {
    if (!this.#isOnlyOwner(organisation, user)) return;
    throw refused(
      'CONFLICT',
      `The only owner of an organisation ${what}.`,
      'Make another member an owner first, or delete the organisation.',
    );
  }

  #expectRoomFor(user: string): void {
    if (this.#leaving.has(user)) {
      throw refused('CONFLICT', 'Your account is being deleted.', 'Nothing is to be done any more.');
    }
    if (this.namesOf(user).length < MOST_ORGANISATIONS) return;
    throw refused('CONFLICT', `You are in ${MOST_ORGANISATIONS} organisations, which is the most.`, 'Leave one first.');
  }
}

function refused(errorType: 'CONFLICT' | 'validation_error', message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType, message, advice });
}
