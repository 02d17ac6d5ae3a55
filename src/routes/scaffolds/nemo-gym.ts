/**
 * `/scaffolds/nemo-gym`: the routes of a resources server of NeMo Gym (https://github.com/NVIDIA-NeMo/Gym,
 * nemo_gym/base_resources_server.py). The row names its test case, so that no session is kept.
 */
import { Hono } from 'hono';
import type { z } from 'zod';
import type { AppEnv } from '../../auth/middleware.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { enginesOf } from '../../mcp/engines.ts';
import { visit } from '../user-space.ts';
import { bodyOf } from './body.ts';
import { type verifyAnswer, verifyRequest } from './nemo-gym.schema.ts';

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
  );

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
  const [issue] = error?.issues ?? [];
  return new ToolFailure({
    errorType: 'validation_error',
    message:
      issue === undefined
        ? 'The row names no test case.'
        : `The body cannot be used: ${issue.path.join('.')}: ${issue.message}.`,
    advice:
      'Send responses_create_params and response, and the test case as test_case_id or metadata.test_case_id; /scaffolds/datasets/nemo-gym has such rows.',
  });
}
