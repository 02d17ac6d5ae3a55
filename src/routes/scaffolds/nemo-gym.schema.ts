/** What `/scaffolds/nemo-gym/verify` and `/aggregate_metrics` take and answer. */
import { z } from 'zod';

/** A message's content; parts other than texts have none. */
const content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);

/** A row of a dataset with the model's answer, as OpenAI's Responses API has it. Fields beside these are handed back. */
export const verifyRequest = z.looseObject({
  responses_create_params: z.looseObject({}),
  response: z.looseObject({ output: z.array(z.looseObject({ type: z.string(), content: content.nullish() })) }),
  test_case_id: z.string().optional(),
  metadata: z.looseObject({ test_case_id: z.string().optional() }).nullish(),
});

const scores = { answer_score: z.number(), step_score: z.number().optional() };

/** The row with its rewards. */
export const verifyAnswer = z.looseObject({
  reward: z.number().describe('The score of the answer, 1 or 0.'),
  reward_components: z
    .object(scores)
    .describe('step_score is the share of right steps before the first wrong one; absent when they cannot be checked.'),
  ...scores,
  step_scores: z.array(z.number()).describe('1 for each right step before the first wrong one, else 0.'),
  message: z.string(),
  read_as: z.string(),
  step_message: z.string(),
});

/** Rollouts as `/verify` answered them, of which clients keep the usage of the response only. */
export const metricsRequest = z.object({
  verify_responses: z.array(
    z.looseObject({
      _ng_task_index: z.int(),
      _ng_rollout_index: z.int(),
      response: z.looseObject({ usage: z.looseObject({}).nullish() }).nullish(),
    }),
  ),
});

const metrics = z.record(z.string(), z.number());

/** Statistics: mean, max, min, median and std of every number of the rollouts. */
export const metricsAnswer = z.object({
  group_level_metrics: z.array(z.looseObject({ _ng_task_index: z.int() })).describe('Those of each task.'),
  agent_metrics: metrics.describe('Those of all rollouts.'),
  key_metrics: metrics.describe('The means of all rollouts.'),
});
