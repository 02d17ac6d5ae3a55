/** A review as a comment on a pull request: a summary, and findings that unfold. GitHub's Markdown. */

import { fenced, plain } from '../../lib/markdown.ts';
import { shownPath } from '../../lib/shown-path.ts';
import { type Evidence, type Omission, SEVERITIES } from '../finding.ts';
import type { ReportedFinding } from './merge.ts';
import { describeDifferent, type PolicyVerdict } from './policy.ts';

/** What the comment tells. */
export interface Comment {
  readonly verdict: PolicyVerdict;
  readonly riskScore: number;
  readonly classification: string;
  readonly filesChanged: number;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  /** Commits, names or both: what was compared. */
  readonly subject?: string;
  /** Behaviour that changed on purpose or not, a line each. */
  readonly changes: readonly string[];
  /** Functions that were shown to behave differently. */
  readonly different: readonly string[];
  readonly omitted: readonly Omission[];
  readonly warnings: readonly string[];
  /** Of the server. */
  readonly version: string;
}

/** Findings that are shown unless more is asked for. */
export const SHOWN_FINDINGS = 7;
/** Characters of a comment that GitHub takes. */
const LONGEST_COMMENT = 65_536;
/** Of lists that are no findings. */
const MOST_LISTED = 20;

/** The comment; findings beyond `shown` are counted. */
export function renderComment(comment: Comment, shown = SHOWN_FINDINGS): string {
  const { findings, total } = comment.verdict;
  for (let count = Math.min(shown, findings.length); ; count--) {
    const rest = total - count;
    const text = [
      heading(comment),
      ...failures(comment.verdict),
      ...table(comment.verdict),
      ...findings.slice(0, count).map(renderFinding),
      ...(rest > 0 ? [`${rest} more of ${total} findings ${rest === 1 ? 'is' : 'are'} not shown here.`] : []),
      ...folded('Behaviour and public surface that changed', comment.changes.map(plain)),
      ...folded(
        'Not looked at',
        comment.omitted.map(({ what, why }) => `${plain(what)}: ${plain(why)}`),
      ),
      ...folded('Warnings', comment.warnings.map(plain)),
      `<sub>Lemma ${plain(comment.version)}. Findings keep their ids when lines move: dismiss one by its id.</sub>`,
    ].join('\n\n');
    if (text.length <= LONGEST_COMMENT || count === 0) return text.slice(0, LONGEST_COMMENT).toWellFormed();
  }
}

function heading({
  verdict,
  riskScore,
  classification,
  filesChanged,
  linesAdded,
  linesRemoved,
  subject,
  different,
}: Comment): string {
  const found = verdict.total === 0 ? 'no findings' : `${verdict.total} finding${verdict.total === 1 ? '' : 's'}`;
  const files = `${filesChanged} file${filesChanged === 1 ? '' : 's'}`;
  return [
    `## Review: ${found}${different.length === 0 ? '' : `, ${plain(describeDifferent(different))}`}`,
    '',
    `Risk ${riskScore} of 5, ${plain(classification)}; ${files}, +${linesAdded} −${linesRemoved}${subject === undefined ? '' : `; ${plain(subject)}`}.`,
  ].join('\n');
}

function failures({ failReasons }: PolicyVerdict): readonly string[] {
  if (failReasons.length === 0) return [];
  return [['**This change should not be merged:**', ...failReasons.map((reason) => `- ${plain(reason)}`)].join('\n')];
}

function table({ bySeverity, total }: PolicyVerdict): readonly string[] {
  if (total === 0) return [];
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    [row(SEVERITIES), row(SEVERITIES.map(() => '---')), row(SEVERITIES.map((each) => bySeverity[each]))].join('\n'),
  ];
}

function renderFinding(finding: ReportedFinding): string {
  const { severity, title, file, line, side, id, rule, confidence, also } = finding;
  const { description, impact, recommendation, snippet, evidence, suggestedPatch, test, offDiff } = finding;
  const place = `${shownPath(file)}:${line}${side === 'before' ? ' (before the change)' : ''}`;
  const parts = [
    `<details><summary><b>${severity}</b> ${escaped(title)} — <code>${escaped(place)}</code></summary>`,
    plain(description),
    ...(snippet === undefined ? [] : [fenced('', snippet)]),
    ...(impact === '' ? [] : [`**Impact:** ${plain(impact)}`]),
    ...(recommendation === '' ? [] : [`**What to do:** ${plain(recommendation)}`]),
    ...(suggestedPatch === undefined ? [] : [fenced('diff', suggestedPatch)]),
    ...(test === undefined ? [] : ['Passes before the change and fails after it:', fenced('python', test)]),
    ...(evidence.length === 0 ? [] : [evidence.slice(0, MOST_LISTED).map(renderEvidence).join('\n')]),
    ...(offDiff === undefined ? [] : [`Not on a changed line: ${plain(offDiff)}`]),
    ...(also.length === 0 ? [] : [`Also: ${also.map((each) => plain(`${each.rule} ${each.title}`)).join('; ')}`]),
    `<sub>\`${id}\` · ${plain(rule)} · confidence ${confidence}</sub>`,
    '</details>',
  ];
  return parts.join('\n\n');
}

function renderEvidence({ text, file, line }: Evidence): string {
  const place =
    file === undefined ? '' : ` (${plain(line === undefined ? shownPath(file) : `${shownPath(file)}:${line}`)})`;
  return `- ${plain(text)}${place}`;
}

function folded(title: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const rest = items.length - MOST_LISTED;
  const list = items.slice(0, MOST_LISTED).map((item) => `- ${item}`);
  if (rest > 0) list.push(`- and ${rest} more`);
  return [`<details><summary>${title} (${items.length})</summary>\n\n${list.join('\n')}\n\n</details>`];
}

/** Text within HTML, on one line. */
function escaped(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]~|]/g, '\\$&');
}
