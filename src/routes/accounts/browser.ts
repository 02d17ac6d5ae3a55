/** The browser of a signed-in person: its cookie, and that a form comes from a page of this server. */

import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import type { AccountEvent } from '../../../durable-objects/accounts/account-log.ts';
import { type Holder, type Member, memberOf } from '../../auth/holder.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { AUTHORIZE_PATH } from '../../auth/oauth/server.ts';
import { addressOf } from '../../auth/strangers.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { accountsOf } from '../accounts-object.ts';
import { administers } from '../administrators.ts';
import { answerFault } from './page.ts';

/** The page of a person's account. */
export const ACCOUNT_PATH = '/account';
/** The page of whom an administrator invites and removes. */
export const PEOPLE_PATH = '/people';
/** The page of what an administrator sees of the server. */
export const OPERATOR_PATH = '/operator';
/** The page of the organisations that a person is in. */
export const ORGANISATIONS_PATH = `${ACCOUNT_PATH}/organisations`;
/** Where an invitation to an organisation leads. */
export const JOIN_PATH = `${ORGANISATIONS_PATH}/join`;
/** The page where a person lets in a program without a browser. */
export const DEVICE_PATH = '/device';

/** Where signing in may lead to: nowhere but to pages of this server that need it. */
const TARGETS: ReadonlySet<string> = new Set([
  AUTHORIZE_PATH,
  ACCOUNT_PATH,
  ORGANISATIONS_PATH,
  JOIN_PATH,
  PEOPLE_PATH,
  OPERATOR_PATH,
  DEVICE_PATH,
]);

const COOKIE = 'lemma-session';
/** `__Host-`: sent by TLS or on loopback only, to this host only, and settable by no other host. */
export const COOKIE_OPTIONS = { prefix: 'host', path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
/** Seconds: those of the session in the object of accounts. */
const COOKIE_SECONDS = 30 * 86_400;

/** Notes what a user did, beside the answer. */
export function note(c: Context<AppEnv>, userId: string, what: AccountEvent['what'], subject = ''): void {
  const event = { at: Date.now(), userId, what, subject, address: addressOf(c) };
  c.executionCtx.waitUntil(accountsOf(c).note(event));
}

/** The person at a browser. */
export interface SignedIn {
  readonly holder: Holder;
  readonly member: Member;
}

/** Who is signed in at the browser; undefined for nobody, and for somebody whom this server does not let in any more. */
export async function personAt(c: Context<AppEnv>): Promise<SignedIn | undefined> {
  const token = getCookie(c, COOKIE, 'host');
  if (token === undefined) return undefined;
  const holder = await accountsOf(c).signedIn(token);
  const member = holder && memberOf(c.var.access, holder);
  return holder && member && { holder, member };
}

/** Answers the person at a browser; who is not signed in is sent to sign in, and to `page` then: by default their account. */
export async function withPerson(
  c: Context<AppEnv>,
  answer: (person: SignedIn) => Promise<Response> | Response,
  page: string = ACCOUNT_PATH,
): Promise<Response> {
  const person = await personAt(c);
  return person === undefined ? c.redirect(signInAddress(new URL(page, c.req.url)), 303) : answer(person);
}

/** The address of the page where a person signs in, to come back to `url` then. */
export function signInAddress(url: URL): string {
  return `/sign-in?${new URLSearchParams({ to: `${url.pathname}${url.search}` })}`;
}

/** Whether the person at a browser is an administrator. */
export function isAdministrator(c: Context<AppEnv>, { holder, member }: SignedIn): Promise<boolean> {
  return administers(c, holder, member.scopes);
}

/** Answers an administrator at a browser; `page` is where they come back to from signing in. */
export async function withAdministrator(
  c: Context<AppEnv>,
  page: string,
  answer: (administrator: SignedIn) => Promise<Response> | Response,
): Promise<Response> {
  return withPerson(
    c,
    async (person) =>
      (await isAdministrator(c, person))
        ? answer(person)
        : answerFault(c, 'This page is for administrators.', 'Ask one of them.'),
    page,
  );
}

/** Signs somebody in. The session is always a new one: nobody can have planted it. */
export async function signIn(c: Context<AppEnv>, holder: Holder): Promise<void> {
  await signOut(c);
  const token = await accountsOf(c).signIn(holder);
  const member = memberOf(c.var.access, holder);
  if (member !== undefined) note(c, member.userId, 'signed in');
  setCookie(c, COOKIE, token, { ...COOKIE_OPTIONS, maxAge: COOKIE_SECONDS });
}

/** Signs out the person at the browser, if there is one. */
export async function signOut(c: Context<AppEnv>): Promise<void> {
  const token = getCookie(c, COOKIE, 'host');
  if (token !== undefined) await accountsOf(c).signOut(token);
  deleteCookie(c, COOKIE, COOKIE_OPTIONS);
}

/** Refuses a form that no page of this server sent. Browsers say where a form comes from; the cookie alone would not tell. */
export const expectOwnForm = createMiddleware<AppEnv>(async (c, next) => {
  const origin = c.req.header('origin');
  if (c.req.method === 'POST' && origin !== new URL(c.req.url).origin) {
    throw new ToolFailure({
      errorType: 'forbidden',
      message: 'This form was not sent by a page of this server.',
      advice: 'Open the page again, and send the form from there.',
    });
  }
  return next();
});

/** Where a person goes on who has signed in: `to`, when it is a page that needs it, or else their account. A path of this server. */
export function targetIn(c: Context<AppEnv>, to: string): string {
  const { origin } = new URL(c.req.url);
  const target = URL.parse(to, origin);
  const isOurs = target?.origin === origin && TARGETS.has(target.pathname);
  return isOurs ? `${target.pathname}${target.search}` : ACCOUNT_PATH;
}
