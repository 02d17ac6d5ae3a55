import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { growth } from '../../../test/growth.ts';
import { createLocalGit, type LocalGit } from '../../../test/local-git.ts';
import { ToolFailure } from '../../lib/errors.ts';
import { applyHunks } from './apply.ts';
import { addedLines, type DiffFile } from './diff.ts';
import { LARGEST_DIFF, MOST_LINES, parseDiff } from './parse.ts';

function lines(...parts: readonly string[]): string {
  return `${parts.join('\n')}\n`;
}

function only(text: string, changedFiles?: readonly string[]): DiffFile {
  const { files } = parseDiff(text, changedFiles);
  const [file] = files;
  if (file === undefined || files.length !== 1) throw new Error(`${files.length} files`);
  return file;
}

function failureOf(text: string, changedFiles?: readonly string[]) {
  try {
    parseDiff(text, changedFiles);
  } catch (error) {
    if (error instanceof ToolFailure) return error.failure;
    throw error;
  }
  throw new Error('it was read');
}

const HUNK = ['@@ -1,2 +1,2 @@ heading', ' same', '-old', '+new'] as const;

describe('names', () => {
  it.each([
    ['git', ['diff --git a/src/x.ts b/src/x.ts', '--- a/src/x.ts', '+++ b/src/x.ts'], 'src/x.ts'],
    ['no prefix', ['diff --git src/x.ts src/x.ts', '--- src/x.ts', '+++ src/x.ts'], 'src/x.ts'],
    ['mnemonic prefixes', ['diff --git i/x.ts w/x.ts', '--- i/x.ts', '+++ w/x.ts'], 'x.ts'],
    ['other prefixes', ['diff --git old/x.ts new/x.ts', '--- old/x.ts', '+++ new/x.ts'], 'x.ts'],
    ['spaces', ['diff --git a/a b/c b/a b/c', '--- a/a b/c\t', '+++ b/a b/c\t'], 'a b/c'],
    [
      'octal escapes',
      ['diff --git "a/\\303\\274.ts" "b/\\303\\274.ts"', '--- "a/\\303\\274.ts"', '+++ "b/\\303\\274.ts"'],
      'ü.ts',
    ],
    ['escapes', ['diff --git "a/\\t\\"\\\\.ts" "b/\\t\\"\\\\.ts"'], '\t"\\.ts'],
    [
      'GNU diff',
      [
        'diff -u old/x.c new/x.c',
        '--- old/x.c\t2026-01-01 10:00:00.0 +0000',
        '+++ new/x.c\t2026-01-02 10:00:00.0 +0000',
      ],
      'x.c',
    ],
    [
      'timestamps after spaces',
      ['--- a/x y.c  2026-01-01 10:00:00 +0000', '+++ b/x y.c  2026-01-02 10:00:00 +0000'],
      'x y.c',
    ],
    ['a saved copy', ['--- x.c.orig\t2026-01-01', '+++ x.c\t2026-01-02'], 'x.c'],
    [
      'Subversion',
      ['Index: trunk/x.c', '='.repeat(67), '--- trunk/x.c\t(revision 12)', '+++ trunk/x.c\t(working copy)'],
      'trunk/x.c',
    ],
    [
      'Mercurial',
      [
        'diff -r 9117c6561b0b -r 273ce12ad8f1 .hgignore',
        '--- a/.hgignore\tThu Jan 01 00:00:00 2026',
        '+++ b/.hgignore\tFri',
      ],
      '.hgignore',
    ],
    ['a folder named by a dot', ['--- ./x.c', '+++ ./x.c'], 'x.c'],
  ])('of %s', (_, header, path) => {
    const { path: read, status, hunks } = only(lines(...header, ...HUNK));
    expect({ read, status, hunks: hunks.length }).toEqual({ read: path, status: 'modified', hunks: 1 });
  });

  it('come from the caller for hunks alone', () => {
    expect(only(lines(...HUNK), ['src/x.ts'])).toMatchObject({ path: 'src/x.ts', status: 'modified' });
    expect(failureOf(lines(...HUNK))).toMatchObject({ errorType: 'INVALID_INPUT', line: 1 });
    expect(failureOf(lines(...HUNK), ['a', 'b'])).toMatchObject({ line: 1 });
  });

  it.each([
    ['../x', 'leads out'],
    ['a/../../x', 'leads out'],
    ['/etc/passwd', 'is absolute'],
    ['C:\\x', 'is absolute'],
    ['x'.repeat(5000), 'more than 4096'],
  ])('are refused: %s', (path, why) => {
    expect(failureOf(lines(`--- ${path}`, `+++ ${path}`, ...HUNK))).toMatchObject({
      message: expect.stringContaining(why),
      line: 1,
    });
  });
});

