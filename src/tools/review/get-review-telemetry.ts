/** `get_review_telemetry`: what was measured of reviews in the background. */
import { z } from 'zod';
import { failureOf, wordsOf } from '../../lib/errors.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { DEFAULT_CONFIG, type SessionStatus } from '../../review/reactive/service.ts';
import { rateOf, sessionParameter, telemetrySchema, toConfigFields, toTelemetryFields } from './session-fields.ts';

export default defineTool({
  name: 'get_review_telemetry',
  toolset: 'review',
  title: 'Measure reviews',
  description:
    'What was measured of a review in the background, or of all of yours: times, reads answered from memory, and the bounds of its work.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ session_id: sessionParameter.optional() }),
  output: z.object({
    success: z.boolean(),
    session_id: z.string().optional(),
    telemetry: telemetrySchema.describe('Of several reviews: since the first start; times and reads of all together.'),
    cache_stats: z.object({
      hit_rate: z.number(),
      total_entries: z.int().describe('Files in memory now.'),
      commit_keyed: z.boolean(),
    }),
    reactive_config: z.object({
      max_concurrent_steps: z.int(),
      step_timeout_ms: z.int(),
      max_retries: z.int(),
      session_timeout_ms: z.int(),
    }),
    sessions: z.array(z.object({ id: z.string(), status: z.string(), title: z.string() })),
    unreadable: z
      .array(z.object({ id: z.string(), why: z.string() }))
      .optional()
      .describe('Reviews that cannot be read; no figure counts them.'),
  }),
  async handler({ session_id }, { reviewSessions }) {
    const ids = session_id === undefined ? reviewSessions.list() : [session_id];
    const settled = await Promise.allSettled(ids.map((id) => reviewSessions.open(id).session.status()));
    const unreadable = settled.flatMap((one, index) => {
      const id = ids[index];
      if (one.status === 'fulfilled' || id === undefined) return [];
      if (session_id !== undefined) throw one.reason;
      return [{ id, why: wordsOf(failureOf(one.reason, 'get_review_telemetry')) }];
    });
    const statuses = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const [first] = statuses;
    const sum = (of: (telemetry: SessionStatus['telemetry']) => number) =>
      statuses.reduce((total, { telemetry }) => total + of(telemetry), 0);
    const rate = rateOf(
      sum(({ reads }) => reads),
      sum(({ hits }) => hits),
    );
    return {
      success: true,
      ...(session_id !== undefined && { session_id }),
      telemetry:
        session_id !== undefined && first !== undefined
          ? toTelemetryFields(first)
          : {
              start_time: first?.createdAt ?? new Date().toISOString(),
              elapsed_ms: sum(({ elapsedMs }) => elapsedMs),
              tokens_used: 0,
              cache_hit_rate: rate,
            },
      cache_stats: { hit_rate: rate, total_entries: sum(({ entries }) => entries), commit_keyed: true },
      reactive_config: toConfigFields(session_id === undefined ? DEFAULT_CONFIG : (first?.config ?? DEFAULT_CONFIG)),
      ...(unreadable.length > 0 && { unreadable }),
      sessions: statuses.map(({ id, state, pullRequest }) => ({ id, status: state, title: pullRequest.title })),
    };
  },
  render: ({ telemetry, cache_stats, sessions, unreadable = [] }) =>
    [
      `${sessions.length} reviews since ${telemetry.start_time}, ${telemetry.elapsed_ms} ms; no model was asked (0 tokens).`,
      `Memory answered ${cache_stats.hit_rate} of all reads of files and holds ${cache_stats.total_entries} files, by commit.`,
      ...sessions.map(({ id, status, title }) => `- ${id}: ${status}. ${title}`),
      ...unreadable.map(({ id, why }) => `- ${id} cannot be read. ${why}`),
    ].join('\n'),
});
