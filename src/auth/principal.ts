/** From an Authorization header to the principal: who asks, with which credential, and what that allows. */
import { type UserId, userId } from '../lib/object-name.ts';
import { sha256 } from '../lib/sha256.ts';
import type { Access, OpenAccess } from './access.ts';
import { keyWith, memberOf, userOfKey } from './holder.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { type AccessToken, accessTokenSchema } from './oauth/access-token.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What a request proved itself with; never the secret. */
export type Credential =
  /** A key of the user; `digest` is the SHA-256 of its secret in hex. */
  | { readonly kind: 'api-key'; readonly name: string; readonly digest: string }
  /** The token of a user in development; `digest` as above, and absent without a token. */
  | { readonly kind: 'development'; readonly digest?: string }
  /** An access token of OAuth, which holds it as it was read. */
  | { readonly kind: 'token'; readonly token: AccessToken };

/** Who asks. A plain value: it crosses RPC as it is. */
export interface Principal {
  readonly userId: UserId;
  readonly credential: Credential;
  readonly scopes: readonly Scope[];
  readonly limits: Limits;
}

/** A principal, or why there is none. */
export type Identity =
  | { readonly kind: 'principal'; readonly principal: Principal }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'missing' | 'unknown' };

const BEARER = /^Bearer +(\S+)$/i;

/** The form of access tokens: user, grant and secret. */
const ACCESS_TOKEN = /^[^:]+:[^:]+:[^:]+$/;

type Found = Pick<Principal, 'credential' | 'scopes' | 'userId'>;

/** The principal behind an Authorization header; `readToken` reads access tokens of OAuth. */
export async function identify(
  access: OpenAccess,
  header: string | undefined,
  readToken: (token: string) => Promise<AccessToken | undefined>,
): Promise<Identity> {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (header !== undefined && token === undefined) return { kind: 'refused', reason: 'malformed' };
  if (token === undefined && access.kind === 'production') return { kind: 'refused', reason: 'missing' };
  const byKey = principalOf(access, token === undefined ? undefined : await sha256(token));
  const principal = byKey ?? (await byAccessToken(access, token, readToken));
  return principal === undefined ? { kind: 'refused', reason: 'unknown' } : { kind: 'principal', principal };
}

async function byAccessToken(
  access: OpenAccess,
  token: string | undefined,
  readToken: (token: string) => Promise<AccessToken | undefined>,
): Promise<Principal | undefined> {
  if (token === undefined || !ACCESS_TOKEN.test(token)) return undefined;
  const read = await readToken(token);
  return read && principalOf(access, markOfToken(read));
}

/**
 * What sessions and sockets keep of a credential, so that {@link principalOf} knows later whether it is still one: never the secret.
 * `undefined` for none.
 */
export function markOf(principal: Principal): string | undefined {
  const { credential } = principal;
  return credential.kind === 'token' ? markOfToken(credential.token) : credential.digest;
}

/**
 * The principal of a credential by its mark (the SHA-256 digest of its secret, or what {@link markOf} makes of an access token), as the
 * access rules are: `undefined` when they do not know it, as after its key was revoked. The only place that makes a principal.
 */
export function principalOf(access: Access, mark: string | undefined): Principal | undefined {
  const found = findHolder(access, mark);
  return found && { ...found, limits: DEFAULT_LIMITS };
}

/** Whether an access token has expired at `now`, in milliseconds since 1970; a key never does. */
export function isExpired({ credential }: Principal, now: number): boolean {
  return credential.kind === 'token' && credential.token.expiresAt * 1000 <= now;
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
      const token = readMark(mark);
      if (token !== undefined) {
        const member = memberOf(access, token.holder);
        const scopes = member?.scopes.filter((scope) => token.scopes.includes(scope)) ?? [];
        return member && { userId: member.userId, credential: { kind: 'token', token }, scopes };
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
      return `The API key '${credential.name}'`;
    case 'development':
      return 'This token';
    case 'token':
      return `The access token of ${JSON.stringify(credential.token.client)}`;
  }
}

/** The mark of an access token: no digest of a key begins with a brace. */
function markOfToken(token: AccessToken): string {
  return JSON.stringify(token);
}

function readMark(mark: string | undefined): AccessToken | undefined {
  return mark?.startsWith('{') ? accessTokenSchema.parse(JSON.parse(mark)) : undefined;
}