describe('headers', () => {
  it('tell renames, copies, modes and blobs', () => {
    const text = lines(
      'diff --git a/old name b/new name',
      'old mode 100644',
      'new mode 100755',
      'similarity index 90%',
      'rename from old name',
      'rename to new name',
      'index 1234567..89abcde',
      '--- a/old name\t',
      '+++ b/new name\t',
      ...HUNK,
      'diff --git a/x b/y',
      'similarity index 100%',
      'copy from x',
      'copy to y',
      'diff --git a/gone b/gone',
      'deleted file mode 100644',
      'index e69de29..0000000',
      'diff --git a/fresh b/fresh',
      'new file mode 100644',
      'index 0000000..e69de29',
    );
    expect(parseDiff(text).files).toMatchObject([
      {
        path: 'new name',
        from: 'old name',
        status: 'renamed',
        modes: { before: '100644', after: '100755' },
        blobs: { before: '1234567', after: '89abcde' },
      },
      { path: 'y', from: 'x', status: 'copied', hunks: [] },
      { path: 'gone', status: 'deleted', modes: { before: '100644' }, blobs: { before: 'e69de29' } },
      { path: 'fresh', status: 'added', modes: { after: '100644' }, blobs: { after: 'e69de29' } },
    ]);
  });

  it('tell binary files', () => {
    const text = lines(
      'diff --git a/x.png b/x.png',
      'index 1234567..89abcde 100644',
      'Binary files a/x.png and b/x.png differ',
      'diff --git a/y.png b/y.png',
      'index 1234567..89abcde 100644',
      'GIT binary patch',
      'literal 5',
      'McmZQzWMT#Y01f~L',
      '',
      'literal 4',
      'LcmZQzWMT#Y01f~L',
      '',
      'Binary files old/z.png and new/z.png differ',
      'Binary files /dev/null and b/w.png differ',
    );
    expect(parseDiff(text).files.map(({ path, binary, status }) => [path, binary, status])).toEqual([
      ['x.png', true, 'modified'],
      ['y.png', true, 'modified'],
      ['z.png', true, 'modified'],
      ['w.png', true, 'added'],
    ]);
  });

  it('of other tools tell what was not there', () => {
    const added = ['--- old/x\t1970-01-01 00:00:00.000000000 +0000', '+++ new/x\t2026-01-01', '@@ -0,0 +1 @@', '+new'];
    expect(only(lines(...added)).status).toBe('added');
    expect(only(lines('--- /dev/null', '+++ b/x', '@@ -0,0 +1 @@', '+new'))).toMatchObject({
      status: 'added',
      path: 'x',
    });
    const deleted = ['--- x\t(revision 3)', '+++ x\t(nonexistent)', '@@ -1 +0,0 @@', '-old'];
    expect(only(lines('Index: x', '====', ...deleted)).status).toBe('deleted');
  });

  it('tell submodules in both forms', () => {
    const short = lines(
      'diff --git a/lib b/lib',
      'index 1234567..89abcde 160000',
      '--- a/lib',
      '+++ b/lib',
      '@@ -1 +1 @@',
      '-Subproject commit 1234567',
      '+Subproject commit 89abcde',
    );
    expect(only(short)).toMatchObject({ path: 'lib', modes: { before: '160000', after: '160000' } });
    const log = lines(
      'Submodule lib 1234567..89abcde:',
      '  > A commit',
      'Submodule new 0000000...89abcde (new submodule)',
    );
    expect(parseDiff(log).files).toMatchObject([
      { path: 'lib', status: 'modified', binary: true },
      { path: 'new', status: 'added', modes: { after: '160000' } },
    ]);
  });

  it('tell a file that became a link as one', () => {
    const text = lines(
      'diff --git a/x b/x',
      'deleted file mode 100644',
      'index 1234567..0000000',
      '--- a/x',
      '+++ /dev/null',
      '@@ -1 +0,0 @@',
      '-text',
      'diff --git a/x b/x',
      'new file mode 120000',
      'index 0000000..89abcde',
      '--- /dev/null',
      '+++ b/x',
      '@@ -0,0 +1 @@',
      '+target',
      '\\ No newline at end of file',
    );
    const file = only(text);
    expect(file).toMatchObject({ status: 'modified', modes: { before: '100644', after: '120000' } });
    expect(applyHunks('text\n', file.hunks)).toEqual({ text: 'target' });
  });
});

