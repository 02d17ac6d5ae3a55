/** `/account`: the clients that a person let in, and the keys that they made. */

import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { ListedKey } from '../../../durable-objects/accounts/user-keys.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { grantsOf, revokeGrant } from '../../auth/oauth/grants.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import { SCOPES } from '../../auth/scope.ts';
import { forgetKey, type NewKey } from '../../auth/user-keys.ts';
import { accountsOf } from '../accounts-object.ts';
import {
  ACCOUNT_PATH,
  expectOwnForm,
  isAdministrator,
  note,
  OPERATOR_PATH,
  ORGANISATIONS_PATH,
  PEOPLE_PATH,
  type SignedIn,
  withPerson,
} from './browser.ts';
import { issueKey } from './issue-key.ts';
import { ownDataLinks } from './own-data.ts';
import { answerFault, answerPage, type Markup } from './page.ts';
import { MEANINGS } from './scopes.ts';

/** Days for which a key may be good; 0 for one that does not end. */
const LIFETIMES = [30, 90, 365, 0] as const;

const newKeySchema = z.object({
  name: z.string().trim().min(1).max(64),
  days: z.coerce.number().pipe(z.union(LIFETIMES.map((days) => z.literal(days)))),
  scopes: z.array(z.enum(SCOPES)).min(1),
});

/** Open to everybody; who is not signed in is sent to sign in first. */
export const accountPageRoutes = new Hono<AppEnv>()
  .use(`${ACCOUNT_PATH}/*`, expectOwnForm)
  .get(ACCOUNT_PATH, (c) => withPerson(c, (person) => answerAccount(c, person)))
  .post(`${ACCOUNT_PATH}/keys`, (c) => withPerson(c, (person) => addKey(c, person)))
  .post(`${ACCOUNT_PATH}/keys/revoke`, (c) => withPerson(c, (person) => revokeKey(c, person)))
  .post(`${ACCOUNT_PATH}/clients/revoke`, (c) => withPerson(c, (person) => revokeClient(c, person)));

async function addKey(c: Context<AppEnv>, person: SignedIn): Promise<Response> {
  const form = await c.req.formData();
  const sent = { name: form.get('name'), days: form.get('days'), scopes: form.getAll('scope') };
  const parsed = newKeySchema.safeParse(sent);
  if (!parsed.success) {
    return answerFault(
      c,
      'A key needs a name of at most 64 letters, and something that it may do.',
      `Go back to ${ACCOUNT_PATH}.`,
    );
  }
  return answerAccount(c, person, await issueKey(c, person, parsed.data));
}

async function revokeKey(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  const id = String((await c.req.formData()).get('id'));
  // What is on nobody's list is not theirs to end.
  const key = (await accountsOf(c).keysOf(member.userId)).find((each) => each.id === id);
  if (await accountsOf(c).removeKey(member.userId, id)) {
    note(c, member.userId, 'revoked a key', key?.name);
    await forgetKey(c.env.OAUTH_KV, id);
    await c.env.USER_SPACE.getByName(member.userId).endConnections(id);
  }
  return c.redirect(ACCOUNT_PATH, 303);
}

async function revokeClient(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  const id = String((await c.req.formData()).get('id'));
  const issuer = issuerOf(new URL(c.req.url));
  const grant = (await grantsOf(issuer, c.env, member.userId)).find((each) => each.id === id);
  await revokeGrant(issuer, c.env, member.userId, id);
  if (grant !== undefined) note(c, member.userId, 'sent a client away', grant.client);
  await c.env.USER_SPACE.getByName(member.userId).endConnections(id);
  return c.redirect(ACCOUNT_PATH, 303);
}

async function answerAccount(c: Context<AppEnv>, person: SignedIn, made?: NewKey): Promise<Response> {
  const { member } = person;
  const clients = await grantsOf(issuerOf(new URL(c.req.url)), c.env, member.userId);
  const keys = await accountsOf(c).keysOf(member.userId);
  return answerPage(c, {
    title: 'Your account',
    body: html`<p>You are signed in as <strong>${member.name}</strong>.</p>
${
  (await isAdministrator(c, person))
    ? html`<p><a href="${PEOPLE_PATH}">People of this server</a></p>
<p><a href="${OPERATOR_PATH}">This server: use, refusals, what happened</a></p>`
    : ''
}
<p><a href="${ORGANISATIONS_PATH}">Organisations</a></p>
<p><a href="${ACCOUNT_PATH}/log">What happened to it</a></p>
<form method="post" action="/sign-out"><p><button>Sign out</button></p></form>
${made === undefined ? '' : shownOnce(made)}
<h2>Clients</h2>
${clients.length === 0 ? html`<p>No client works for you.</p>` : ''}
${clients.map(({ id, client, scopes, createdAt }) =>
  entry({
    id,
    path: `${ACCOUNT_PATH}/clients/revoke`,
    name: client,
    facts: [scopes.join(', '), `let in ${dayOf(createdAt)}`],
  }),
)}
<h2>Keys</h2>
${keys.map((key) => entry({ id: key.id, path: `${ACCOUNT_PATH}/keys/revoke`, name: key.name, facts: factsOf(key) }))}
<form method="post" action="${ACCOUNT_PATH}/keys">
<fieldset>
<legend>A new key, for git, CI or a script</legend>
<p><label for="name">Name</label> <input id="name" name="name" type="text" maxlength="64" required></p>
<p><label for="days">Good for</label> <select id="days" name="days">
${LIFETIMES.map(
  (
    days,
  ) => html`<option value="${days}"${days === 90 ? html` selected` : ''}>${days === 0 ? 'as long as it is not revoked' : `${days} days`}</option>
`,
)}</select></p>
${member.scopes.map(
  (
    scope,
  ) => html`<p><label><input type="checkbox" name="scope" value="${scope}"${scope === 'read' ? html` checked` : ''}>
<strong>${scope}</strong>: ${MEANINGS[scope]}</label></p>
`,
)}<p><button>Make a key</button></p>
</fieldset>
</form>
<h2>All that you have</h2>
${member.scopes.includes('admin') ? ownDataLinks() : html`<p>Your key may not take it with you or delete it: that needs the scope admin.</p>`}`,
  });
}

function shownOnce({ secret, key }: NewKey): Markup {
  return html`<div role="alert">
<p>This is the key <strong>${key.name}</strong>. Keep it now: it is not shown again.</p>
<pre tabindex="0"><code>${secret}</code></pre>
</div>`;
}

/** One client or key, with a form that revokes it. */
function entry(facts: { id: string; path: string; name: string; facts: readonly string[] }): Markup {
  return html`<form method="post" action="${facts.path}">
<p><strong>${facts.name}</strong>: ${facts.facts.join('; ')}
<input type="hidden" name="id" value="${facts.id}"> <button aria-label="Revoke ${facts.name}">Revoke</button></p>
</form>
`;
}

function factsOf({ scopes, createdAt, expiresAt, usedAt }: ListedKey): readonly string[] {
  return [
    scopes.join(', '),
    `made ${dayOf(createdAt)}`,
    expiresAt === undefined ? 'does not end' : `ends ${dayOf(expiresAt)}`,
    usedAt === undefined ? 'never used' : `last used ${dayOf(usedAt)}`,
  ];
}

/** The day in UTC, as ISO 8601 writes it. */
function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
