import { describe, expect, it } from 'vitest';
import { normalizeFilePath, normalizePath } from './paths.ts';

describe('what is inside', () => {
  it.each([
    ['a.txt', 'a.txt'],
    ['./a//b/../c.txt', 'a/c.txt'],
    ['/workspace/a', 'a'],
    ['/workspace//a/./b', 'a/b'],
    ['', ''],
    ['.', ''],
    ['/workspace', ''],
    ['..a/...', '..a/...'],
    ['~/x', '~/x'],
    ['a\\..\\b', 'a\\..\\b'],
    ['%2e%2e/x', '%2e%2e/x'],
    ['日本語/🐍 é.txt', '日本語/🐍 é.txt'],
    ['x'.repeat(255), 'x'.repeat(255)],
  ])('%s', (path, normal) => {
    expect(normalizePath(path)).toBe(normal);
  });

  it('keeps twins of case and normalisation apart', () => {
    const twins = ['é', 'e\u0301', 'É', 'E', 'e', 'ﬁ', 'fi'];
    expect(new Set(twins.map(normalizePath)).size).toBe(twins.length);
  });
});

describe('what is not', () => {
  it.each([
    '..',
    '../x',
    'a/../../x',
    './../workspace/x',
    '/',
    '/etc/passwd',
    '//etc/passwd',
    '/workspace/..',
    '/workspace/../etc/passwd',
    '/workspace/../workspace/x',
    '/workspaces/x',
    '/Workspace/x',
    '/../workspace/x',
    'a\0b',
    '/workspace/a\0/../../etc',
    '\0',
  ])('%j', (path) => {
    expect(() => normalizePath(path)).toThrow(/^Path '.*' is outside workspace$/);
  });

  it.each([
    ['a\nb', 'holds a control character'],
    ['a\x7fb', 'holds a control character'],
    ['a\x85b', 'holds a control character'],
    ['\ud800', 'surrogate'],
    ['é'.repeat(128), 'more than 255 bytes'],
    [`${'x'.repeat(200)}/`.repeat(20), 'longer than 3000 bytes'],
  ])('%j', (path, fault) => {
    expect(() => normalizePath(path)).toThrow(fault);
  });

  it.each(['', '.', 'a/', '/workspace'])('a file named %j', (path) => {
    expect(() => normalizeFilePath(path)).toThrow('is a directory, not a file');
  });

  it('shows hostile names in one line', () => {
    expect(() => normalizePath('../\x1b[31m\n')).toThrow("Path '../\\x1b[31m\\x0a' is outside workspace");
  });
});
