/**
 * Holds back addresses that keep sending what this server does not know. Only what was refused counts, and registrations, so that nobody who
 * is known is ever held back for what others at the same address do. Cloudflare counts for each of its locations.
 */
import { ToolFailure } from '../lib/errors.ts';

/** Seconds for which Cloudflare counts: `period` of the binding STRANGERS in wrangler.toml. */
const PERIOD_SECONDS = 60;

/** What is needed of a request's context. */
interface Asked {
  readonly env: Pick<Env, 'STRANGERS'>;
  readonly req: { header(name: string): string | undefined };
}

/** The address that a request comes from, as Cloudflare says. */
export function addressOf({ req }: Pick<Asked, 'req'>): string {
  return req.header('cf-connecting-ip') ?? 'unknown';
}

/** Counts one attempt of the address. Throws `ToolFailure` when it has made too many. */
export async function countAttempt(asked: Asked): Promise<void> {
  const { success } = await asked.env.STRANGERS.limit({ key: addressOf(asked) });
  if (success) return;
  throw new ToolFailure({
    errorType: 'too_many_attempts',
    message: 'Your address has sent too many keys, tokens or registrations that this server does not know.',
    advice: `Wait ${PERIOD_SECONDS} seconds, then try again with a key or token that is good.`,
    details: { retry_after: PERIOD_SECONDS },
    headers: { 'retry-after': `${PERIOD_SECONDS}` },
  });
}
