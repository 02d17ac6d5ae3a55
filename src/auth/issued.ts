/** The secrets that this server issued to somebody: access tokens of clients, and keys that people made. */
import { z } from 'zod';
import { holderSchema } from './holder.ts';
import { SCOPES } from './scope.ts';

const scopes = z.array(z.enum(SCOPES));
/** Seconds since 1970. */
const time = z.int().min(0);

/** What an OAuth grant holds beside its scopes. */
export const grantSchema = z.object({
  holder: holderSchema,
  /** The name of the client that was let in. */
  client: z.string(),
});
/** A client that was let in, and by whom. */
export type Grant = Readonly<z.infer<typeof grantSchema>>;

const accessTokenSchema = grantSchema.extend({
  kind: z.literal('token'),
  /** That of the grant: all tokens of it have the same. */
  id: z.string(),
  scopes,
  expiresAt: time,
});

/** A key that somebody made; `id` is the SHA-256 of its secret in hex. */
export const userKeySchema = z.object({
  kind: z.literal('user-key'),
  id: z.string(),
  holder: holderSchema,
  name: z.string(),
  scopes,
  expiresAt: z.exactOptional(time),
});

export const issuedSchema = z.discriminatedUnion('kind', [accessTokenSchema, userKeySchema]);

/** An access token, as it was read. */
export type AccessToken = Readonly<z.infer<typeof accessTokenSchema>>;
/** A key that somebody made, as it was read. */
export type UserKey = Readonly<z.infer<typeof userKeySchema>>;
/** What this server issued. */
export type Issued = AccessToken | UserKey;
