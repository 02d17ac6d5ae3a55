/** Rules on changes: what breaks them and where, what is not told apart, and that nothing is weakened in silence. */
import { createTwoFilesPatch } from 'diff';
import { describe, expect, test } from 'vitest';
import { loadTreeSitter } from '../../../scripts/lib/node-syntax.ts';
import { analyze } from '../../syntax/analyze.ts';
import { matchRules, ruleOfPattern } from '../../syntax/patterns/match-rules.ts';
import { textFacts } from '../../syntax/patterns/text-facts.ts';
import type { CheckReport } from '../check.ts';
import { parseDiff } from '../diff/parse.ts';
import type { SourceTree } from '../source.ts';
import { invariantsCheck } from './check.ts';
import type { Trees } from './file-view.ts';
import type { RulesSource } from './load.ts';

const grammars = await loadTreeSitter();
const trees: Trees = {
  analyze: (files) => Promise.all(files.map((file) => analyze(file, grammars))),
  textRanges: (files) => Promise.all(files.map((file) => textFacts(file, grammars))),
  matchPattern: (files, pattern) => matchRules(files, [ruleOfPattern(pattern)], grammars, async () => undefined),
};

type Files = Readonly<Record<string, string>>;

function treeOf(files: Files): SourceTree {
  return { read: async (path) => files[path], paths: async () => Object.keys(files).sort() };
}

function diffOf(before: Files, after: Files, context: number): string {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const [from, to] = [
        before[path] === undefined ? '/dev/null' : path,
        after[path] === undefined ? '/dev/null' : path,
      ];
      return createTwoFilesPatch(from, to, before[path] ?? '', after[path] ?? '', '', '', { context });
    })
    .join('');
}

interface Change {
  readonly before?: Files;
  readonly after: Files;
  /** Whether the files are known whole; else only what the diff says. */
  readonly known?: boolean;
  readonly context?: number;
}

async function check(rules: string | RulesSource, change: Change): Promise<CheckReport> {
  const { before = {}, after, known = true, context = 3 } = change;
  const diff = parseDiff(diffOf(before, after, context));
  const subject = { diff, before: treeOf(known ? before : {}), after: treeOf(known ? after : {}), byRisk: diff.files };
  const source = typeof rules === 'string' ? ({ kind: 'text', text: rules } as const) : rules;
  return invariantsCheck(source, trees).run(subject, async () => true);
}

/** `rule file:line` of each finding. */
function placesOf({ findings }: CheckReport): readonly string[] {
  return findings.map(({ rule, file, line }) => `${rule.replace('invariant/', '')} ${file}:${line}`);
}

/** A rule, in YAML's flow style, and one group of such. */
function rule(id: string, fields: string): string {
  return `  - { id: ${id}, rule: Rule ${id}, severity: HIGH, category: security, ${fields} }\n`;
}
const group = (...rules: readonly string[]) => `team:\n${rules.join('')}`;
const NO_EVAL = rule('SEC001', "paths: ['src/**'], action: deny, deny: { regex: '\\beval\\(' }");

