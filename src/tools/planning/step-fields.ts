/** A step in the answers of tools. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { STEP_STATES } from '../../planning/graph/states.ts';
import type { EvidenceRecord, Progress } from '../../planning/records.ts';
import type { Drift, StepStatus } from '../../planning/service.ts';
import { STEP_TYPES } from '../../planning/step-types.ts';
import { nameOf, timeOf } from './parameters.ts';

/** Characters of a description in a list. */
const SHORT = 160;
export const SHORT_ID = 12;

export const stateSchema = z.enum(STEP_STATES);

/** A step as it stands: the fields of the contract's `get_plan_status`, and ours. */
export const stepStatusSchema = z.object({
  step_number: z.int(),
  status: stateSchema,
  description: z.string(),
  type: z.enum(STEP_TYPES),
  waits_for: z.array(z.int()).optional().describe('Steps; of a blocked one those that failed or were cancelled.'),
  why: z.string().optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  duration_ms: z.number().optional(),
  error: z.string().optional(),
  files_modified: z.array(z.string()).optional(),
  by: z.string().optional(),
  lease_until: z.string().optional().describe('Until when it is theirs.'),
  commit: z.string().optional().describe('At which it was found done.'),
  how: z.enum(['verified', 'overridden']).optional(),
  reason: z.string().optional().describe('Of a skip, a cancellation or an override.'),
  attempts: z.int().optional(),
  was_done_before_change: z.literal(true).optional(),
});
export type StepStatusFields = z.output<typeof stepStatusSchema>;

/** The fields of a step. */
export function stepStatusFields({ step, state, progress, waitsFor, why, isStale }: StepStatus): StepStatusFields {
  return {
    step_number: step.number,
    status: state,
    description: short(step.description),
    type: step.type,
    ...(waitsFor.length > 0 && { waits_for: [...waitsFor] }),
    ...(why !== undefined && { why }),
    ...(progress !== undefined && progressFields(progress)),
    ...(isStale && { was_done_before_change: true as const }),
  };
}

function progressFields(progress: Progress) {
  const { startedAt, endedAt, error, files, by, lease, commit, how, reason, attempts, recorded } = progress;
  return {
    ...(startedAt !== undefined && { started_at: timeOf(startedAt) }),
    ...(endedAt !== undefined && { completed_at: timeOf(endedAt) }),
    ...(startedAt !== undefined && endedAt !== undefined && { duration_ms: endedAt - startedAt }),
    ...(error !== undefined && { error }),
    ...(files !== undefined && { files_modified: [...files] }),
    by: nameOf(by),
    ...(recorded === 'executing' && lease !== undefined && { lease_until: timeOf(lease) }),
    ...(commit !== undefined && { commit }),
    ...(how !== undefined && { how }),
    ...(reason !== undefined && { reason }),
    ...(attempts > 1 && { attempts }),
  };
}

/** A step in a line. */
export function renderStep(step: StepStatusFields): string {
  const { step_number, status, description, waits_for = [], why, by, lease_until, commit, how, error, reason } = step;
  const facts = [
    waits_for.length === 0 ? undefined : `${status === 'blocked' ? 'by' : 'waits for'} ${waits_for.join(', ')}`,
    why,
    status === 'executing' ? `${by}, until ${lease_until}` : undefined,
    how === 'overridden' ? `OVERRIDDEN by ${by}: ${reason}` : undefined,
    how === 'verified' && commit !== undefined ? `verified at ${commit.slice(0, SHORT_ID)}` : undefined,
    how === undefined && reason !== undefined ? reason : undefined,
    error,
    step.was_done_before_change ? 'was done before it was changed' : undefined,
  ].filter((fact) => fact !== undefined);
  return `${step_number}. [${status}] ${plain(description)}${facts.length === 0 ? '' : ` (${plain(facts.join('; '))})`}`;
}

export const driftSchema = z.object({
  step_number: z.int(),
  file: z.string(),
  symbol: z.string().optional(),
  what: z.enum(['changed', 'gone', 'there_already']),
  by_step: z.int().optional().describe('Completed step that was to change the file.'),
});

/** The fields of a drift. */
export function driftFields({ step, file, symbol, what, byStep }: Drift): z.output<typeof driftSchema> {
  return {
    step_number: step,
    file,
    ...(symbol !== undefined && { symbol }),
    what,
    ...(byStep !== undefined && { by_step: byStep }),
  };
}

/** A drift in a line. */
export function renderDrift({ step_number, file, symbol, what, by_step }: z.output<typeof driftSchema>): string {
  const of = symbol === undefined ? file : `${symbol} of ${file}`;
  const words = { changed: 'has changed', gone: 'is gone', there_already: 'is there already' }[what];
  return `step ${step_number}: ${plain(of)} ${words}${by_step === undefined ? '' : `, as step ${by_step} was to`}`;
}

export const checkResultSchema = z.object({
  kind: z.string(),
  check: z.string(),
  outcome: z.enum(['holds', 'fails', 'undecided']),
  basis: z.enum(['proved', 'executed', 'read']).optional(),
  evidence: z.string(),
});

export const evidenceSchema = z.object({
  at: z.string(),
  by: z.string(),
  outcome: z.enum(['passed', 'refused', 'overridden']),
  commit: z.string().optional(),
  branch: z.string().optional().describe('Whose tip it was, where no commit was named.'),
  base: z.string().optional().describe('Where the work began.'),
  reason: z.string().optional(),
  checks: z.array(checkResultSchema),
});

/** The fields of evidence. */
export function evidenceFields({ at, by, outcome, commit, branch, base, reason, results }: EvidenceRecord) {
  return {
    at: timeOf(at),
    by: nameOf(by),
    outcome,
    ...(commit !== undefined && { commit }),
    ...(branch !== undefined && { branch }),
    ...(base !== undefined && { base }),
    ...(reason !== undefined && { reason }),
    checks: results.map(({ kind, check, outcome: came, basis, evidence }) => ({
      kind,
      check,
      outcome: came,
      ...(basis !== undefined && { basis }),
      evidence,
    })),
  };
}

/** A check in a line. */
export function renderCheck({ check, outcome, basis, evidence }: z.output<typeof checkResultSchema>): string {
  return `- ${outcome}${basis === undefined ? '' : ` (${basis})`}: ${plain(check)}. ${plain(evidence)}`;
}

/** The beginning of a text. */
export function short(text: string): string {
  return text.length <= SHORT ? text : `${text.slice(0, SHORT - 1).toWellFormed()}…`;
}
