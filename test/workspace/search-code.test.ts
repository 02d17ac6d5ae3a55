/** `search_code` through MCP. */
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../mcp/harness.ts';
import { callAs, type Facts, texts } from './workspace-tools.ts';

const server = sharedServer();
let base: URL;

const FILES = {
  'src/app.ts': 'import { open } from "./db";\n\nexport function main(): void {\n  open("a.b");\n  reopen();\n}\n',
  'src/db.ts': '// Öffnet die Datei; ÖFFNET sie.\nexport const open = (path: string) => path;\nconst OPEN = 1;\n',
  'test/app.test.ts': 'open("x");\n',
  'docs/notes.md': '\nopen\n\nfirst OR second* "quoted" NEAR(a b)\n- a^2 (b) [c] {d} $e | f\n',
};

beforeAll(async () => {
  base = (await server.listen()).url;
  await callAs(base, 'search', 'put_files', texts(FILES));
});

function search(pattern: string, options: Facts = {}): Promise<Facts> {
  return callAs(base, 'search', 'search_code', { pattern, ...options });
}

/** The places of an answer. */
function places({ matches }: Facts): readonly string[] {
  return (matches as { file: string; line: number; column: number }[]).map(
    (each) => `${each.file}:${each.line}:${each.column}`,
  );
}

it('finds lines by path and line, and says what it covers', async () => {
  const answer = await search('open(');
  expect(answer).toEqual({
    matches: [
      { file: 'src/app.ts', line: 4, column: 3, text: '  open("a.b");' },
      { file: 'src/app.ts', line: 5, column: 5, text: '  reopen();' },
      { file: 'test/app.test.ts', line: 1, column: 1, text: 'open("x");' },
    ],
    pattern: 'open(',
    total_matches: 3,
    total_files: 2,
    totals_exact: true,
    files_searched: 4,
    files_left: 0,
    notes: [],
    workspace: 'default',
    index: {
      branch: 'main',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      complete: true,
      files_indexed: 4,
      files_pending: 0,
      files_skipped: 0,
    },
  });
});

it('searches whole words, without case, in any script', async () => {
  expect(places(await search('open', { whole_word: true }))).toEqual([
    'docs/notes.md:2:1',
    'src/app.ts:1:10',
    'src/app.ts:4:3',
    'src/db.ts:2:14',
    'test/app.test.ts:1:1',
  ]);
  expect(places(await search('OPEN', { whole_word: true, paths: ['/src/'] }))).toEqual(['src/db.ts:3:7']);
  expect(places(await search('OPEN', { case_sensitive: false, paths: ['db.ts'] }))).toEqual([
    'src/db.ts:2:14',
    'src/db.ts:3:7',
  ]);
  expect(places(await search('öffnet', { case_sensitive: false }))).toEqual(['src/db.ts:1:4']);
  expect(places(await search('ÖFFNET'))).toEqual(['src/db.ts:1:22']);
});

it('runs regular expressions over each line', async () => {
  expect(places(await search('^(export|import)\\b', { regex: true }))).toEqual([
    'src/app.ts:1:1',
    'src/app.ts:3:1',
    'src/db.ts:2:1',
  ]);
  expect(places(await search('\\(\\w\\)$|open.*;$', { regex: true, case_sensitive: false, whole_word: true }))).toEqual(
    ['src/app.ts:1:10', 'src/app.ts:4:3', 'src/db.ts:2:14', 'src/db.ts:3:7', 'test/app.test.ts:1:1'],
  );
  expect(places(await search('^$', { regex: true }))).toEqual([
    'docs/notes.md:1:1',
    'docs/notes.md:3:1',
    'src/app.ts:2:1',
  ]);
});

it('shows lines around, and only as many matches as wanted', async () => {
  const { matches, total_matches, totals_exact } = await search('open', { context_lines: 2, max_results: 1 });
  expect(matches).toEqual([
    {
      file: 'docs/notes.md',
      line: 2,
      column: 1,
      text: 'open',
      before: [''],
      after: ['', FILES['docs/notes.md'].split('\n')[3]],
    },
  ]);
  expect({ total_matches, totals_exact }).toEqual({ total_matches: 6, totals_exact: true });
});

