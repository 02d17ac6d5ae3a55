/** A review as a report, of which its pages and SARIF are made. */

import { shownPath } from '../../lib/shown-path.ts';
import type { Block, ReportDocument, Finding as Result } from '../../mcp/report/document.ts';
import type { Severity } from '../../review/finding.ts';
import type { ReportedFinding } from '../../review/report/merge.ts';
import type { Review } from '../../review/review.ts';
import { renderOmission } from './finding-fields.ts';

const LEVELS = { CRITICAL: 'error', HIGH: 'error', MEDIUM: 'warning', LOW: 'note' } as const;
/** How GitHub ranks security findings, from 0 to 10. */
const RANKS: Readonly<Record<Severity, number>> = { CRITICAL: 9.5, HIGH: 8, MEDIUM: 5, LOW: 2 };

/** The document of a review; `title` says of what. */
export function reviewDocument(title: string, review: Review): ReportDocument {
  const { runId, risk, classification, size, verdict, changes, omitted, warnings, lineHashes } = review;
  const list = (heading: string, items: readonly string[]) =>
    items.length === 0 ? [] : [{ heading, blocks: [{ kind: 'list' as const, items }] }];
  return {
    title,
    summary:
      `${verdict.total} findings in ${size.files} files (+${size.added} −${size.removed}); risk ${risk} of 5, ${classification}. ` +
      (verdict.shouldFail
        ? `It should not be merged: ${verdict.failReasons.join('; ')}`
        : 'Nothing forbids to merge it.'),
    sections: [
      {
        heading: 'Findings',
        blocks: verdict.findings.map(
          (finding): Block => ({
            kind: 'finding',
            finding: toResult(finding, lineHashes[`${finding.file}:${finding.line}`]),
          }),
        ),
      },
      ...list('What changed', changes),
      ...list('Not looked at', omitted.map(renderOmission)),
      ...list('Warnings', warnings),
    ],
    properties: { run_id: runId, risk_score: risk, classification, should_fail: verdict.shouldFail },
  };
}

function toResult(finding: ReportedFinding, lineHash: string | undefined): Result {
  const { id, rule, severity, category, confidence, title, description, file, line, lineEnd, impact } = finding;
  const { recommendation, snippet, suggestedPatch, test, evidence, identity, side, offDiff } = finding;
  const text = (each: string): readonly Block[] => (each === '' ? [] : [{ kind: 'paragraph', text: each }]);
  const code = (language: string, each?: string): readonly Block[] =>
    each === undefined ? [] : [{ kind: 'code', language, text: each }];
  return {
    rule: {
      id: rule,
      description: title,
      ...(recommendation !== '' && { help: recommendation }),
      tags: [category],
      ...(category === 'security' && { securitySeverity: RANKS[severity] }),
    },
    level: LEVELS[severity],
    message: `${title}. ${description}`,
    place: { file, line, ...(lineEnd !== undefined && { lineEnd }) },
    identity,
    ...(lineHash !== undefined && side === undefined && { lineHash }),
    related: evidence.flatMap((each) =>
      each.file === undefined
        ? []
        : [{ file: each.file, ...(each.line !== undefined && { line: each.line }), message: each.text }],
    ),
    properties: { id, severity, category, confidence, ...(side !== undefined && { side }) },
    details: [
      ...text(`${severity} at ${shownPath(file)}:${line}${side === undefined ? '' : ' (before the change)'}: ${title}`),
      ...text(description),
      ...code('', snippet),
      ...text(impact),
      ...text(recommendation),
      ...code('diff', suggestedPatch),
      ...code('python', test),
      ...text(offDiff === undefined ? '' : `Not on a changed line: ${offDiff}`),
      ...text(`${id}, ${rule}, confidence ${confidence}`),
    ],
  };
}
