/** `get_plan_history`: the versions of a plan, and what happened to it. */
import { z } from 'zod';
import { plain } from '../../lib/markdown.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { nameOf, PLAN_TOKENS, planId, stepNumber, timeOf } from './parameters.ts';
import { SHORT_ID } from './step-fields.ts';

/** Versions and events of an ordinary answer. */
const PAGE = 10;

export default defineTool({
  name: 'get_plan_history',
  toolset: 'planning',
  title: 'History of a plan',
  description:
    'The versions of a plan with what changed in each, and what happened to its steps: who, when, at which commit. The newest first; 500 ' +
    'versions and 10,000 events are kept.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    plan_id: planId,
    limit: z.int().min(1).max(500).default(PAGE).describe('How many versions, and how many events.'),
    before_version: z.int().min(2).optional().describe('Only versions before this one.'),
    step_number: stepNumber.optional().describe('Only events of this step.'),
  }),
  output: z.object({
    plan_id: z.string(),
    versions: z.array(z.object({ version: z.int(), created_at: z.string(), changes: z.string(), by: z.string() })),
    kept_versions: z.int(),
    oldest_version: z.int(),
    events: z.array(
      z.object({
        at: z.string(),
        action: z.string(),
        step_number: z.int().optional(),
        by: z.string(),
        version: z.int(),
        commit: z.string().optional(),
        note: z.string().optional(),
      }),
    ),
    kept_events: z.int(),
    forgotten_events: z.int(),
  }),
  tokens: ({ limit }) => Math.min(6_000, Math.max(PLAN_TOKENS, (PLAN_TOKENS * limit) / PAGE)),
  more: {
    versions: () => 'before_version goes on, a larger limit shows more',
    events: () => 'a larger limit shows more, step_number those of one step',
  },
  async handler({ plan_id, limit, before_version, step_number }, { plans }) {
    const { versions, kept, events, eventsKept } = await plans.open(plan_id).plan.history({
      most: limit,
      events: limit,
      ...(before_version !== undefined && { before: before_version }),
      ...(step_number !== undefined && { step: step_number }),
    });
    return {
      plan_id,
      versions: versions.map(({ version, at, by, changes }) => ({
        version,
        created_at: timeOf(at),
        changes,
        by: nameOf(by),
      })),
      kept_versions: kept.count,
      oldest_version: kept.oldest,
      events: events.map(({ at, action, number, by, version, commit, note }) => ({
        at: timeOf(at),
        action,
        ...(number !== undefined && { step_number: number }),
        by: nameOf(by),
        version,
        ...(commit !== undefined && { commit }),
        ...(note !== undefined && { note }),
      })),
      kept_events: eventsKept.count,
      forgotten_events: eventsKept.first - 1,
    };
  },
  render: ({ plan_id, versions, kept_versions, events, kept_events, forgotten_events }) =>
    [
      `${plan_id}: ${kept_versions} versions.`,
      ...versions.map(
        ({ version, created_at, changes, by }) => `${version}. ${created_at} ${plain(by)}: ${plain(changes)}`,
      ),
      `Events: ${kept_events}${forgotten_events === 0 ? '' : `, ${forgotten_events} older ones are forgotten`}.`,
      ...events.map(
        ({ at, action, step_number, by, commit, note }) =>
          `- ${at} ${plain(by)}: ${action}${step_number === undefined ? '' : ` step ${step_number}`}` +
          `${commit === undefined ? '' : ` at ${commit.slice(0, SHORT_ID)}`}${note === undefined ? '' : `: ${plain(note)}`}`,
      ),
    ].join('\n'),
});
