/** From an Authorization header to the principal: who asks, with which credential, and what that allows. */
import { type UserId, userId } from '../lib/object-name.ts';
import type { Access, OpenAccess } from './access.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What a request proved itself with; never the secret. */
export type Credential =
  /** A key of the user; `digest` is the SHA-256 of its secret in hex. */
  | { readonly kind: 'api-key'; readonly name: string; readonly digest: string }
  /** The token of a user in development; `digest` as above, and absent without a token. */
  | { readonly kind: 'development'; readonly digest?: string };

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

/** The principal behind an Authorization header. */
export async function identify(access: OpenAccess, header: string | undefined): Promise<Identity> {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (header !== undefined && token === undefined) return { kind: 'refused', reason: 'malformed' };
  if (token === undefined && access.kind === 'keys') return { kind: 'refused', reason: 'missing' };
  const principal = principalOf(access, token === undefined ? undefined : await sha256(token));
  return principal === undefined ? { kind: 'refused', reason: 'unknown' } : { kind: 'principal', principal };
}

/**
 * The principal of a credential by the SHA-256 digest of its secret, as the access rules are: `undefined` when they do not know
 * it, as after it was revoked. The only place that makes a principal.
 */
export function principalOf(access: Access, digest: string | undefined): Principal | undefined {
  const holder = holderOf(access, digest);
  return holder && { ...holder, userId: userId(holder.userId), limits: DEFAULT_LIMITS };
}

/** Ids never contain a token: in development they are derived from its digest, in production they carry the user's name. */
function holderOf(access: Access, digest: string | undefined) {
  switch (access.kind) {
    case 'unconfigured':
      return undefined;
    case 'development':
      return digest === undefined
        ? ({ userId: 'local', credential: { kind: 'development' }, scopes: SCOPES } as const)
        : ({ userId: `token-${digest}`, credential: { kind: 'development', digest }, scopes: SCOPES } as const);
    case 'keys': {
      const [key] = access.keys.filter((each) => equalDigests(each.digest, digest ?? ''));
      if (key === undefined) return undefined;
      const { user, name, scopes } = key;
      return { userId: `key-${user}`, credential: { kind: 'api-key', name, digest: key.digest }, scopes } as const;
    }
  }
}

/** How a refusal names a credential. */
export function describeCredential(credential: Credential): string {
  return credential.kind === 'api-key' ? `The API key '${credential.name}'` : 'This token';
}

/** SHA-256 in lower-case hex. */
async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Compares two digests in a time that does not depend on where they differ. */
function equalDigests(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
