import { describe, expect, it } from 'vitest';
import { ToolFailure } from '../../lib/errors.ts';
import { parseDiff } from '../diff/parse.ts';
import { kindFinder } from './kind-finder.ts';
import type { FileKind } from './kinds.ts';
import { preflightCheck } from './leftovers.ts';
import { type PreflightOptions, preflight } from './preflight.ts';
import { type PreflightRules, readRules } from './rules.ts';

interface Change {
  readonly removed?: readonly string[];
  readonly added?: readonly string[];
  readonly isNew?: boolean;
}

function diffOf(files: Readonly<Record<string, Change>>) {
  const text = Object.entries(files).map(([path, { removed = [], added = ['x'], isNew = false }]) =>
    [
      `diff --git a/${path} b/${path}`,
      ...(isNew ? ['new file mode 100644', '--- /dev/null'] : [`--- a/${path}`]),
      `+++ b/${path}`,
      isNew
        ? `@@ -0,0 +1,${added.length} @@`
        : `@@ -${removed.length === 0 ? 4 : 5},${removed.length} +5,${added.length} @@`,
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
      '',
    ].join('\n'),
  );
  return parseDiff(text.join(''));
}

function look(files: Readonly<Record<string, Change>>, options?: PreflightOptions) {
  return preflight(diffOf(files), options);
}

describe('kinds of files', () => {
  it.each<[FileKind, readonly string[]]>([
    [
      'test',
      ['pkg/a_test.go', 'src/test/java/AppTest.java', 'tests/test_x.py', 'x/test_y.py', 'conftest.py', 'tests/it.rs'],
    ],
    [
      'test',
      ['spec/user_spec.rb', 'App.Tests/UserTests.cs', 'tests/UserTest.php', 'src/a.test.tsx', 'src/__tests__/b.js'],
    ],
    [
      'test',
      ['app/src/test/kotlin/FooTest.kt', 'Tests/AppTests/FooTests.swift', 'src/test/scala/FooSpec.scala', 'x_test.cc'],
    ],
    [
      'source',
      ['main.go', 'src/main/java/Latest.java', 'app/models.py', 'src/lib.rs', 'app/user.rb', 'Program.cs', 'a.php'],
    ],
    [
      'source',
      [
        'src/index.ts',
        'Main.kt',
        'Sources/App/App.swift',
        'App.scala',
        'a.c',
        'b.hpp',
        'run.sh',
        'q.sql',
        'Audit.java',
      ],
    ],
    [
      'configuration',
      ['go.mod', 'pom.xml', 'build.gradle.kts', 'pyproject.toml', 'Cargo.toml', 'Gemfile', 'App.csproj'],
    ],
    [
      'configuration',
      ['composer.json', 'package.json', 'tsconfig.build.json', 'Package.swift', 'CMakeLists.txt', '.eslintrc.js'],
    ],
    ['lock', ['go.sum', 'Cargo.lock', 'web/package-lock.json', 'poetry.lock', 'Gemfile.lock', 'packages.lock.json']],
    [
      'generated',
      ['api/a.pb.go', 'x_pb2.py', 'Form.Designer.cs'.replace('D', 'd'), 'app.min.js', '__snapshots__/a.snap'],
    ],
    ['vendored', ['vendor/github.com/a/b.go', 'third_party/x.c', 'Pods/A/a.m']],
    ['ci', ['.github/workflows/ci.yml', '.gitlab-ci.yml', 'Jenkinsfile', '.circleci/config.yml']],
    ['infrastructure', ['Dockerfile', 'infra/main.tf', 'docker-compose.yml', 'k8s/app.yaml', 'wrangler.toml']],
    ['migration', ['db/migrate/1_a.rb', 'app/migrations/0001_initial.py', 'sql/V1__init.sql', 'm/001.up.sql']],
    ['documentation', ['README.md', 'docs/a.rst', 'LICENSE', 'CHANGELOG.md', 'notes.txt']],
    ['other', ['logo.png', 'font.woff2', 'bin/tool']],
  ])('%s', (kind, paths) => {
    const kindOf = kindFinder();
    expect(Object.fromEntries(paths.map((path) => [path, kindOf(path)]))).toEqual(
      Object.fromEntries(paths.map((path) => [path, kind])),
    );
  });

  it('are what a team says, before the defaults', () => {
    const kindOf = kindFinder({
      tests: ['qa/', '!src/testing/'],
      generated: ['*.api.ts'],
      configuration: ['settings.py'],
    });
    expect(['qa/a.py', 'src/testing/a.py', 'x.api.ts', 'app/settings.py', 'tests/b.py'].map(kindOf)).toEqual([
      'test',
      'source',
      'generated',
      'configuration',
      'test',
    ]);
    const replaced = kindFinder({ tests: ['qa/'], replace: ['tests'] });
    expect(['qa/a.py', 'tests/b.py'].map(replaced)).toEqual(['test', 'source']);
  });
});

