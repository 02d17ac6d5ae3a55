/**
 * `npm run deploy:check`: deploys every Worker as a dry run and prints what it would upload; fails over a limit, and when a
 * Worker binds one that is not deployed before it. `-- --keep <folder>` leaves what would be uploaded there, for tests to start
 * (`test/harness.ts`): the front then from `test/draining-front/index.ts`.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { unstable_readConfig as readConfig } from 'wrangler';
import { keepBundle } from './lib/bundles.ts';
import { bindingFaults, readBindings } from './lib/worker-bindings.ts';
import { excess, isUploaded, LIMITS, megabytes, type Size, sizeOf } from './lib/worker-size.ts';
import { WORKERS, type Worker } from './lib/workers.ts';
import { ROOT, spawnWrangler } from './lib/wrangler.ts';

/** What tests start in place of the front Worker's own entry. */
const DRAINING_FRONT = 'test/draining-front/index.ts';

const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;

const misplaced = bindingFaults(readBindings(WORKERS));
for (const fault of misplaced) console.error(fault);
let failed = misplaced.length;
const left = WORKERS.values();
const checkThoseLeft = async () => {
  for (const worker of left) await checkSize(worker);
};
await Promise.all(Array.from({ length: availableParallelism() }, checkThoseLeft));
console.log(`A Worker's limits: ${megabytes(LIMITS.raw)} raw, ${megabytes(LIMITS.gzip)} gzip.`);
process.exit(failed > 0 ? 1 : 0);

async function checkSize(worker: Worker): Promise<void> {
  const { assets } = readConfig({ config: join(ROOT, worker.config) });
  const size = await uploadOf(worker);
  const stored = assets?.directory && (await sizeOf(resolve(ROOT, worker.config, '..', assets.directory), () => true));
  const faults = excess(size);
  failed += faults.length;
  print(worker.name, size, faults.join(', '));
  if (stored) print('  assets, stored apart', stored, '');
}

async function uploadOf(worker: Worker): Promise<Size> {
  const { name, config } = worker;
  const kept = keep === undefined ? undefined : resolve(keep, name);
  const isFront = name === 'lemma';
  const folder = kept === undefined || isFront ? await mkdtemp(join(tmpdir(), 'deploy-check-')) : kept;
  await bundle(config, folder);
  const size = await sizeOf(folder, isUploaded);
  if (folder !== kept) await rm(folder, { recursive: true });
  if (kept !== undefined && isFront) await bundle(config, kept, DRAINING_FRONT);
  if (kept !== undefined) await keepBundle(worker, kept);
  return size;
}

/** Leaves in the folder what would be uploaded. Throws when the dry run fails, with what wrangler said. */
async function bundle(config: string, folder: string, ...entry: readonly string[]): Promise<void> {
  const args = ['deploy', ...entry, '--dry-run', '--outdir', folder, '-c', config];
  const wrangler = spawnWrangler(args, { stdio: 'pipe' });
  const [[code], ...output] = await Promise.all([
    once(wrangler, 'close'),
    ...[wrangler.stdout, wrangler.stderr].map((stream) => (stream === null ? '' : text(stream))),
  ]);
  if (code !== 0) throw new Error(`The dry run of ${config} failed:\n${output.join('\n')}`);
}

function print(name: string, size: Size, note: string): void {
  console.log(
    `${name.padEnd(24)}${megabytes(size.raw).padStart(10)} raw${megabytes(size.gzip).padStart(10)} gzip  ${note}`,
  );
}
