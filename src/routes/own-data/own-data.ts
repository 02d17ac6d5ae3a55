/** All that a user has, as one archive, and its deletion: for programs at `/space`, for people at `/account`. */

import type { Context } from 'hono';
import { MOST_EVENTS } from '../../../durable-objects/accounts/account-log.ts';
import type { Owner } from '../../../durable-objects/user-space/owner.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import { grantsOf } from '../../auth/oauth/grants.ts';
import { issuerOf } from '../../auth/oauth/resource.ts';
import { ToolFailure } from '../../lib/errors.ts';
import type { UserId } from '../../lib/object-name.ts';
import { streamOfPieces, type ZipFile, zipOf } from '../../lib/zip-writer.ts';
import { enginesOf, guarded } from '../../mcp/engines.ts';
import { accountsOf } from '../accounts-object.ts';
import { entriesOf } from './entries.ts';

/** Answers with the archive, which is made while it is read. Whoever asks has made sure that it is the user. */
export async function exportOf(c: Context<AppEnv>, user: UserId): Promise<Response> {
  const owner = await ownerOf(c, user);
  const account = await accountFacts(c, user);
  const entries = withEnd(
    entriesOf({ account, space: guarded('user space', owner), engines: enginesOf(c.env, user) }),
    owner,
  );
  return new Response(streamOfPieces(zipOf(entries)), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="lemma.zip"',
      'cache-control': 'private, no-store',
    },
  });
}

/**
 * Begins the deletion of a user or an organisation. Whoever asks has made sure that it is the user, or an owner. Throws `ToolFailure` for the
 * only administrator of others, and for a member of an organisation.
 */
export async function beginDeletion(c: Context<AppEnv>, user: UserId): Promise<void> {
  if (await accountsOf(c).isNeeded(user)) {
    throw new ToolFailure({
      errorType: 'CONFLICT',
      message: 'You are the only administrator of this server, and there are other people: nothing was deleted.',
      advice: 'Invite somebody as an administrator at /people, or remove the others, and try again.',
    });
  }
  const organisations = await accountsOf(c).organisationsOf(user);
  if (organisations.length > 0) {
    throw new ToolFailure({
      errorType: 'CONFLICT',
      message: `You are in organisations, and have Python sessions there: ${organisations.join(', ')}. Nothing was deleted.`,
      advice: 'Leave them, or delete those that you own, at /account/organisations, and try again.',
    });
  }
  const owner = await ownerOf(c, user);
  try {
    await guarded('user space', owner).delete();
  } finally {
    owner[Symbol.dispose]();
  }
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
