/** The clients that a user let in, as the authorization server stores them. */
import { z } from 'zod';
import { authorizationServer, type OAuthEnv } from './server.ts';

/** A client that was let in. */
export interface ListedGrant {
  readonly id: string;
  /** What the client is called. */
  readonly client: string;
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** All grants of a user; `issuer` is any of this server. */
export async function grantsOf(issuer: string, env: OAuthEnv, userId: string): Promise<readonly ListedGrant[]> {
  const oauth = authorizationServer(issuer).getOAuthApi(env);
  const grants: ListedGrant[] = [];
  let cursor: string | undefined;
  do {
    const page = await oauth.listUserGrants(userId, cursor === undefined ? {} : { cursor });
    for (const { id, scope, createdAt, metadata } of page.items) {
      grants.push({ id, client: clientIn(metadata), scopes: scope, createdAt: createdAt * 1000 });
    }
    cursor = page.cursor;
  } while (cursor !== undefined);
  return grants;
}

/** Ends a grant, with all tokens of it. */
export async function revokeGrant(issuer: string, env: OAuthEnv, userId: string, id: string): Promise<void> {
  await authorizationServer(issuer).getOAuthApi(env).revokeGrant(id, userId);
}

function clientIn(metadata: unknown): string {
  return z.object({ client: z.string() }).safeParse(metadata).data?.client ?? 'A client';
}
