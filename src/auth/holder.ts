/** Who a session of a browser or an access token stands for, and the user that this is. */
import { z } from 'zod';
import { isUserId, type UserId, userId } from '../lib/object-name.ts';
import type { Access } from './access.ts';
import type { ApiKey } from './api-keys.ts';
import { isAllowed } from './providers.ts';
import { SCOPES, type Scope } from './scope.ts';

/** What {@link Holder} is on the wire and in storage. */
export const holderSchema = z.discriminatedUnion('kind', [
  /** Who signed in with an API key, by the SHA-256 of its secret in hex. */
  z.object({ kind: z.literal('key'), digest: z.string() }),
  /** Who signed in with a provider: `id` is the user's, and `names` are those by which the provider's `allow` may let them in. */
  z.object({
    kind: z.literal('person'),
    id: z.string().refine(isUserId),
    provider: z.string(),
    name: z.string(),
    names: z.array(z.string()),
  }),
  /** Who was invited and signed in with a passkey; `id` is the user's. */
  z.object({ kind: z.literal('passkey'), id: z.string().refine(isUserId), name: z.string() }),
]);

/** Who is behind a browser or a client. */
export type Holder = Readonly<z.infer<typeof holderSchema>>;

/** A user of this server. */
export interface Member {
  readonly userId: UserId;
  /** How pages and plans call the user. */
  readonly name: string;
  /** All that the user may do. */
  readonly scopes: readonly Scope[];
}

/** The user that `holder` is; undefined once the key, the provider or the entry of its `allow` is gone. */
export function memberOf(access: Access, holder: Holder): Member | undefined {
  if (access.kind !== 'production') return undefined;
  switch (holder.kind) {
    case 'key': {
      const key = keyWith(access.keys, holder.digest);
      return key && { userId: userOfKey(key), name: key.user, scopes: key.scopes };
    }
    case 'person': {
      const provider = access.providers.find(({ name }) => name === holder.provider);
      if (provider === undefined || !isAllowed(provider, holder)) return undefined;
      return { userId: holder.id, name: holder.name, scopes: SCOPES };
    }
    // Whom the administrator removes has nothing left that could ask.
    case 'passkey':
      return access.passkeys ? { userId: holder.id, name: holder.name, scopes: SCOPES } : undefined;
  }
}

/** The id of the user whose key it is. */
export function userOfKey({ user }: ApiKey): UserId {
  return userId(`key-${user}`);
}

/** The key whose secret has the SHA-256 `digest`. */
export function keyWith(keys: readonly ApiKey[], digest: string): ApiKey | undefined {
  const [key] = keys.filter((each) => equalDigests(each.digest, digest));
  return key;
}

/** Compares two digests in a time that does not depend on where they differ. */
function equalDigests(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
