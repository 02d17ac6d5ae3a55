/** `/space`: all that a user has, as an archive; its deletion; and a new beginning for a space whose database is damaged. */
import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { guarded } from '../mcp/engines.ts';
import { beginDeletion, exportOf } from './own-data/own-data.ts';
import type { begunAnew, deletionBegun } from './space.schema.ts';
import { countBytes, visit } from './user-space.ts';

/** Nothing is deleted by mistake: a space that can be read does not begin anew, and whoever deletes everything says whose. */
export const spaceRoutes = new Hono<AppEnv>()
  .delete('/space', async (c) => {
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
  })
  .get('/space/export', countBytes, (c) => visit(c, 'admin', () => exportOf(c, c.var.principal.userId), 'upkeep'))
  .delete('/space/everything', (c) =>
    visit(
      c,
      'admin',
      async () => {
        const { userId } = c.var.principal;
        if (c.req.query('confirm') !== userId) {
          throw new ToolFailure({
            errorType: 'validation_error',
            message: 'Nothing was deleted: the deletion of everything has to be confirmed.',
            advice: `Send ?confirm=${encodeURIComponent(userId)}, the id of your user. GET /space/export has all of it as an archive.`,
          });
        }
        await beginDeletion(c, userId);
        return c.json(
          {
            status: 'deletion_begun',
            message: 'Nothing is answered to this user any more. All is deleted within some minutes.',
          } satisfies z.input<typeof deletionBegun>,
          202,
        );
      },
      'upkeep',
    ),
  );
