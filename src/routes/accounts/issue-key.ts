/** Gives somebody a key. */

import type { Context } from 'hono';
import type { AppEnv } from '../../auth/middleware.ts';
import type { Scope } from '../../auth/scope.ts';
import { makeKey, type NewKey, storeKey } from '../../auth/user-keys.ts';
import { accountsOf } from '../accounts-object.ts';
import { note, type SignedIn } from './browser.ts';

const DAY_SECONDS = 86_400;

/** What the key is to be; `days` is 0 for one that does not end. */
export interface WantedKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly days: number;
}

/** A new key of `person`, which has no scope that they have not. Throws `ToolFailure` when they have as many as allowed. */
export async function issueKey(
  c: Context<AppEnv>,
  { holder, member }: SignedIn,
  { name, scopes, days }: WantedKey,
): Promise<NewKey> {
  const now = Date.now();
  const expiresAt = days === 0 ? undefined : Math.ceil(now / 1000) + days * DAY_SECONDS;
  const made = await makeKey({
    holder,
    name,
    scopes: scopes.filter((scope) => member.scopes.includes(scope)),
    ...(expiresAt !== undefined && { expiresAt }),
  });
  await accountsOf(c).addKey(member.userId, {
    id: made.key.id,
    name,
    scopes: made.key.scopes,
    createdAt: now,
    ...(expiresAt !== undefined && { expiresAt: expiresAt * 1000 }),
  });
  await storeKey(c.env.OAUTH_KV, made.key);
  note(c, member.userId, 'made a key', name);
  return made;
}
