/** `/authorize`: a signed-in person lets a client in, with the scopes that they choose. */
import {
  AuthorizationError,
  type AuthRequest,
  CimdFetchError,
  type ConsentDescription,
} from '@cloudflare/workers-oauth-provider';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Member } from '../../auth/holder.ts';
import type { Grant } from '../../auth/issued.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { canonicalResource, FIRST_SCOPES, issuerOf } from '../../auth/oauth/resource.ts';
import { AUTHORIZE_PATH, authorizationServer } from '../../auth/oauth/server.ts';
import { isScope, SCOPES, type Scope } from '../../auth/scope.ts';
import { expectOwnForm, note, personAt, signInAddress } from './browser.ts';
import { answerFault, answerPage } from './page.ts';
import { MEANINGS } from './scopes.ts';

/** Asked for by clients that want to stay signed in; every grant does that. */
const OFFLINE = 'offline_access';

const START_AGAIN = 'Go back to your client and connect again.';

/** Open to everybody; who is not signed in is sent to sign in first. */
export const consentRoutes = new Hono<AppEnv>()
  .use(AUTHORIZE_PATH, expectOwnForm)
  .get(AUTHORIZE_PATH, (c) => answering(c, () => ask(c)))
  .post(AUTHORIZE_PATH, (c) => answering(c, () => decide(c)));

/** Errors that the client may know are told to it; all others stay on a page of ours, since the client is not to be trusted. */
async function answering(c: Context<AppEnv>, answer: () => Promise<Response> | Response): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof CimdFetchError) {
      return answerFault(
        c,
        `What the client says of itself at ${error.metadataUrl} could not be used: ${error.detail}`,
        START_AGAIN,
      );
    }
    if (!(error instanceof AuthorizationError)) throw error;
    if (error.redirectTo !== undefined) return c.redirect(error.redirectTo, 302);
    return answerFault(c, error.description, START_AGAIN);
  }
}

async function ask(c: Context<AppEnv>): Promise<Response> {
  const url = new URL(c.req.url);
  const issuer = issuerOf(url);
  const oauth = authorizationServer(issuer).getOAuthApi(c.env);
  const clientId = url.searchParams.get('client_id') ?? '';
  if (URL.parse(clientId) === null && clientId !== '' && (await oauth.lookupClient(clientId)) === null) {
    return answerFault(
      c,
      'This server does not know the client: its registration has ended, or it registered at another server.',
      'Remove this server from your client, and add it again: the client registers anew then.',
    );
  }
  const request = await oauth.parseAuthRequest(
    new Request(canonicalAddress(issuer, url), { headers: c.req.raw.headers }),
  );
  const person = await personAt(c);
  if (person === undefined) return c.redirect(signInAddress(url), 303);
  const description = await oauth.describeConsent(request);
  const { items } = await oauth.listUserGrants(person.member.userId);
  const earlier = items.filter(({ clientId }) => clientId === request.clientId).flatMap(({ scope }) => scope);
  const { handle, headers } = await oauth.beginConsent(request);
  return answerPage(c, {
    title: 'Let a client in',
    body: form({
      description,
      person: person.member,
      handle,
      asked: askedScopes(request, earlier),
      stays: request.scope.includes(OFFLINE),
    }),
    headers,
    formTargets: sourcesOf(request.redirectUri),
  });
}

/**
 * Where the form may lead to, as a Content-Security-Policy writes it: to the client, and to the page to which many clients send the browser
 * on. Schemes, since browsers hold each further redirect to it, too, and no source names an address of IPv6.
 */
function sourcesOf(redirectUri: string): readonly string[] {
  return [...new Set([new URL(redirectUri).protocol, 'https:'])];
}

/** The address of a request at the issuer, with the resource as the authorization server knows it. */
function canonicalAddress(issuer: string, url: URL): string {
  const canonical = new URL(`${issuer}${url.pathname}${url.search}`);
  const resources = canonical.searchParams.getAll('resource');
  canonical.searchParams.delete('resource');
  for (const resource of resources) canonical.searchParams.append('resource', canonicalResource(issuer, resource));
  return canonical.href;
}

/** What the form has ticked: what is asked for now, and what the client had before, which stepping up must not take from it. */
function askedScopes(request: AuthRequest, earlier: readonly string[]): readonly Scope[] {
  const asked = request.scope.filter(isScope);
  const all = new Set<string>([...(asked.length === 0 ? FIRST_SCOPES : asked), ...earlier]);
  return SCOPES.filter((scope) => all.has(scope));
}

function form(facts: {
  readonly description: ConsentDescription;
  readonly person: Member;
  readonly handle: string;
  readonly asked: readonly Scope[];
  readonly stays: boolean;
}) {
  const { description, person, handle, asked, stays } = facts;
  const { clientName, clientDomain, redirectHost, redirectIsLoopback } = description;
  return html`<p class="lead"><strong>${clientName}</strong> asks to work for you, ${person.name}.</p>
<p>${
    clientDomain === undefined
      ? 'The client gave this name itself; nobody checked it.'
      : html`It belongs to <strong>${clientDomain}</strong>.`
  } What you allow is sent to <strong>${redirectHost}</strong>.</p>
${
  redirectIsLoopback
    ? html`<p role="note">That is a program on your own computer. Go on only if you have just begun to connect one.</p>`
    : ''
}
<form method="post" action="${AUTHORIZE_PATH}">
<input type="hidden" name="handle" value="${handle}">
${stays ? html`<input type="hidden" name="scope" value="${OFFLINE}">` : ''}
<fieldset>
<legend>It may</legend>
${person.scopes.map(
  (
    scope,
  ) => html`<p><label><input type="checkbox" name="scope" value="${scope}"${asked.includes(scope) ? html` checked` : ''}>
<strong>${scope}</strong>: ${MEANINGS[scope]}</label></p>
`,
)}</fieldset>
<p>A client that needs more later asks you again.</p>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>`;
}

async function decide(c: Context<AppEnv>): Promise<Response> {
  const person = await personAt(c);
  if (person === undefined) return answerFault(c, 'You are not signed in any more.', START_AGAIN);
  const issuer = issuerOf(new URL(c.req.url));
  const oauth = authorizationServer(issuer).getOAuthApi(c.env);
  const sent = await c.req.formData();
  const handle = String(sent.get('handle'));
  const ticked = sent.getAll('scope').map(String);
  if (sent.get('decision') !== 'allow') {
    const { headers, redirectTo } = await oauth.denyConsent(c.req.raw, handle);
    headers.set('location', redirectTo);
    return new Response(null, { status: 302, headers });
  }
  const scope = ticked.filter((each) => each === OFFLINE || person.member.scopes.some((own) => own === each));
  const { request, headers } = await oauth.approveConsent(c.req.raw, handle, { scope });
  const { clientName } = await oauth.describeConsent(request);
  const props: Grant = { holder: person.holder, client: clientName.slice(0, 100) };
  const { redirectTo } = await oauth.completeAuthorization({
    request,
    userId: person.member.userId,
    metadata: { client: props.client },
    scope,
    props,
    // Several computers of a person may have the same client: none of them signs out another.
    revokeExistingGrants: false,
  });
  note(c, person.member.userId, 'let a client in', props.client);
  headers.set('location', redirectTo);
  return new Response(null, { status: 302, headers });
}
