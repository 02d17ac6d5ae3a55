/** `/account/log`: what happened to a person's account. */

import { Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../auth/middleware.ts';
import { accountsOf } from '../accounts-object.ts';
import { ACCOUNT_PATH, personAt, signInAddress } from './browser.ts';
import { answerPage } from './page.ts';

/** The page of the log. */
export const LOG_PATH = `${ACCOUNT_PATH}/log`;

/** Open to everybody; who is not signed in is sent to sign in first. */
export const logRoutes = new Hono<AppEnv>().get(LOG_PATH, async (c) => {
  const person = await personAt(c);
  if (person === undefined) return c.redirect(signInAddress(new URL(ACCOUNT_PATH, c.req.url)), 303);
  const events = await accountsOf(c).eventsOf(person.member.userId);
  return answerPage(c, {
    title: 'What happened',
    body: html`<p><a href="${ACCOUNT_PATH}">Your account</a></p>
${events.length === 0 ? html`<p>Nothing has happened yet.</p>` : ''}
<ul>
${events.map(
  ({ at, what, subject, address }) => html`<li><time>${new Date(at).toISOString()}</time>: ${what}${
    subject === '' ? '' : html` <strong>${subject}</strong>`
  }, from ${address}</li>
`,
)}</ul>`,
  });
});
