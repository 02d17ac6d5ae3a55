/** `/space`: begins a user's own object anew whose database is damaged, since no tool can work in it any more. */
import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../auth/middleware.ts';
import { guarded } from '../mcp/engines.ts';
import type { begunAnew } from './space.schema.ts';

/** Refused where the object can be read: nothing is deleted by mistake. */
export const spaceRoutes = new Hono<AppEnv>().delete('/space', async (c) => {
  const { principal } = c.var;
  const space = guarded('user space', c.env.USER_SPACE.getByName(principal.userId));
  const { kept, whole } = await space.beginAnew(principal);
  return c.json({
    status: 'begun_anew',
    kept_objects: kept,
    lists_whole: whole,
    message:
      `${kept} objects are listed still${whole ? '' : '; others could not be read off the list: what they hold is there again under the same name'}. ` +
      'MCP sessions, reports, open questions and counts of calls are lost.',
  } satisfies z.input<typeof begunAnew>);
});
