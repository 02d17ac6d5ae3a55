/** Ends all that lets a user in, and forgets who they are. */
import { resolveAccess } from '../../src/auth/access.ts';
import { userOfKey } from '../../src/auth/holder.ts';
import { grantsOf, revokeGrant } from '../../src/auth/oauth/grants.ts';
import { forgetKey } from '../../src/auth/user-keys.ts';
import type { UserId } from '../../src/lib/object-name.ts';

/** May be done again: what was ended stays so. A key of the settings is good as long as it stands there. */
export async function endAccess(env: Env, user: UserId): Promise<void> {
  const access = resolveAccess(env);
  if (access.kind === 'unconfigured') throw new Error(`The server is not configured: ${access.problems.join(' ')}`);
  const accounts = env.ACCOUNTS.getByName('accounts');
  // The list of keys is what leads to them: it goes last.
  for (const { id } of await accounts.keysOf(user)) await forgetKey(env.OAUTH_KV, id);
  const issuer = `https://${access.hosts[0]}`;
  for (const { id } of await grantsOf(issuer, env, user)) await revokeGrant(issuer, env, user, id);
  const keys = access.kind === 'production' ? access.keys.filter((key) => userOfKey(key) === user) : [];
  await accounts.forget(
    user,
    keys.map(({ digest }) => digest),
  );
}
