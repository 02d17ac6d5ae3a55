/** Who administers a server. */
import type { Context } from 'hono';
import type { Holder } from '../auth/holder.ts';
import type { AppEnv } from '../auth/middleware.ts';
import type { Principal } from '../auth/principal.ts';
import type { Scope } from '../auth/scope.ts';
import { accountsOf } from './accounts-object.ts';

/** An administrator was invited as one, or holds a key of the settings that has the scope `admin`; `scopes` are those of what they came with. */
export async function administers(
  c: Pick<Context<AppEnv>, 'env'>,
  holder: Pick<Holder, 'kind'> & { readonly id?: string },
  scopes: readonly Scope[],
): Promise<boolean> {
  if (!scopes.includes('admin')) return false;
  switch (holder.kind) {
    case 'key':
      return true;
    case 'passkey':
      return (await accountsOf(c).person(holder.id ?? ''))?.isAdministrator === true;
    case 'person':
      return false;
  }
}

/** As {@link administers}, for whoever makes a request. A development server is open to all who reach it. */
export async function isAdministratorAt(c: Pick<Context<AppEnv>, 'env'>, principal: Principal): Promise<boolean> {
  const { credential, scopes } = principal;
  switch (credential.kind) {
    case 'development':
      return scopes.includes('admin');
    case 'api-key':
      return administers(c, { kind: 'key' }, scopes);
    case 'token':
    case 'user-key':
      return administers(c, credential.holder, scopes);
  }
}
