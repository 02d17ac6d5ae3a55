/** `/account/organisations`: a person founds organisations, joins and leaves them; their owners invite and remove others. */

import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { OrganisationMember } from '../../../durable-objects/accounts/organisations.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import { isRole, ROLES, type Role, type Seat } from '../../auth/organisation.ts';
import { asToolFailure } from '../../lib/errors.ts';
import { accountsOf } from '../accounts-object.ts';
import { deleteOwner, exportOrganisation } from '../own-data/own-data.ts';
import {
  ACCOUNT_PATH,
  expectOwnForm,
  JOIN_PATH,
  note,
  ORGANISATIONS_PATH,
  type SignedIn,
  withPerson,
} from './browser.ts';
import { settleMembership } from './membership.ts';
import { answerFault, answerPage, type Markup } from './page.ts';

/** Below it, `/<organisation>`. */
const PLACE_PATH = `${ACCOUNT_PATH}/organisation`;
const PLACE = `${PLACE_PATH}/:organisation` as const;

const ROLE_WORDS: Readonly<Record<Role, string>> = {
  reader: 'reads what it has',
  member: 'reads, runs and writes',
  owner: 'may do everything, and invites and removes others',
};

/** Open to everybody; who is not signed in is sent to sign in first. Each form needs the scope `admin`. */
export const organisationPageRoutes = new Hono<AppEnv>()
  .use(`${ORGANISATIONS_PATH}/*`, expectOwnForm)
  .use(`${PLACE_PATH}/*`, expectOwnForm)
  .get(ORGANISATIONS_PATH, (c) => withPerson(c, (person) => answerList(c, person), ORGANISATIONS_PATH))
  .post(ORGANISATIONS_PATH, (c) => withAdmin(c, (person) => found(c, person)))
  .get(JOIN_PATH, (c) =>
    withPerson(c, () => askToJoin(c), `${JOIN_PATH}?${new URLSearchParams({ code: c.req.query('code') ?? '' })}`),
  )
  .post(JOIN_PATH, (c) => withAdmin(c, (person) => join(c, person)))
  .get(PLACE, (c) => withSeat(c, (person, seat) => answerPlace(c, person, seat)))
  .post(`${PLACE}/invite`, (c) => asOwner(c, (person, seat) => invite(c, person, seat)))
  .post(`${PLACE}/role`, (c) => asOwner(c, (_, seat) => changeRole(c, seat)))
  .get(`${PLACE}/export`, (c) => asOwner(c, (_, seat) => exportOrganisation(c, seat)))
  .post(`${PLACE}/remove`, (c) => asOwner(c, (_, seat) => remove(c, seat)))
  .post(`${PLACE}/leave`, (c) => withAdmin(c, () => withSeat(c, (person, seat) => leave(c, person, seat))))
  .post(`${PLACE}/delete`, (c) => asOwner(c, (person, seat) => deleteOrganisation(c, person, seat)));

type Answer = Promise<Response> | Response;

/** As {@link withPerson}, for what concerns accounts. What the organisation refuses becomes a page. */
function withAdmin(c: Context<AppEnv>, answer: (person: SignedIn) => Answer): Promise<Response> {
  return withPerson(
    c,
    async (person) => {
      if (!person.member.scopes.includes('admin')) {
        return answerFault(c, 'Your key may not do this: it needs the scope admin.', 'Sign in with one that has it.');
      }
      try {
        return await answer(person);
      } catch (error) {
        const failure = asToolFailure(error)?.failure;
        if (failure === undefined) throw error;
        return answerFault(c, failure.message, failure.advice);
      }
    },
    ORGANISATIONS_PATH,
  );
}

/** As {@link withPerson}, for somebody who is in the organisation of the path. */
function withSeat(c: Context<AppEnv>, answer: (person: SignedIn, seat: Seat) => Answer): Promise<Response> {
  return withPerson(
    c,
    async (person) => {
      const seat = await accountsOf(c).seat(c.req.param('organisation') ?? '', person.member.userId);
      if (seat !== undefined) return answer(person, seat);
      return answerFault(c, 'You are in no organisation of that name.', 'An owner of one may invite you.');
    },
    ORGANISATIONS_PATH,
  );
}

