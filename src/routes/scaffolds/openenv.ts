/** `/scaffolds/openenv`: the base URL of an OpenEnv environment. Clients keep an episode by `/ws`; over HTTP nothing is kept, as in OpenEnv. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { AppEnv } from '../../auth/middleware.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { VERSION } from '../../lib/version.ts';
import { enginesOf } from '../../mcp/engines.ts';
import { EPISODES_PATH, randomSeed } from '../../scaffolds/environment/episode-sockets.ts';
import {
  actionSchema,
  NO_EPISODE,
  observationSchema,
  parse,
  reset,
  stateSchema,
  step,
} from '../../scaffolds/environment/openenv.ts';
import { userSpaceOf, visit } from '../user-space.ts';
import { bodyOf } from './body.ts';

const BASE = '/scaffolds/openenv';

const METADATA = {
  name: 'lemma-scaffolds',
  description:
    'Algorithmic tasks whose answers and steps are checked: an episode is a test case, its one step the attempt.',
  version: VERSION,
};

const stepRequest = z.object({ action: z.record(z.string(), z.unknown()) });

/** What `openenv validate` looks at: the version, and which routes there are. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: METADATA.name, version: VERSION },
  paths: Object.fromEntries(['/reset', '/step', '/state', '/schema', '/metadata', '/health'].map((path) => [path, {}])),
};

/** OpenEnv's servers have MCP here; Lemma's tools are where all of them are. */
const ELSEWHERE = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32601, message: 'MCP is served at /mcp/scaffolds, with the tools that check answers and traces.' },
};

/** Each is a call of its user. */
export const openenvRoutes = new Hono<AppEnv>()
  .get(EPISODES_PATH, (c) => {
    if (c.req.header('upgrade')?.toLowerCase() !== 'websocket')
      throw new ToolFailure({
        errorType: 'upgrade_required',
        message: `${EPISODES_PATH} speaks WebSocket only.`,
        advice: `Give clients ${BASE} as their base URL.`,
        headers: { upgrade: 'websocket' },
      });
    return userSpaceOf(c).fetch(c.req.raw);
  })
  .post(`${BASE}/reset`, (c) =>
    visit(c, 'read', async () => {
      const { result } = await reset(scaffoldsOf(c), await bodyOf(c.req), randomSeed());
      return c.json(result);
    }),
  )
  .post(`${BASE}/step`, (c) =>
    visit(c, 'read', async () => {
      const { action } = parse(stepRequest, await bodyOf(c.req), 'The body of step');
      const { result } = await step(scaffoldsOf(c), NO_EPISODE, action);
      return c.json(result);
    }),
  )
  .get(`${BASE}/state`, (c) => visit(c, 'read', async () => c.json(NO_EPISODE)))
  .get(`${BASE}/schema`, (c) =>
    visit(c, 'read', async () =>
      c.json({
        action: z.toJSONSchema(actionSchema),
        observation: z.toJSONSchema(observationSchema),
        state: z.toJSONSchema(stateSchema),
      }),
    ),
  )
  .get(`${BASE}/metadata`, (c) => visit(c, 'read', async () => c.json(METADATA)))
  .get(`${BASE}/health`, (c) => visit(c, 'read', async () => c.json({ status: 'healthy' })))
  .get(`${BASE}/openapi.json`, (c) => visit(c, 'read', async () => c.json(DOCUMENT)))
  .post(`${BASE}/mcp`, (c) => visit(c, 'read', async () => c.json(ELSEWHERE)));

function scaffoldsOf(c: Context<AppEnv>) {
  return enginesOf(c.env, c.var.principal.userId).scaffolds;
}
