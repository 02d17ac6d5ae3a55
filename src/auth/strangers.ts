/**
 * Holds back addresses that keep sending what this server does not know. Only what was refused counts, and registrations, so that nobody who
 * is known is ever held back for what others at the same address do. Cloudflare counts for each of its locations.
 */
import { ToolFailure } from '../lib/errors.ts';
import { logLine } from '../lib/log-line.ts';
import { Tally } from '../lib/tally.ts';

/** Seconds for which Cloudflare counts: `period` of the binding STRANGERS in wrangler.toml. */
const PERIOD_SECONDS = 60;

/** What is needed of a request's context. */
interface Asked {
  readonly env: Pick<Env, 'ACCOUNTS' | 'STRANGERS'>;
  readonly executionCtx: { waitUntil(promise: Promise<void>): void };
  readonly req: { header(name: string): string | undefined };
}

/** The address that a request comes from, as Cloudflare says. */
export function addressOf({ req }: Pick<Asked, 'req'>): string {
  return req.header('cf-connecting-ip') ?? 'unknown';
}

/** Milliseconds from the first refusal in this isolate until all since are told. */
const TOLD_MS = 5000;
const refusals = new Tally(TOLD_MS);

/** Counts a refusal of somebody who is not known, for those who run the server; tells of it beside the answer. */
function noteRefusal({ env, executionCtx }: Asked, reason: string): void {
  const told = refusals.add(reason, (counts) => env.ACCOUNTS.getByName('accounts').noteRefusals('', counts));
  const isUntold = (error: unknown) => console.warn(`Refusals could not be told: ${logLine(error)}`);
  if (told !== undefined) executionCtx.waitUntil(told.catch(isUntold));
}

/** Counts one attempt of the address, which was refused or is a registration. Throws `ToolFailure` when it has made too many. */
export async function countAttempt(asked: Asked, kind: 'refused' | 'registration' = 'refused'): Promise<void> {
  const { success } = await asked.env.STRANGERS.limit({ key: addressOf(asked) });
  if (!success) noteRefusal(asked, 'too_many_attempts');
  else if (kind === 'refused') noteRefusal(asked, 'authentication_error');
  if (success) return;
  throw new ToolFailure({
    errorType: 'too_many_attempts',
    message: 'Your address has sent too many keys, tokens or registrations that this server does not know.',
    advice: `Wait ${PERIOD_SECONDS} seconds, then try again with a key or token that is good.`,
    details: { retry_after: PERIOD_SECONDS },
    headers: { 'retry-after': `${PERIOD_SECONDS}` },
  });
}
