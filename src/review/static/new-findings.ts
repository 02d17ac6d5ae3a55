/** Which findings a change brings: those that its file did not have before, wherever lines have moved to. */
import type { AnalyzerFinding } from './analyzer.ts';
import type { LineMap } from './line-map.ts';

/** A file on both sides. */
export interface BothSides {
  readonly before: { readonly text: string; readonly findings: readonly AnalyzerFinding[] };
  readonly after: { readonly text: string; readonly findings: readonly AnalyzerFinding[] };
  readonly lines: LineMap;
}

/** A finding that is new, and the changed line that it is about; undefined when it is about none. */
export interface NewFinding {
  readonly finding: AnalyzerFinding;
  readonly changedLine: number | undefined;
}

/** Lines of one finding that are looked at for a changed one. */
const LONGEST_RANGE = 50;

/**
 * The new findings of a file. One was there before when the same rule had one on the same line, which the diff follows, or else one with the
 * same message on a line of the same text, or on one of the lines that its own replaces; each of those before stands for one after.
 */
export function newFindings({ before, after, lines }: BothSides): readonly NewFinding[] {
  const left = [...before.findings];
  const take = (matches: (finding: AnalyzerFinding) => boolean): boolean => {
    const at = left.findIndex(matches);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const beforeText = before.text.split('\n');
  const afterText = after.text.split('\n');
  const textOf = (text: readonly string[], { line }: AnalyzerFinding) => (text[line - 1] ?? '').trim();
  const moved = after.findings.filter(({ rule, line }) => {
    const old = lines.before(line);
    return old === undefined || !take((each) => each.rule === rule && each.line === old);
  });
  return moved
    .filter((finding) => {
      const { rule, message } = finding;
      const text = textOf(afterText, finding);
      return !take((each) => each.rule === rule && each.message === message && textOf(beforeText, each) === text);
    })
    .filter(({ rule, message, line }) => {
      const replaced = lines.replaced(line);
      return !take((each) => each.rule === rule && each.message === message && replaced.includes(each.line));
    })
    .map((finding) => ({ finding, changedLine: changedLine(finding, lines) }));
}

function changedLine({ line, endLine }: AnalyzerFinding, lines: LineMap): number | undefined {
  const count = Math.min(Math.max(endLine - line + 1, 1), LONGEST_RANGE);
  return Array.from({ length: count }, (_, at) => line + at).find((each) => lines.isChanged(each));
}
