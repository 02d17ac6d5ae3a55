/** An analyzer's finding as a review reports it. */
import type { Finding } from '../finding.ts';
import { makePatch } from '../report/patch.ts';
import type { AnalyzerFinding } from './analyzer.ts';

/** Characters of a title. */
const LONGEST_TITLE = 120;

/** Where it stands, when that is not its first line, or why it is about no changed line. */
export interface Placing {
  readonly line?: number;
  readonly offDiff?: string;
}

/** `text` is the file's. */
export function toFinding(found: AnalyzerFinding, text: string, placing: Placing = {}): Finding {
  const { rule, message, severity, category, confidence, path, endLine, recommendation, fix } = found;
  const [analyzer = ''] = rule.split('/', 1);
  const line = placing.line ?? found.line;
  const lines = text.split('\n');
  const snippet = lines[line - 1]?.replace(/\r$/, '').slice(0, 400);
  const [title = ''] = message.split('\n', 1);
  const suggestedPatch = fix === undefined ? undefined : makePatch({ path, text, edits: fix });
  return {
    check: 'static',
    rule,
    severity,
    category,
    confidence,
    title: title.length > LONGEST_TITLE ? `${title.slice(0, LONGEST_TITLE - 1)}…` : title,
    description: message,
    file: path,
    line,
    ...(endLine > line && { lineEnd: endLine }),
    ...(snippet !== undefined && { snippet }),
    impact: IMPACTS.get(category) ?? 'The analyzer counts this as a fault.',
    recommendation:
      recommendation ?? `Change what ${rule} is about, or say in the analyzer's settings why it is right.`,
    ...(suggestedPatch !== undefined && { suggestedPatch }),
    evidence: [
      {
        kind: 'rule',
        text: `${analyzer} ${rule.slice(analyzer.length + 1)}`,
        file: path,
        line: found.line,
        side: 'after',
      },
    ],
    ...(placing.offDiff !== undefined && { offDiff: placing.offDiff }),
    identity: (lines[found.line - 1] ?? '').trim(),
  };
}

const IMPACTS: ReadonlyMap<string, string> = new Map([
  ['correctness', 'The code does not do what it says, or fails when it runs.'],
  ['security', 'It may be used against its users.'],
  ['performance', 'It takes more time or memory than it needs.'],
  ['reliability', 'It may fail now and then.'],
  ['maintainability', 'It is harder to read and to change than it needs to be.'],
  ['testing', 'A test may say less than it seems to.'],
  ['style', 'It differs from the style that the project has chosen.'],
]);
