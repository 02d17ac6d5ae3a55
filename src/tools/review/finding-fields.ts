/** A finding in the answers of tools. */

import { z } from 'zod';
import { shownPath } from '../../lib/shown-path.ts';
import { onOneLine } from '../../lib/visible-text.ts';
import { SEVERITIES } from '../../review/finding.ts';
import type { IdentifiedFinding } from '../../review/report/identify.ts';
import type { ReportedFinding } from '../../review/report/merge.ts';

/** What every tool says of a finding. */
export const findingSchema = z.object({
  id: z.string().describe('Stays when lines move; dismisses it in allowlist_finding_ids.'),
  severity: z.enum(SEVERITIES),
  category: z.string(),
  confidence: z.number(),
  title: z.string(),
  description: z.string(),
  file: z.string(),
  line: z.int(),
  snippet: z.string().optional(),
  impact: z.string(),
  recommendation: z.string(),
  suggested_patch: z.string().optional().describe('git apply takes it.'),
  check: z.string(),
  rule: z.string(),
  side: z.literal('before').optional().describe('The line is of the version before.'),
  line_end: z.int().optional(),
  off_diff: z.string().optional().describe('Why it is about no changed line.'),
  test: z.string().optional().describe('pytest module: passes before, fails after.'),
  evidence: z.array(z.object({ kind: z.string(), text: z.string(), place: z.string().optional() })),
  also: z.array(z.string()).optional().describe('Other rules that say so.'),
});

/** A finding on the wire. */
export type FindingFields = z.output<typeof findingSchema>;

/** The fields of a finding. */
export function toFindingFields(finding: IdentifiedFinding & Partial<Pick<ReportedFinding, 'also'>>): FindingFields {
  const { snippet, suggestedPatch, side, lineEnd, offDiff, test, evidence, also = [] } = finding;
  return {
    id: finding.id,
    severity: finding.severity,
    category: finding.category,
    confidence: finding.confidence,
    title: finding.title,
    description: finding.description,
    file: finding.file,
    line: finding.line,
    ...(snippet !== undefined && { snippet }),
    impact: finding.impact,
    recommendation: finding.recommendation,
    ...(suggestedPatch !== undefined && { suggested_patch: suggestedPatch }),
    check: finding.check,
    rule: finding.rule,
    ...(side !== undefined && { side }),
    ...(lineEnd !== undefined && { line_end: lineEnd }),
    ...(offDiff !== undefined && { off_diff: offDiff }),
    ...(test !== undefined && { test }),
    evidence: evidence.map(({ kind, text, file, line }) => ({
      kind,
      text,
      ...(file !== undefined && { place: line === undefined ? file : `${file}:${line}` }),
    })),
    ...(also.length > 0 && { also: also.map(({ rule, title }) => `${rule}: ${title}`) }),
  };
}

/** A finding as text, in some lines. */
export function renderFinding(finding: FindingFields): string {
  const { severity, title, file, line, id, confidence, rule, description, snippet, recommendation, off_diff } = finding;
  const before = finding.side === undefined ? '' : ' (before the change)';
  return [
    `${severity} ${shownPath(file)}:${line}${before} ${title} [${id}, ${rule}, confidence ${confidence}]`,
    ...(snippet === undefined ? [] : [`  > ${snippet.trim().replace(/\n/g, '\n  > ')}`]),
    `  ${description}`,
    ...(recommendation === '' ? [] : [`  Do: ${recommendation}`]),
    ...(off_diff === undefined ? [] : [`  Not on a changed line: ${off_diff}`]),
  ].join('\n');
}

/** What was left out, and why, in a line. */
export function renderOmission({ what, why }: { readonly what: string; readonly why: string }): string {
  return `${onOneLine(what)}: ${why}`;
}
