/** `/scaffolds/datasets/{format}`: test cases in the shapes that trainers and evaluators load. */
import { Hono } from 'hono';
import type { AppEnv } from '../../auth/middleware.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { enginesOf } from '../../mcp/engines.ts';
import { DATASETS } from '../../scaffolds/certification/formats.ts';
import { queryOf } from '../query.ts';
import { visit } from '../user-space.ts';
import { datasetFormat, datasetQuery } from './datasets.schema.ts';

/** Rows are made as they are read. */
export const datasetRoutes = new Hono<AppEnv>().get('/scaffolds/datasets/:format', (c) => {
  const format = datasetFormat.safeParse(c.req.param('format'));
  if (!format.success)
    throw new ToolFailure({
      errorType: 'not_found',
      message: `There are no datasets in the format ${JSON.stringify(c.req.param('format').slice(0, 100))}.`,
      advice: `There are ${DATASETS.join(', ')}.`,
    });
  const { scaffold, tier, count, seed, level } = queryOf(datasetQuery, c.req.query());
  return visit(c, 'read', async () => {
    const { scaffolds } = enginesOf(c.env, c.var.principal.userId);
    const request = {
      scaffold,
      seed,
      level,
      ...(tier !== undefined && { tier }),
      ...(count !== undefined && { count }),
    };
    return new Response(await scaffolds.dataset(request, format.data), {
      headers: {
        'content-type': 'application/x-ndjson',
        'content-disposition': `attachment; filename="${format.data}.jsonl"`,
        'cache-control': 'private, no-store',
      },
    });
  });
});
