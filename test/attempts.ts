/** Starts of servers: where many start at once, one now and then never comes back. */
import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds after which a start may be lost, and another one begins. */
const PATIENCE_MS = 60_000;
const ATTEMPTS = 3;

/** A start that has begun. */
export interface Attempt<Server> {
  /** Resolves once the server answers. */
  readonly started: Promise<Server>;
  /** Ends it: another one serves, or is to take its place. */
  end(): unknown;
}

/**
 * Starts a server, and again when it fails or may be lost. One that is only slow still serves when it comes first, unless there may be only
 * `oneAtATime`.
 */
export async function startAgain<Server>(
  begin: () => Attempt<Server> | Promise<Attempt<Server>>,
  { oneAtATime = false } = {},
): Promise<Server> {
  const begun: Attempt<Server>[] = [];
  const first = () => Promise.any(begun.map((one) => one.started.then((server) => ({ one, server }))));
  for (;;) {
    begun.push(await begin());
    const patience = new AbortController();
    const late = delay(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
    const isLast = begun.length === ATTEMPTS;
    const served = isLast ? await first() : await Promise.race([first().catch(() => undefined), late]);
    patience.abort();
    if (served !== undefined) {
      for (const other of begun) if (other !== served.one) void other.end();
      return served.server;
    }
    if (oneAtATime) await begun.at(-1)?.end();
  }
}
