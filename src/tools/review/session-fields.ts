/** A review in the background in the answers of tools. */
import { z } from 'zod';
import { type ReactiveConfig, SESSION_STATES, type SessionStatus } from '../../review/reactive/service.ts';

/** The parameter of all tools about one review. */
export const sessionParameter = z.string().min(1).max(100).describe('From start_reactive_review.');

/** What was measured. */
export const telemetrySchema = z.object({
  start_time: z.string(),
  elapsed_ms: z.int(),
  tokens_used: z.int().describe('Of models: none is asked in the background.'),
  cache_hit_rate: z.number().describe('Share of reads of files that memory answered.'),
  last_activity_ms: z.int().optional().describe('Milliseconds since a step began or ended.'),
  appears_stalled: z.boolean().optional(),
});

/** Where a review is. */
export const sessionSchema = z.object({
  session: z.object({
    id: z.string(),
    pr_number: z.int(),
    status: z.enum(SESSION_STATES),
    created_at: z.string(),
    updated_at: z.string(),
    total_steps: z.int().optional(),
    title: z.string(),
    workspace: z.string(),
    error: z.string().optional().describe('Why it failed.'),
  }),
  progress: z.object({
    completed_steps: z.int(),
    total_steps: z.int(),
    percentage: z.number(),
    failed_steps: z.int(),
    running: z.array(z.string()).describe('What is worked on now.'),
  }),
  telemetry: telemetrySchema,
  findings_count: z.int().describe('Before equal ones are merged and options applied.'),
});

/** What starting, pausing, resuming and cancelling answer. */
export const controlSchema = z.object({
  success: z.boolean(),
  session_id: z.string(),
  status: z.enum(SESSION_STATES),
  message: z.string(),
});

/** The fields of a review. */
export function toSessionFields(status: SessionStatus): z.output<typeof sessionSchema> {
  const { pullRequest, state, totalSteps, endedSteps, failedSteps, error } = status;
  const total = totalSteps ?? 0;
  return {
    session: {
      id: status.id,
      pr_number: pullRequest.number,
      status: state,
      created_at: status.createdAt,
      updated_at: status.updatedAt,
      ...(totalSteps !== undefined && { total_steps: totalSteps }),
      title: pullRequest.title,
      workspace: status.workspace,
      ...(error !== undefined && { error }),
    },
    progress: {
      completed_steps: endedSteps,
      total_steps: total,
      percentage: state === 'completed' ? 100 : total === 0 ? 0 : Math.floor((100 * endedSteps) / total),
      failed_steps: failedSteps,
      running: [...status.running],
    },
    telemetry: toTelemetryFields(status),
    findings_count: status.findings,
  };
}

/** The measurements of a review. */
export function toTelemetryFields({ createdAt, telemetry }: SessionStatus): z.output<typeof telemetrySchema> {
  const { elapsedMs, lastActivityMs, appearsStalled, reads, hits } = telemetry;
  return {
    start_time: createdAt,
    elapsed_ms: elapsedMs,
    tokens_used: 0,
    cache_hit_rate: rateOf(reads, hits),
    last_activity_ms: lastActivityMs,
    appears_stalled: appearsStalled,
  };
}

/** A share with three digits; 0 of nothing. */
export function rateOf(reads: number, hits: number): number {
  return reads === 0 ? 0 : Math.round((1000 * hits) / reads) / 1000;
}

/** The bounds of a review. */
export function toConfigFields(config: ReactiveConfig) {
  return {
    max_concurrent_steps: config.maxConcurrentSteps,
    step_timeout_ms: config.stepTimeoutMs,
    max_retries: config.maxRetries,
    session_timeout_ms: config.sessionTimeoutMs,
  };
}

/** A review in a line. */
export function renderSession({ session, progress, findings_count }: z.output<typeof sessionSchema>): string {
  const { id, status, pr_number, title, workspace, error } = session;
  const { completed_steps, total_steps, percentage, failed_steps, running } = progress;
  return [
    `${id}: ${status}. PR ${pr_number} of ${workspace}: ${title}`,
    `${completed_steps} of ${total_steps} steps (${percentage} %), ${failed_steps} failed; ${findings_count} findings.`,
    ...(running.length > 0 ? [`Working on ${running.join('; ')}.`] : []),
    ...(error === undefined ? [] : [`It failed: ${error}`]),
  ].join('\n');
}

/** The answer to a change of a review's state. */
export function toControl(status: SessionStatus, message: string): z.output<typeof controlSchema> {
  return { success: true, session_id: status.id, status: status.state, message };
}

/** The same as text. */
export function renderControl({ session_id, status, message }: z.output<typeof controlSchema>): string {
  return `${session_id}: ${status}. ${message}`;
}
