/** Receiving packs, without the network: how fast against git's own, and how much memory is in use at most. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ByteReader } from '../src/git/byte-reader.ts';
import { encodeLine, FLUSH } from '../src/git/pkt-line.ts';
import { ReceivePack } from '../src/git/receive/receive-pack.ts';
import { Repository } from '../src/git/repository.ts';
import { GIT_SCHEMA } from '../src/git/schema.ts';
import { createDatabase } from '../test/sqlite.ts';
import type { Benchmark, Measurement } from './benchmark.ts';
import { cacheFolder } from './retrieval/corpora.ts';
import { git, repositoryOf } from './workspace/repositories.ts';

const MEGABYTE = 1 << 20;
/** Commits of the long history; with the trees above its file there are five times as many objects. */
const COMMITS = 60_000;
/** Bytes between two looks at the memory. */
const LOOK_BYTES = 4 * MEGABYTE;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

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
      const theirs = await seconds(() => indexPack(pack));
      const tip = git(folder, 'rev-parse', 'main').trim();
      const ours = await seconds(() => receive(pack, tip, () => {}));
      const peak = await inUse(pack, tip);
      rows.push(
        { name: `${name}: git index-pack, MB/s`, value: megabytes / theirs, baseline: megabytes / theirs },
        { name: '  into a workspace, MB/s', value: megabytes / ours, baseline: megabytes / theirs },
        { name: '  heap and buffers in use at most, of 128', value: peak, baseline: 128 },
      );
    }
    const [first, ...rest] = rows;
    if (first === undefined) throw new Error('Nothing was measured.');
    return [first, ...rest];
  },
} satisfies Benchmark;

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Megabytes that are not garbage, beyond those that were in use before. The database is on disk, as it is in a workspace. */
async function inUse(pack: Buffer, tip: string): Promise<number> {
  const used = () => {
    collectGarbage();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = used();
  let peak = before;
  await receive(pack, tip, () => {
    peak = Math.max(peak, used());
  });
  return (peak - before) / MEGABYTE;
}

/** Takes a pack in; `look` is called after every few megabytes. */
async function receive(pack: Buffer, tip: string, look: () => void): Promise<void> {
  const folder = cacheFolder('..', 'speed');
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/received.sqlite`;
  rmSync(file, { force: true });
  const database = createDatabase(GIT_SCHEMA, file);
  // A Durable Object does not wait for the disk after each statement either.
  for (const setting of ['journal_mode = WAL', 'synchronous = OFF']) database.sql.exec(`PRAGMA ${setting}`);
  const receiver = new ReceivePack(database, new Repository(database.sql), async () => undefined);
  const command = encodeLine(`${'0'.repeat(40)} ${tip} refs/heads/main\0report-status`);
  const pieces = function* () {
    yield command;
    yield FLUSH;
    for (let at = 0; at < pack.length; at += 1 << 16) {
      if (at % LOOK_BYTES === 0) look();
      yield new Uint8Array(pack.subarray(at, at + (1 << 16)));
    }
    look();
  };
  let report = '';
  const source = pieces();
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = source.next();
        if (done || value === undefined) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  for await (const bytes of receiver.answer(new ByteReader(stream))) report += new TextDecoder().decode(bytes);
  if (!report.includes('ok refs/heads/main')) throw new Error(`The pack was refused: ${report}`);
  rmSync(file, { force: true });
}

/** git's own: it writes the pack and an index of it, and checks as much. */
async function indexPack(pack: Buffer): Promise<void> {
  const folder = cacheFolder('..', 'speed', 'index-pack.git');
  rmSync(folder, { recursive: true, force: true });
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  const child = spawn('git', ['index-pack', '--stdin', '--strict'], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  Readable.from([pack]).pipe(child.stdin);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`git index-pack ended with ${code}.`);
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
