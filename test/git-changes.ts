/** Random changes of files of every kind, under names of every kind, made by the real git. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { edited, randomOf, randomText } from './random-lines.ts';

/** A bare repository with pairs of commits. */
export interface GitChanges {
  readonly folder: string;
  readonly pairs: readonly { readonly before: string; readonly after: string }[];
  git(...args: readonly string[]): Buffer;
  remove(): void;
}

interface File {
  readonly mode: string;
  readonly content: string;
}
type Tree = ReadonlyMap<string, File>;
type Random = (below: number) => number;

const NAMES = [
  'plain.ts',
  'with space.py',
  'a b/inner b/x.go',
  'tab\there',
  'quote"d',
  'back\\slash',
  'новый/путь.rs',
  '日本 語.md',
  'new\nline',
  ' b/lead',
  'trail ',
  'a/x',
  'b/x',
  'dev/null',
  'x.orig',
  '-- dash',
  '+++ plus',
  'é"\\',
];

/** Makes `count` changes. */
export function randomChanges(seed: number, count: number): GitChanges {
  const folder = mkdtempSync(join(tmpdir(), 'lemma-changes-'));
  const run = (args: readonly string[], input?: string) =>
    execFileSync('git', args, {
      cwd: folder,
      ...(input !== undefined && { input: Buffer.from(input, 'utf8') }),
      maxBuffer: 1 << 30,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    });
  run(['init', '-q', '--bare', '-b', 'main']);
  const random = randomOf(seed);
  const trees = Array.from({ length: count }, () => {
    const before = randomTree(random);
    return [before, changed(random, before)] as const;
  }).flat();
  run(['fast-import', '--quiet', '--force', '--export-marks=marks'], trees.map(commitText).join(''));
  const marks = execFileSync('cat', ['marks'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  const ids = new Map(marks.map((line) => [Number(/^:(\d+) /.exec(line)?.[1]), line.split(' ')[1] ?? '']));
  return {
    folder,
    pairs: Array.from({ length: count }, (_, index) => ({
      before: ids.get(2 * index + 1) ?? '',
      after: ids.get(2 * index + 2) ?? '',
    })),
    git: (...args) => run(args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function randomTree(random: Random): Tree {
  return new Map(Array.from({ length: 2 + random(6) }, () => [nameOf(random), fileOf(random)]));
}

function nameOf(random: Random): string {
  const name = NAMES[random(NAMES.length)] ?? '';
  return random(3) === 0 ? `dir${random(3)}/${name}` : `n${random(9)}${name}`;
}

function fileOf(random: Random): File {
  const kind = random(12);
  if (kind === 0) return { mode: '100644', content: '' };
  if (kind === 1) return { mode: '120000', content: `target${random(3)}` };
  if (kind === 2) return { mode: '160000', content: `${random(10)}`.repeat(40).replace(/^0+$/, '1'.repeat(40)) };
  if (kind === 3) return { mode: '100644', content: `\0${randomText(random, 5).join('\n')}` };
  return { mode: random(5) === 0 ? '100755' : '100644', content: textOf(random, randomText(random, 1 + random(40))) };
}

/** With all kinds of line ends, and lines that look like parts of a diff. */
function textOf(random: Random, lines: readonly string[]): string {
  const odd = ['-- ', '--- a/x', '+++ b/x', '@@ -1 +1 @@', 'diff --git a/x b/x', '\\ No newline', '\r', 'ünï'];
  const some = lines.flatMap((line) => (random(9) === 0 ? [line, odd[random(odd.length)] ?? ''] : [line]));
  const end = random(4) === 0 ? '\r\n' : '\n';
  return some.join(end) + (random(4) === 0 ? '' : end);
}

function changed(random: Random, before: Tree): Tree {
  const tree = new Map(before);
  for (const [path, file] of before) {
    const isText = file.mode.startsWith('100') && !file.content.includes('\0');
    switch (random(8)) {
      case 0:
        tree.delete(path);
        break;
      case 1:
        tree.set(path, fileOf(random));
        break;
      case 2:
        if (isText) tree.set(path, { ...file, mode: file.mode === '100644' ? '100755' : '100644' });
        break;
      case 3:
        tree.delete(path);
        tree.set(nameOf(random), file);
        break;
      case 4:
        tree.set(nameOf(random), isText ? { ...file, content: `${file.content}one more\n` } : file);
        break;
      default:
        if (isText) tree.set(path, { ...file, content: textOf(random, edited(random, file.content.split('\n'))) });
    }
  }
  if (random(2) === 0) tree.set(nameOf(random), fileOf(random));
  return tree;
}

function commitText(tree: Tree, index: number): string {
  const who = `Ada <ada@example.org> ${1_700_000_000 + index * 60} +0000`;
  return [
    `commit refs/heads/main\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\ndata 1\nm\ndeleteall\n`,
    ...Array.from(tree, ([path, { mode, content }]) =>
      mode === '160000'
        ? `M ${mode} ${content} ${quoted(path)}\n`
        : `M ${mode} inline ${quoted(path)}\ndata ${Buffer.byteLength(content)}\n${content}\n`,
    ),
    '\n',
  ].join('');
}

function quoted(path: string): string {
  return `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}
