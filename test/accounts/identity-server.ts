/** Where people prove who they are: a real OpenID Connect provider, and a server with the wire format of GitHub. */
import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';

/** Somebody who is known there. */
export interface Known {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** A provider by OpenID Connect on this machine, where whoever `present.sub` names is signed in without being asked. */
export async function serveOidc(people: readonly Known[], redirectUris: readonly string[]) {
  const present = { sub: people[0]?.sub ?? '' };
  const server = createServer();
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'lemma', client_secret: 'secret-of-lemma', redirect_uris: [...redirectUris] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ ...people.find((each) => each.sub === sub), sub }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId: 'lemma', accountId: ctx.oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') !== true) return answer(request, response);
    return provider.interactionFinished(request, response, { login: { accountId: present.sub } });
  });
  return { issuer, present, close: () => close(server) };
}

/** What GitHub says of somebody. */
export interface Hubber {
  readonly id: number;
  readonly login: string;
  readonly emails: readonly { readonly email: string; readonly verified: boolean }[];
  readonly organizations: readonly string[];
}

/** A GitHub Enterprise Server, as far as people sign in with it. */
export async function serveGithub(hubber: Hubber) {
  const asked: { readonly path: string; readonly form: URLSearchParams }[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://github.test');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({ path: url.pathname, form: new URLSearchParams(Buffer.concat(chunks).toString()) });
    const json = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const isKnown = request.headers.authorization === 'Bearer gho_token';
    switch (url.pathname) {
      case '/login/oauth/authorize': {
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'the-code');
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        return response.writeHead(302, { location: back.href }).end();
      }
      case '/login/oauth/access_token':
        return json({ access_token: 'gho_token', token_type: 'bearer', scope: 'read:user,user:email' });
      case '/api/v3/user':
        return isKnown ? json({ id: hubber.id, login: hubber.login, name: null }) : response.writeHead(401).end();
      case '/api/v3/user/emails':
        return isKnown ? json(hubber.emails) : response.writeHead(401).end();
      case '/api/v3/user/orgs':
        return isKnown ? json(hubber.organizations.map((login) => ({ login }))) : response.writeHead(401).end();
      default:
        return response.writeHead(404).end();
    }
  });
  return { url: await listen(server), asked, close: () => close(server) };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}

function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
