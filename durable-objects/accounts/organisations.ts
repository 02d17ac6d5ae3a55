/** Organisations, who is in them, and invitations to them. What an organisation has is in the space of its id. */
import { isRole, type Role, type Seat } from '../../src/auth/organisation.ts';
import { ToolFailure } from '../../src/lib/errors.ts';
import { newOrganisationId, type UserId, userId } from '../../src/lib/object-name.ts';
import { randomSecret } from '../../src/lib/random-secret.ts';
import { sha256 } from '../../src/lib/sha256.ts';

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

/** Somebody in an organisation. */
export interface OrganisationMember {
  readonly id: UserId;
  readonly name: string;
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

type SeatRow = { id: string; name: string; role: string | null };

/** The organisations, in a database with {@link ORGANISATIONS_SCHEMA}. */
export class Organisations {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
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
    this.#sql.exec('INSERT INTO membership VALUES (?, ?, ?, ?)', id, founder.id, founder.name, 'owner' satisfies Role);
  }

  /** The place of a person in the organisation of that name; undefined for somebody who is no member, and where there is none. */
  seat(name: string, user: string): Seat | undefined {
    return this.seats(user).find((seat) => seat.name === name);
  }

  /** The organisations that a person is in, by name. */
  seats(user: string): readonly Seat[] {
    const select =
      'SELECT id, organisation.name AS name, role FROM membership JOIN organisation ON id = organisation_id WHERE user_id = ? ORDER BY 2';
    return this.#sql
      .exec<SeatRow>(select, user)
      .toArray()
      .flatMap(({ id, name, role }) => (isRole(role) ? { id: userId(id), name, role } : []));
  }

  /** Everybody in an organisation. */
  members(organisation: string): readonly OrganisationMember[] {
    const select = 'SELECT user_id AS id, name, role FROM membership WHERE organisation_id = ? ORDER BY name, user_id';
    return this.#sql
      .exec<SeatRow>(select, organisation)
      .toArray()
      .map(({ id, name, role }) => ({ id: userId(id), name, ...(isRole(role) && { role }) }));
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
  async invitation(code: string, now: number): Promise<Seat | undefined> {
    const select =
      'SELECT id, name, role FROM organisation_invitation JOIN organisation ON id = organisation_id WHERE digest = ? AND expires_at > ?';
    const [row] = this.#sql.exec<SeatRow>(select, await sha256(code), now).toArray();
    return row && isRole(row.role) ? { id: userId(row.id), name: row.name, role: row.role } : undefined;
  }

  /** Takes up an invitation, which is used up; undefined when it is none. Throws `ToolFailure` for somebody who is a member, with nothing used. */
  async join(code: string, joiner: Joiner, now: number): Promise<Seat | undefined> {
    const seat = await this.invitation(code, now);
    if (seat === undefined) return undefined;
    if (this.members(seat.id).some(({ id }) => id === joiner.id)) {
      throw refused(
        'CONFLICT',
        `You are in the organisation '${seat.name}' already.`,
        'Who is to have another role is removed and invited again.',
      );
    }
    this.#expectRoomFor(joiner.id);
    const digest = await sha256(code);
    // Only one of two that come at once deletes it.
    if (this.#sql.exec('DELETE FROM organisation_invitation WHERE digest = ?', digest).rowsWritten === 0)
      return undefined;
    this.#sql.exec('INSERT INTO membership VALUES (?, ?, ?, ?)', seat.id, joiner.id, joiner.name, seat.role);
    return seat;
  }

  /** Ends the access of a member, who stays listed until {@link forgetMember}. Throws `ToolFailure` for the only owner. */
  endMembership(organisation: string, user: string): void {
    const [owner, ...others] = this.members(organisation).filter(({ role }) => role === 'owner');
    if (owner?.id === user && others.length === 0) {
      throw refused(
        'CONFLICT',
        'The only owner of an organisation stays in it.',
        'Invite another owner first, or delete the organisation.',
      );
    }
    this.#sql.exec('UPDATE membership SET role = NULL WHERE organisation_id = ? AND user_id = ?', organisation, user);
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

  #expectRoomFor(user: string): void {
    if (this.namesOf(user).length < MOST_ORGANISATIONS) return;
    throw refused('CONFLICT', `You are in ${MOST_ORGANISATIONS} organisations, which is the most.`, 'Leave one first.');
  }
}

function refused(errorType: 'CONFLICT' | 'validation_error', message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType, message, advice });
}