describe('deny', () => {
  test('finds added lines only, each at its line', async () => {
    const before = { 'src/a.js': 'eval(0)\n1\n2\n3\n4\n5\n6\n7\n8\n9\n' };
    const after = {
      'src/a.js': 'eval(0)\n1\n2\n  eval(1); eval(2)\n3\n4\n5\n6\n7\n8\n9\neval(3)\n',
      'lib/b.js': 'eval(4)\n',
    };
    const report = await check(group(NO_EVAL), { before, after });
    expect(placesOf(report)).toEqual(['SEC001 src/a.js:4', 'SEC001 src/a.js:12']);
    expect(report).toMatchObject({ executed: 1, omitted: [], warnings: [] });
    expect(report.findings[0]).toMatchObject({
      severity: 'HIGH',
      category: 'security',
      snippet: 'eval(1); eval(2)',
      title: 'Rule SEC001',
      description: 'SEC001 (team): Rule SEC001. The added code matches /\\beval\\(/.',
      evidence: [
        { kind: 'rule', text: 'SEC001: Rule SEC001', file: 'invariants', line: 2 },
        { kind: 'line', text: 'eval(1); eval(2)', file: 'src/a.js', line: 4, side: 'after' },
      ],
    });
  });

  test('several rules at one place are all told', async () => {
    const other = rule('SEC002', "paths: ['*.js'], action: deny, deny: { regex: { pattern: 'EVAL', flags: i } }");
    const report = await check(group(NO_EVAL, other), { after: { 'src/a.js': 'eval(1)\n' } });
    expect(placesOf(report)).toEqual(['SEC001 src/a.js:1', 'SEC002 src/a.js:1']);
  });

  test('a pattern over lines has the line where it begins', async () => {
    const text = "paths: ['*'], action: deny, deny: { regex: { pattern: 'catch\\s*\\{\\s*\\}', multiline: true } }";
    const after = { 'a.js': 'try {\n  x();\n} catch {\n\n}\ny();\ntry { z() } catch {}\n' };
    const report = await check(group(rule('R', text)), { after });
    expect(report.findings.map(({ line, lineEnd }) => [line, lineEnd])).toEqual([
      [3, 5],
      [7, undefined],
    ]);
  });

  test('a pattern over lines does not go over lines that were there', async () => {
    const text = "paths: ['*'], action: deny, deny: { regex: { pattern: 'a\\nb', multiline: true } }";
    const report = await check(group(rule('R', text)), { before: { f: 'x\n' }, after: { f: 'a\nx\nb\n' } });
    expect(report.findings).toEqual([]);
  });

  test('line ends of Windows and anchors', async () => {
    const text = "paths: ['*'], action: deny, deny: { regex: '^\\s*todo$' }";
    const report = await check(group(rule('R', text)), { after: { f: 'a\r\n  todo\r\ntodo b\r\ntodo' } });
    expect(placesOf(report)).toEqual(['R f:2', 'R f:4']);
  });

  test('paths and text in Unicode', async () => {
    const text = "paths: ['größe/**'], action: deny, deny: { regex: 'ß😀+' }";
    const report = await check(group(rule('R', text)), { after: { 'größe/文件.txt': 'ok\nxß😀😀\n' } });
    expect(placesOf(report)).toEqual(['R größe/文件.txt:2']);
  });

  test('comments and strings are passed over where the rule says so', async () => {
    const text = "paths: ['*'], action: deny, ignore: [comments, strings], deny: { regex: 'eval' }";
    const after = { 'a.py': '# eval\ns = "eval"\nx = "a"; eval(s)  # eval\n', 'a.txt': 'eval\n' };
    const report = await check(group(rule('R', text)), { after });
    expect(placesOf(report)).toEqual(['R a.py:3', 'R a.txt:1']);
    expect(report.findings[1]?.description).toContain('is not parsed, so comments and strings count as code');
  });

  test('what is a comment cannot be told without the file, and that is said', async () => {
    const text = "paths: ['*'], action: deny, ignore: comments, deny: { regex: 'eval' }";
    const change = { before: { 'a.py': 'a\n' }, after: { 'a.py': 'a\neval\n' }, known: false };
    const report = await check(group(rule('R', text)), change);
    expect(report.findings).toEqual([]);
    expect(report.omitted).toEqual([
      { what: 'a.py', why: expect.stringMatching(/^comments cannot be told apart.*\(rule R\)$/), check: 'invariants' },
    ]);
  });

  test('code patterns', async () => {
    const text = "paths: ['*'], action: deny, deny: { ast: 'eval(...)' }";
    const before = { 'a.py': 'eval(1)\n' };
    const after = { 'a.py': 'eval(1)\n# eval(2)\nx = [\n  eval(\n    3)]\n', 'a.txt': 'eval(4)\n' };
    const report = await check(group(rule('R', text)), { before, after });
    expect(placesOf(report)).toEqual(['R a.py:4']);
    expect(report.omitted).toMatchObject([{ what: 'a.txt' }]);
  });

  test('a fix is a patch of the line', async () => {
    const text =
      "paths: ['*'], action: deny, deny: { regex: 'assertEquals\\((?<a>\\w+), (\\w+)\\)' }, fix: 'assertEqual($<a>, $2)$$'";
    const change = { after: { 'a.py': 'x\nassertEquals(b, c); assertEquals(d, e)\n' } };
    const report = await check(group(rule('R', text)), change);
    expect(report.findings[0]?.suggestedPatch).toContain(
      '-assertEquals(b, c); assertEquals(d, e)\n+assertEqual(b, c)$; assertEqual(d, e)$\n',
    );
    const unknown = await check(group(rule('R', text)), { before: { 'a.py': 'x\n' }, ...change, known: false });
    expect(unknown.findings).toHaveLength(1);
    expect(unknown.findings[0]?.suggestedPatch).toBeUndefined();
  });
});

