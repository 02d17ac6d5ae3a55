/** What an access token of OAuth says. */
import { z } from 'zod';
import { holderSchema } from '../holder.ts';
import { SCOPES } from '../scope.ts';

/** What a grant holds beside its scopes. */
export const grantSchema = z.object({
  holder: holderSchema,
  /** The name of the client that was let in. */
  client: z.string(),
});
export type Grant = Readonly<z.infer<typeof grantSchema>>;

export const accessTokenSchema = grantSchema.extend({
  scopes: z.array(z.enum(SCOPES)),
  /** Seconds since 1970. */
  expiresAt: z.int().min(0),
});

/** What a valid access token allows. */
export type AccessToken = Readonly<z.infer<typeof accessTokenSchema>>;
