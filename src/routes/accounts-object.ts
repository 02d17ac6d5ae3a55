/** The object of accounts, as routes reach it. */
import type { Context } from 'hono';
import type { AppEnv } from '../auth/middleware.ts';

/** Who is signed in, their keys, invitations and organisations. */
export function accountsOf({ env }: Pick<Context<AppEnv>, 'env'>) {
  return env.ACCOUNTS.getByName('accounts');
}
