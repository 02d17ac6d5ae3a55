/** Checks of what a server tells and refuses before anybody has a key. */

import { extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { jsonOf } from '../../../src/lib/json.ts';
import { CommandProblem } from '../lemma/problem.ts';
import { authorization } from '../lemma/server.ts';

/** Whom a server lets in: everybody on its machine, or who has a key. */
export type Door =
  | { readonly kind: 'open' }
  | {
      readonly kind: 'locked';
      /** Where the metadata of the resource is. */
      readonly metadata: string;
    };

const failure = z.object({ detail: z.string().optional(), advice: z.string().optional() });

/** Throws {@link CommandProblem} unless the start page is there: a server that has no settings, or another name, refuses it. */
export async function startPage(server: string): Promise<string> {
  const response = await fetch(`${server}/`);
  const text = await response.text();
  if (response.ok) {
    if (text.includes('/mcp')) return 'it tells how to connect';
    throw new CommandProblem('Another program answers here.', 'Name the address of the Worker lemma.');
  }
  const { detail = text.slice(0, 300), advice = 'npx wrangler tail lemma shows the log.' } =
    failure.safeParse(jsonOf(text)).data ?? {};
  throw new CommandProblem(`It answers ${response.status}: ${detail}`, advice);
}

/** What a call without a key meets. Throws {@link CommandProblem} when a server that is not on this machine lets it in. */
export async function doorOf(server: string): Promise<Door> {
  const response = await ping(server);
  if (response.ok) {
    if (LOOPBACK.has(new URL(server).hostname)) return { kind: 'open' };
    throw new CommandProblem(
      'It answers everybody, without a key.',
      'Deploy with ENVIRONMENT = "production" in wrangler.toml: development is for one machine.',
    );
  }
  const { resourceMetadataUrl } = extractWWWAuthenticateParams(response);
  if (response.status === 401 && resourceMetadataUrl !== undefined) {
    return { kind: 'locked', metadata: resourceMetadataUrl.href };
  }
  throw new CommandProblem(
    `A call without a key is answered with ${response.status}, and the challenge ${response.headers.get('www-authenticate')}.`,
    'It should be 401, with a challenge that names the metadata: is a proxy in between that changes headers?',
  );
}

/** Throws {@link CommandProblem} unless a key that nobody has is refused as one. */
export async function wrongKey(server: string): Promise<string> {
  const response = await ping(server, 'smoke-no-such-key');
  const { error } = extractWWWAuthenticateParams(response);
  if (response.status === 401 && error === 'invalid_token') return '401 invalid_token';
  throw new CommandProblem(
    `A key that nobody has is answered with ${response.status}.`,
    'Stop the deployment until it is refused: anybody may be let in.',
  );
}

const resourceSchema = z.object({ resource: z.string(), authorization_servers: z.tuple([z.string()]) });
const issuerSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  registration_endpoint: z.url(),
  code_challenge_methods_supported: z.array(z.string()),
});

/** Follows the metadata of OAuth as a client does. Throws {@link CommandProblem} when it leads elsewhere. */
export async function discovery(server: string, metadata: string): Promise<string> {
  const { resource, authorization_servers } = resourceSchema.parse(await json(metadata));
  const [issuer] = authorization_servers;
  const found = issuerSchema.parse(await json(`${issuer}/.well-known/oauth-authorization-server`));
  const names = [
    resource,
    found.issuer,
    found.authorization_endpoint,
    found.token_endpoint,
    found.registration_endpoint,
  ];
  const elsewhere = names.find((name) => new URL(name).origin !== new URL(server).origin);
  if (elsewhere !== undefined) {
    throw new CommandProblem(
      `The metadata names ${elsewhere}, and the server is ${server}.`,
      'Use the address that the metadata names; behind a proxy, pass the Host header and https on.',
    );
  }
  if (!found.code_challenge_methods_supported.includes('S256')) {
    throw new CommandProblem('PKCE with S256 is not offered.', 'Deploy all Workers from one commit: npm run deploy.');
  }
  return `${issuer} issues tokens`;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function ping(server: string, key?: string): Promise<Response> {
  return fetch(`${server}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization(key) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
  });
}

async function json(url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { accept: 'application/json' } });
  if (response.ok) return response.json();
  throw new CommandProblem(`${url} answers ${response.status}.`, 'A client that signs in needs this document.');
}
