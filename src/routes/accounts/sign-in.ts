/** `/sign-in`: a person signs in with an API key, or with a provider at `/sign-in/<provider>`; `/sign-out`. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { memberOf } from '../../auth/holder.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { AUTHORIZE_PATH } from '../../auth/oauth/server.ts';
import { sha256 } from '../../lib/sha256.ts';
import { ACCOUNT_PATH, expectOwnForm, signIn, signOut } from './browser.ts';
import { answerPage } from './page.ts';
import { providerRoutes, providersOf } from './provider-sign-in.ts';

/** Where signing in may lead to: nowhere but to pages of this server that need it. */
const TARGETS: ReadonlySet<string> = new Set([AUTHORIZE_PATH, ACCOUNT_PATH]);

/** The address of the page where a person signs in, to come back to `url` then. */
export function signInAddress(url: URL): string {
  return `/sign-in?${new URLSearchParams({ to: `${url.pathname}${url.search}` })}`;
}

/** Open to everybody. */
export const signInRoutes = new Hono<AppEnv>()
  .use('/sign-in/*', expectOwnForm)
  .use('/sign-out', expectOwnForm)
  .get('/sign-in', (c) => answerForm(c, targetOf(c)))
  .post('/sign-in', async (c) => {
    const key = (await c.req.formData()).get('key');
    const holder = { kind: 'key', digest: typeof key === 'string' ? await sha256(key.trim()) : '' } as const;
    if (memberOf(c.var.access, holder) === undefined) return answerForm(c, targetOf(c), true);
    await signIn(c, holder);
    return c.redirect(targetOf(c) ?? ACCOUNT_PATH, 303);
  })
  .post('/sign-out', async (c) => {
    await signOut(c);
    return c.redirect('/', 303);
  })
  .route('/', providerRoutes(targetOf));

/** Where the person goes on, a path of this server; undefined for the page of the account. */
function targetOf(c: Context<AppEnv>): string | undefined {
  const { origin } = new URL(c.req.url);
  const target = URL.parse(c.req.query('to') ?? '', origin);
  const isOurs = target?.origin === origin && TARGETS.has(target.pathname);
  return isOurs ? `${target.pathname}${target.search}` : undefined;
}

function answerForm(c: Context<AppEnv>, target: string | undefined, isWrong = false) {
  const query = target === undefined ? '' : `?${new URLSearchParams({ to: target })}`;
  const providers = providersOf(c);
  const hasKeys = c.var.access.kind === 'production' && c.var.access.keys.length > 0;
  return answerPage(c, {
    title: 'Sign in',
    status: isWrong ? 401 : 200,
    body: html`${isWrong ? html`<p role="alert">This key is not known to this server. Whoever runs it has made your key.</p>` : ''}
${providers.map(
  ({ name, label = name }) => html`<p><a class="button" href="/sign-in/${name}${query}">Continue with ${label}</a></p>
`,
)}}${
      hasKeys
        ? html`<form method="post" action="/sign-in${query}">
<p><label for="key">API key of this server</label>
<input id="key" name="key" type="password" autocomplete="current-password" required></p>
<p><button>Sign in</button></p>
</form>`
        : ''
    }`,
  });
}