it('looks only where it is told to', async () => {
  const all = async (options: Facts) => [
    ...new Set(places(await search('open', options)).map((place) => place.split(':')[0])),
  ];
  expect(await all({ file_types: ['ts'], exclude_paths: ['*.test.ts'] })).toEqual(['src/app.ts', 'src/db.ts']);
  expect(await all({ paths: ['src/**', 'docs'], file_types: ['.MD', '.py'] })).toEqual(['docs/notes.md']);
  expect(await all({ paths: ['nowhere/'] })).toEqual([]);
});

it.each([
  'first OR second*',
  '"quoted" NEAR(a b)',
  'NEAR(',
  '"',
  '*',
  "'",
  'a^2 (b) [c] {d} $e | f',
  ' OR ',
  ': ',
  '--',
])('takes %j as it is', async (pattern) => {
  const expected = Object.entries(FILES).flatMap(([file, text]) =>
    text
      .split('\n')
      .flatMap((line, at) => (line.includes(pattern) ? [`${file}:${at + 1}:${line.indexOf(pattern) + 1}`] : [])),
  );
  expect(places(await search(pattern)).toSorted()).toEqual(expected.toSorted());
});

describe('says what is wrong with', () => {
  it.each([
    ['an empty pattern', '', {}, /is empty/],
    ['a very long one', 'x'.repeat(100_000), {}, /100000 characters; 1000 is the limit/],
    ['two lines', 'a\nb', {}, /line end/],
    ['a line end in a regular expression', 'a\\nb', { regex: true }, /line end/],
    ['a broken regular expression', '(a', { regex: true }, /not valid: missing closing \)/],
    ['a lookahead', '(?=a)', { regex: true }, /RE2 syntax/],
    ['a backreference', '(a)\\1', { regex: true }, /not valid/],
    ['a regular expression that blows up', '[^z]{900}x{900}y{900}', { regex: true }, /2000 is the limit/],
    ['a path that could take very long', 'a', { paths: ['*a*a*a*a*a*b'] }, /paths cannot have/],
  ])('%s', async (_, pattern, options, problem) => {
    expect(JSON.stringify(await search(pattern, options))).toMatch(problem);
    expect(places(await search('reopen'))).toEqual(['src/app.ts:5:3']);
  });
});

it('answers an empty workspace', async () => {
  expect(await callAs(base, 'nobody', 'search_code', { pattern: 'open' })).toMatchObject({
    matches: [],
    totals_exact: true,
    index: { complete: true, files_indexed: 0 },
  });
});

it('says when it could not search everything', async () => {
  const line = `${'ab'.repeat(60)}\n`;
  const files = Object.fromEntries(Array.from({ length: 3 }, (_, at) => [`${at}.txt`, line.repeat(10_000)]));
  await callAs(base, 'large', 'put_files', texts(files));
  const answer = await callAs(base, 'large', 'search_code', {
    pattern: '(a|b|ab|ba){100}c|b{50}$|[ab]{200}',
    regex: true,
  });
  expect(answer).toMatchObject({ totals_exact: false, matches: [] });
  expect(answer.files_left).toBeGreaterThan(0);
});

it('says that masked secrets and broken characters are not searched', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4)}`;
  const latin = Buffer.from(`${'plain words\n'.repeat(20)}na\xefve\n`, 'latin1').toString('base64');
  const files = [
    { path: 'key.py', content: `KEY = "${secret}"\n` },
    { path: 'latin.txt', content: latin, encoding: 'base64' },
  ];
  const call = (name: string, args: Facts) => callAs(base, 'search-unseen', name, args);
  await call('put_files', { files });
  const masked = expect.stringMatching(/^Secrets are masked.* 1 lines/);
  const broken = expect.stringMatching(/^1 files have bytes that are no UTF-8/);
  expect(await call('search_code', { pattern: secret })).toMatchObject({ total_matches: 0, notes: [masked] });
  expect(await call('search_code', { pattern: 'na\u00efve' })).toMatchObject({
    total_matches: 0,
    notes: [masked, broken],
  });
  expect(await call('search_code', { pattern: 'plain', paths: ['latin.txt'] })).toMatchObject({ notes: [] });
});
