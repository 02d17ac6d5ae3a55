/** Passkeys: who was invited makes one at `/invitation/<code>`, and signs in with it at `/sign-in`. `pages/passkeys.js` is the browser's part. */

import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import type { InvitedPerson, Site } from '../../../durable-objects/accounts/invited-people.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { userId } from '../../lib/object-name.ts';
import { accountsOf } from '../accounts-object.ts';
import { ACCOUNT_PATH, expectOwnForm, signIn, targetIn } from './browser.ts';
import { answerFault, answerPage } from './page.ts';

/** The file in `pages/`. */
export const PASSKEY_SCRIPT = 'passkeys.js';
/** Below it, `/<code>`. */
export const INVITATION_PATH = '/invitation';
const NEW_PATH = '/passkeys/new';
const USE_PATH = '/passkeys/use';

const name = z.string().trim().min(1).max(60);
/** The shape that `PublicKeyCredential.toJSON` gives; the library judges what is in it. */
const credential = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
});
const made = credential.extend({
  response: z.looseObject({ clientDataJSON: z.string(), attestationObject: z.string() }),
});
const signed = credential.extend({
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});

const newSchema = z.object({ code: z.string(), name });
const madeSchema = newSchema.extend({
  response: z.custom<RegistrationResponseJSON>((value) => made.safeParse(value).success),
});
const signedSchema = z.object({
  to: z.string().default(''),
  response: z.custom<AuthenticationResponseJSON>((value) => signed.safeParse(value).success),
});

/** Open to everybody. */
export const passkeyRoutes = new Hono<AppEnv>()
  .use('/passkeys/*', expectOwnForm)
  .get(`${INVITATION_PATH}/:code`, (c) => answerInvitation(c, c.req.param('code')))
  .post(NEW_PATH, async (c) => {
    const sent = newSchema.safeParse(await c.req.json());
    if (!sent.success) throw refused('Your name has 1 to 60 letters.');
    const options = await accountsOf(c).beginRegistration(siteOf(c), sent.data.code, sent.data.name);
    if (options === undefined) throw refused('This invitation was used, or is more than 7 days old.');
    return c.body(options, 200, { 'content-type': 'application/json' });
  })
  .post(`${NEW_PATH}/finish`, async (c) => {
    const sent = madeSchema.safeParse(await c.req.json());
    if (!sent.success) throw refused('The browser sent no passkey.');
    const person = await accountsOf(c).finishRegistration({ site: siteOf(c), ...sent.data });
    if (person === undefined) throw refused('This passkey was not taken.');
    return letIn(c, person, ACCOUNT_PATH);
  })
  .post(USE_PATH, async (c) => {
    return c.body(await accountsOf(c).beginPasskey(siteOf(c)), 200, { 'content-type': 'application/json' });
  })
  .post(`${USE_PATH}/finish`, async (c) => {
    const sent = signedSchema.safeParse(await c.req.json());
    if (!sent.success) throw refused('The browser sent no passkey.');
    const person = await accountsOf(c).finishPasskey(siteOf(c), sent.data.response);
    if (person === undefined) throw refused('This passkey is not known here.');
    return letIn(c, person, targetIn(c, sent.data.to));
  });

/** Says in the log how somebody becomes the administrator, as long as there is nobody: only who runs the server reads it. */
export async function sayFirstCode(c: Context<AppEnv>): Promise<void> {
  const { access } = c.var;
  if (access.kind !== 'production' || !access.passkeys) return;
  const code = await accountsOf(c).firstCode();
  if (code === undefined) return;
  const { origin } = siteOf(c);
  console.warn(`This server has no users yet. Open ${origin}${INVITATION_PATH}/${code} to become its administrator.`);
}

/** What signs in with a passkey, to go on at `target`. */
export function passkeyForm(target: string) {
  return html`<form method="post" action="${USE_PATH}" data-passkey="use">
<input type="hidden" name="to" value="${target}">
<p><button>Sign in with a passkey</button> <output></output></p>
</form>
<noscript><p>Passkeys need JavaScript.</p></noscript>
`;
}

async function answerInvitation(c: Context<AppEnv>, code: string): Promise<Response> {
  const invitation = await accountsOf(c).invitation(code);
  if (invitation === undefined) {
    return answerFault(c, 'This invitation was used, or is more than 7 days old.', 'Ask for another one.');
  }
  const { person, isAdministrator } = invitation;
  const words =
    person !== undefined
      ? html`<p>Make one more passkey, ${person.name}.</p>`
      : html`<p>You are invited to this server${isAdministrator ? ' as an administrator' : ''}. You sign in with a passkey: there is no
password.</p>`;
  return answerPage(c, {
    title: 'Welcome',
    script: PASSKEY_SCRIPT,
    body: html`${words}
<form method="post" action="${NEW_PATH}" data-passkey="create">
<input type="hidden" name="code" value="${code}">
${
  person === undefined
    ? html`<p><label for="name">Your name</label>
<input id="name" name="name" type="text" maxlength="60" autocomplete="name" required></p>`
    : html`<input type="hidden" name="name" value="${person.name}">`
}
<p><button>Make a passkey</button> <output></output></p>
</form>
<noscript><p>Passkeys need JavaScript.</p></noscript>`,
  });
}

async function letIn(c: Context<AppEnv>, person: InvitedPerson, to: string): Promise<Response> {
  await signIn(c, { kind: 'passkey', id: userId(person.id), name: person.name });
  return c.json({ to });
}

function siteOf(c: Context<AppEnv>): Site {
  const origin = issuerOf(new URL(c.req.url));
  return { origin, hostname: new URL(origin).hostname };
}

function refused(message: string): ToolFailure {
  return new ToolFailure({
    errorType: 'invalid_request',
    message,
    advice: 'Open the page again and begin anew.',
  });
}
