/** Describes the routes by which trainers use scaffolds as an environment. */
import { z } from 'zod';
import { actionSchema, observationSchema, resetSchema, stateSchema } from '../../scaffolds/environment/openenv.ts';
import { metricsAnswer, metricsRequest, verifyAnswer, verifyRequest } from '../scaffolds/nemo-gym.schema.ts';
import { CALL_PROBLEMS, json, type Node, type Paths, problemOf, schemaOf } from './schema.ts';

const TAGS = ['Scaffolds'];
const ANY: Node = { type: 'object' };

const stepResult = z.object({ observation: observationSchema, reward: z.number().nullable(), done: z.boolean() });

const body = (schema: Node): Node => ({ required: true, content: { 'application/json': { schema } } });

const get = (operationId: string, summary: string, schema: Node): Readonly<Record<string, Node>> => ({
  get: { tags: TAGS, operationId, summary, responses: { ...CALL_PROBLEMS, 200: json('As OpenEnv has it.', schema) } },
});

const post = (operationId: string, summary: string, request: Node, response: Node): Readonly<Record<string, Node>> => ({
  post: {
    tags: TAGS,
    operationId,
    summary,
    requestBody: body(request),
    responses: {
      ...CALL_PROBLEMS,
      200: json('The answer.', response),
      400: problemOf('The body cannot be used, or there is no such scaffold or test case.'),
      413: problemOf('The body is larger than 4 MB.'),
    },
  },
});

/** `/scaffolds/openenv/…` and `/scaffolds/nemo-gym/…`. */
export const ENVIRONMENT_PATHS: Paths = {
  '/scaffolds/openenv/ws': {
    get: {
      tags: TAGS,
      operationId: 'openenvSocket',
      summary: "OpenEnv's messages over a WebSocket: one connection is one environment",
      description: 'Clients send reset, step, state and close, and get an observation, a state or an error for each.',
      responses: {
        ...CALL_PROBLEMS,
        101: { description: 'The connection is open.' },
        426: problemOf('The request does not ask for a WebSocket.'),
      },
    },
  },
  '/scaffolds/openenv/reset': post(
    'openenvReset',
    'Begin an episode, which nothing keeps: the next step names its test case',
    schemaOf(resetSchema),
    schemaOf(stepResult),
  ),
  '/scaffolds/openenv/step': post(
    'openenvStep',
    'Grade an attempt',
    { type: 'object', required: ['action'], properties: { action: schemaOf(actionSchema) } },
    schemaOf(stepResult),
  ),
  '/scaffolds/openenv/state': get('openenvState', 'The state before an episode', schemaOf(stateSchema)),
  '/scaffolds/openenv/schema': get('openenvSchema', 'Schemas of actions, observations and states', ANY),
  '/scaffolds/openenv/metadata': get('openenvMetadata', 'Name and description of the environment', ANY),
  '/scaffolds/openenv/health': get('openenvHealth', 'Whether the environment answers', ANY),
  '/scaffolds/openenv/openapi.json': get('openenvDocument', 'What openenv validate reads', ANY),
  '/scaffolds/openenv/mcp': post('openenvMcp', 'Tells where MCP is served', ANY, ANY),
  '/scaffolds/nemo-gym/seed_session': post('nemoGymSeedSession', 'Begin a rollout, which needs no session', ANY, ANY),
  '/scaffolds/nemo-gym/verify': post(
    'nemoGymVerify',
    'Reward the response of a model to a row',
    schemaOf(verifyRequest),
    schemaOf(verifyAnswer),
  ),
  '/scaffolds/nemo-gym/aggregate_metrics': post(
    'nemoGymAggregateMetrics',
    'Statistics of the rewards of rollouts, for each task and for all of them',
    schemaOf(metricsRequest),
    schemaOf(metricsAnswer),
  ),
  '/scaffolds/nemo-gym/reverify_mode': get('nemoGymReverifyMode', 'That rewards can be computed again', {
    const: 'stateless',
  }),
};
