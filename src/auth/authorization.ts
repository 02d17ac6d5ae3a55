/** Where requests carry their secret: the Authorization header, HTTP Basic as git sends it, or a WebSocket's subprotocols. */
import { fromBase64 } from '../lib/base64.ts';

/** Before the token of a subprotocol that carries one: as it is, or in base64url, since no subprotocol may have the colons of an access token. */
const TOKEN_SUBPROTOCOL = /^(bearer|base64url\.bearer)\.(.*)$/;

/**
 * The Authorization header of a request. Pages cannot set it for a WebSocket: the handshake may offer `bearer.<token>` or
 * `base64url.bearer.<token>` among its subprotocols instead.
 */
export function authorizationOf(headers: Headers): string | undefined {
  const authorization = headers.get('authorization');
  if (authorization !== null) return authorization;
  const offered = headers.get('sec-websocket-protocol')?.split(',') ?? [];
  for (const name of offered) {
    const [, form, token = ''] = TOKEN_SUBPROTOCOL.exec(name.trim()) ?? [];
    if (form !== undefined) return `Bearer ${form === 'bearer' ? token : decodeToken(token)}`;
  }
  return undefined;
}

/** The empty text for what is no base64url, which is nobody's token. */
function decodeToken(encoded: string): string {
  return new TextDecoder().decode(fromBase64(encoded.replaceAll('-', '+').replaceAll('_', '/')));
}

const BASIC = /^Basic +([A-Za-z0-9+/=]+)$/i;

/** As {@link authorizationOf}, with the password of HTTP Basic as a bearer token, whatever the user name; an empty one is none. */
export function passwordAuthorizationOf(headers: Headers): string | undefined {
  const authorization = headers.get('authorization') ?? undefined;
  const encoded = BASIC.exec(authorization ?? '')?.[1];
  if (encoded === undefined) return authorization;
  const decoded = new TextDecoder().decode(fromBase64(encoded));
  const colon = decoded.indexOf(':');
  const password = colon < 0 ? '' : decoded.slice(colon + 1);
  return password === '' ? undefined : `Bearer ${password}`;
}

/** The headers without what is secret in them: only the front Worker needs it. */
export function withoutSecrets(headers: Headers): Headers {
  const rest = new Headers(headers);
  rest.delete('authorization');
  const offered = rest.get('sec-websocket-protocol')?.split(',');
  const open = offered?.filter((name) => !TOKEN_SUBPROTOCOL.test(name.trim()));
  if (open !== undefined) rest.set('sec-websocket-protocol', open.join(','));
  return rest;
}
