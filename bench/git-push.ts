/** Receiving packs, without the network: how fast against git's own, and how much memory is in use at most. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cacheFolder } from './retrieval/corpora.ts';
import { git, repositoryOf } from './workspace/repositories.ts';

const MEGABYTE = 1 << 20;
/** Commits of the long history; with the trees above its file there are five times as many objects. */
const COMMITS = 60_000;

export default {
  title: 'Receiving packs in Node: megabytes of pack a second, and memory in use at most',
  unit: 'MB',
  async run() {
    const rows: Measurement[] = [];
    for (const [name, folder] of [
      ['200 MB of files', repositoryOf(200).folder],
      [`a history of ${(5 * COMMITS).toLocaleString('en-US')} objects`, longHistory()],
    ] as const) {
      const pack = execFileSync('git', ['pack-objects', '--revs', '--stdout', '--delta-base-offset', '--quiet'], {
        cwd: folder,
        input: 'main\n',
        maxBuffer: 1 << 30,
      });
      const megabytes = pack.length / MEGABYTE;
      const theirs = megabytes / indexPack(pack);
      const [seconds, peak] = receive(pack, git(folder, 'rev-parse', 'main').trim());
      rows.push(
        { name: `${name}: git index-pack, MB/s`, value: theirs, baseline: theirs },
        { name: '  into a workspace, MB/s', value: megabytes / seconds, baseline: theirs },
        { name: '  heap and buffers in use at most, of 128', value: peak, baseline: 128 },
      );
    }
    const [first, ...rest] = rows;
    if (first === undefined) throw new Error('Nothing was measured.');
    return [first, ...rest];
  },
} satisfies Benchmark;

/** Seconds that it takes a workspace's receive-pack, and the megabytes of memory that it has in use at most. */
function receive(pack: Buffer, tip: string): readonly [seconds: number, megabytes: number] {
  const script = join(import.meta.dirname, 'workspace/receive-pack.ts');
  const database = join(cacheFolder('..', 'speed'), 'received.sqlite');
  const options = { input: pack, encoding: 'utf8' } as const;
  const output = execFileSync(process.execPath, ['--expose-gc', script, tip, database], options);
  const [seconds, megabytes]: number[] = JSON.parse(output);
  if (seconds === undefined || megabytes === undefined) throw new Error(`Not two figures: ${output}`);
  return [seconds, megabytes];
}

/** Seconds that it takes git itself, which writes the pack and an index of it, and checks as much. */
function indexPack(pack: Buffer): number {
  const folder = cacheFolder('..', 'speed', 'index-pack.git');
  rmSync(folder, { recursive: true, force: true });
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  const started = performance.now();
  execFileSync('git', ['index-pack', '--stdin', '--strict'], { cwd: folder, input: pack });
  return (performance.now() - started) / 1000;
}

/** A repository of many small objects; each commit changes one file of 3,000. */
function longHistory(): string {
  const folder = cacheFolder('..', 'speed', 'history');
  if (existsSync(`${folder}/.git/lemma-bench`)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  const texts = new Map<number, string>();
  const commits = Array.from({ length: COMMITS }, (_, index) => {
    const file = (index * 7919) % 3000;
    const text = `${texts.get(file) ?? ''}line ${index} ${(index * 2_654_435_761) % 1_000_000_007}\n`;
    texts.set(file, text);
    return (
      `commit refs/heads/main\ncommitter bench <bench@example.org> ${1_600_000_000 + index} +0000\ndata 0\n` +
      `M 100644 inline d${file % 40}/s${file % 7}/f${file}.txt\ndata ${text.length}\n${text}\n`
    );
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder, input: commits.join('') });
  git(folder, 'repack', '-a', '-d', '--quiet');
  mkdirSync(`${folder}/.git/lemma-bench`);
  return folder;
}