describe('risk', () => {
  it('is the sum of its factors', () => {
    const { risk, factors, hotspots } = look({
      'src/auth/token.ts': { added: ['export function issue() {}'] },
      'src/auth/jwt.ts': {},
      'package.json': {},
    });
    expect(factors.map(({ name, points }) => [name, points])).toEqual([
      ['base', 1],
      ['hotspot', 0.5],
      ['public_interface', 1.5],
      ['configuration', 0.5],
      ['no_tests', 1],
    ]);
    expect(risk).toBe(5);
    expect(hotspots).toEqual([
      {
        file: 'src/auth/token.ts',
        reason: 'changes the public declaration "export function issue() {}"',
        riskContribution: 1.5,
      },
      { file: 'package.json', reason: 'configuration', riskContribution: 0.5 },
      { file: 'src/auth/jwt.ts', reason: 'authentication', riskContribution: 0.25 },
      { file: 'src/auth/token.ts', reason: 'authentication', riskContribution: 0.25 },
    ]);
  });

  it.each<[number, Readonly<Record<string, Change>>]>([
    [1, { 'README.md': {} }],
    [1, { 'tests/test_auth.py': { added: ['def test_it():'] } }],
    [1, { 'src/a.py': {}, 'tests/test_a.py': {} }],
    [2, { 'src/a.py': {} }],
    [2, { 'package-lock.json': {} }],
    [2, Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`docs/${index}.md`, {}]))],
    [1, Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`vendor/${index}.go`, {}]))],
    [4, { 'src/a.py': { removed: ['def f(x):'] } }],
  ])('is %i', (risk, files) => {
    expect(look(files).risk).toBe(risk);
  });

  it('puts first what is most worth work', () => {
    const { byRisk, size } = look({
      'README.md': {},
      'src/b.py': { added: ['1', '2'] },
      'src/a.py': {},
      'go.sum': {},
      'src/api.py': { added: ['def f(): ...'] },
      'tests/test_a.py': {},
    });
    const order = ['src/api.py', 'src/b.py', 'src/a.py', 'tests/test_a.py', 'README.md', 'go.sum'];
    expect(byRisk.map(({ path }) => path)).toEqual(order);
    expect(size).toEqual({ files: 6, added: 7, removed: 0 });
  });

  it('counts the hotspots of a team', () => {
    const rules = { hotspots: ['src/core/', '!src/auth/'] };
    expect(look({ 'src/core/a.py': {}, 'src/auth/b.py': {} }, { rules }).hotspots).toEqual([
      { file: 'src/core/a.py', reason: 'named by the team', riskContribution: 0.5 },
    ]);
  });

  it.each([
    ['a.ts', 'export const x = 1;'],
    ['a.py', 'async def run(): ...'],
    ['a.go', 'func (s *Server) Serve() {'],
    ['a.rs', '    pub fn run() {'],
    ['A.java', '  public void run() {'],
    ['A.cs', '  protected int X;'],
    ['a.php', '    public function run() {'],
    ['a.kt', 'data class A(val x: Int)'],
    ['a.swift', 'public struct A {'],
    ['a.rb', 'class A'],
    ['a.scala', 'case class A(x: Int)'],
    ['a.h', 'int x;'],
    ['api.proto', 'x'],
  ])('sees the public interface of %s', (path, line) => {
    expect(look({ [path]: { added: [line] } }).factors.map(({ name }) => name)).toContain('public_interface');
  });

  it.each([
    ['a.ts', '  exported();'],
    ['a.py', '    def method(self):'],
    ['a.py', 'def _private():'],
    ['a.go', 'func private() {'],
    ['a.rs', 'pub(crate) fn run() {'],
    ['A.java', '  private void run() {'],
    ['a.test.ts', 'export const x = 1;'],
  ])('sees none in %s: %s', (path, line) => {
    expect(look({ [path]: { added: [line] } }).factors.map(({ name }) => name)).not.toContain('public_interface');
  });
});

