/** All that a user has, as one archive, and its deletion: for programs at `/space`, for people at `/account`. */

import type { Context } from 'hono';
import { type AccountEvent, MOST_EVENTS } from '../../../durable-objects/accounts/account-log.ts';
import type { Owner } from '../../../durable-objects/user-space/owner.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { grantsOf } from '../../auth/oauth/grants.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import type { Seat } from '../../auth/organisation.ts';
import { ToolFailure } from '../../lib/errors.ts';
import type { UserId } from '../../lib/object-name.ts';
import { streamOfPieces, type ZipFile, zipOf } from '../../lib/zip-writer.ts';
import { enginesOf, guarded } from '../../mcp/engines.ts';
import { accountsOf } from '../accounts-object.ts';
import { entriesOf, type OwnData } from './entries.ts';
import { ORGANISATION_README, README } from './readme.ts';

/** Answers with the archive of a user, which is made while it is read. Whoever asks has made sure that it is the user. */
export async function exportOf(c: Context<AppEnv>, user: UserId): Promise<Response> {
  const about = { path: 'account.json', facts: await accountFacts(c, user) };
  return answerArchive(c, user, 'lemma', { readme: README, about, without: [] });
}

/** As {@link exportOf}, for an organisation: whoever asks has made sure that it is one of its owners. Python sessions are each member's own. */
export async function exportOrganisation(
  c: Context<AppEnv>,
  { id, name }: Pick<Seat, 'id' | 'name'>,
): Promise<Response> {
  const members = (await accountsOf(c).membersOf(id)).map((member) => ({ name: member.name, role: member.role }));
  const about = { path: 'organisation.json', facts: { organisation: name, members } };
  return answerArchive(c, id, name, { readme: ORGANISATION_README, about, without: ['python'] });
}

async function answerArchive(
  c: Context<AppEnv>,
  ownerId: UserId,
  name: string,
  parts: Omit<OwnData, 'space' | 'engines'>,
): Promise<Response> {
  const owner = await ownerOf(c, ownerId);
  const entries = withEnd(
    entriesOf({ ...parts, space: guarded('user space', owner), engines: enginesOf(c.env, ownerId) }),
    owner,
  );
  return new Response(streamOfPieces(zipOf(entries)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}.zip"`,
      'cache-control': 'private, no-store',
    },
  });
}

/**
 * Begins the deletion of a user. Whoever asks has made sure that it is the user. Throws `ToolFailure` for the only administrator of others,
 * and for a member of an organisation.
 */
export async function beginDeletion(c: Context<AppEnv>, user: UserId): Promise<void> {
  const answer = await accountsOf(c).letGo(user);
  switch (answer.kind) {
    case 'only-administrator':
      throw new ToolFailure({
        errorType: 'CONFLICT',
        message: 'You are the only administrator of this server, and there are other people: nothing was deleted.',
        advice: 'Invite somebody as an administrator at /people, or remove the others, and try again.',
      });
    case 'member':
      throw heldByOrganisations(answer.owned, answer.others);
    case 'let-go':
      await deleteOwner(c, user);
      c.executionCtx.waitUntil(accountsOf(c).note(deletionAt(Date.now())));
  }
}

/** What the log keeps of a deletion: nothing says whose. */
function deletionAt(at: number): AccountEvent {
  return { at, userId: '', what: 'the deletion of an account began', subject: '', address: '' };
}

/** Begins the deletion of an organisation, or of a user who was let go. */
export async function deleteOwner(c: Context<AppEnv>, id: UserId): Promise<void> {
  const owner = await ownerOf(c, id);
  try {
    await guarded('user space', owner).delete();
  } finally {
    owner[Symbol.dispose]();
  }
}

function heldByOrganisations(owned: readonly string[], others: readonly string[]): ToolFailure {
  const wouldBeLeft = `These organisations would have no owner: ${owned.join(', ')}.`;
  const left = `You are in organisations, and have Python sessions there: ${others.join(', ')}.`;
  return new ToolFailure({
    errorType: 'CONFLICT',
    message: [
      ...(owned.length > 0 ? [wouldBeLeft] : []),
      ...(others.length > 0 ? [left] : []),
      'Nothing was deleted.',
    ].join(' '),
    advice: `At /account/organisations, ${[
      ...(owned.length > 0 ? ['make another member the owner and leave, or delete what only you own'] : []),
      ...(others.length > 0 ? ['leave the organisations that you are in'] : []),
    ].join('; ')}. Then try again.`,
  });
}

function ownerOf({ env }: Context<AppEnv>, user: UserId) {
  return guarded('user space', env.USER_SPACE.getByName(user)).owned();
}

async function* withEnd(
  entries: AsyncGenerator<ZipFile>,
  owner: Pick<Owner, never> & Disposable,
): AsyncGenerator<ZipFile> {
  try {
    yield* entries;
  } finally {
    owner[Symbol.dispose]();
  }
}

/** What the server knows of a user beside what they stored. */
async function accountFacts(c: Context<AppEnv>, user: UserId): Promise<object> {
  const accounts = accountsOf(c);
  const person = await accounts.person(user);
  return {
    user_id: user,
    ...(person !== undefined && {
      name: person.name,
      administrator: person.isAdministrator,
      passkeys: person.passkeys,
    }),
    organisations: (await accounts.seats(user)).map(({ name, role }) => ({ name, role })),
    keys: (await accounts.keysOf(user)).map(({ id: _, ...key }) => key),
    clients: (await grantsOf(issuerOf(new URL(c.req.url)), c.env, user)).map(({ id: _, ...grant }) => grant),
    events: await accounts.eventsOf(user, MOST_EVENTS),
  };
}
