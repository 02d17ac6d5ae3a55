/**
 * `/scaffolds/nemo-gym`: the routes of a resources server of NeMo Gym (https://github.com/NVIDIA-NeMo/Gym,
 * nemo_gym/base_resources_server.py). The row names its test case, so that no session is kept.
 */
import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../../auth/middleware.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { inSlices, WorkBudget } from '../../lib/sliced-work.ts';
import { enginesOf } from '../../mcp/engines.ts';
import { aggregateMetrics, type Measured, measuredOf, repeatedRollout } from '../../scaffolds/environment/metrics.ts';
import { visit } from '../user-space.ts';
import { bodyOf } from './body.ts';
import { metricsRequest, type verifyAnswer, verifyRequest } from './nemo-gym.schema.ts';

const BASE = '/scaffolds/nemo-gym';

/** Each is a call of its user. */
export const nemoGymRoutes = new Hono<AppEnv>()
  .post(`${BASE}/seed_session`, (c) => visit(c, 'read', async () => c.json({})))
  .get(`${BASE}/reverify_mode`, (c) => visit(c, 'read', async () => c.json('stateless')))
  .post(`${BASE}/verify`, (c) =>
    visit(c, 'read', async () => {
      const parsed = verifyRequest.safeParse(await bodyOf(c.req));
      const id = parsed.data?.test_case_id ?? parsed.data?.metadata?.test_case_id;
      if (!parsed.success || id === undefined) throw unusable(parsed.error);
      const { scaffolds } = enginesOf(c.env, c.var.principal.userId);
      const grade = await scaffolds.grade(id, { text: textOf(parsed.data.response) });
      const { answerScore, stepScore, stepScores, message, readAs, stepMessage } = grade;
      const components = { answer_score: answerScore, ...(stepScore !== undefined && { step_score: stepScore }) };
      return c.json({
        ...parsed.data,
        reward: answerScore,
        reward_components: components,
        // Metrics are made of numbers at the top.
        ...components,
        step_scores: [...stepScores],
        message,
        read_as: readAs,
        step_message: stepMessage,
      } satisfies z.input<typeof verifyAnswer>);
    }),
  )
  .post(`${BASE}/aggregate_metrics`, (c) =>
    visit(c, 'read', async () => {
      const work = new WorkBudget(Number.POSITIVE_INFINITY);
      const steps = aggregateMetrics(rolloutsOf(await bodyOf(c.req)), work);
      return c.json(await inSlices(steps, work, () => scheduler.wait(0)));
    }),
  );

/** What metrics of one request are made of; each of the names has five statistics in every task that has it. */
const MOST_ROLLOUTS = 10_000;
const MOST_NUMBERS = 50_000;
const MOST_NAMES = 1000;

/** The rollouts that metrics are asked of. Throws `ToolFailure`. */
function rolloutsOf(body: unknown): readonly Measured[] {
  const parsed = metricsRequest.safeParse(body);
  if (!parsed.success)
    throw invalid(
      `The body cannot be used: ${placeOf(parsed.error)}.`,
      'Send verify_responses: the answers of /verify with _ng_task_index and _ng_rollout_index as integers; of response, only usage is looked at.',
    );
  const { verify_responses: rollouts } = parsed.data;
  atMost(MOST_ROLLOUTS, rollouts.length, 'rollouts');
  const repeated = repeatedRollout(rollouts);
  if (repeated !== undefined)
    throw invalid(
      `Rollout ${repeated} is there more than once.`,
      'Send each pair of _ng_task_index and _ng_rollout_index once.',
    );
  const measured = measuredOf(rollouts);
  atMost(
    MOST_NUMBERS,
    measured.reduce((sum, { numbers }) => sum + numbers.size, 0),
    'numbers',
  );
  atMost(MOST_NAMES, new Set(measured.flatMap(({ numbers }) => [...numbers.keys()])).size, 'names of numbers');
  return measured;
}

function atMost(most: number, count: number, what: string): void {
  if (count <= most) return;
  throw invalid(
    `There are ${count} ${what}; metrics are made of at most ${most}.`,
    'Send fewer rollouts, or leave out fields that need no metrics.',
  );
}

/** The text of the model's messages; what it thinks is no answer. */
function textOf({ output }: z.infer<typeof verifyRequest>['response']): string {
  return output
    .filter(({ type }) => type === 'message')
    .flatMap(({ content: said }) => {
      if (typeof said === 'string') return [said];
      return (said ?? []).flatMap(({ type, text }) => (type === 'output_text' ? [text ?? ''] : []));
    })
    .join('');
}

function unusable(error: z.ZodError | undefined): ToolFailure {
  return invalid(
    error === undefined ? 'The row names no test case.' : `The body cannot be used: ${placeOf(error)}.`,
    'Send responses_create_params and response, and the test case as test_case_id or metadata.test_case_id; /scaffolds/datasets/nemo-gym has such rows.',
  );
}

/** Where the first fault is, and what it is. */
function placeOf({ issues: [issue] }: z.ZodError): string {
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'malformed'}`;
}

function invalid(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'validation_error', message, advice });
}