function asOwner(c: Context<AppEnv>, answer: (person: SignedIn, seat: Seat) => Answer): Promise<Response> {
  return withAdmin(c, () =>
    withSeat(c, (person, seat) =>
      seat.role === 'owner' ? answer(person, seat) : answerFault(c, 'Only owners do this.', 'Ask one of them.'),
    ),
  );
}

function placeOf({ name }: Pick<Seat, 'name'>): string {
  return `${PLACE_PATH}/${name}`;
}

async function answerList(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  const seats = await accountsOf(c).seats(member.userId);
  return answerPage(c, {
    title: 'Organisations',
    body: html`<p>The members of an organisation share workspaces, plans, reviews and all else but Python sessions.</p>
${seats.length === 0 ? html`<p>You are in none.</p>` : ''}
${seats.map(
  (seat) => html`<p><a href="${placeOf(seat)}">${seat.name}</a>: ${seat.role}</p>
`,
)}
<form method="post" action="${ORGANISATIONS_PATH}">
<fieldset>
<legend>A new organisation</legend>
<p><label for="name">Name, as in addresses</label>
<input id="name" name="name" type="text" maxlength="40" pattern="[a-z0-9][a-z0-9\\-]*" autocomplete="off" required></p>
<p><button>Found it</button></p>
</fieldset>
</form>
<p><a href="${ACCOUNT_PATH}">Back to your account</a></p>`,
  });
}

async function found(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  const name = String((await c.req.formData()).get('name'));
  await accountsOf(c).foundOrganisation(name, { id: member.userId, name: member.name });
  note(c, member.userId, 'founded an organisation', name);
  return c.redirect(placeOf({ name }), 303);
}

async function askToJoin(c: Context<AppEnv>): Promise<Response> {
  const code = c.req.query('code') ?? '';
  const invitation = await accountsOf(c).memberInvitation(code);
  if (invitation === undefined) return noInvitation(c);
  const { name, role } = invitation;
  return answerPage(c, {
    title: `Join ${name}`,
    body: html`<p>You are invited to the organisation <strong>${name}</strong> as <strong>${role}</strong>, who ${ROLE_WORDS[role]}. Its members see
your name.</p>
<form method="post" action="${JOIN_PATH}"><input type="hidden" name="code" value="${code}"><p><button>Join</button></p></form>`,
  });
}

async function join(c: Context<AppEnv>, { member }: SignedIn): Promise<Response> {
  const code = String((await c.req.formData()).get('code'));
  const seat = await accountsOf(c).joinOrganisation(code, { id: member.userId, name: member.name });
  if (seat === undefined) return noInvitation(c);
  note(c, member.userId, 'joined an organisation', seat.name);
  return c.redirect(placeOf(seat), 303);
}

function noInvitation(c: Context<AppEnv>): Answer {
  return answerFault(c, 'This invitation was used, or is more than 7 days old.', 'Ask for another one.');
}

async function invite(c: Context<AppEnv>, person: SignedIn, seat: Seat): Promise<Response> {
  const role = (await c.req.formData()).get('role');
  if (!isRole(role)) return noRole(c);
  return answerPlace(c, person, seat, await accountsOf(c).inviteMember(seat.id, role));
}

async function remove(c: Context<AppEnv>, seat: Seat): Promise<Response> {
  const user = String((await c.req.formData()).get('user'));
  const member = (await accountsOf(c).membersOf(seat.id)).find(({ id }) => id === user);
  if (member !== undefined) await endMembership(c, seat, member);
  return c.redirect(placeOf(seat), 303);
}

async function leave(c: Context<AppEnv>, { member }: SignedIn, seat: Seat): Promise<Response> {
  await endMembership(c, seat, { id: member.userId, joinedAt: seat.joinedAt });
  return c.redirect(ORGANISATIONS_PATH, 303);
}

/** Access ends first. */
async function endMembership(
  c: Context<AppEnv>,
  { id, name }: Seat,
  member: Pick<OrganisationMember, 'id' | 'joinedAt'>,
): Promise<void> {
  await accountsOf(c).endMembership(id, member.id);
  await settleMembership(c, { id, name, joinedAt: member.joinedAt }, member.id);
}

