/** The comment for a pull request. */
import { expect, test } from 'vitest';
import type { Finding } from '../finding.ts';
import { type Comment, renderComment } from './markdown.ts';
import { report } from './report.ts';

const POLICY = { confidenceThreshold: 0, maxFindings: 500, failOnInvariantIds: [], allowlist: [] };

async function comment(findings: readonly Finding[], facts: Partial<Comment> = {}): Promise<Comment> {
  return {
    verdict: await report(findings, { ...POLICY, failOnSeverity: 'HIGH' }),
    riskScore: 3,
    classification: 'bugfix',
    filesChanged: 2,
    linesAdded: 10,
    linesRemoved: 4,
    changes: [],
    different: [],
    omitted: [],
    warnings: [],
    version: '1.2.3',
    ...facts,
  };
}

const finding = (line: number, text = 'Text'): Finding => ({
  check: 'static',
  rule: 'ruff/F821',
  severity: 'HIGH',
  category: 'correctness',
  confidence: 0.9,
  title: text,
  description: text,
  file: 'a.py',
  line,
  snippet: text,
  impact: text,
  recommendation: text,
  suggestedPatch: text,
  test: text,
  evidence: [{ kind: 'line', text, file: 'a.py', line }],
  identity: `line ${line}`,
});

test('a clean change has a short one', async () => {
  expect(renderComment(await comment([], { subject: 'main..topic' }))).toBe(
    [
      '## Review: no findings',
      '',
      'Risk 3 of 5, bugfix; 2 files, +10 −4; main..topic.',
      '',
      '<sub>Lemma 1.2.3. Findings keep their ids when lines move: dismiss one by its id.</sub>',
    ].join('\n'),
  );
});

test('seven findings unfold, and the rest is counted', async () => {
  const text = renderComment(await comment(Array.from({ length: 9 }, (_, index) => finding(index + 1))));
  expect(text.match(/<details>/g)).toHaveLength(7);
  expect(text).toContain('2 more of 9 findings are not shown here.');
  expect(text).toContain('**This change should not be merged:**\n- 9 of severity HIGH or worse: a.py:1 Text;');
  expect(text).toContain('| CRITICAL | HIGH | MEDIUM | LOW |\n| --- | --- | --- | --- |\n| 0 | 9 | 0 | 0 |');
});

test('hostile texts change nothing of its structure', async () => {
  const hostile = '</summary></details><img src=x onerror=alert(1)> ``` # *x* [a](javascript:b) @everyone';
  const text = renderComment(await comment([finding(1, hostile)], { warnings: [hostile], changes: [hostile] }));
  const outside = text.replace(/^(`{3,})[^`]*\n[\s\S]*?\n\1$/gm, '');
  expect(outside.match(/<\/details>/g)).toHaveLength(3);
  expect(outside).not.toMatch(/(?<!\\)<img|(?<!\\)\[a|^# /m);
});

test('never longer than GitHub takes', async () => {
  const long = await comment(Array.from({ length: 7 }, (_, index) => finding(index + 1, 'x'.repeat(9_000))));
  const text = renderComment(long);
  expect(text.length).toBeLessThanOrEqual(65_536);
  expect(text).toContain('of 7 findings');
  expect(text.endsWith('</sub>')).toBe(true);
});
