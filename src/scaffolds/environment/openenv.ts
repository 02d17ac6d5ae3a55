/**
 * Messages of OpenEnv (https://github.com/huggingface/OpenEnv, src/openenv/core/env_server/types.py), and what they mean for scaffolds: an
 * episode has one step, the attempt.
 */
import { z } from 'zod';
import { ToolFailure } from '../../lib/errors.ts';
import { MOST_LEVEL } from '../instances.ts';
import type { ScaffoldsApi } from '../service.ts';

/** What `reset` takes. As in OpenEnv, what it does not know is ignored, and null is absent. */
export const resetSchema = z.object({
  seed: z.int().min(0).nullish(),
  episode_id: z.string().max(255).nullish(),
  test_case_id: z.string().max(200).nullish(),
  scaffold: z.string().min(1).max(100).nullish(),
  tier: z.enum(['simple', 'standard', 'edge']).nullish(),
  level: z.int().min(1).max(MOST_LEVEL).nullish(),
});

const given = z.union([
  z.string(),
  z.record(z.string(), z.unknown()),
  z.array(z.unknown()),
  z.number(),
  z.boolean(),
  z.null(),
]);

/** What `step` takes. */
export const actionSchema = z.strictObject({
  answer: given.describe('Text, or JSON.'),
  trace: given.optional().describe('The steps: text, or JSON. Without them step_score is 0.'),
  test_case_id: z
    .string()
    .max(200)
    .nullish()
    .describe('The test case that is answered. Needed over HTTP, where no episode is kept between requests.'),
  metadata: z.record(z.string(), z.unknown()).optional().describe('Not looked at.'),
});

/** What an agent sees: the task after `reset`, the grade after `step`. */
export const observationSchema = z.object({
  test_case_id: z.string(),
  scaffold: z.string(),
  question: z.string().nullable().describe('The task, and the form of its answer.'),
  prompt: z.string().nullable().describe("The task with the scaffold's text, and how to write steps and answer."),
  message: z.string().nullable().describe('The verdict on the answer.'),
  read_as: z.enum(['read', 'empty', 'refusal', 'malformed', 'too_long']).nullable(),
  reward_components: z
    .object({ answer_score: z.number(), step_score: z.number().optional() })
    .nullable()
    .describe(
      'The reward is answer_score. step_score is the share of right steps; absent when they cannot be checked.',
    ),
  step_scores: z.array(z.number()).nullable().describe('1 for each right step before the first wrong one, else 0.'),
  step_message: z.string().nullable().describe('The verdict on the steps.'),
});

/** Where an episode is. */
export const stateSchema = z.object({
  episode_id: z.string().nullable(),
  step_count: z.int().min(0),
  test_case_id: z.string().nullable().describe('The test case of the episode.'),
});
export type EpisodeState = z.infer<typeof stateSchema>;

/** The state before the first `reset`. */
export const NO_EPISODE: EpisodeState = { episode_id: null, step_count: 0, test_case_id: null };

/** The answer to `reset` and `step`. */
export interface StepResult {
  readonly observation: z.infer<typeof observationSchema>;
  readonly reward: number | null;
  readonly done: boolean;
}

const NOTHING = { message: null, read_as: null, reward_components: null, step_scores: null, step_message: null };

/** Begins an episode; `fallback` is its seed when the client chooses none. Throws `ToolFailure`. */
export async function reset(
  scaffolds: ScaffoldsApi,
  data: unknown,
  fallback: number,
): Promise<{ readonly state: EpisodeState; readonly result: StepResult }> {
  const { seed, episode_id, test_case_id, scaffold, tier, level } = parse(resetSchema, data, 'The arguments of reset');
  const wish =
    typeof test_case_id === 'string'
      ? { id: test_case_id }
      : {
          ...(typeof scaffold === 'string' && { scaffold }),
          tier: tier ?? 'standard',
          seed: seed ?? fallback,
          level: level ?? 1,
        };
  const { id, question, prompt, scaffold: name } = await scaffolds.episode(wish);
  return {
    state: { episode_id: episode_id ?? id, step_count: 0, test_case_id: id },
    result: {
      observation: { test_case_id: id, scaffold: name, question, prompt, ...NOTHING },
      reward: null,
      done: false,
    },
  };
}

/** Grades an attempt, which ends the episode. Throws `ToolFailure`. */
export async function step(
  scaffolds: ScaffoldsApi,
  state: EpisodeState,
  data: unknown,
): Promise<{ readonly state: EpisodeState; readonly result: StepResult }> {
  const { answer, trace, test_case_id } = parse(actionSchema, data, 'The action');
  const id = test_case_id ?? state.test_case_id;
  if (id === null)
    throw invalid(
      'The action belongs to no episode.',
      'Reset first; over HTTP, give test_case_id of the observation of reset in the action.',
    );
  if (state.step_count > 0) throw invalid('The episode has ended: it has one step.', 'Reset to begin another.');
  const grade = await scaffolds.grade(id, { answer, ...(trace !== undefined && trace !== null && { trace }) });
  const { answerScore, stepScore } = grade;
  return {
    state: { ...state, step_count: state.step_count + 1 },
    result: {
      observation: {
        test_case_id: grade.id,
        scaffold: grade.scaffold,
        question: null,
        prompt: null,
        message: grade.message,
        read_as: grade.readAs,
        reward_components: { answer_score: answerScore, ...(stepScore !== undefined && { step_score: stepScore }) },
        step_scores: [...grade.stepScores],
        step_message: grade.stepMessage,
      },
      reward: answerScore,
      done: true,
    },
  };
}

/** `data` as `schema` has it. Throws `ToolFailure`. */
export function parse<Schema extends z.ZodObject>(schema: Schema, data: unknown, what: string): z.output<Schema> {
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw invalid(
    `${what} cannot be used: ${place === '' ? '' : `${place}: `}${issue?.message ?? 'malformed'}.`,
    `Give ${Object.keys(schema.shape).join(', ')}; /schema says what they are.`,
  );
}

function invalid(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'validation_error', message, advice });
}