async function changeRole(c: Context<AppEnv>, seat: Seat): Promise<Response> {
  const form = await c.req.formData();
  const role = form.get('role');
  const user = String(form.get('user'));
  if (!isRole(role)) return noRole(c);
  if (await accountsOf(c).changeRole(seat.id, user, role)) note(c, user, 'got another role', seat.name);
  return c.redirect(placeOf(seat), 303);
}

function noRole(c: Context<AppEnv>): Answer {
  return answerFault(c, 'There is no such role.', `Roles are ${ROLES.join(', ')}.`);
}

async function deleteOrganisation(c: Context<AppEnv>, { member }: SignedIn, { id, name }: Seat): Promise<Response> {
  if ((await c.req.formData()).get('confirm') !== name) {
    return answerFault(c, 'Nothing was deleted: this is not its name.', 'Go back and type the name.');
  }
  await deleteOwner(c, id);
  note(c, member.userId, 'deleted an organisation', name);
  return answerPage(c, {
    title: `${name} is being deleted`,
    body: html`<p>Nothing of it is answered any more. All is deleted within some minutes.</p>
<p><a href="${ORGANISATIONS_PATH}">Organisations</a></p>`,
  });
}

async function answerPlace(c: Context<AppEnv>, { member }: SignedIn, seat: Seat, code?: string): Promise<Response> {
  const origin = issuerOf(new URL(c.req.url));
  const members = await accountsOf(c).membersOf(seat.id);
  const isOwner = seat.role === 'owner';
  return answerPage(c, {
    title: seat.name,
    body: html`${code === undefined ? '' : shownOnce(`${origin}${JOIN_PATH}?code=${code}`)}
<p>You are <strong>${seat.role}</strong>: who is, ${ROLE_WORDS[seat.role]}.</p>
<p>Clients connect to <code>${origin}/org/${seat.name}/mcp</code>, git to <code>${origin}/git/${seat.name}/&lt;workspace&gt;</code>.</p>
<h2>Members</h2>
${members.map((each) => entry(seat, each, isOwner, each.id === member.userId))}
<form method="post" action="${placeOf(seat)}/leave"><p><button>Leave it</button></p></form>
${isOwner ? ownerForms(seat) : ''}
<p><a href="${ORGANISATIONS_PATH}">Organisations</a></p>`,
  });
}

function shownOnce(address: string): Markup {
  return html`<div role="alert"><p>Send this address to the one whom you invite. It works once, for 7 days, and is not shown again.</p>
<pre tabindex="0"><code>${address}</code></pre></div>`;
}

/** One member, with the forms of an owner: for another role, and to remove somebody other than themselves. */
function entry(seat: Seat, { id, name, role }: OrganisationMember, isManaged: boolean, isSelf: boolean): Markup {
  const user = html`<input type="hidden" name="user" value="${id}">`;
  return html`<p><strong>${name}</strong>: ${role ?? 'removed, with something left to delete'}</p>
${
  isManaged && role !== undefined
    ? html`<form method="post" action="${placeOf(seat)}/role"><p>${user}
<select name="role" aria-label="Role of ${name}">${ROLES.map(
        (each) => html`<option value="${each}"${each === role ? html` selected` : ''}>${each}</option>`,
      )}</select>
<button aria-label="Change the role of ${name}">Change</button></p></form>
`
    : ''
}${
  isManaged && !isSelf
    ? html`<form method="post" action="${placeOf(seat)}/remove"><p>${user}
<button aria-label="Remove ${name}">Remove</button></p></form>
`
    : ''
}`;
}

function ownerForms(seat: Seat): Markup {
  return html`<form method="post" action="${placeOf(seat)}/invite">
<fieldset>
<legend>Invite somebody</legend>
${ROLES.map(
  (role) => html`<p><label><input type="radio" name="role" value="${role}"${role === 'member' ? html` checked` : ''}>
<strong>${role}</strong>: ${ROLE_WORDS[role]}</label></p>
`,
)}<p><button>Make an invitation</button></p>
</fieldset>
</form>
<p><a href="${placeOf(seat)}/export">Download all that it has as an archive</a></p>
<form method="post" action="${placeOf(seat)}/delete">
<fieldset>
<legend>Delete the organisation, with all that it has</legend>
<p><label for="confirm">Type <strong>${seat.name}</strong> to confirm</label>
<input id="confirm" name="confirm" type="text" autocomplete="off" required></p>
<p><button>Delete everything</button></p>
</fieldset>
</form>`;
}
