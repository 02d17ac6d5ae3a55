/** A review in the answers of tools. */
import { z } from 'zod';
import { VERSION } from '../../lib/version.ts';
import { answeredBySchema } from '../../mcp/hand-back.ts';
import { renderSarif } from '../../mcp/report/sarif.ts';
import { SEVERITIES } from '../../review/finding.ts';
import { renderComment, SHOWN_FINDINGS } from '../../review/report/markdown.ts';
import { describeDifferent } from '../../review/report/policy.ts';
import type { Review } from '../../review/review.ts';
import { type FindingFields, findingSchema, renderFinding, renderOmission, toFindingFields } from './finding-fields.ts';
import { reviewDocument } from './review-document.ts';
import type { OptionFields } from './review-options.ts';

const count = z.int();

/** What a review answers. */
export const reviewSchema = z.object({
  status: z.literal('reviewed'),
  run_id: z.string().describe('Equal for equal inputs.'),
  risk_score: z.number().describe('1 to 5.'),
  classification: z.enum(['feature', 'bugfix', 'refactor', 'infra', 'docs']),
  hotspots: z.array(z.object({ file: z.string(), reason: z.string(), risk_contribution: z.number() })),
  summary: z.object({
    total_findings: count,
    by_severity: z.object({ CRITICAL: count, HIGH: count, MEDIUM: count, LOW: count }),
    by_category: z.record(z.string(), count),
    should_fail: z.boolean(),
  }),
  findings: z.array(findingSchema),
  should_fail: z.boolean(),
  fail_reasons: z.array(z.string()),
  held_back: z
    .object({
      dismissed: count,
      unsure: count,
      unsure_findings: z
        .array(z.object({ rule: z.string(), file: z.string(), line: count, confidence: z.number() }))
        .optional()
        .describe('The first ten.'),
      other_category: count,
      over_limit: count,
    })
    .describe('Findings that are not shown, and why.'),
  different: z
    .array(z.string())
    .describe('Functions that behave differently for an input, which ran on CPython before and after.'),
  changes: z.array(z.string()).describe('What changed without being wrong, such as functions proved equivalent.'),
  omitted: z
    .array(z.object({ what: z.string(), why: z.string(), check: z.string().optional() }))
    .describe('What was not looked at.'),
  stats: z.object({
    files_changed: count,
    lines_added: count,
    lines_removed: count,
    duration_ms: count,
    deterministic_checks_executed: count,
    invariants_executed: count.optional(),
    static_analyzers_executed: count.optional(),
    llm_passes_executed: count.optional(),
    llm_findings_added: count.optional(),
    llm_findings_dropped: count.optional().describe('They quote no changed line.'),
    llm_skipped_reason: z.string().optional(),
    timings_ms: z.record(z.string(), z.number()).optional(),
  }),
  metadata: z.object({
    reviewed_at: z.string(),
    tool_version: z.string(),
    warnings: z.array(z.string()),
    llm_model: z.string().optional(),
  }),
  answered_by: answeredBySchema.optional(),
  workspace: z.string().optional(),
  base: z.string().optional().describe('Commit before.'),
  head: z.string().optional().describe('Commit after.'),
  sarif: z.record(z.string(), z.unknown()).optional(),
  markdown: z.string().optional(),
});

/** A review on the wire. */
export type ReviewFields = z.output<typeof reviewSchema>;

/** Names of the document's timings for checks that have another one. */
const TIMINGS: Readonly<Record<string, string>> = { static: 'static_analysis' };

