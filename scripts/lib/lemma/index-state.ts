/** The state of a workspace's index, as the server's tools tell it. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { callTool, type Server } from './server.ts';

/** What is used of the answer of `index_status`. */
const statusSchema = z.object({
  index: z.object({
    branch: z.string().optional(),
    commit: z.string().optional(),
    complete: z.boolean(),
    files_indexed: z.int(),
    files_pending: z.int(),
    files_skipped: z.int(),
  }),
  skipped_reasons: z.array(z.object({ reason: z.string(), files: z.int() })),
  secrets_total: z.int(),
  secrets: z.array(z.object({ file: z.string(), line: z.int(), kind: z.string() })),
});

/** The state of an index. */
export type IndexState = z.output<typeof statusSchema>;

/** Milliseconds between two looks at the index, and for which it may stand still. */
const PAUSE_MS = 250;
const PATIENCE_MS = 60_000;

/** Waits until the index is complete, or stands still for a minute; `look` is told each state. */
export async function waitForIndex(
  server: Server,
  workspace: string,
  look: (state: IndexState) => void,
): Promise<IndexState> {
  let pending = Number.POSITIVE_INFINITY;
  let moved = performance.now();
  while (true) {
    const state = await callTool(server, 'index_status', { workspace, limit: 20 }, statusSchema);
    look(state);
    if (state.index.files_pending !== pending) moved = performance.now();
    pending = state.index.files_pending;
    if (state.index.complete || performance.now() - moved > PATIENCE_MS) return state;
    await delay(PAUSE_MS);
  }
}
