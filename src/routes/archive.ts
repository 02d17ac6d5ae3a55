/** `/workspaces/{workspace}/archive`: the files of an archive become one commit of a workspace. */
import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { enginesOf } from '../mcp/engines.ts';
import { cutPaths, toCommitFields, toCommitOptions } from '../tools/workspace/commit-fields.ts';
import { ARCHIVE_LIMITS, megabytes } from '../workspace/files/archive/entries.ts';
import { type archiveAnswer, archiveQuery } from './archive.schema.ts';
import { queryOf } from './query.ts';
import { countBytes, visit } from './user-space.ts';

/** The body streams through to the workspace. */
export const archiveRoutes = new Hono<AppEnv>().post('/workspaces/:workspace/archive', countBytes, (c) => {
  const { mode, strip, ...options } = queryOf(archiveQuery, c.req.query());
  if (Number(c.req.header('content-length') ?? 0) > ARCHIVE_LIMITS.archiveBytes) {
    throw new ToolFailure({
      errorType: 'body_too_large',
      message: `An archive has at most ${megabytes(ARCHIVE_LIMITS.archiveBytes)}.`,
      advice: 'Leave files out, or use git push, which takes more.',
      details: { max_bytes: ARCHIVE_LIMITS.archiveBytes },
    });
  }
  const { body } = c.req.raw;
  if (body === null) {
    throw new ToolFailure({
      errorType: 'validation_error',
      message: 'There is no body.',
      advice: 'Send an archive, e.g. curl --data-binary @project.tar.gz.',
    });
  }
  return visit(c, 'write', async (space) => {
    const name = await space.openWorkspace(c.req.param('workspace'));
    const request = { mode, stripFolder: strip === 'true', ...toCommitOptions(options) };
    const workspace = enginesOf(c.env, c.var.principal.userId).workspace(name);
    const result = await workspace.putArchive(request, body).finally(() => space.settleWorkspace(name));
    const [written, deleted] = [cutPaths(result.written), cutPaths(result.deleted)];
    return c.json({
      ...toCommitFields(name, result),
      written: written.paths,
      total_written: written.total,
      total_unchanged: result.unchanged.length,
      deleted: deleted.paths,
      total_deleted: deleted.total,
    } satisfies z.input<typeof archiveAnswer>);
  });
});