/** The fields of a review that took `durationMs` of the clock. */
export async function toReviewFields(
  review: Review,
  options: OptionFields,
  {
    title,
    tool,
    durationMs,
    answeredBy,
  }: {
    readonly title: string;
    readonly tool: string;
    readonly durationMs: number;
    /** Who answered what a model is asked. */
    readonly answeredBy?: string | undefined;
  },
): Promise<ReviewFields> {
  const { verdict, size, stages, model, skipped, warnings, omitted, changes, different = [] } = review;
  const { shouldFail, held } = verdict;
  const executed = (check: string) => stages.find((stage) => stage.check === check)?.executed;
  const [invariants, analyzers] = [executed('invariants'), executed('static')];
  return {
    status: 'reviewed',
    run_id: review.runId,
    risk_score: review.risk,
    classification: review.classification,
    hotspots: review.hotspots.map(({ file, reason, riskContribution }) => ({
      file,
      reason,
      risk_contribution: riskContribution,
    })),
    summary: {
      total_findings: verdict.total,
      by_severity: verdict.bySeverity,
      by_category: verdict.byCategory,
      should_fail: shouldFail,
    },
    findings: verdict.findings.map(toFindingFields),
    should_fail: shouldFail,
    fail_reasons: [...verdict.failReasons],
    held_back: {
      dismissed: held.dismissed,
      unsure: held.unsure,
      ...(held.unsureFindings.length > 0 && { unsure_findings: held.unsureFindings.map((each) => ({ ...each })) }),
      other_category: held.otherCategory,
      over_limit: held.overLimit,
    },
    different: [...different],
    changes: [...changes],
    omitted: omitted.map((each) => ({ ...each })),
    stats: {
      files_changed: size.files,
      lines_added: size.added,
      lines_removed: size.removed,
      duration_ms: durationMs,
      deterministic_checks_executed: stages.length,
      ...(invariants !== undefined && { invariants_executed: invariants }),
      ...(analyzers !== undefined && { static_analyzers_executed: analyzers }),
      ...(model !== undefined && {
        llm_passes_executed: model.passes,
        llm_findings_added: model.added,
        llm_findings_dropped: model.dropped,
      }),
      ...(skipped !== undefined && { llm_passes_executed: 0, llm_skipped_reason: skipped }),
      timings_ms: {
        ...review.timings,
        ...Object.fromEntries(stages.map(({ check, ms }) => [TIMINGS[check] ?? check, ms])),
      },
    },
    metadata: {
      reviewed_at: new Date().toISOString(),
      tool_version: VERSION,
      warnings: [...warnings],
      ...(answeredBy !== undefined && { llm_model: answeredBy === 'caller' ? 'calling agent' : answeredBy }),
    },
    ...(answeredBy !== undefined && { answered_by: answeredBy }),
    ...(review.workspace !== undefined && { workspace: review.workspace }),
    ...(review.base !== undefined && { base: review.base }),
    ...(review.head !== undefined && { head: review.head }),
    ...(options.include_sarif && { sarif: { ...(await renderSarif(reviewDocument(title, review), tool, VERSION)) } }),
    ...(options.include_markdown && { markdown: commentOf(review) }),
  };
}

function commentOf(review: Review): string {
  const { verdict, risk, classification, size, changes, different = [], omitted, warnings, base, head } = review;
  return renderComment({
    verdict,
    riskScore: risk,
    classification,
    filesChanged: size.files,
    linesAdded: size.added,
    linesRemoved: size.removed,
    ...(base !== undefined && head !== undefined && { subject: `${base.slice(0, 12)}..${head.slice(0, 12)}` }),
    changes,
    different,
    omitted,
    warnings,
    version: VERSION,
  });
}

/** A review as text. */
export function renderReview(fields: ReviewFields): string {
  const { findings, summary, stats, fail_reasons, different, changes, omitted, metadata, held_back } = fields;
  const { total_findings: total, by_severity } = summary;
  const counts = SEVERITIES.filter((each) => by_severity[each] > 0).map((each) => `${by_severity[each]} ${each}`);
  const shown: readonly FindingFields[] = findings.slice(0, SHOWN_FINDINGS);
  const { unsure_findings: unsure = [], ...counted } = held_back;
  const held = Object.entries(counted).filter(([, number]) => number > 0);
  return [
    `${total === 0 ? 'No findings' : `${total} findings: ${counts.join(', ')}`}${different.length === 0 ? '' : `; ${describeDifferent(different)}`}.`,
    `Risk ${fields.risk_score} of 5, ${fields.classification}; ${stats.files_changed} files, +${stats.lines_added} −${stats.lines_removed}. ${fields.run_id}`,
    ...(fields.should_fail ? [`Should fail: ${fail_reasons.join('; ')}`] : []),
    ...shown.map(renderFinding),
    ...(total > shown.length ? [`${total - shown.length} more: see findings, or the report.`] : []),
    ...(held.length > 0 ? [`Held back: ${held.map(([why, number]) => `${number} ${why}`).join(', ')}.`] : []),
    ...listed(
      'Unsure, below confidence_threshold',
      unsure.map(({ rule, file, line, confidence }) => `${rule} ${file}:${line}, confidence ${confidence}`),
    ),
    ...listed('Changed', changes),
    ...listed('Not looked at', omitted.map(renderOmission)),
    ...listed('Warnings', metadata.warnings),
    ...(fields.answered_by === undefined ? [] : [`Findings of the check model are by: ${fields.answered_by}.`]),
    ...(stats.llm_skipped_reason === undefined ? [] : [`No model was asked: ${stats.llm_skipped_reason}`]),
    ...(fields.markdown === undefined ? [] : [fields.markdown]),
  ].join('\n');
}

/** Items of a list that the text shows. */
const LISTED = 10;

function listed(heading: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - LISTED;
  return [
    `${heading}:`,
    ...items.slice(0, LISTED).map((item) => `- ${item}`),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
  ];
}
