/** From an Authorization header to the principal: who asks, with which credential, and what that allows. */
import { type UserId, userId } from '../lib/object-name.ts';
import { sha256 } from '../lib/sha256.ts';
import type { Access, OpenAccess } from './access.ts';
import { keyWith, memberOf, userOfKey } from './holder.ts';
import { type Issued, issuedSchema } from './issued.ts';
import type { Limits } from './limits.ts';
import type { Role } from './organisation.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What a request proved itself with; never the secret. */
export type Credential =
  /** A key of the user in the setting API_KEYS; `digest` is the SHA-256 of its secret in hex. */
  | { readonly kind: 'api-key'; readonly name: string; readonly digest: string }
  /** The token of a user in development; `digest` as above, and absent without a token. */
  | { readonly kind: 'development'; readonly digest?: string }
  | Issued;

/** The place of a person in the organisation whose things are asked for. */
export interface Membership {
  /** Of the organisation. */
  readonly name: string;
  readonly role: Role;
  readonly member: UserId;
  /** Milliseconds since 1970: tells this membership from an earlier one of the same person. */
  readonly joinedAt: number;
}

/** Who asks. A plain value: it crosses RPC as it is. */
export interface Principal {
  /** Whose things these are: the one who asks, or their organisation. */
  readonly userId: UserId;
  /** Set for an organisation: which person asks, in which role. */
  readonly organisation?: Membership;
  readonly credential: Credential;
  readonly scopes: readonly Scope[];
  readonly limits: Limits;
}

/** A principal, or why there is none. */
export type Identity =
  | { readonly kind: 'principal'; readonly principal: Principal }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'missing' | 'unknown' };

const BEARER = /^Bearer +(\S+)$/i;

type Found = Pick<Principal, 'credential' | 'scopes' | 'userId'>;

/** The principal behind an Authorization header; `readIssued` reads what this server issued. */
export async function identify(
  access: OpenAccess,
  header: string | undefined,
  readIssued: (token: string) => Promise<Issued | undefined>,
): Promise<Identity> {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (header !== undefined && token === undefined) return { kind: 'refused', reason: 'malformed' };
  if (token === undefined && access.kind === 'production') return { kind: 'refused', reason: 'missing' };
  const byKey = principalOf(access, token === undefined ? undefined : await sha256(token));
  if (byKey !== undefined) return { kind: 'principal', principal: byKey };
  const issued = token === undefined ? undefined : await readIssued(token);
  const principal = issued && principalOf(access, markOfIssued(issued));
  return principal === undefined ? { kind: 'refused', reason: 'unknown' } : { kind: 'principal', principal };
}

/**
 * What sessions and sockets keep of a credential, so that {@link principalOf} knows later whether it is still one: never the secret.
 * `undefined` for none.
 */
export function markOf(principal: Principal): string | undefined {
  const { credential } = principal;
  return isIssued(credential) ? markOfIssued(credential) : credential.digest;
}

/**
 * The principal of a credential by its mark (the SHA-256 digest of its secret, or what {@link markOf} makes of what was issued), as the
 * access rules are: `undefined` when they do not know it, as after its key was revoked. The only place that makes a principal.
 */
export function principalOf(access: Access, mark: string | undefined): Principal | undefined {
  const found = findHolder(access, mark);
  return found && access.kind !== 'unconfigured' ? { ...found, limits: access.limits } : undefined;
}

/** Whether a credential has expired at `now`, in milliseconds since 1970; what the settings name never does. */
export function isExpired({ credential }: Principal, now: number): boolean {
  const expiresAt = isIssued(credential) ? credential.expiresAt : undefined;
  return expiresAt !== undefined && expiresAt * 1000 <= now;
}

/** The id of what was issued by which a socket or stream was opened; undefined for credentials of the settings. */
export function issuedId(mark: string | undefined): string | undefined {
  return readMark(mark)?.id;
}

function isIssued(credential: Credential): credential is Issued {
  return credential.kind === 'token' || credential.kind === 'user-key';
}

/** Ids never contain a token: in development they are derived from its digest. */
function findHolder(access: Access, mark: string | undefined): Found | undefined {
  switch (access.kind) {
    case 'unconfigured':
      return undefined;
    case 'development':
      return mark === undefined
        ? { userId: userId('local'), credential: { kind: 'development' }, scopes: SCOPES }
        : { userId: userId(`token-${mark}`), credential: { kind: 'development', digest: mark }, scopes: SCOPES };
    case 'production': {
      const issued = readMark(mark);
      if (issued !== undefined) {
        const member = memberOf(access, issued.holder);
        const scopes = member?.scopes.filter((scope) => issued.scopes.includes(scope)) ?? [];
        return member && { userId: member.userId, credential: issued, scopes };
      }
      const key = keyWith(access.keys, mark ?? '');
      if (key === undefined) return undefined;
      const { name, digest, scopes } = key;
      return { userId: userOfKey(key), credential: { kind: 'api-key', name, digest }, scopes };
    }
  }
}

/** How a refusal names a credential. */
export function describeCredential(credential: Credential): string {
  switch (credential.kind) {
    case 'api-key':
    case 'user-key':
      return `The API key '${credential.name}'`;
    case 'development':
      return 'This token';
    case 'token':
      return `The access token of ${JSON.stringify(credential.client)}`;
  }
}

/** The mark of what was issued: no digest of a key begins with a brace. */
function markOfIssued(issued: Issued): string {
  return JSON.stringify(issued);
}

function readMark(mark: string | undefined): Issued | undefined {
  return mark?.startsWith('{') ? issuedSchema.parse(JSON.parse(mark)) : undefined;
}
