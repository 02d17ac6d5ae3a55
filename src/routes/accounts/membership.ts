/** The end of a membership, whoever ends it. */
import type { Context } from 'hono';
import type { EndedMembership } from '../../../durable-objects/accounts/organisations.ts';
import type { AppEnv } from '../../auth/middleware.ts';
import type { UserId } from '../../lib/object-name.ts';
import { accountsOf } from '../accounts-object.ts';
import { note } from './browser.ts';

/** Erases what a member whose access was ended has in the organisation. Who is on its list still, since something failed, is removed again. */
export async function settleMembership(
  c: Context<AppEnv>,
  { id, name, joinedAt }: EndedMembership,
  member: UserId,
): Promise<void> {
  note(c, member, 'left an organisation', name);
  await c.env.USER_SPACE.getByName(id).memberLeft(member, joinedAt);
  await accountsOf(c).forgetMember(id, member);
}