describe('classification', () => {
  const source = { 'src/a.py': { removed: ['a'], added: ['b'] } };
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);
  it.each<[string, Readonly<Record<string, Change>>, PreflightOptions]>([
    ['docs', { 'README.md': {}, 'docs/a.md': { isNew: true } }, {}],
    ['docs', source, { message: 'docs(api): say more' }],
    ['infra', { '.github/workflows/a.yml': {}, 'src/a.py': {} }, {}],
    ['infra', { 'go.sum': {} }, {}],
    ['feature', { 'src/a.ts': {}, 'src/a.test.ts': {}, 'package.json': {}, 'package-lock.json': {} }, {}],
    ['bugfix', source, { message: 'Fix a crash when the list is empty' }],
    ['bugfix', source, { message: 'fix!: the list' }],
    ['bugfix', { 'src/a.py': { added: ['# regression: see the test'] } }, {}],
    ['feature', { 'src/a.py': { added: ['error = null'] } }, {}],
    ['feature', { 'src/a.py': { added: ['# a bug'] } }, { message: 'Add a page' }],
    ['feature', { 'src/new.py': { isNew: true } }, {}],
    ['refactor', { 'tests/test_a.py': {} }, {}],
    ['refactor', { 'src/a.py': { removed: lines(12), added: lines(10) } }, {}],
    ['feature', { 'src/a.py': { removed: lines(2), added: lines(18) } }, {}],
    ['refactor', { 'src/new.py': { isNew: true } }, { isMoved: () => true }],
  ])('is %s', (classification, files, options) => {
    const found = look(files, options);
    expect(found.classification, found.because).toBe(classification);
  });
});

describe('rules in a file', () => {
  it('are read', () => {
    const text =
      'preflight:\n  tests: ["qa/**"]\n  hotspots:\n    - src/core/\n    - "!src/core/x.ts"\n  replace: [hotspots]\n';
    expect(readRules(text)).toEqual({
      tests: ['qa/**'],
      hotspots: ['src/core/', '!src/core/x.ts'],
      replace: ['hotspots'],
    });
    expect(readRules('preflight: {}')).toEqual({});
  });

  it.each<[string, number, string]>([
    ['preflight:\n  test: []', 2, 'no key "test"'],
    ['other: 1', 1, 'no key "other"'],
    ['preflight: []', 1, 'must be a mapping'],
    ['preflight:\n  tests: qa', 2, 'tests must be a list'],
    ['preflight:\n  tests:\n    - a\n    - 3', 4, 'tests must hold texts'],
    ['preflight:\n  tests:\n    - "*a*b*c*d*e"', 3, 'tests cannot have'],
    ['preflight:\n  replace: [all]', 2, 'no list "all"'],
    ['preflight:\n  tests: [', 2, 'no YAML'],
    ['preflight:\n  tests: []\n  tests: []', 3, 'twice'],
  ])('%j has a mistake in line %i', (text, line, message) => {
    try {
      readRules(text);
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      expect(error.failure).toMatchObject({
        errorType: 'INVALID_INPUT',
        line,
        message: expect.stringContaining(message),
      });
      return;
    }
    throw new Error('it was read');
  });

  it('cannot be bombs of aliases', () => {
    const bomb = Array.from({ length: 20 }, (_, index) => `a${index}: &a${index} [${Array(9).fill(`*a${index - 1}`)}]`);
    expect(() => readRules(['a: &a-1 [x]', ...bomb].join('\n'))).toThrow(ToolFailure);
  });
});

describe('the check', () => {
  const run = async (files: Readonly<Record<string, Change>>, rules?: PreflightRules) => {
    const diff = diffOf(files);
    const tree = { read: async () => undefined, paths: async () => undefined };
    const subject = { diff, before: tree, after: tree, byRisk: diff.files };
    return (await preflightCheck(rules).run(subject, async () => true)).findings;
  };
  const conflict = { added: ['a = 1', '<<<<<<< HEAD', 'b = 2', '=======', 'b = 3', '>>>>>>> topic', 'c = 4'] };

  it('finds conflicts that were committed', async () => {
    expect(await run({ 'src/a.py': conflict })).toMatchObject([
      { rule: 'preflight/conflict-markers', severity: 'CRITICAL', category: 'correctness', line: 6, lineEnd: 10 },
    ]);
  });

  it('finds rejected patches that were committed', async () => {
    const files = { 'src/a.py.rej': { isNew: true, added: ['--- src/a.py', '+++ src/a.py', '@@ -1 +1 @@'] } };
    expect(await run(files)).toMatchObject([{ rule: 'preflight/rejected-patch', file: 'src/a.py.rej', line: 1 }]);
  });

  it.each<Readonly<Record<string, Change>>>([
    { 'docs/merging.md': conflict },
    { 'tests/test_merge.py': conflict },
    { 'src/a.py': { removed: conflict.added, added: ['b = 3'] } },
    { 'src/a.py': { added: ['<<<<<<< HEAD', 'b = 2'] } },
    { 'src/a.py': { added: ['=======', '>>>>>>> topic'] } },
    { 'src/a.py': { added: ['  <<<<<<< HEAD', '=======', '>>>>>>> topic'] } },
    { 'a.rej': { isNew: true, added: ['a list of rejections'] } },
  ])('finds nothing in %j', async (files) => {
    expect(await run(files)).toEqual([]);
  });
});
