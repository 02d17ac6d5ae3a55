/** `npm run wheels`: prepares Python packages of Pyodide as parts of the Python Worker, lists and removes them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PYTHON } from '../wasm/python/build-artifacts.ts';
import { type PyodideLock, readWheels, WHEELS, type WheelsManifest } from '../wasm/python/build-packages.ts';
import { PackageProblem } from '../wasm/python/packages/problem.ts';
import { buildEngine } from './lib/engine-build.ts';
import { OrderFault, prepareWheels, removeWheel } from './lib/wheels/prepare.ts';
import { originOf, SourceFault } from './lib/wheels/source.ts';
import { ROOT } from './lib/wrangler.ts';

const USAGE = `npm run wheels -- <package> …          fetch packages with all that they need, and build them in
npm run wheels -- --list               what is prepared
npm run wheels -- --remove <package>   take one away
  --from <url or folder>   where the wheels are, instead of Pyodide's own origin; also the variable WHEELS_FROM
  --lock <file>            another pyodide-lock.json than that of the installed package`;

const PYODIDE = join(ROOT, 'node_modules/pyodide');
const log = (line: string): void => console.log(line);

try {
  await main();
} catch (error) {
  const known = [OrderFault, SourceFault, PackageProblem].some((kind) => error instanceof kind);
  console.error(known && error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      lock: { type: 'string' },
      list: { type: 'boolean' },
      remove: { type: 'string' },
    },
  });
  if (values.list) return print(await readWheels(WHEELS));
  if (values.remove !== undefined) return finish(await removeWheel(WHEELS, values.remove));
  if (names.length === 0) throw new OrderFault(USAGE);
  const { version: pyodide }: { version: string } = JSON.parse(await readFile(join(PYODIDE, 'package.json'), 'utf8'));
  const lock: PyodideLock = JSON.parse(await readFile(values.lock ?? join(PYODIDE, 'pyodide-lock.json'), 'utf8'));
  const from = values.from ?? process.env.WHEELS_FROM ?? originOf(pyodide);
  return finish(await prepareWheels({ names, lock, pyodide, from, folder: WHEELS, log }));
}

async function finish(manifest: WheelsManifest): Promise<void> {
  await buildEngine(PYTHON, log);
  print(manifest);
  log('`npm run deploy:check` tells whether the Python Worker is still small enough.');
}

function print({ packages }: WheelsManifest): void {
  if (packages.length === 0) log('No packages are prepared.');
  for (const { name, version, file, modules } of packages) {
    log(`${name} ${version}  ${file}${modules.length === 0 ? '' : `  ${modules.length} side modules`}`);
  }
}