describe('hunks', () => {
  it('have the lines of both sides', () => {
    const [hunk] = only(lines('--- a/x', '+++ b/x', '@@ -7 +8,2 @@', '-a', '+b', '+c')).hunks;
    expect(hunk).toEqual({
      oldStart: 7,
      oldLines: 1,
      newStart: 8,
      newLines: 2,
      lines: [
        { kind: 'removed', text: 'a', oldLine: 7 },
        { kind: 'added', text: 'b', newLine: 8 },
        { kind: 'added', text: 'c', newLine: 9 },
      ],
    });
  });

  it('keep carriage returns of the file and drop those of the diff', () => {
    const file = lines('diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a\r', '+b\r');
    expect(only(file).hunks[0]?.lines.map(({ text }) => text)).toEqual(['a\r', 'b\r']);
    expect(only(lines('diff --git a/x b/x', '--- a/x', '+++ b/x', ...HUNK).replaceAll('\n', '\r\n'))).toEqual(
      only(lines('diff --git a/x b/x', '--- a/x', '+++ b/x', ...HUNK)),
    );
  });

  it('may have lost the space of empty lines, and the line end of the last', () => {
    const text = ['--- a/x', '+++ b/x', '@@ -1,3 +1,3 @@', '', '-a', '+b', ''].join('\n');
    expect(only(`${text}\n`).hunks[0]?.lines.map(({ kind }) => kind)).toEqual([
      'context',
      'removed',
      'added',
      'context',
    ]);
  });

  it('stand in mails', () => {
    const mail = lines(
      'From 1234567 Mon Sep 17 00:00:00 2001',
      'Subject: [PATCH] --- Change x',
      '',
      '---',
      ' x | 2 +-',
      '',
      'diff --git a/x b/x',
      'index 1234567..89abcde 100644',
      '--- a/x',
      '+++ b/x',
      ...HUNK,
      '-- ',
      '2.39.5',
      '',
    );
    expect(only(mail).hunks[0]?.lines).toHaveLength(3);
  });

  it('of removed and added lines that look like headers are no headers', () => {
    const text = lines('--- a/x', '+++ b/x', '@@ -1,2 +1,2 @@', '--- a/y', '+++ b/y', ' diff --git a/z b/z');
    expect(only(text).hunks[0]?.lines.map(({ text: line }) => line)).toEqual([
      '-- a/y',
      '++ b/y',
      'diff --git a/z b/z',
    ]);
  });
});

