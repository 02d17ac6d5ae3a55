/**
 * `npm run deploy:check`: deploys every Worker as a dry run and prints what it would upload; fails over a limit, and when a
 * Worker binds one that is not deployed before it. `-- --keep <folder>` leaves what would be uploaded there, for tests to start
 * (`test/harness.ts`).
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { unstable_readConfig as readConfig } from 'wrangler';
import { bindingFaults, readBindings } from './lib/worker-bindings.ts';
import { excess, isUploaded, LIMITS, megabytes, type Size, sizeOf } from './lib/worker-size.ts';
import { WORKERS } from './lib/workers.ts';
import { ROOT, spawnWrangler } from './lib/wrangler.ts';

const { keep } = parseArgs({ options: { keep: { type: 'string' } } }).values;

const misplaced = bindingFaults(readBindings(WORKERS));
for (const fault of misplaced) console.error(fault);
let failed = misplaced.length;
for (const { name, config } of WORKERS) {
  const { assets } = readConfig({ config: join(ROOT, config) });
  const size = await uploadOf(name, config);
  const faults = excess(size);
  print(name, size, faults.join(', '));
  failed += faults.length;
  if (assets?.directory !== undefined) {
    const folder = resolve(ROOT, config, '..', assets.directory);
    print('  assets, stored apart', await sizeOf(folder, () => true), '');
  }
}
console.log(`A Worker's limits: ${megabytes(LIMITS.raw)} raw, ${megabytes(LIMITS.gzip)} gzip.`);
process.exit(failed > 0 ? 1 : 0);

/** Throws when the dry run fails, with what wrangler said. */
async function uploadOf(name: string, config: string): Promise<Size> {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'deploy-check-')) : resolve(keep, name);
  try {
    const wrangler = spawnWrangler(['deploy', '--dry-run', '--outdir', folder, '-c', config], { stdio: 'pipe' });
    const [[code], ...output] = await Promise.all([
      once(wrangler, 'close'),
      ...[wrangler.stdout, wrangler.stderr].map((stream) => (stream === null ? '' : text(stream))),
    ]);
    if (code !== 0) throw new Error(`The dry run of ${config} failed:\n${output.join('\n')}`);
    return await sizeOf(folder, isUploaded);
  } finally {
    if (keep === undefined) await rm(folder, { recursive: true });
  }
}

function print(name: string, size: Size, note: string): void {
  console.log(
    `${name.padEnd(24)}${megabytes(size.raw).padStart(10)} raw${megabytes(size.gzip).padStart(10)} gzip  ${note}`,
  );
}