test('a warning is LOW, whatever its severity', async () => {
  const text = "paths: ['*'], action: warn, warn: { regex: 'x' }";
  expect((await check(group(rule('R', text)), { after: { f: 'x\n' } })).findings).toMatchObject([{ severity: 'LOW' }]);
});

describe('when and require', () => {
  const when = (within: string) =>
    group(
      rule(
        'R',
        `paths: ['*'], action: when_require, when: { regex: 'req\\.user' }, require: { regex: 'requireAuth\\(' }${within}`,
      ),
    );
  const TWO = 'def f(req):\n    requireAuth(req)\n    a(req.user)\n\n\ndef g(req):\n    b(req.user)\n    c(req.user)\n';

  test.each([
    ['the file', '', TWO, []],
    ['the file, which lacks it', '', 'a(req.user)\n', ['R a.py:1']],
    ['the function', ', within: function', TWO, ['R a.py:7', 'R a.py:8']],
    ['the file, outside of functions', ', within: function', `${TWO}d(req.user)\n`, ['R a.py:7', 'R a.py:8']],
    ['the hunk', ', within: hunk', TWO, []],
  ])('looks into %s', async (_, within, text, places) => {
    expect(placesOf(await check(when(within), { after: { 'a.py': text } }))).toEqual(places);
  });

  test('a safeguard that was there already is enough', async () => {
    const before = { 'a.py': `requireAuth(x)\n${'\n'.repeat(20)}` };
    const after = { 'a.py': `${before['a.py']}a(req.user)\n` };
    expect((await check(when(''), { before, after })).findings).toEqual([]);
    expect(placesOf(await check(when(', within: hunk'), { before, after }))).toEqual(['R a.py:22']);
  });

  test('without the file only what the diff shows is known', async () => {
    const before = { 'a.py': 'x\n' };
    const seen = { before, after: { 'a.py': 'x\nrequireAuth(y)\na(req.user)\n' }, known: false };
    expect(await check(when(''), seen)).toMatchObject({ findings: [], omitted: [] });
    const unseen = { before, after: { 'a.py': 'x\na(req.user)\n' }, known: false };
    expect(await check(when(''), unseen)).toMatchObject({ findings: [], omitted: [{ what: 'a.py' }] });
  });
});

describe('require', () => {
  const LICENSE = group(rule('R', "paths: ['*.go'], action: require, require: { regex: 'SPDX' }"));

  test('is about each changed file, at its first changed line', async () => {
    const before = { 'a.go': 'a\nb\n', 'b.go': '// SPDX\n', 'c.go': 'a\nSPDX\n', 'd.go': 'a\n' };
    const after = { 'a.go': 'a\nc\n', 'b.go': '// SPDX\nb\n', 'c.go': 'a\n', 'e.py': 'a\n' };
    const report = await check(LICENSE, { before, after });
    expect(report.findings.map(({ file, line, side }) => [file, line, side])).toEqual([
      ['a.go', 2, undefined],
      ['c.go', 2, 'before'],
    ]);
  });

  test('a file that the diff only shows a part of is told of', async () => {
    const change = { before: { 'a.go': 'a\n' }, after: { 'a.go': 'a\nb\n' }, known: false };
    expect(await check(LICENSE, change)).toMatchObject({ findings: [], omitted: [{ what: 'a.go' }] });
  });
});

describe('suppression', () => {
  test.each([
    ['on the line', 'eval(1) // lemma: allow SEC001\n', []],
    ['on the line before', '// lemma: allow OTHER, SEC001\neval(1)\n', []],
    ['behind other code', 'x() // lemma: allow SEC001\neval(1)\n', ['SEC001 src/a.js:2']],
    ['of another rule', 'eval(1) // lemma: allow SEC002\n', ['SEC001 src/a.js:1']],
    ['of a longer name', 'eval(1) // lemma: allow SEC0011\n', ['SEC001 src/a.js:1']],
  ])('%s', async (_, text, places) => {
    const report = await check(group(NO_EVAL), { after: { 'src/a.js': text } });
    expect(placesOf(report)).toEqual(places);
    expect(report.warnings).toHaveLength(places.length === 0 ? 1 : 0);
  });
});

