/** `/people`: whom an administrator invites and removes. */

import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../auth/middleware.ts';
import { grantsOf, revokeGrant } from '../../auth/oauth/grants.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import { forgetKey } from '../../auth/user-keys.ts';
import { type UserId, userId } from '../../lib/object-name.ts';
import { accountsOf } from '../accounts-object.ts';
import { expectOwnForm, note, PEOPLE_PATH, type SignedIn, withAdministrator } from './browser.ts';
import { settleMembership } from './membership.ts';
import { answerOwnerships, DISSOLVE_PATH, dissolve, HAND_OVER_PATH, handOver } from './ownerships.ts';
import { answerFault, answerPage } from './page.ts';
import { INVITATION_PATH } from './passkeys.ts';

/** Open to everybody; only an administrator gets further. */
export const peopleRoutes = new Hono<AppEnv>()
  .use(`${PEOPLE_PATH}/*`, expectOwnForm)
  .get(PEOPLE_PATH, (c) => asAdministrator(c, () => answerPeople(c)))
  .post(`${PEOPLE_PATH}/invite`, (c) =>
    asAdministrator(c, async () => {
      const form = await c.req.formData();
      const user = form.get('user');
      const isOne = form.get('administrator') === 'yes';
      const code = await accountsOf(c).invite({ isAdministrator: isOne, ...(typeof user === 'string' && { user }) });
      return answerPeople(c, code);
    }),
  )
  .post(`${PEOPLE_PATH}/remove`, (c) =>
    asAdministrator(c, async (administrator) =>
      removePerson(c, administrator, String((await c.req.formData()).get('user'))),
    ),
  )
  .post(HAND_OVER_PATH, (c) => asAdministrator(c, () => handOver(c)))
  .post(DISSOLVE_PATH, (c) => asAdministrator(c, (administrator) => dissolve(c, administrator)));

function asAdministrator(
  c: Context<AppEnv>,
  answer: (administrator: SignedIn) => Response | Promise<Response>,
): Promise<Response> {
  return withAdministrator(c, PEOPLE_PATH, answer);
}

/** Ends all that lets somebody in, and their part in organisations. What they have stored stays. */
async function removePerson(c: Context<AppEnv>, administrator: SignedIn, id: string): Promise<Response> {
  const person = await accountsOf(c).person(id);
  if (person === undefined) return c.redirect(PEOPLE_PATH, 303);
  const removal = await accountsOf(c).removePerson(id);
  switch (removal.kind) {
    case 'only-administrator':
      return answerFault(
        c,
        `${person.name} is the only administrator, and there are other people: nobody was removed.`,
        'Invite another administrator, or remove the others first.',
      );
    case 'only-owner':
      return answerOwnerships(c, person, removal.organisations);
    case 'removed':
      note(c, administrator.member.userId, 'removed a person', person.name);
      await endAccess(c, userId(id), removal.keys);
      for (const membership of removal.left) await settleMembership(c, membership, userId(id));
      return c.redirect(PEOPLE_PATH, 303);
  }
}

async function endAccess(c: Context<AppEnv>, id: UserId, keys: readonly string[]): Promise<void> {
  const space = c.env.USER_SPACE.getByName(id);
  for (const key of keys) {
    await forgetKey(c.env.OAUTH_KV, key);
    await space.endConnections(key);
  }
  const issuer = issuerOf(new URL(c.req.url));
  for (const grant of await grantsOf(issuer, c.env, id)) {
    await revokeGrant(issuer, c.env, id, grant.id);
    await space.endConnections(grant.id);
  }
}

async function answerPeople(c: Context<AppEnv>, code?: string): Promise<Response> {
  const people = await accountsOf(c).people();
  const address = `${issuerOf(new URL(c.req.url))}${INVITATION_PATH}/${code}`;
  return answerPage(c, {
    title: 'People',
    body: html`${
      code === undefined
        ? ''
        : html`<div role="alert"><p>Send this address to the one whom you invite. It works once, for 7 days, and is not shown again.</p>
<pre tabindex="0"><code>${address}</code></pre></div>`
    }
${people.map(
  (
    person,
  ) => html`<p><strong>${person.name}</strong>: ${person.isAdministrator ? 'administrator, ' : ''}${String(person.passkeys)}
passkey${person.passkeys === 1 ? '' : 's'}, since ${new Date(person.createdAt).toISOString().slice(0, 10)}</p>
<form method="post" action="${PEOPLE_PATH}/invite"><input type="hidden" name="user" value="${person.id}">
<p><button aria-label="One more passkey for ${person.name}">One more passkey</button></p></form>
<form method="post" action="${PEOPLE_PATH}/remove"><input type="hidden" name="user" value="${person.id}">
<p><button aria-label="Remove ${person.name}">Remove</button></p></form>
`,
)}
<form method="post" action="${PEOPLE_PATH}/invite">
<fieldset>
<legend>Invite somebody</legend>
<p><label><input type="checkbox" name="administrator" value="yes"> as an administrator, who invites and removes others</label></p>
<p><button>Make an invitation</button></p>
</fieldset>
</form>`,
  });
}
