/** Repairs of analyzers, as git takes them. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { maskFindings } from '../mask-findings.ts';
import type { AnalyzerFinding } from './analyzer.ts';
import { toFinding } from './to-finding.ts';

const TEXT = 'import os\nimport sys\nprint(sys.argv)\n';
const FOUND: AnalyzerFinding = {
  ...{ path: 'a.py', line: 1, column: 8, endLine: 1, endColumn: 10, rule: 'ruff/F401', message: 'os is not used' },
  ...{ severity: 'LOW', category: 'maintainability', confidence: 0.85 },
  fix: [{ line: 1, column: 1, endLine: 2, endColumn: 1, text: '' }],
};

test('a fix is a patch that git applies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fix-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a.py'), TEXT);
  const input = toFinding(FOUND, TEXT).suggestedPatch ?? '';
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, input, stdio: 'pipe' });
  git('init', '-q');
  git('apply', '--check', '-');
  git('apply', '-');
  expect(readFileSync(join(folder, 'a.py'), 'utf8')).toBe('import sys\nprint(sys.argv)\n');
});

test('no patch without a fix, or of edits that overlap', () => {
  const { fix: [edit] = [], ...bare } = FOUND;
  const twice = edit === undefined ? [] : [edit, edit];
  expect(toFinding(bare, TEXT)).not.toHaveProperty('suggestedPatch');
  expect(toFinding({ ...bare, fix: twice }, TEXT)).not.toHaveProperty('suggestedPatch');
});

test('secrets of quoted code are masked, and a patch that has one is left out', () => {
  const token = `ghp_${'aB3dE5fG7h'.repeat(4).slice(0, 36)}`;
  const text = `import os\ntoken = "${token}"\n`;
  const found = toFinding({ ...FOUND, line: 2, endLine: 2, message: `never ${token}` }, text);
  expect(JSON.stringify(found)).toContain(token);
  const [masked] = maskFindings([found]);
  expect(JSON.stringify(masked)).not.toContain(token);
  expect(masked).toMatchObject({ line: 2, snippet: expect.stringMatching(/^token = "\*+"$/) });
  expect(masked).not.toHaveProperty('suggestedPatch');
});
