/** `/oauth/device` and `/device`: a program without a browser asks for a key, and a person allows it in theirs (RFC 8628). */

import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { DEVICE_SECONDS, INTERVAL_SECONDS } from '../../../durable-objects/accounts/devices.ts';
import { memberOf } from '../../auth/holder.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { FIRST_SCOPES, issuerOf } from '../../auth/oauth/resource.ts';
import { isScope, SCOPES } from '../../auth/scope.ts';
import { accountsOf } from '../accounts-object.ts';
import { DEVICE_PATH, expectOwnForm, personAt, signInAddress } from './browser.ts';
import { issueKey } from './issue-key.ts';
import { answerFault, answerPage } from './page.ts';
import { MEANINGS } from './scopes.ts';

/** Where a program asks. */
export const DEVICE_REQUEST_PATH = '/oauth/device';
/** What a program sends to the token endpoint with its code. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Days for which its key is good. */
const KEY_DAYS = 90;
const NAME_LETTERS = 64;

/** Open to everybody; a person who is not signed in is sent to sign in first. */
export const deviceRoutes = new Hono<AppEnv>()
  .post(DEVICE_REQUEST_PATH, async (c) => {
    const sent = new URLSearchParams(await c.req.text());
    const asked = (sent.get('scope') ?? '').split(' ').filter(isScope);
    const name = (sent.get('client_name') ?? sent.get('client_id') ?? '').trim().slice(0, NAME_LETTERS);
    const scopes = asked.length === 0 ? FIRST_SCOPES : asked;
    const codes = await accountsOf(c).beginDevice({ name: name === '' ? 'a program' : name, scopes });
    const address = `${issuerOf(new URL(c.req.url))}${DEVICE_PATH}`;
    return c.json({
      device_code: codes.deviceCode,
      user_code: `${codes.userCode.slice(0, 4)}-${codes.userCode.slice(4)}`,
      verification_uri: address,
      verification_uri_complete: `${address}?code=${codes.userCode}`,
      expires_in: DEVICE_SECONDS,
      interval: INTERVAL_SECONDS,
    });
  })
  .use(DEVICE_PATH, expectOwnForm)
  .get(DEVICE_PATH, async (c) => {
    const person = await personAt(c);
    if (person === undefined) return c.redirect(signInAddress(new URL(c.req.url)), 303);
    const code = c.req.query('code') ?? '';
    const request = code === '' ? undefined : await accountsOf(c).device(code);
    if (request === undefined) return answerCodeForm(c, code !== '');
    return answerPage(c, {
      title: 'Let a program in',
      body: html`<p class="lead"><strong>${request.name}</strong> asks for a key to work for you, ${person.member.name}.</p>
<p role="note">Go on only if you have just begun this yourself, and the program shows the code
<strong>${code.toUpperCase()}</strong>. Whoever shows you a code of theirs gets what you allow here.</p>
<form method="post" action="${DEVICE_PATH}">
<input type="hidden" name="code" value="${code}">
<fieldset>
<legend>It may, for ${String(KEY_DAYS)} days</legend>
${person.member.scopes.map(
  (
    scope,
  ) => html`<p><label><input type="checkbox" name="scope" value="${scope}"${request.scopes.includes(scope) ? html` checked` : ''}>
<strong>${scope}</strong>: ${MEANINGS[scope]}</label></p>
`,
)}</fieldset>
<p><button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></p>
</form>`,
    });
  })
  .post(DEVICE_PATH, async (c) => {
    const person = await personAt(c);
    if (person === undefined) return answerFault(c, 'You are not signed in any more.', 'Open the address again.');
    const form = await c.req.formData();
    const ticked = form.getAll('scope');
    const scopes = person.member.scopes.filter((scope) => ticked.includes(scope));
    const isAllowed = form.get('decision') === 'allow' && scopes.length > 0;
    const allowed = isAllowed ? { holder: person.holder, scopes } : undefined;
    if (!(await accountsOf(c).decideDevice(String(form.get('code')), allowed))) return answerCodeForm(c, true);
    return answerPage(c, {
      title: isAllowed ? 'The program is let in' : 'The program is not let in',
      body: html`<p>You can close this page. The program has noticed in some seconds.</p>`,
    });
  });

function answerCodeForm(c: Context<AppEnv>, isWrong: boolean) {
  return answerPage(c, {
    title: 'Let a program in',
    status: isWrong ? 400 : 200,
    body: html`${isWrong ? html`<p role="alert">No program waits with this code. It may have waited for more than 15 minutes.</p>` : ''}
<form method="get" action="${DEVICE_PATH}">
<p><label for="code">The code that the program shows</label>
<input id="code" name="code" type="text" autocomplete="off" maxlength="20" required></p>
<p><button>Go on</button></p>
</form>`,
  });
}

/** Answers a program that asks whether it was let in, with a key once it was. */
export async function answerDevice(c: Context<AppEnv>, deviceCode: string): Promise<Response> {
  const standing = await accountsOf(c).askDevice(deviceCode);
  switch (standing.kind) {
    case 'waiting':
      return refuse(c, 'authorization_pending', 'Nobody has allowed it yet.');
    case 'too_fast':
      return refuse(c, 'slow_down', `Wait ${INTERVAL_SECONDS} seconds before you ask again.`);
    case 'denied':
      return refuse(c, 'access_denied', 'The person did not allow it.');
    case 'unknown':
      return refuse(c, 'expired_token', 'This code is not known, was used, or is more than 15 minutes old.');
    case 'allowed': {
      const { holder, scopes, name } = standing;
      const member = memberOf(c.var.access, holder);
      if (member === undefined) return refuse(c, 'access_denied', 'The person may not use this server any more.');
      const { secret, key } = await issueKey(c, { holder, member }, { name, scopes, days: KEY_DAYS });
      c.header('cache-control', 'no-store');
      return c.json({
        access_token: secret,
        token_type: 'Bearer',
        expires_in: KEY_DAYS * 86_400,
        scope: SCOPES.filter((scope) => key.scopes.includes(scope)).join(' '),
      });
    }
  }
}

function refuse(c: Context<AppEnv>, error: string, description: string): Response {
  c.header('cache-control', 'no-store');
  return c.json({ error, error_description: description }, 400);
}