describe('diffs written by hand', () => {
  const header = ['diff --git a/x b/x', 'index abcdefg..hijklmn', '--- a/x', '+++ b/x'];
  it.each<[string, readonly string[], readonly (readonly [number, number, number, number, string])[]]>([
    ['too few lines', ['@@ -1,3 +1,3 @@', ' a', '-b', '+c'], [[1, 2, 1, 2, ' -+']]],
    ['too many lines', ['@@ -1 +1 @@', '-b', '+c', '+d'], [[1, 1, 1, 2, '-++']]],
    ['too many behind an empty line', ['@@ -1 +1 @@', '-b', '+c', '', '+d', '', ''], [[1, 2, 1, 3, '-+ +']]],
    ['lines of one kind', ['@@ -4,2 +4 @@', '+b', '+c'], [[3, 0, 4, 2, '++']]],
    ['a new file', ['@@ -0,0 +1 @@', '+b', '+c'], [[0, 0, 1, 2, '++']]],
    ['no lines, and there are', ['@@ -0,0 +0,0 @@', ' a', '+b'], [[1, 1, 1, 2, ' +']]],
    [
      'hunks behind it',
      ['@@ -1,9 +1,9 @@', ' a', '+b', '+c', '@@ -5,2 +5,2 @@ f', ' d', '-e', '+f', '@@ -1,2 +1,2 @@', ' g', '+h'],
      [
        [1, 1, 1, 3, ' ++'],
        [5, 2, 7, 2, ' -+'],
        [7, 1, 9, 2, ' +'],
      ],
    ],
    ['the end of a block of Markdown', ['@@ -1,9 +1,9 @@', ' a', '+b', '```', 'So it is.'], [[1, 1, 1, 2, ' +']]],
    ['no end of the last line', ['@@ -1,9 +1,9 @@', '-a', '+b', '\\ No newline at end of file'], [[1, 1, 1, 1, '-+']]],
  ])('have wrong counts: %s', (_, parts, hunks) => {
    const { files, warnings } = parseDiff(lines('Look:', '```diff', ...header, ...parts));
    const [file] = files;
    expect(
      file?.hunks.map(({ oldStart, oldLines, newStart, newLines, lines: body }) => [
        oldStart,
        oldLines,
        newStart,
        newLines,
        body.map(({ kind }) => ({ context: ' ', added: '+', removed: '-' })[kind]).join(''),
      ]),
    ).toEqual(hunks);
    expect(file?.blobs).toBeUndefined();
    expect(warnings).toEqual([
      expect.stringMatching(/count other lines than follow them \(lines? 7\b/),
      'Lines "index" without ids of contents were left out (line 4 of the diff).',
    ]);
  });

  it('may begin with the next file where a hunk is said to go on', () => {
    const text = lines(
      '--- a/x',
      '+++ b/x',
      '@@ -1,9 +1,9 @@',
      '-a',
      '+b',
      '',
      '--- a/y',
      '+++ b/y',
      '@@ -1 +1 @@',
      '-c',
      '+d',
    );
    expect(parseDiff(text).files.map(({ path, hunks }) => [path, hunks[0]?.lines.length])).toEqual([
      ['x', 2],
      ['y', 2],
    ]);
  });

  it('are read as git apply --recount does', () => {
    const folder = mkdtempSync(join(tmpdir(), 'recount-'));
    writeFileSync(join(folder, 'x'), 'a\nb\nc\nd\ne\nf\n');
    const text = lines(
      '--- a/x',
      '+++ b/x',
      '@@ -1,7 +1,1 @@',
      ' a',
      '-b',
      '+B',
      ' c',
      '@@ -4,1 +4,9 @@',
      ' d',
      '+D',
      ' e',
    );
    execFileSync('git', ['apply', '--recount', '-'], { cwd: folder, input: text });
    const [file] = parseDiff(text).files;
    expect(applyHunks('a\nb\nc\nd\ne\nf\n', file?.hunks ?? [])).toEqual({
      text: readFileSync(join(folder, 'x'), 'utf8'),
    });
    rmSync(folder, { recursive: true });
  });
});

describe('mistakes', () => {
  const header = ['diff --git a/x b/x', '--- a/x', '+++ b/x'];
  it.each<[string, readonly string[], number | undefined, string]>([
    ['nothing', [''], undefined, 'empty'],
    ['prose', ['Please review my change.'], 1, 'holds no diff'],
    ['colours', ['\u001b[1mdiff --git a/x b/x\u001b[m'], 1, 'colours'],
    ['a diff in another format', ['*** a/x', '--- b/x', '***************', '*** 1,2 ****'], 1, 'holds no diff'],
    ['counts of nothing', [...header, '@@ -1 +1 @@', '@@ -2 +2 @@', '-b', '+c'], 4, 'has no lines'],
    ['a line of no kind', [...header, '@@ -1,2 +1,2 @@', ' a', 'b'], 6, '"b"'],
    ['no hunk', header, 4, 'a hunk such as'],
    ['no hunk where blobs differ', ['diff --git a/x b/x', 'index 1234567..89abcde 100644'], 3, 'a hunk such as'],
    ['half a header', [...header, '@@ -1,2 @@'], 4, 'no header of a hunk'],
    ['no second name', ['diff --git a/x b/x', '--- a/x', '@@ -1 +1 @@'], 3, 'instead of "+++ "'],
    [
      'hunks in the wrong order',
      [...header, '@@ -5 +5 @@', '-a', '+b', '@@ -2 +2 @@', '-a', '+b'],
      7,
      'before the end',
    ],
    ['a hunk of nothing', [...header, ...HUNK, 'prose', '@@ -9 +9 @@', '-a', '+b'], 9, 'no line above'],
    ['a bad mode', ['diff --git a/x b/x', 'old mode 9'], 2, 'no mode'],
    ['a quote that does not end', ['diff --git "a/x b/x'], 1, 'does not end'],
    ['an unknown escape', ['diff --git "a/\\x" "b/\\x"'], 1, 'escape'],
    ['a NUL', [...header, '@@ -1 +1 @@', '-a', '+\0'], 6, 'NUL'],
    ['a series of patches', [...header, ...HUNK, ...header, ...HUNK], 8, 'twice'],
    ['no file at all', ['--- /dev/null', '+++ /dev/null', ...HUNK], 1, '/dev/null'],
  ])('%s', (_, parts, line, message) => {
    const failure = failureOf(lines(...parts));
    expect(failure).toMatchObject({ errorType: 'INVALID_INPUT', message: expect.stringContaining(message) });
    expect(failure.line).toBe(line);
  });

  it('above the limits', () => {
    expect(failureOf('x'.repeat(LARGEST_DIFF + 1)).advice).toContain('parts');
    expect(failureOf('\n'.repeat(MOST_LINES + 1)).advice).toContain('parts');
  });

  it('of hostile texts cost linear time', () => {
    const hostile = (size: number) => [
      `diff --git ${' '.repeat(size)}`,
      `diff --git "${'\\'.repeat(size)}`,
      `--- ${' 2026-01-01 '.repeat(size / 12)}\n+++ x\n`,
      `--- ${' ('.repeat(size / 200)}\n+++ x\n`.repeat(50),
      `@@ ${'-1,1 '.repeat(size / 5)}`,
      'diff --git a/x b/x\n'.repeat(size / 20),
      `Binary files ${' and '.repeat(size / 5)} differ`,
      `Submodule ${'a '.repeat(size / 2)}`,
      `${'@'.repeat(size)} -1 +1`,
    ];
    for (const text of hostile(2_000_000)) expect(() => parseDiff(text), text.slice(0, 40)).toThrow(ToolFailure);
    const grown = growth(240_000, (size) => {
      for (const text of hostile(size)) expect(() => parseDiff(text)).toThrow(ToolFailure);
    });
    expect(grown).toBeLessThan(9);
  });
});

describe('merges', () => {
  let git: LocalGit;
  beforeAll(async () => {
    git = await createLocalGit();
  });
  afterAll(() => git.remove());

  it('are told against the first parent', async () => {
    const text = (changes: Readonly<Record<number, string>>) =>
      Array.from({ length: 30 }, (_, index) => `${changes[index] ?? `line ${index}`}\n`).join('');
    await git.commit('base', { 'x.txt': text({}), 'ü.txt': text({}) });
    await git.git('branch', 'other');
    await git.commit('ours', { 'x.txt': text({ 3: 'ours', 20: 'ours', 21: '' }), 'ü.txt': text({ 5: 'ours' }) });
    await git.git('switch', '-q', 'other');
    await git.commit('theirs', {
      'x.txt': text({ 3: 'theirs', 20: 'theirs', 25: 'theirs' }),
      'ü.txt': text({ 5: 'theirs' }),
    });
    await git.git('switch', '-q', 'main');
    await git.git('merge', '-q', 'other').catch(() => undefined);
    const merged = { 'x.txt': text({ 3: 'both', 20: 'both', 25: 'theirs' }), 'ü.txt': text({ 5: 'ours\ntheirs' }) };
    await git.commit('merge', merged);
    const { files, warnings } = parseDiff(`${await git.git('show', '--cc', 'HEAD')}\n`);
    expect(warnings).toHaveLength(1);
    expect(files.map(({ path, status }) => [path, status])).toEqual([
      ['x.txt', 'modified'],
      ['ü.txt', 'modified'],
    ]);
    for (const file of files) {
      const before = (await git.git('show', `HEAD^1:${file.path}`)).split('\n');
      const after = (await git.git('show', `HEAD:${file.path}`)).split('\n');
      for (const { oldLine, newLine, text: line } of file.hunks.flatMap((hunk) => hunk.lines)) {
        if (oldLine !== undefined) expect(before[oldLine - 1]).toBe(line);
        if (newLine !== undefined) expect(after[newLine - 1]).toBe(line);
      }
    }
    expect(files.flatMap(addedLines).map(({ text: line }) => line)).toEqual(['both', 'both', 'line 21', 'theirs']);
  });
});
