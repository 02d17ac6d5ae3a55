import { expect, test } from 'vitest';
import { parsedSyntax } from '../../../../test/parsed.ts';
import type { SourceTree } from '../../source.ts';
import type { PatternOptions } from '../analyzer.ts';
import { patternRules } from './pattern-rules.ts';

const syntax = await parsedSyntax();
const CODE = { path: 'src/a.py', text: 'x = 1\nold(  a, b )\n' };

function rules(...lines: readonly string[]): string {
  const head = ['id: no-old', 'message: Use new($X) for old.', 'severity: WARNING', 'languages: [python]'];
  return `rules:\n  - ${[...head, 'pattern: old($X, ...)', ...lines].join('\n    ')}\n`;
}

function treeOf(files: Readonly<Record<string, string>>): SourceTree {
  return {
    read: async (path) => (Object.hasOwn(files, path) ? files[path] : undefined),
    paths: async () => Object.keys(files).sort(),
  };
}

function run(files: Readonly<Record<string, string>>, patterns: PatternOptions = {}) {
  return patternRules(syntax).run([CODE], { tree: treeOf(files), timeoutMs: 60_000, patterns });
}

test('the rules of a workspace count', async () => {
  const { findings, warnings } = await run({ '.semgrep/team/a.yml': rules('fix: new($X)') });
  const place = { line: 2, column: 1, endLine: 2, endColumn: 13 };
  expect(warnings).toEqual([]);
  expect(findings).toEqual([
    {
      ...place,
      path: 'src/a.py',
      rule: 'semgrep/no-old',
      message: 'Use new(a) for old.',
      severity: 'MEDIUM',
      category: 'correctness',
      confidence: 0.8,
      fix: [{ ...place, text: 'new(a)' }],
    },
  ]);
});

test.each<[string, PatternOptions, number]>([
  ['a file of rules that is named', { config: 'own.yml' }, 1],
  ['a severity', { config: 'own.yml', severities: ['WARNING'] }, 1],
  ['another severity', { config: 'own.yml', severities: ['ERROR'] }, 0],
  ['paths', { config: 'own.yml', include: ['src/'] }, 1],
  ['other paths', { config: 'own.yml', exclude: ['*.py'] }, 0],
])('what is asked for: %s', async (_, options, expected) => {
  expect((await run({ 'own.yml': rules() }, options)).findings).toHaveLength(expected);
});

test('a rule says for which paths it is', async () => {
  expect((await run({ '.semgrep.yml': rules('paths: {include: [lib/]}') })).findings).toEqual([]);
  expect((await run({ '.semgrep.yml': rules('paths: {exclude: ["src/**"]}') })).findings).toEqual([]);
});

test('what is not run is said', async () => {
  const bad = rules().replace('old($X, ...)', 'def (');
  const { warnings, findings } = await run({
    '.semgrep.yml': bad,
    '.semgrep/b.yml': 'rules: 1',
    '.semgrep/c.yaml': rules('mode: taint'),
  });
  expect(findings).toEqual([]);
  expect(warnings).toEqual([
    '.semgrep/b.yml, line 1: A file of rules has a list under the key `rules`.',
    '.semgrep/c.yaml, line 7: the rule no-old is not run. mode: taint is not supported.',
    '.semgrep.yml, line 6: the rule no-old is not run. The pattern is no python that can be parsed: def (.',
  ]);
  expect((await run({}, { config: 'none.yml' })).warnings).toEqual(['none.yml, line 1: There is no such text file.']);
});

test('matches of all rules together are bounded', async () => {
  const text = 'old(1)\n'.repeat(900);
  const files = Array.from({ length: 6 }, (_, at) => ({ path: `${at}.py`, text }));
  const tree = treeOf({ '.semgrep.yml': rules() });
  const found = await patternRules(syntax).run(files, { tree, timeoutMs: 60_000 });
  expect(found.findings).toHaveLength(5000);
  expect(found.truncated).toEqual(['5.py']);
  expect(found.warnings).toEqual([expect.stringContaining('more than 5000 times')]);
});
