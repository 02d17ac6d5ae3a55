/** What access tokens of this server are for: its origin, so that one token is good at every URL of it. */

/** Addresses of the machine itself, where OAuth allows plain http. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Below this path stands the metadata of each protected resource (RFC 9728, section 3.1). */
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

/** The scopes that a client asks for first; a call that needs more says so. */
export const FIRST_SCOPES = ['read'] as const;

/** Whether a host is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname);
}

/** The origin of a request as clients see it: TLS may end before this Worker, and OAuth allows plain http on loopback only. */
export function issuerOf(url: URL): string {
  return isLoopback(url.hostname) ? url.origin : `https://${url.host}`;
}

/**
 * The resource indicator (RFC 8707) that a client sent, as the authorization server knows it. Clients name the URL that they were given:
 * `/mcp`, `/mcp/python` or `/sse`. All of them are this server, whatever their path and query; what is of another origin stays as it is,
 * to be refused.
 */
export function canonicalResource(issuer: string, resource: string): string {
  const url = URL.parse(resource);
  return url !== null && issuerOf(url) === issuer && url.hash === '' ? issuer : resource;
}

/** Metadata of the protected resource at `path` (RFC 9728): clients compare `resource` with the URL that they call. */
export function resourceMetadata(issuer: string, path: string): Readonly<Record<string, unknown>> {
  return {
    resource: `${issuer}${path}`,
    authorization_servers: [issuer],
    scopes_supported: FIRST_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Lemma',
    resource_documentation: `${issuer}/docs`,
  };
}

/** The Bearer challenge `challenge` of the resource at `path`, with where its metadata is. */
export function challengeAt(issuer: string, path: string, challenge: string): string {
  const parameters = challenge.slice('Bearer'.length).trim();
  const metadata = `resource_metadata="${issuer}${RESOURCE_METADATA}${path}"`;
  return `Bearer ${parameters === '' ? '' : `${parameters}, `}${metadata}`;
}
