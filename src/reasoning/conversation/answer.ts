/** What is asked of whoever answers a turn. */
import { z } from 'zod';
import { claimSchema, MOST_CLAIMS } from '../claims/service.ts';

const text = z.string().min(1).max(2000);
const list = z.array(text).max(20).default([]);

export const PRIORITIES = ['high', 'medium', 'low'] as const;

export const solutionSchema = z.object({
  description: text,
  feasibility: z.string().max(500).optional(),
  effort_estimate: z.string().max(500).optional(),
});

/** The answer to a turn; what was not said is absent or empty. */
export const answerSchema = z.object({
  answer: z.string().min(1).max(20_000),
  claims: z
    .array(claimSchema)
    .max(MOST_CLAIMS)
    .default([])
    .describe('What the answer says of the code; each is checked.'),
  open_questions: list.describe('New ones, that have to be answered before this is solved.'),
  answered_questions: z
    .array(z.int())
    .max(100)
    .default([])
    .describe('Numbers of open questions that are answered now.'),
  next_steps: list,
  root_causes: list,
  solutions: z.array(solutionSchema).max(20).default([]),
  risks: list,
  steps: list.describe('What to do in the end, in order.'),
  priority: z.enum(PRIORITIES).optional(),
  estimated_effort: z.string().max(500).optional(),
});

/** An answer as it was given. */
export type TurnAnswer = z.output<typeof answerSchema>;
