/**
 * Takes a pack from standard input into a repository, as the object of a workspace does, and prints `[seconds, megabytes]`: the memory
 * that its heap and buffers took at most, garbage left out. A process of its own, so that nothing else is in them:
 * `node --expose-gc receive-pack.ts <commit> <database>`.
 */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ByteReader } from '../../src/workspace/git/byte-reader.ts';
import { encodeLine, FLUSH } from '../../src/workspace/git/pkt-line.ts';
import { ReceivePack } from '../../src/workspace/git/receive/receive-pack.ts';
import { Repository } from '../../src/workspace/git/repository.ts';
import { GIT_SCHEMA, TREE_EXTENTS_SCHEMA } from '../../src/workspace/git/schema.ts';
import { createDatabase } from '../../test/sqlite.ts';

const MEGABYTE = 1 << 20;
/** Bytes between two looks at the memory. */
const LOOK_BYTES = 4 * MEGABYTE;

const [tip = '', file = ''] = process.argv.slice(2);
let peak = 0;
let looking = 0;

rmSync(file, { force: true });
const database = createDatabase(GIT_SCHEMA + TREE_EXTENTS_SCHEMA, file);
// A Durable Object does not wait for the disk after each statement either.
for (const setting of ['journal_mode = WAL', 'synchronous = OFF']) database.sql.exec(`PRAGMA ${setting}`);
const receiver = new ReceivePack(database, new Repository(database.sql), async () => undefined);
const source = pieces();
const stream = new ReadableStream<Uint8Array>(
  {
    async pull(controller) {
      const { done, value } = await source.next();
      if (done || value === undefined) controller.close();
      else controller.enqueue(value);
    },
  },
  { highWaterMark: 0 },
);
const started = performance.now();
let report = '';
for await (const bytes of receiver.answer(new ByteReader(stream))) report += new TextDecoder().decode(bytes);
if (!report.includes('ok refs/heads/main')) throw new Error(`The pack was refused: ${report}`);
console.log(JSON.stringify([(performance.now() - started - looking) / 1000, peak / MEGABYTE]));
rmSync(file, { force: true });

async function* pieces(): AsyncGenerator<Uint8Array> {
  yield encodeLine(`${'0'.repeat(40)} ${tip} refs/heads/main\0report-status`);
  yield FLUSH;
  let unseen = 0;
  for await (const chunk of process.stdin) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('standard input is not read as bytes');
    unseen += chunk.length;
    yield new Uint8Array(chunk);
    if (unseen < LOOK_BYTES) continue;
    unseen = 0;
    await look();
  }
  await look();
}

async function look(): Promise<void> {
  const began = performance.now();
  globalThis.gc?.();
  // Buffers are given back by another thread.
  await delay(5);
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  peak = Math.max(peak, heapUsed + arrayBuffers);
  looking += performance.now() - began;
}
