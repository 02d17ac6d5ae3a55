/** Organisations: owners of workspaces, plans and reviews that several people share. */
import type { UserId } from '../lib/object-name.ts';
import type { Principal } from './principal.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What a member of an organisation is. */
export const ROLES = ['reader', 'member', 'owner'] as const;

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** All that a role allows; a credential allows no more of it than it has itself. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  reader: ['read'],
  member: ['read', 'run', 'write'],
  owner: SCOPES,
};

/** Whether `value` is a role. */
export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value);
}

/** The place of one person in an organisation. */
export interface Seat {
  /** The owner of what the organisation has. */
  readonly id: UserId;
  /** As in addresses. */
  readonly name: string;
  readonly role: Role;
  /** Milliseconds since 1970: tells this membership from an earlier one of the same person. */
  readonly joinedAt: number;
}

/** `principal` as a member of the organisation: for its things, with what both the credential and the role allow. */
export function seated(principal: Principal, { id, name, role, joinedAt }: Seat): Principal {
  return {
    ...principal,
    userId: id,
    scopes: principal.scopes.filter((scope) => ROLE_SCOPES[role].includes(scope)),
    organisation: { name, role, member: principal.userId, joinedAt },
  };
}
