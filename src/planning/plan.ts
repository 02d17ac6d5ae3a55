/** What a plan is. A plan is a document that users write, too: its fields have the names of the contract (`context-engine.md`, tool 11). */

import { z } from 'zod';
import { supplySchema } from '../lib/supply.ts';
import { checkSchema, MOST_CHECKS } from './checks.ts';
import { STEP_TYPES } from './step-types.ts';

/** Steps of a plan. */
export const MOST_STEPS = 5_000;
/** UTF-16 units of a plan as JSON, and of one of its steps. */
export const LONGEST_PLAN = 8_000_000;
export const LONGEST_STEP = 400_000;

/** How a step can end that another one depends on. */
export const ENDINGS = ['completed', 'failed', 'skipped'] as const;

const path = z.string().min(1).max(3000);
const line = z.string().trim().min(1).max(2000);
const lines = z.array(line).max(200);
const text = z.string().max(20_000);
const number = z.int().min(1).max(1_000_000);
const numbers = z.array(number).max(MOST_STEPS);

/** A step of a plan. Other steps are named by their numbers. */
export const stepSchema = z.strictObject({
  id: z
    .string()
    .min(1)
    .max(60)
    .optional()
    .describe('Identity, which stays when the number changes; given by the server.'),
  number,
  description: line,
  type: z.enum(STEP_TYPES),
  dependencies: numbers.default([]).describe('Steps that must be completed or skipped before.'),
  parent: number.optional().describe('The step that this one is a part of.'),
  conditions: z
    .array(z.strictObject({ step: number, ended: z.enum(ENDINGS) }))
    .max(20)
    .optional()
    .describe('It is to be done only if these steps ended so; else it is skipped.'),
  discovered_from: number.optional().describe('The step during which this work was found; blocks nothing.'),
  estimated_duration_ms: z.int().min(0).max(1e12).optional(),
  files_affected: z.array(path).max(200).optional(),
  symbols: z
    .array(z.strictObject({ file: path, name: z.string().min(1).max(300) }))
    .max(100)
    .optional()
    .describe('Functions and classes that it rests on: f, C or C.m.'),
  details: text.optional().describe('How it is done.'),
  acceptance_criteria: lines.optional().describe('In words; only checks decide.'),
  checks: z.array(checkSchema).max(MOST_CHECKS).optional().describe('What shows that it is done.'),
  supply: supplySchema.optional(),
  patch: z.string().min(1).max(300_000).optional().describe('Unified diff against the commit of the plan.'),
  contents: z
    .array(z.strictObject({ path, content: z.string().max(300_000) }))
    .min(1)
    .max(50)
    .optional()
    .describe('Whole files that it creates or replaces.'),
  python: z
    .string()
    .min(1)
    .max(20_000)
    .optional()
    .describe('Code of a command step that runs here, in an empty sandbox.'),
  command: z.string().min(1).max(2000).optional().describe('A shell command, which only the agent can run.'),
  group: z.string().trim().min(1).max(100).optional().describe('Steps that are approved together.'),
  requires_approval: z.boolean().optional(),
  requirements: z
    .array(z.string().min(1).max(60))
    .max(50)
    .optional()
    .describe('Ids of the requirements that it serves.'),
});

/** A step as it is stored; its id is there. */
export type Step = z.output<typeof stepSchema> & { readonly id: string };
/** A step as somebody gave it. */
export type GivenStep = z.output<typeof stepSchema>;

/** A feature and the steps that make it. */
export const featureSchema = z.strictObject({
  name: line,
  description: text.default(''),
  steps: numbers.default([]),
});
export type Feature = z.output<typeof featureSchema>;

export const riskSchema = z.strictObject({
  issue: line,
  mitigation: text.default(''),
  likelihood: z.enum(['low', 'medium', 'high']).default('medium'),
  impact: text.default(''),
});
export type Risk = z.output<typeof riskSchema>;

/** Something that the plan is to achieve, as EARS writes it or as a line of a checklist. */
export const requirementSchema = z.strictObject({
  id: z.string().min(1).max(60),
  text: line,
  /** The user story or heading that it stands under. */
  story: line.optional(),
});
export type Requirement = z.output<typeof requirementSchema>;

/** What a plan says beside its steps. */
export const headFields = {
  goal: z.string().trim().min(1).max(20_000),
  scope: z
    .strictObject({
      included: lines.default([]),
      excluded: lines.default([]),
      assumptions: lines.default([]),
      constraints: lines.default([]),
    })
    .prefault({}),
  mvp_features: z.array(featureSchema).max(200).default([]),
  nice_to_have_features: z.array(featureSchema).max(200).default([]),
  architecture: z
    .strictObject({
      notes: text.default(''),
      patterns_used: lines.default([]),
      diagrams: z.array(text).max(20).default([]).describe('Mermaid.'),
    })
    .prefault({}),
  risks: z.array(riskSchema).max(200).default([]),
  requirements: z.array(requirementSchema).max(2000).default([]),
  /** What nobody has answered yet. */
  questions: lines.default([]),
};

/** What a plan says beside its steps. */
export const headSchema = z.strictObject(headFields);

/** What a plan says beside its steps. */
export type PlanHead = z.output<typeof headSchema>;

/** What somebody gives as a plan. */
export const draftSchema = z.strictObject({ ...headFields, steps: z.array(stepSchema).max(MOST_STEPS) });
/** A plan before it is stored. */
export type Draft = z.output<typeof draftSchema>;

/** A plan at a version. Steps are in the order of their numbers. */
export interface Plan {
  readonly head: PlanHead;
  readonly steps: readonly Step[];
}
