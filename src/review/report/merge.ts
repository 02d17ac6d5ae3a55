/** One entry for what several checks say of one place. */
import { type Finding, SEVERITIES } from '../finding.ts';
import type { IdentifiedFinding } from './identify.ts';

/** A finding as it is reported: with what others say of its place. */
export interface ReportedFinding extends IdentifiedFinding {
  /** Findings of other tools, of the same category at the same line. */
  readonly also: readonly Pick<IdentifiedFinding, 'id' | 'rule' | 'title' | 'confidence'>[];
}

/**
 * Merges findings of different tools (the part of a rule before its first `/`) that are about one line and of one category: the worst, then the
 * surest is shown, in the order of {@link byWeight}. Two rules of one tool are two findings, and so are two places of one rule. What one rule says twice of one place counts once.
 */
export function merge(findings: readonly IdentifiedFinding[]): readonly ReportedFinding[] {
  const merged: ReportedFinding[] = [];
  const places = new Map<string, number[]>();
  for (const finding of findings.toSorted(byWeight)) {
    const place = JSON.stringify([finding.file, finding.side, finding.line, finding.category]);
    const known = places.get(place) ?? [];
    if (known.some((index) => isSame(merged[index], finding))) continue;
    const into = known.find((index) => takes(merged[index], finding));
    const first = into === undefined ? undefined : merged[into];
    if (into === undefined || first === undefined) {
      places.set(place, [...known, merged.length]);
      merged.push({ ...finding, also: [] });
      continue;
    }
    const { id, rule, title, confidence } = finding;
    merged[into] = { ...first, also: [...first.also, { id, rule, title, confidence }] };
  }
  return merged;
}

/** The order in which findings are shown: the worst first, then the surest, then by place. */
export function byWeight(left: Finding, right: Finding): number {
  return (
    SEVERITIES.indexOf(left.severity) - SEVERITIES.indexOf(right.severity) ||
    right.confidence - left.confidence ||
    compareTexts(left.file, right.file) ||
    left.line - right.line ||
    compareTexts(left.rule, right.rule)
  );
}

function isSame(known: Finding | undefined, finding: Finding): boolean {
  return known?.rule === finding.rule && known.identity === finding.identity;
}

function takes(known: ReportedFinding | undefined, { rule }: Finding): boolean {
  return known !== undefined && [known, ...known.also].every((each) => toolOf(each.rule) !== toolOf(rule));
}

function toolOf(rule: string): string {
  return rule.split('/', 1)[0] ?? rule;
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
