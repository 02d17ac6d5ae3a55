/** From an Authorization header to the id of the user it belongs to. */
import { fromBase64 } from '../lib/base64.ts';
import type { OpenAccess } from './access.ts';

/** A user's id, or why there is none. */
export type Identity =
  | { readonly kind: 'user'; readonly principal: string }
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'missing' | 'unknown' };

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The user behind an Authorization header. Ids never contain the token itself: in development they are derived from its
 * SHA-256 digest, in production they carry the key's name.
 */
export async function identify(access: OpenAccess, header: string | undefined): Promise<Identity> {
  const token = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (header !== undefined && token === undefined) return { kind: 'refused', reason: 'malformed' };
  switch (access.kind) {
    case 'development':
      return { kind: 'user', principal: token === undefined ? 'local' : `token-${await sha256(token)}` };
    case 'keys': {
      if (token === undefined) return { kind: 'refused', reason: 'missing' };
      const digest = await sha256(token);
      const matches = access.keys.filter((key) => equalDigests(key.digest, digest));
      const name = matches[0]?.name;
      return name === undefined ? { kind: 'refused', reason: 'unknown' } : { kind: 'user', principal: `key-${name}` };
    }
  }
}

/** Before the token of a subprotocol that carries one. */
const TOKEN_SUBPROTOCOL = 'bearer.';

/**
 * The Authorization header of a request. Pages cannot set it for a WebSocket: the handshake may offer `bearer.<token>` among
 * its subprotocols instead.
 */
export function authorizationOf(
  authorization: string | undefined,
  subprotocols: string | undefined,
): string | undefined {
  if (authorization !== undefined) return authorization;
  const offered = subprotocols?.split(',').map((name) => name.trim());
  const carrier = offered?.find((name) => name.startsWith(TOKEN_SUBPROTOCOL));
  return carrier === undefined ? undefined : `Bearer ${carrier.slice(TOKEN_SUBPROTOCOL.length)}`;
}

const BASIC = /^Basic +([A-Za-z0-9+/=]+)$/i;

/** An Authorization header with the password of HTTP Basic as a bearer token, whatever the user name; an empty one is none. */
export function bearerOfBasic(authorization: string | undefined): string | undefined {
  const encoded = BASIC.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return authorization;
  const decoded = new TextDecoder().decode(fromBase64(encoded));
  const colon = decoded.indexOf(':');
  const password = colon < 0 ? '' : decoded.slice(colon + 1);
  return password === '' ? undefined : `Bearer ${password}`;
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
