import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { GitFolder } from '../../../test/workspace/git-client.ts';
import { IgnoreRules } from './ignore-rules.ts';

const folder = new GitFolder();
afterAll(() => folder.remove());

const RULES: Readonly<Record<string, string>> = {
  '.gitignore': [
    '# comment',
    '',
    '*.log',
    '!important.log',
    'build/',
    '/root-only',
    'docs/*.txt',
    '**/cache/**',
    'a/**/z',
    'trailing   ',
    'escaped\\ ',
    '\\#hash',
    '\\!bang',
    '[ab]?.tmp',
    'vendor/*',
    '!vendor/kept',
  ].join('\n'),
  'src/.gitignore': '!*.log\n/local\ngenerated\r\n',
  'src/deep/.gitignore': '*\n!.gitignore\n!keep.*\n',
};

const NAMES = [
  'x.log',
  'important.log',
  'root-only',
  'local',
  'generated',
  'keep.md',
  'a1.tmp',
  'c1.tmp',
  'trailing',
  'escaped ',
  '#hash',
  '!bang',
  'z',
  'kept',
  'n.txt',
];
const FOLDERS = [
  '',
  'src/',
  'src/deep/',
  'src/deep/more/',
  'build/',
  'src/build/',
  'docs/',
  'docs/in/',
  'cache/',
  'x/cache/y/',
  'a/',
  'a/b/c/',
  'vendor/',
  'vendor/kept/',
  'generated/',
];

it('leaves out what git leaves out', async () => {
  const root = await folder.create('rules');
  for (const [path, text] of Object.entries(RULES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const paths = FOLDERS.flatMap((each) => NAMES.map((name) => each + name));
  const ignored = new Set(await checkIgnore(root, paths));
  const rules = new IgnoreRules((path) => RULES[path]);
  expect(ignored.size).toBeGreaterThan(50);
  expect(paths.filter((path) => rules.ignores(path))).toEqual(paths.filter((path) => ignored.has(path)));
});

it('gives .contextignore the last word in its folder', () => {
  const files: Readonly<Record<string, string>> = {
    '.gitignore': 'data\nsecret\n',
    '.contextignore': '!data\n*.csv\n',
    'sub/.contextignore': '!kept.csv\n',
  };
  const rules = new IgnoreRules((path) => files[path]);
  const paths = ['data', 'secret', 'a.csv', 'sub/a.csv', 'sub/kept.csv', 'sub/data'];
  expect(paths.filter((path) => rules.ignores(path))).toEqual(['secret', 'a.csv', 'sub/a.csv']);
});

it('passes over patterns that could take very long', () => {
  const rules = new IgnoreRules((path) => (path === '.gitignore' ? `${'*a'.repeat(50)}b\nx\n` : undefined));
  expect(rules.ignores('a'.repeat(255))).toBe(false);
  expect(rules.ignores('x')).toBe(true);
});

/** The paths that git ignores, none of which has to exist. */
function checkIgnore(root: string, paths: readonly string[]): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = execFile('git', ['check-ignore', '--no-index', '-z', '--stdin'], { cwd: root }, (error, stdout) => {
      if (error !== null && error.code !== 1) reject(error);
      else resolve(stdout.split('\0').filter((path) => path !== ''));
    });
    child.stdin?.end(paths.join('\0'));
  });
}
