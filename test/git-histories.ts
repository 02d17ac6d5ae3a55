/** Random histories with merges, renames and all kinds of files, made by the real git. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { edited, randomOf, randomText } from './random-lines.ts';

/** A bare repository. */
export interface GitHistory {
  readonly folder: string;
  /** Every commit, the oldest first; the last is `main`. */
  readonly commits: readonly string[];
  git(...args: readonly string[]): string;
  remove(): void;
}

type Tree = ReadonlyMap<string, { readonly mode: string; readonly content: string }>;

/** Makes `size` commits. */
export function randomHistory(seed: number, size: number): GitHistory {
  const folder = mkdtempSync(join(tmpdir(), 'lemma-history-'));
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', args, {
      cwd: folder,
      input: Buffer.from(input, 'latin1'),
      maxBuffer: 1 << 30,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    }).toString('latin1');
  git(['init', '-q', '--bare', '-b', 'main']);
  git(['fast-import', '--quiet', '--force', '--export-marks=marks'], stream(seed, size));
  const marks = execFileSync('cat', ['marks'], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  const commits = marks
    .map((line) => /^:(\d+) ([0-9a-f]{40})$/.exec(line))
    .sort((left, right) => Number(left?.[1]) - Number(right?.[1]))
    .map((match) => match?.[2] ?? '');
  return {
    folder,
    commits,
    git: (...args) => git(args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What `git fast-import` reads; a character is a byte. */
function stream(seed: number, size: number): string {
  const random = randomOf(seed);
  const trees: Tree[] = [];
  const heads: number[] = [];
  let text = '';
  for (let index = 0; index < size; index++) {
    const first = heads.length === 0 ? undefined : heads[random(heads.length)];
    const other = heads[random(Math.max(heads.length, 1))];
    const merged = first !== undefined && other !== undefined && other !== first && random(3) > 0 ? other : undefined;
    const base: Tree = (first === undefined ? undefined : trees[first]) ?? new Map();
    const tree = change(random, merge(random, base, merged === undefined ? undefined : trees[merged]));
    trees.push(tree);
    const branches = random(4) === 0;
    if (first !== undefined && !branches) heads.splice(heads.indexOf(first), 1);
    if (merged !== undefined) heads.splice(heads.indexOf(merged), 1);
    heads.push(index);
    const last = index === size - 1;
    const parents = last ? [...new Set([first, ...heads.filter((head) => head !== index)])] : [first, merged];
    text += commitText(
      index,
      parents.filter((parent) => parent !== undefined),
      tree,
    );
  }
  return text;
}

function commitText(index: number, parents: readonly number[], tree: Tree): string {
  const who = `Ada <ada@example.org> ${1_700_000_000 + index * 60} +0000`;
  const message = `Commit ${index}`;
  const [first, ...others] = parents;
  return [
    `commit refs/heads/main\nmark :${index + 1}\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n`,
    ...(first === undefined ? [] : [`from :${first + 1}\n`]),
    ...others.map((other) => `merge :${other + 1}\n`),
    'deleteall\n',
    ...Array.from(
      tree,
      ([path, { mode, content }]) => `M ${mode} inline ${path}\ndata ${content.length}\n${content}\n`,
    ),
    '\n',
  ].join('');
}

/** A file of either side, or lines of both. */
function merge(random: (below: number) => number, ours: Tree, theirs: Tree | undefined): Tree {
  if (theirs === undefined) return ours;
  const paths = new Set([...ours.keys(), ...theirs.keys()]);
  const tree = new Map<string, { readonly mode: string; readonly content: string }>();
  for (const path of paths) {
    const [left, right] = [ours.get(path), theirs.get(path)];
    const both = left !== undefined && right !== undefined && left.mode === right.mode;
    const [one, two] = [left?.content.split('\n') ?? [], right?.content.split('\n') ?? []];
    const half = random(one.length + 1);
    const mixed = [...one.slice(0, half), ...two.slice(Math.min(half, two.length))].join('\n');
    const file =
      both && random(2) === 0 ? { ...left, content: mixed } : random(2) === 0 ? (left ?? right) : (right ?? left);
    if (file !== undefined) tree.set(path, file);
  }
  return tree;
}

function change(random: (below: number) => number, before: Tree): Tree {
  const tree = new Map(before);
  const name = () => `${['', 'src/', 'src/deep/', 'lib/'][random(4)]}${'abcdefgh'[random(8)]}.${random(3)}`;
  const pick = () => [...tree.keys()][random(tree.size)] ?? name();
  for (let step = random(4); step >= 0; step--) {
    const path = pick();
    const file = tree.get(path);
    switch (random(10)) {
      case 0:
        tree.delete(path);
        break;
      case 1:
      case 2:
        tree.set(name(), { mode: '100644', content: `${randomText(random, 3 + random(40)).join('\n')}\n` });
        break;
      case 3:
      case 4: {
        if (file === undefined) break;
        tree.delete(path);
        const content =
          random(2) === 0 ? file.content : `${edited(random, file.content.split('\n').slice(0, -1)).join('\n')}\n`;
        tree.set(name(), { ...file, content });
        break;
      }
      case 5:
        if (file !== undefined) tree.set(path, { ...file, mode: file.mode === '100644' ? '100755' : '100644' });
        break;
      case 6:
        tree.set(`bin${random(2)}`, { mode: '100644', content: `\0${randomText(random, 5).join('\n')}` });
        break;
      case 7:
        tree.set(`link${random(2)}`, { mode: random(3) === 0 ? '100644' : '120000', content: `target${random(3)}` });
        break;
      default:
        if (file !== undefined)
          tree.set(path, { ...file, content: `${edited(random, file.content.split('\n').slice(0, -1)).join('\n')}\n` });
    }
  }
  return tree;
}
