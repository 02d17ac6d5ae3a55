/** `/sign-in`: a person signs in with an API key, or with a provider at `/sign-in/<provider>`; `/sign-out`. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { memberOf } from '../../auth/holder.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { countAttempt } from '../../auth/strangers.ts';
import { sha256 } from '../../lib/sha256.ts';
import { expectOwnForm, note, personAt, signIn, signOut, targetIn } from './browser.ts';
import { answerPage } from './page.ts';
import { PASSKEY_SCRIPT, passkeyForm, passkeyRoutes, sayFirstCode } from './passkeys.ts';
import { providerRoutes, providersOf } from './provider-sign-in.ts';

/** Open to everybody. */
export const signInRoutes = new Hono<AppEnv>()
  .use('/sign-in/*', expectOwnForm)
  .use('/sign-out', expectOwnForm)
  .get('/sign-in', async (c) => {
    await sayFirstCode(c);
    return answerForm(c, targetOf(c));
  })
  .post('/sign-in', async (c) => {
    const key = (await c.req.formData()).get('key');
    const holder = { kind: 'key', digest: typeof key === 'string' ? await sha256(key.trim()) : '' } as const;
    if (memberOf(c.var.access, holder) === undefined) {
      await countAttempt(c);
      return answerForm(c, targetOf(c), true);
    }
    await signIn(c, holder);
    return c.redirect(targetOf(c), 303);
  })
  .post('/sign-out', async (c) => {
    const person = await personAt(c);
    await signOut(c);
    if (person !== undefined) note(c, person.member.userId, 'signed out');
    return c.redirect('/', 303);
  })
  .route('/', passkeyRoutes)
  .route('/', providerRoutes(targetOf));

function targetOf(c: Context<AppEnv>): string {
  return targetIn(c, c.req.query('to') ?? '');
}

function answerForm(c: Context<AppEnv>, target: string, isWrong = false) {
  const query = `?${new URLSearchParams({ to: target })}`;
  const providers = providersOf(c);
  const { access } = c.var;
  const hasKeys = access.kind === 'production' && access.keys.length > 0;
  const passkeys = access.kind === 'production' && access.passkeys;
  return answerPage(c, {
    title: 'Sign in',
    ...(passkeys && { script: PASSKEY_SCRIPT }),
    status: isWrong ? 401 : 200,
    body: html`${isWrong ? html`<p role="alert">This key is not known to this server. Whoever runs it has made your key.</p>` : ''}
${providers.map(
  ({ name, label = name }) => html`<p><a class="button" href="/sign-in/${name}${query}">Continue with ${label}</a></p>
`,
)}${passkeys ? passkeyForm(target) : ''}${
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
