/** `/account/export` and `/account/delete`: a person takes with them all that they have, and deletes it. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { AppEnv } from '../../auth/middleware.ts';
import { asToolFailure } from '../../lib/errors.ts';
import { beginDeletion, exportOf } from '../own-data/own-data.ts';
import { ACCOUNT_PATH, expectOwnForm, type SignedIn, signOut, withPerson } from './browser.ts';
import { answerFault, answerPage, type Markup } from './page.ts';

const EXPORT_PATH = `${ACCOUNT_PATH}/export`;
const DELETE_PATH = `${ACCOUNT_PATH}/delete`;

/** Open to everybody; who is not signed in is sent to sign in first. */
export const ownDataRoutes = new Hono<AppEnv>()
  .use(DELETE_PATH, expectOwnForm)
  .get(EXPORT_PATH, (c) => withOwner(c, ({ member }) => exportOf(c, member.userId)))
  .get(DELETE_PATH, (c) => withOwner(c, (person) => askToDelete(c, person)))
  .post(DELETE_PATH, (c) => withOwner(c, (person) => deleteEverything(c, person)));

/** Where the account leads to. */
export function ownDataLinks(): Markup {
  return html`<p><a href="${EXPORT_PATH}">Download it as an archive</a></p>
<p><a href="${DELETE_PATH}">Delete your account</a></p>`;
}

/** As {@link withPerson}; both need what the scope `admin` allows. */
function withOwner(c: Context<AppEnv>, answer: (person: SignedIn) => Promise<Response> | Response): Promise<Response> {
  return withPerson(c, (person) =>
    person.member.scopes.includes('admin')
      ? answer(person)
      : answerFault(c, 'Your key may not do this: it needs the scope admin.', 'Sign in with one that has it.'),
  );
}

function askToDelete(c: Context<AppEnv>, { holder, member }: SignedIn): Response | Promise<Response> {
  return answerPage(c, {
    title: 'Delete your account',
    body: html`<p>All that you have here is deleted: workspaces, plans, reviews, conversations, Python sessions, reports, keys, clients,
passkeys, and what happened to your account. Nobody can bring it back. It ends within some minutes.</p>
${
  holder.kind === 'key'
    ? html`<p>The settings of this server name your key: whoever runs it has to remove it there. Used again, it begins with nothing.</p>`
    : ''
}
<p><a href="${EXPORT_PATH}">Download all of it first</a></p>
<form method="post" action="${DELETE_PATH}">
<p><label for="confirm">Type <strong>${member.name}</strong> to confirm</label>
<input id="confirm" name="confirm" type="text" autocomplete="off" required></p>
<p><button>Delete everything</button></p>
</form>
<p><a href="${ACCOUNT_PATH}">Back to your account</a></p>`,
  });
}

async function deleteEverything(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  if ((await c.req.formData()).get('confirm') !== member.name) {
    return answerFault(c, 'Nothing was deleted: the name is not yours.', `Go back to ${DELETE_PATH}.`);
  }
  try {
    await beginDeletion(c, member.userId);
  } catch (error) {
    const failure = asToolFailure(error)?.failure;
    if (failure === undefined) throw error;
    return answerFault(c, failure.message, failure.advice);
  }
  await signOut(c);
  return answerPage(c, {
    title: 'Your account is being deleted',
    body: html`<p>What was open is closed, and nothing is answered to you any more. All is deleted within some minutes.</p>`,
  });
}
