/** `/workspaces/{workspace}/archive`: the files of an archive become one commit of a workspace. */
import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../auth/middleware.ts';
import { ToolFailure } from '../lib/errors.ts';
import { RPC, refusal } from '../lib/json-rpc.ts';
import { enginesOf } from '../mcp/engines.ts';
import { cutPaths, toCommitFields, toCommitOptions } from '../tools/workspace/commit-fields.ts';
import { ARCHIVE_LIMITS, megabytes } from '../workspace/files/archive/entries.ts';
import { type archiveAnswer, archiveQuery } from './archive.schema.ts';
import { visit } from './user-space.ts';

/** The body streams through to the workspace. */
export const archiveRoutes = new Hono<AppEnv>()
  .post('/workspaces/:workspace/archive', (c) => {
    const query = archiveQuery.safeParse(c.req.query());
    if (!query.success) {
      const [issue] = query.error.issues;
      const allowed = Object.keys(archiveQuery.shape).join(', ');
      return refuse(
        400,
        'bad_query',
        `The query is wrong: ${issue?.path.join('.') ?? ''} ${issue?.message}. It may have ${allowed}.`,
      );
    }
    if (Number(c.req.header('content-length') ?? 0) > ARCHIVE_LIMITS.archiveBytes) {
      const most = megabytes(ARCHIVE_LIMITS.archiveBytes);
      return refuse(413, 'body_too_large', `An archive has at most ${most}; git push takes more.`);
    }
    const { body } = c.req.raw;
    if (body === null) {
      return refuse(400, 'no_archive', 'There is no body. Send an archive, e.g. curl --data-binary @project.tar.gz.');
    }
    const { mode, strip, ...options } = query.data;
    return visit(c, 'write', async (space) => {
      const name = await space.openWorkspace(c.req.param('workspace'));
      const request = { mode, stripFolder: strip === 'true', ...toCommitOptions(options) };
      const result = await enginesOf(c.env, c.var.principal.userId).workspace(name).putArchive(request, body);
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
  })
  .onError((error) => {
    if (!(error instanceof ToolFailure)) throw error;
    const { errorType, message, advice } = error.failure;
    return refuse(statusOf(errorType), errorType, `${message} ${advice}`);
  });

function statusOf(errorType: string): number {
  switch (errorType) {
    case 'CONFLICT':
      return 409;
    case 'RuntimeError':
      return 503;
    default:
      return 400;
  }
}

function refuse(status: number, type: string, message: string): Response {
  return refusal(status, status === 503 ? RPC.internalError : RPC.invalidParams, message, { data: { type } });
}
