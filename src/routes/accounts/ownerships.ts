/** What becomes of the organisations that one person alone owns, before an administrator removes that person. */
import type { Context } from 'hono';
import { html } from 'hono/html';
import type { InvitedPerson } from '../../../durable-objects/accounts/invited-people.ts';
import type { SoleOwnership } from '../../../durable-objects/accounts/organisations.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { accountsOf } from '../accounts-object.ts';
import { deleteOwner } from '../own-data/own-data.ts';
import { note, PEOPLE_PATH, type SignedIn } from './browser.ts';
import { answerFault, answerPage, type Markup } from './page.ts';

/** Where another member becomes the owner. */
export const HAND_OVER_PATH = `${PEOPLE_PATH}/hand-over`;
/** Where an organisation is deleted. */
export const DISSOLVE_PATH = `${PEOPLE_PATH}/delete-organisation`;

/** Says which organisations would have no owner without `person`, with forms that change that. Nobody was removed. */
export function answerOwnerships(
  c: Context<AppEnv>,
  { id, name }: InvitedPerson,
  organisations: readonly SoleOwnership[],
): Response | Promise<Response> {
  return answerPage(c, {
    title: `${name} was not removed`,
    status: 400,
    body: html`<p role="alert">These organisations would have no owner: <strong>${organisations.map((each) => each.name).join(', ')}</strong>.</p>
<p>Make another member of each the owner, or delete it. Then remove ${name} again.</p>
${organisations.map((each) => ownership(id, each))}
<p><a href="${PEOPLE_PATH}">People</a></p>`,
  });
}

function ownership(user: string, { id, name, others }: SoleOwnership): Markup {
  const meant = html`<input type="hidden" name="user" value="${user}"><input type="hidden" name="organisation" value="${id}">`;
  return html`<h2>${name}</h2>
${
  others.length === 0
    ? html`<p>Nobody else is in it.</p>`
    : html`<form method="post" action="${HAND_OVER_PATH}"><p>${meant}
<select name="to" aria-label="New owner of ${name}">${others.map((other) => html`<option value="${other.id}">${other.name}</option>`)}</select>
<button aria-label="Make the chosen one an owner of ${name}">Make an owner</button></p></form>`
}
<form method="post" action="${DISSOLVE_PATH}">${meant}
<p><label for="confirm-${id}">Type <strong>${name}</strong> to delete it with all that it has</label>
<input id="confirm-${id}" name="confirm" type="text" autocomplete="off" required>
<button aria-label="Delete ${name}">Delete</button></p></form>
`;
}

/** Makes a member of an organisation its second owner, where it would have none otherwise. */
export async function handOver(c: Context<AppEnv>): Promise<Response> {
  const form = await c.req.formData();
  const organisation = await ownedAlone(c, form);
  const to = organisation?.others.find(({ id }) => id === form.get('to'));
  if (organisation === undefined || to === undefined) return answerGone(c);
  if (await accountsOf(c).changeRole(organisation.id, to.id, 'owner'))
    note(c, to.id, 'got another role', organisation.name);
  return answerRest(c, form);
}

/** Deletes an organisation that would have no owner otherwise, for an administrator. */
export async function dissolve(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  const form = await c.req.formData();
  const organisation = await ownedAlone(c, form);
  if (organisation === undefined) return answerGone(c);
  if (form.get('confirm') !== organisation.name) {
    return answerFault(c, 'Nothing was deleted: this is not its name.', 'Go back and type the name.');
  }
  await deleteOwner(c, organisation.id);
  note(c, member.userId, 'deleted an organisation', organisation.name);
  return answerPage(c, {
    title: `${organisation.name} is being deleted`,
    body: html`<p>Nothing of it is answered any more. Within a minute its owner can be removed.</p>
<p><a href="${PEOPLE_PATH}">People</a></p>`,
  });
}

/** The organisation that a form means: only one whose single owner is somebody whom an administrator may remove. */
async function ownedAlone(c: Context<AppEnv>, form: FormData): Promise<SoleOwnership | undefined> {
  const user = String(form.get('user'));
  if ((await accountsOf(c).person(user)) === undefined) return undefined;
  const organisations = await accountsOf(c).soleOwnerships(user);
  return organisations.find(({ id }) => id === form.get('organisation'));
}

function answerGone(c: Context<AppEnv>): Response | Promise<Response> {
  return answerFault(c, 'This organisation has another owner, or is not there any more.', `Go back to ${PEOPLE_PATH}.`);
}

/** What is still to be decided, or the people. */
async function answerRest(c: Context<AppEnv>, form: FormData): Promise<Response> {
  const person = await accountsOf(c).person(String(form.get('user')));
  const rest = person && (await accountsOf(c).soleOwnerships(person.id));
  return person === undefined || rest === undefined || rest.length === 0
    ? c.redirect(PEOPLE_PATH, 303)
    : answerOwnerships(c, person, rest);
}
