/** Packs what every session can import without installing it: the wheels of `included/` and the runner of tests. */
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { filesBelow, sha256 } from '../../scripts/lib/artifacts.ts';
import { type Artifacts, bootPython } from './kernel/boot.ts';
import { INCLUDED, type IncludedPackage } from './packages/included.ts';
import { openUploadedWheel, type PackageFile } from './packages/wheel.ts';

/** Where the wheels lie, with their hashes in `manifest.json`. */
export const INCLUDED_WHEELS = join(import.meta.dirname, 'included');
/** Python that runs tests in a session, or counts steps; its own tests lie beside it. */
export const TEST_RUNNER = join(import.meta.dirname, 'testing');

const PACK = join(import.meta.dirname, 'build-included.py');

/** A line of `manifest.json`. */
interface IncludedWheel extends IncludedPackage {
  readonly file: string;
  readonly sha256: string;
}

/** What is packed: `archive` becomes an asset, `index` tells where each file of it lies. */
export interface PackedModules {
  readonly archive: Uint8Array;
  /** JSON of offset, packed size and size by path. */
  readonly index: string;
  readonly packages: readonly IncludedPackage[];
}

/** The wheels that `included/manifest.json` names. */
export async function readIncluded(): Promise<readonly IncludedWheel[]> {
  return JSON.parse(await readFile(join(INCLUDED_WHEELS, 'manifest.json'), 'utf8'));
}

/**
 * Packs the wheels and the runner of tests, compiled by the interpreter that is to import them.
 * @throws Error when a wheel is not the one of the manifest
 */
export async function packIncluded(artifacts: Artifacts): Promise<PackedModules> {
  const files: PackageFile[] = [];
  const packages: IncludedPackage[] = [];
  for (const { name, version, ...wheel } of await readIncluded()) {
    const bytes = new Uint8Array(await readFile(join(INCLUDED_WHEELS, wheel.file)));
    const found = sha256(bytes);
    if (found !== wheel.sha256) throw new Error(`${wheel.file} has the sha256 ${found}, not ${wheel.sha256}.`);
    files.push(...(await openUploadedWheel(wheel.file, bytes)).files);
    packages.push({ name, version });
  }
  for (const path of (await filesBelow(TEST_RUNNER)).filter((each) => /(?<!_test)\.py$/.test(each))) {
    files.push({ path: relative(TEST_RUNNER, path).replaceAll('\\', '/'), data: new Uint8Array(await readFile(path)) });
  }
  const python = await bootPython(artifacts);
  python.globals.set(
    'files',
    files.map(({ path, data }) => [path, data]),
  );
  python.globals.set('root', INCLUDED);
  const index = String(python.runPython(await readFile(PACK, 'utf8')));
  return { archive: python.FS.readFile('/tmp/included.bin'), index, packages };
}
