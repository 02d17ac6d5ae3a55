/** People by GitHub, which speaks OAuth 2.0 with an interface of its own for who somebody is. */
import {
  authorizationCodeGrantRequest,
  ClientSecretPost,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import { z } from 'zod';
import type { GithubProvider, Identification } from '../providers.ts';
import { type Brought, optionsFor } from './server.ts';

/** Organizations and addresses that are read of one person. */
const PAGE = 100;

const userSchema = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const emailsSchema = z.array(z.object({ email: z.string(), verified: z.boolean() }));
const organizationsSchema = z.array(z.object({ login: z.string() }));

/** The endpoints of GitHub, or of a GitHub Enterprise Server. */
export function serverOfGithub({ url }: GithubProvider) {
  const base = url.replace(/\/$/, '');
  return {
    issuer: base,
    authorization_endpoint: `${base}/login/oauth/authorize`,
    token_endpoint: `${base}/login/oauth/access_token`,
  };
}

/** Who came back: a login, verified addresses of e-mail, and organizations when `allow` has any. */
export async function identifyByGithub(
  provider: GithubProvider,
  { url, redirectUri, state, verifier }: Brought,
): Promise<Identification> {
  const server = serverOfGithub(provider);
  const client = { client_id: provider.client_id };
  const options = optionsFor(server.issuer);
  const code = validateAuthResponse(server, client, url, state);
  const secret = ClientSecretPost(provider.client_secret);
  const answer = await authorizationCodeGrantRequest(server, client, secret, code, redirectUri, verifier, options);
  const { access_token } = await processAuthorizationCodeResponse(server, client, answer);
  const ask = async <Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema>> => {
    const response = await fetch(`${interfaceOf(server.issuer)}${path}`, {
      headers: {
        authorization: `Bearer ${access_token}`,
        accept: 'application/vnd.github+json',
        'user-agent': 'Lemma',
      },
      redirect: 'manual',
      signal: options.signal(),
    });
    if (!response.ok) throw new Error(`GitHub answered ${path} with ${response.status}.`);
    return schema.parse(await response.json());
  };
  const { id, login, name } = await ask('/user', userSchema);
  const emails = await ask(`/user/emails?per_page=${PAGE}`, emailsSchema);
  const asksOrganizations = provider.allow.some((entry) => entry.toLowerCase().startsWith('org:'));
  const organizations = asksOrganizations ? await ask(`/user/orgs?per_page=${PAGE}`, organizationsSchema) : [];
  return {
    // A login can be given up, and taken by somebody else.
    subject: String(id),
    name: name ?? login,
    names: [
      login,
      ...emails.filter(({ verified }) => verified).map(({ email }) => email),
      ...organizations.map((each) => `org:${each.login}`),
    ],
  };
}

function interfaceOf(issuer: string): string {
  return issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
}
