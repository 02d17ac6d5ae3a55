/** `get_reactive_findings`: what a review in the background has found. */
import { z } from 'zod';
import { tokensFor } from '../../mcp/answer-size.ts';
import { defineTool } from '../../mcp/define-tool.ts';
import { SESSION_STATES } from '../../review/reactive/service.ts';
import type { Review } from '../../review/review.ts';
import { findingSchema, renderFinding, renderOmission, toFindingFields } from './finding-fields.ts';
import { reviewDocument } from './review-document.ts';
import { sessionParameter } from './session-fields.ts';

const USUAL = 7;
const inReport = () => 'all of it in the report that the result links to';

const keptSchema = z.object({
  format: z.literal(1),
  title: z.string(),
  review: z.custom<Review>((value) => typeof value === 'object' && value !== null),
});

export default defineTool({
  name: 'get_reactive_findings',
  toolset: 'review',
  title: 'Read what a review has found',
  description:
    'The findings of a review in the background, once each, the worst first. A completed review shows all of them, a running one those ' +
    'of the steps that have ended.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({
    session_id: sessionParameter,
    limit: z.int().min(1).max(100).default(USUAL).describe('How many.'),
    offset: z.int().min(0).default(0).describe('How many to skip.'),
  }),
  output: z.object({
    success: z.boolean(),
    session_id: z.string(),
    status: z.enum(SESSION_STATES),
    complete: z.boolean().describe('Whether all steps ended, nothing is missing.'),
    findings: z.array(findingSchema),
    total_findings: z.int(),
    next_offset: z.int().optional(),
    should_fail: z.boolean(),
    fail_reasons: z.array(z.string()),
    by_severity: z.record(z.string(), z.int()),
    changes: z.array(z.string()).describe('What changed without being wrong.'),
    omitted: z.array(z.object({ what: z.string(), why: z.string(), check: z.string().optional() })),
    warnings: z.array(z.string()),
  }),
  tokens: ({ limit }) => tokensFor(limit, USUAL),
  more: {
    findings: (shown, { offset }) => `offset ${offset + shown}`,
    changes: inReport,
    omitted: inReport,
  },
  async handler({ session_id, limit, offset }, { reviewSessions }) {
    const { status, review, complete } = await reviewSessions.open(session_id).session.findings();
    const { verdict, changes, omitted, warnings } = review;
    const end = offset + limit;
    return {
      success: true,
      session_id,
      status: status.state,
      complete,
      findings: verdict.findings.slice(offset, end).map(toFindingFields),
      total_findings: verdict.findings.length,
      ...(end < verdict.findings.length && { next_offset: end }),
      should_fail: verdict.shouldFail,
      fail_reasons: [...verdict.failReasons],
      by_severity: verdict.bySeverity,
      changes: [...changes],
      omitted: omitted.map((each) => ({ ...each })),
      warnings: [...warnings],
      title: `Review of PR ${status.pullRequest.number}: ${status.pullRequest.title}`,
      review,
    };
  },
  render: ({ session_id, status, findings, total_findings, next_offset, fail_reasons, changes, omitted, warnings }) =>
    [
      `${session_id} is ${status}: ${total_findings} findings${status === 'completed' ? '' : ' until now'}.`,
      ...(fail_reasons.length > 0 ? [`Should fail: ${fail_reasons.join('; ')}`] : []),
      ...findings.map(renderFinding),
      ...(next_offset === undefined ? [] : [`More: offset ${next_offset}.`]),
      ...changes.map((change) => `Changed: ${change}`),
      ...omitted.map((each) => `Not looked at: ${renderOmission(each)}`),
      ...warnings.map((warning) => `Warning: ${warning}`),
    ].join('\n'),
  report: {
    kept: keptSchema,
    keep: (_args, _output, { title, review }) => ({
      format: 1 as const,
      title,
      review: { ...review, stages: review.stages.map((stage) => ({ ...stage, ms: 0 })), timings: {} },
    }),
    document: ({ title, review }) => reviewDocument(title, review),
  },
});
