/** How a principal reaches the user's object with a request: WebSockets and bodies that stream do not cross RPC, headers do. */
import { z } from 'zod';
import { isUserId, type UserId } from '../lib/object-name.ts';
import { withoutSecrets } from './authorization.ts';
import { issuedSchema } from './issued.ts';
import { ROLES } from './organisation.ts';
import type { Principal } from './principal.ts';
import { SCOPES } from './scope.ts';

const HEADER = 'x-lemma-principal';

const digest = z.string();
const count = z.int().min(0);

const schema: z.ZodType<Principal> = z.object({
  userId: z.custom<UserId>(isUserId),
  organisation: z.exactOptional(
    z.object({ name: z.string(), role: z.enum(ROLES), member: z.custom<UserId>(isUserId), joinedAt: count }),
  ),
  credential: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('api-key'), name: z.string(), digest }),
    z.object({ kind: z.literal('development'), digest: z.exactOptional(digest) }),
    ...issuedSchema.options,
  ]),
  scopes: z.array(z.enum(SCOPES)),
  limits: z.object({
    callsPerMinute: count,
    reasoningCallsPerMinute: count,
    callsAtOnce: count,
    webSockets: count,
    pythonSessions: count,
    workspaces: count,
    callsPerDay: count,
    bytesPerDay: count,
    engineSecondsPerDay: count,
  }),
});

/** The request as the user's object gets it. What a client sends in the header is replaced, its secret stays behind. */
export function withPrincipal(request: Request, principal: Principal): Request {
  const headers = withoutSecrets(request.headers);
  headers.set(HEADER, JSON.stringify(principal));
  return new Request(request, { headers });
}

/** The principal of a request that {@link withPrincipal} made. Throws for any other. */
export function principalIn(request: Request | undefined): Principal {
  const text = request?.headers.get(HEADER);
  if (typeof text !== 'string') throw new Error('The request carries no principal.');
  return schema.parse(JSON.parse(text));
}
