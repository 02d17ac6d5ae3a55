/** A sandbox ends by itself, in case that whoever made it does not come back. */
import type { Background, Owner } from '../../src/lib/background.ts';
import { parseObjectName } from '../../src/lib/object-name.ts';

/** The name is stored. */
const SANDBOX_ENDS = 'room-ends';
/** Milliseconds after a workspace was mounted in it. */
const SANDBOX_MS = 15 * 60_000;

/** Who ends it in the background. */
export function endOfSandbox(erase: () => Promise<unknown>): Owner {
  return { name: SANDBOX_ENDS, turn: () => erase().then(() => 'done' as const) };
}

/** Plans the end of the session `name`, where it is a sandbox. */
export async function planEnd(background: Background, name: string): Promise<void> {
  if (parseObjectName(name).kind === 'tests') await background.wake(SANDBOX_ENDS, SANDBOX_MS);
}

/**
 * Ends the object whose storage was deleted, once its answer is on the way: what loaded an isolate holds that, with all its memory, until then.
 * Nobody may reach the object by its name again.
 */
export async function endObject(ctx: DurableObjectState): Promise<void> {
  await ctx.storage.sync();
  setTimeout(() => ctx.abort('The sandbox has ended.'), 0);
}
