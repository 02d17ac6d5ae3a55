/** What is certainly wrong in any change: conflicts that nobody resolved, and files that a failed patch left. */
import { proceed } from '../../lib/work.ts';
import type { ReviewCheck } from '../check.ts';
import { addedLines, type DiffFile } from '../diff/diff.ts';
import type { Finding } from '../finding.ts';
import { kindFinder } from './kind-finder.ts';
import type { FileKind } from './kinds.ts';
import type { PreflightRules } from './rules.ts';

/** How many things this check looks for. */
const CHECKS = 2;
/** Files in which the markers of a conflict may be meant: they are told about there. */
const MAY_QUOTE: ReadonlySet<FileKind> = new Set(['test', 'documentation', 'generated', 'vendored', 'other']);
const [BEGIN, MIDDLE, END] = [/^<{7}(?: |\r?$)/, /^={7}\r?$/, /^>{7}(?: |\r?$)/] as const;
/** How `patch` begins what it could not apply. */
const REJECTED = /^(?:--- |\*{3} |@@ |diff )/;

/**
 * Finds committed conflict markers (all three kinds, in order, on added lines) and added `.rej` files of `patch`. Tests and documentation may quote
 * markers. Throws `ToolFailure` for rules that cannot be used.
 */
export function preflightCheck(rules: PreflightRules = {}): ReviewCheck {
  const kindOf = kindFinder(rules);
  return {
    name: 'preflight',
    async run({ diff }, onProgress) {
      const total = diff.files.length;
      await proceed(onProgress, { done: 0, total, message: 'preflight' });
      const findings = diff.files.flatMap((file) => [
        ...(MAY_QUOTE.has(kindOf(file.path)) ? [] : conflictsIn(file)),
        ...rejectedIn(file),
      ]);
      return { findings, executed: CHECKS, omitted: [], warnings: [] };
    },
  };
}

function conflictsIn(file: DiffFile): readonly Finding[] {
  const findings: Finding[] = [];
  let begin: { readonly line: number; readonly text: string } | undefined;
  let hasMiddle = false;
  for (const { line, text } of addedLines(file)) {
    if (BEGIN.test(text)) [begin, hasMiddle] = [{ line, text }, false];
    else if (MIDDLE.test(text)) hasMiddle = true;
    else if (END.test(text) && begin !== undefined && hasMiddle) {
      findings.push(conflict(file.path, begin, line));
      begin = undefined;
    }
  }
  return findings;
}

function conflict(path: string, begin: { readonly line: number; readonly text: string }, lineEnd: number): Finding {
  return {
    check: 'preflight',
    rule: 'preflight/conflict-markers',
    severity: 'CRITICAL',
    category: 'correctness',
    confidence: 1,
    title: 'Merge conflict committed',
    description: `Lines ${begin.line} to ${lineEnd} are a merge conflict that was not resolved: both versions and git's markers stand in the file.`,
    file: path,
    line: begin.line,
    lineEnd,
    snippet: begin.text.trimEnd(),
    impact: 'The file is not what either side of the merge meant, and in most languages does not parse.',
    recommendation: 'Resolve the conflict and remove the markers.',
    evidence: [{ kind: 'line', text: begin.text.trimEnd(), file: path, line: begin.line, side: 'after' }],
    identity: begin.text.trimEnd(),
  };
}

function rejectedIn(file: DiffFile): readonly Finding[] {
  const [first] = addedLines(file);
  if (file.status !== 'added' || !file.path.endsWith('.rej') || first === undefined || !REJECTED.test(first.text))
    return [];
  return [
    {
      check: 'preflight',
      rule: 'preflight/rejected-patch',
      severity: 'MEDIUM',
      category: 'maintainability',
      confidence: 1,
      title: 'Rejected patch committed',
      description: `${file.path} holds the hunks that patch or git apply could not apply to ${file.path.slice(0, -'.rej'.length)}.`,
      file: file.path,
      line: first.line,
      snippet: first.text,
      impact: 'A part of the change is missing where it was meant to be.',
      recommendation: 'Apply the hunks by hand, then delete the file.',
      evidence: [{ kind: 'line', text: first.text, file: file.path, line: first.line, side: 'after' }],
      identity: file.path,
    },
  ];
}
