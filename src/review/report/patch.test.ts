/** Patches, as git itself takes them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePatch } from './patch.ts';

/** Offsets in UTF-16 units. */
interface OffsetEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The file after `git apply` of the patch, in a repository that has it. */
function applied(path: string, text: string, patch: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'patch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-c', 'core.autocrlf=false', ...args], { cwd: folder, input, stdio: 'pipe' });
  git(['init', '-q']);
  git(['apply', '--check', '-'], patch);
  git(['apply', '-'], patch);
  return readFileSync(file, 'utf8');
}

/** A patch of edits given by offsets, which may lie outside the text. */
function patchOf(path: string, text: string, edits: readonly OffsetEdit[]): string | undefined {
  const place = (offset: number) => {
    const lines = text.slice(0, offset).split('\n');
    const column = (lines.at(-1)?.length ?? 0) + 1 + Math.max(0, offset - text.length);
    return { line: lines.length, column };
  };
  return makePatch({
    path,
    text,
    edits: edits.map(({ start, end, text: replacement }) => {
      const { line, column } = place(end);
      return { ...place(start), endLine: line, endColumn: column, text: replacement };
    }),
  });
}

/** An edit that puts `to` in place of the first `from`. */
function replacing(text: string, from: string, to: string): OffsetEdit {
  const start = text.indexOf(from);
  return { start, end: start + from.length, text: to };
}

const LINES = Array.from({ length: 40 }, (_, index) => `line ${index + 1}\n`).join('');

test.each([
  ['the first line', 'a.txt', LINES, [replacing(LINES, 'line 1\n', 'first\n')]],
  ['the last line', 'a.txt', LINES, [replacing(LINES, 'line 40', 'last')]],
  ['two places far apart', 'a.txt', LINES, [replacing(LINES, 'line 30', 'x'), replacing(LINES, 'line 5\n', '')]],
  [
    'two places whose contexts touch',
    'a.txt',
    LINES,
    [replacing(LINES, 'line 20', 'x'), replacing(LINES, 'line 26', 'y')],
  ],
  ['lines put in', 'a.txt', LINES, [{ start: 14, end: 14, text: 'new\nnew\n' }]],
  [
    'lines taken out and put in at once',
    'a.txt',
    LINES,
    [replacing(LINES, 'line 9\n', ''), replacing(LINES, 'line 12\n', 'a\nb\n')],
  ],
  ['line ends of Windows', 'a.txt', 'a\r\nb\r\nc\r\n', [replacing('a\r\nb\r\nc\r\n', 'b', 'B')]],
  ['line ends of both kinds', 'a.txt', 'a\r\nb\nc\r\n', [replacing('a\r\nb\nc\r\n', 'b\n', 'b\r\n')]],
  ['no line end at the end', 'a.txt', 'a\nb', [replacing('a\nb', 'b', 'B')]],
  ['no line end, changed before', 'a.txt', 'a\nb', [replacing('a\nb', 'a', 'A')]],
  ['a line end that is added', 'a.txt', 'a\nb', [{ start: 3, end: 3, text: '\n' }]],
  ['a line end that is taken', 'a.txt', 'a\nb\n', [{ start: 3, end: 4, text: '' }]],
  ['an empty file', 'a.txt', '', [{ start: 0, end: 0, text: 'a\n' }]],
  ['a file that gets empty', 'a.txt', 'a\n', [{ start: 0, end: 2, text: '' }]],
  ['one line', 'a.txt', 'a', [replacing('a', 'a', 'b')]],
  ['a byte order mark', 'a.txt', '\ufeffa\nb\n', [replacing('\ufeffa\nb\n', 'a', 'A')]],
  ['signs beyond the first plane', 'a.txt', 'x 😀 y\n', [replacing('x 😀 y\n', 'y', '😀')]],
  ['lines that look like a patch', 'a.txt', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n', [{ start: 0, end: 3, text: '+++' }]],
  ['a lone carriage return', 'a.txt', 'a\rb\nc\n', [replacing('a\rb\nc\n', 'b', 'B')]],
  ['a path with spaces', 'my dir/a b.txt', 'a\n', [replacing('a\n', 'a', 'b')]],
  ['a path with  b/', 'x b/y b/z.txt', 'a\n', [replacing('a\n', 'a', 'b')]],
  ['a path in Unicode', 'größe/文件.txt', 'a\n', [replacing('a\n', 'a', 'b')]],
  ['a path with quotes', 'a"b\\c.txt', 'a\n', [replacing('a\n', 'a', 'b')]],
  ['a path with a tab and a line end', 'a\tb\nc ä.txt', 'a\n', [replacing('a\n', 'a', 'b')]],
  ['a path that ends with a space', 'a ', 'a\n', [replacing('a\n', 'a', 'b')]],
] as const)('git applies a change of %s', (_, path, text, edits) => {
  const expected = edits
    .toSorted((left, right) => right.start - left.start)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text as string);
  expect(applied(path, text, patchOf(path, text, edits) ?? '')).toBe(expected);
});

test('a patch reads as git writes it', () => {
  const edits = [replacing(LINES, 'line 20', 'x'), replacing(LINES, 'line 40\n', 'y')];
  expect(patchOf('a b.txt', LINES, edits)).toMatchInlineSnapshot(`
    "diff --git a/a b.txt b/a b.txt
    --- a/a b.txt	
    +++ b/a b.txt	
    @@ -17,7 +17,7 @@
     line 17
     line 18
     line 19
    -line 20
    +x
     line 21
     line 22
     line 23
    @@ -37,4 +37,4 @@
     line 37
     line 38
     line 39
    -line 40
    +y
    \\ No newline at end of file
    "
  `);
});

test.each([
  [
    'edits that overlap',
    'a.txt',
    'abc\n',
    [
      { start: 0, end: 2, text: '' },
      { start: 1, end: 3, text: '' },
    ],
  ],
  ['an edit outside the text', 'a.txt', 'abc\n', [{ start: 3, end: 9, text: '' }]],
  ['an edit that ends before it begins', 'a.txt', 'abc\n', [{ start: 3, end: 1, text: '' }]],
  ['an edit that changes nothing', 'a.txt', 'abc\n', [{ start: 0, end: 1, text: 'a' }]],
  ['no edits', 'a.txt', 'abc\n', []],
  ['binary text', 'a.txt', 'a\0c\n', [{ start: 0, end: 1, text: 'b' }]],
  ['half a sign', 'a.txt', '😀\n', [{ start: 0, end: 1, text: '' }]],
  ['a path out of the repository', '../a.txt', 'a\n', [{ start: 0, end: 1, text: 'b' }]],
  ['a path into .git', '.git/config', 'a\n', [{ start: 0, end: 1, text: 'b' }]],
  ['an absolute path', '/etc/passwd', 'a\n', [{ start: 0, end: 1, text: 'b' }]],
  ['a patch that is too large', 'a.txt', 'a\n', [{ start: 0, end: 1, text: 'b'.repeat(30_000) }]],
] as const)('there is no patch for %s', (_, path, text, edits) => {
  expect(patchOf(path, text, edits)).toBeUndefined();
});
