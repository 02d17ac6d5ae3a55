import { expect, it } from 'vitest';
import { parseDiff } from '../diff/parse.ts';
import type { AnalyzerFinding } from './analyzer.ts';
import { lineMapOf } from './line-map.ts';
import { newFindings } from './new-findings.ts';

function finding(line: number, rule = 'ruff/F821', message = 'Undefined name', endLine = line): AnalyzerFinding {
  const place = { path: 'a.py', line, column: 1, endLine, endColumn: 2 };
  return { ...place, rule, message, severity: 'HIGH', category: 'correctness', confidence: 0.9 };
}

const BEFORE = ['one', 'two', 'three', 'four', 'five', 'six', ''].join('\n');

/** `line` or `line of changedLine` of what is new, after a change of {@link BEFORE}. */
function fresh(
  diff: string,
  after: string,
  findings: { before: readonly AnalyzerFinding[]; after: readonly AnalyzerFinding[] },
): readonly string[] {
  const [file] = parseDiff(`--- a/a.py\n+++ b/a.py\n${diff}`).files;
  if (file === undefined) throw new Error('The diff has no file.');
  const sides = {
    before: { text: BEFORE, findings: findings.before },
    after: { text: after, findings: findings.after },
  };
  return newFindings({ ...sides, lines: lineMapOf(file) }).map(
    ({ finding: { line, rule }, changedLine }) => `${rule} ${line} of ${changedLine}`,
  );
}

const ADDED = '@@ -1,2 +1,3 @@\n+zero\n one\n two\n';
const AFTER_ADDED = `zero\n${BEFORE}`;

it('follows unchanged lines, whatever is said of them now', () => {
  const before = [finding(2), finding(6, 'tsc/TS2322', 'Type A')];
  expect(fresh(ADDED, AFTER_ADDED, { before, after: [finding(3), finding(7, 'tsc/TS2322', 'Type B')] })).toEqual([]);
});

it('tells a second finding of a line from the first', () => {
  expect(fresh(ADDED, AFTER_ADDED, { before: [finding(2)], after: [finding(3), finding(3)] })).toEqual([
    'ruff/F821 3 of undefined',
  ]);
});

it('knows a line that was moved or indented by its text', () => {
  const moved = '@@ -1,6 +1,6 @@\n-one\n two\n three\n four\n five\n six\n+  one\n';
  const after = 'two\nthree\nfour\nfive\nsix\n  one\n';
  expect(fresh(moved, after, { before: [finding(1)], after: [finding(6)] })).toEqual([]);
  expect(fresh(moved, after, { before: [finding(1)], after: [finding(6), finding(6, 'ruff/B006')] })).toEqual([
    'ruff/B006 6 of 6',
  ]);
});

it('is about the changed line of a range, and about none where none is changed', () => {
  const changed = '@@ -3,2 +3,2 @@\n-three\n+THREE\n four\n';
  const after = BEFORE.replace('three', 'THREE');
  const found = [finding(2, 'ruff/B018', 'Useless', 4), finding(5)];
  expect(fresh(changed, after, { before: [], after: found })).toEqual(['ruff/B018 2 of 3', 'ruff/F821 5 of undefined']);
});

it('follows lines behind a hunk that only removes', () => {
  const removed = '@@ -2,2 +1,0 @@\n-two\n-three\n';
  const after = 'one\nfour\nfive\nsix\n';
  expect(fresh(removed, after, { before: [finding(4)], after: [finding(2)] })).toEqual([]);
  expect(fresh(removed, after, { before: [finding(1)], after: [finding(1)] })).toEqual([]);
});

it('knows a line that is written in another way, and no further one', () => {
  const rewritten = '@@ -1,3 +1,4 @@\n one\n-two\n+TWO(\n+)\n three\n';
  const after = BEFORE.replace('two', 'TWO(\n)');
  expect(fresh(rewritten, after, { before: [finding(2)], after: [finding(2)] })).toEqual([]);
  expect(fresh(rewritten, after, { before: [finding(2)], after: [finding(3)] })).toEqual([]);
  expect(fresh(rewritten, after, { before: [finding(2)], after: [finding(2), finding(3)] })).toEqual([
    'ruff/F821 3 of 3',
  ]);
  expect(fresh(rewritten, after, { before: [finding(3)], after: [finding(2), finding(4)] })).toEqual([
    'ruff/F821 2 of 2',
  ]);
});