describe('the file of rules', () => {
  const PATH = '.review-invariants.yml';
  const file = { kind: 'file', path: PATH, need: 'required' } as const;
  const rules = group(NO_EVAL);
  const weak = rules.replace('eval', 'never');
  const code = { 'src/a.js': 'eval(1)\n' };

  test('is read from the side after the change', async () => {
    expect(placesOf(await check(file, { before: { [PATH]: rules }, after: { [PATH]: rules, ...code } }))).toHaveLength(
      1,
    );
    const added = await check(file, { after: { [PATH]: rules, ...code } });
    expect(placesOf(added)).toEqual(['SEC001 src/a.js:1']);
    expect(added.warnings).toEqual([`The change adds ${PATH}.`]);
  });

  test.each([
    ['weakens a rule', { [PATH]: weak }, 2, /^The change alters the rule SEC001 .*both versions/],
    [
      'takes a rule away',
      { [PATH]: group(rule('X', 'paths: [a], action: deny, deny: {regex: b}')) },
      2,
      /takes the rule SEC001 out/,
    ],
    ['deletes the file', {}, 1, /takes the rule SEC001 out/],
  ])('a change that %s is judged by it', async (_, after, executed, warning) => {
    const report = await check(file, { before: { [PATH]: rules }, after: { ...after, ...code } });
    expect(placesOf(report)).toEqual(['SEC001 src/a.js:1']);
    expect(report).toMatchObject({ executed, warnings: [expect.stringMatching(warning)] });
  });

  test('mistakes after the change are an error, those before it are told', async () => {
    const wrong = rules.replace('deny,', 'dney,');
    const change = { before: { [PATH]: wrong }, after: { [PATH]: rules, ...code } };
    expect(await check(file, change)).toMatchObject({
      executed: 1,
      warnings: [expect.stringMatching(/had mistakes before/)],
    });
    await expect(check(file, { before: change.after, after: { ...change.before } })).rejects.toThrow(
      /line 2: .*did you mean deny/,
    );
  });

  test('rules that change their place and comments only are the same', async () => {
    const moved = `# comment\n${rules}`;
    const report = await check(file, { before: { [PATH]: rules }, after: { [PATH]: moved, ...code } });
    expect(report).toMatchObject({ executed: 1, warnings: [] });
  });

  test('a missing file is an error where it is required', async () => {
    await expect(check(file, { after: code })).rejects.toThrow(/There are no rules/);
    expect(await check({ ...file, need: 'optional' }, { after: code })).toMatchObject({ executed: 0, findings: [] });
  });
});

describe('bounds', () => {
  test('findings of one rule end, and that is said', async () => {
    const text = "paths: ['*'], action: deny, deny: { regex: 'x' }";
    const report = await check(group(rule('R', text)), { after: { f: 'x\n'.repeat(500) } });
    expect(report.findings).toHaveLength(200);
    expect(report.omitted).toMatchObject([{ why: expect.stringMatching(/more findings than are listed/) }]);
  });

  test('work ends, and that is said', async () => {
    const text = "paths: ['*'], action: deny, deny: { regex: '(?:[a-z0-9 ]{1,200}[.]){2}!$' }";
    const many = Array.from({ length: 60 }, (_, id) => rule(`R${id}`, text)).join('');
    const report = await check(group(many), { after: { f: `${'some words of text '.repeat(5)}\n`.repeat(5_000) } });
    expect(report.omitted).toMatchObject([{ why: expect.stringMatching(/took all the work/) }]);
  });

  test('binary files are told of', async () => {
    const diff = parseDiff(
      'diff --git a/a.bin b/a.bin\nindex 1111111..2222222 100644\nBinary files a/a.bin and b/a.bin differ\n',
    );
    const rules = { kind: 'text', text: group(rule('R', "paths: ['*'], action: deny, deny: { regex: x }")) } as const;
    const subject = { diff, before: treeOf({}), after: treeOf({}), byRisk: diff.files };
    const report = await invariantsCheck(rules, trees).run(subject, async () => true);
    expect(report.omitted).toMatchObject([{ what: 'a.bin', why: expect.stringMatching(/binary/) }]);
  });
});
