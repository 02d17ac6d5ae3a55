/** `/sign-in/<provider>`: sends a person to the provider, who comes back to `/sign-in/<provider>/callback`. */

import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { type Attempt, addressAt, attemptSchema, beginAttempt, identifyPerson } from '../../auth/identify/identify.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import { countingNames, isAllowed, type Provider } from '../../auth/providers.ts';
import { jsonOf } from '../../lib/json.ts';
import { userId } from '../../lib/object-name.ts';
import { accountsOf } from '../accounts-object.ts';
import { COOKIE_OPTIONS, signIn } from './browser.ts';
import { answerFault } from './page.ts';

/** Seconds that a person may take at the provider. */
const ATTEMPT_SECONDS = 600;

const AGAIN = 'Go back to your client and connect again, or open /sign-in.';

/** The providers of this server. */
export function providersOf({ var: { access } }: Context<AppEnv>): readonly Provider[] {
  return access.kind === 'production' ? access.providers : [];
}

/** Open to everybody; `targetOf` says where the person goes on afterwards. */
export function providerRoutes(targetOf: (c: Context<AppEnv>) => string) {
  return new Hono<AppEnv>()
    .get('/sign-in/:provider', async (c) => {
      const provider = providerOf(c, c.req.param('provider'));
      if (provider === undefined) return c.notFound();
      const attempt = beginAttempt(provider, targetOf(c));
      try {
        const address = await addressAt(provider, attempt, redirectUriOf(c, provider));
        setCookie(c, cookieOf(attempt), JSON.stringify(attempt), { ...COOKIE_OPTIONS, maxAge: ATTEMPT_SECONDS });
        return c.redirect(address.href, 303);
      } catch (error) {
        return unreachable(c, provider, error);
      }
    })
    .get('/sign-in/:provider/callback', async (c) => {
      const provider = providerOf(c, c.req.param('provider'));
      if (provider === undefined) return c.notFound();
      const attempt = attemptOf(c, provider);
      if (attempt === undefined) {
        return answerFault(c, 'This sign-in was begun in another browser, or more than 10 minutes ago.', AGAIN);
      }
      deleteCookie(c, cookieOf(attempt), COOKIE_OPTIONS);
      if (c.req.query('error') !== undefined) return answerFault(c, `${labelOf(provider)} let nobody in.`, AGAIN);
      const redirectUri = redirectUriOf(c, provider);
      const url = new URL(`${redirectUri}${new URL(c.req.url).search}`);
      const person = await identifyPerson(provider, attempt, url, redirectUri).catch((error: unknown) => ({ error }));
      if ('error' in person) return unreachable(c, provider, person.error);
      const { subject, name, names } = person;
      if (!isAllowed(provider, person)) {
        const known = names.length === 0 ? 'no verified address' : names.join(', ');
        return answerFault(
          c,
          `${name} (${known}) may not use this server.`,
          'Ask whoever runs it to let you in, or sign in as somebody else.',
        );
      }
      const id = userId(await accountsOf(c).personOf(provider.name, subject));
      await signIn(c, { kind: 'person', id, provider: provider.name, name, names: countingNames(provider, person) });
      return c.redirect(attempt.target, 303);
    });
}

function providerOf(c: Context<AppEnv>, name: string): Provider | undefined {
  return providersOf(c).find((each) => each.name === name);
}

function labelOf({ name, label = name }: Provider): string {
  return label;
}

function redirectUriOf(c: Context<AppEnv>, { name }: Provider): string {
  return `${issuerOf(new URL(c.req.url))}/sign-in/${name}/callback`;
}

/** Each attempt has a cookie of its own, so that a person can begin in two tabs. */
function cookieOf({ state }: Pick<Attempt, 'state'>): string {
  return `lemma-attempt-${state.slice(0, 12)}`;
}

/** The attempt that this browser began with that provider and that came back now. */
function attemptOf(c: Context<AppEnv>, { name }: Provider): Attempt | undefined {
  const state = c.req.query('state') ?? '';
  const cookie = /^[\w-]{20,100}$/.test(state) ? getCookie(c, cookieOf({ state }), 'host') : undefined;
  if (cookie === undefined) return undefined;
  const attempt = attemptSchema.safeParse(jsonOf(cookie)).data;
  return attempt?.state === state && attempt.provider === name ? attempt : undefined;
}

function unreachable(c: Context<AppEnv>, provider: Provider, error: unknown) {
  console.warn(`Signing in with ${provider.name} failed:`, error);
  return answerFault(
    c,
    `${labelOf(provider)} did not say who you are.`,
    'Try again; the log of this server has the reason.',
  );
}
