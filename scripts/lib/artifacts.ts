/** Building generated artifacts once: hashes, a stamp of what a build was made from, and the committed record of hashes. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** sha256 in hex by path. */
export type Hashes = Readonly<Record<string, string>>;

/** Receives one line of progress. */
export type Log = (line: string) => void;

/** A folder of generated files and what it is made from. */
export interface BuildFolder {
  /** Absolute path; wiped before each build. */
  readonly folder: string;
  /** Absolute paths of every file that decides what is built. */
  readonly inputs: readonly string[];
}

/** Written last, so that an interrupted build has none. */
const STAMP = '.stamp.json';

interface Stamp {
  readonly inputs: Hashes;
  readonly outputs: Hashes;
}

/** sha256 in hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Hashes files by their path relative to `root`, in sorted order. */
export async function hashFiles(root: string, paths: readonly string[]): Promise<Hashes> {
  const hashes = paths.map(async (path) => [relative(root, path), sha256(await readFile(path))] as const);
  return Object.fromEntries((await Promise.all(hashes)).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Every file below `folder`, as absolute paths. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Compares hashes with those recorded in a manifest.
 * @throws Error naming every path that differs and what to do about it
 */
export function checkRecorded(manifest: string, recorded: Hashes, actual: Hashes): void {
  const different = [...new Set([...Object.keys(recorded), ...Object.keys(actual)])].filter(
    (path) => recorded[path] !== actual[path],
  );
  if (different.length === 0) return;
  throw new Error(
    `${different.join(', ')}: not what ${manifest} records. The installed package was changed or is another version: ` +
      'reinstall it with `npm install`, or, after an intended upgrade, record the new hashes with the build script and --record.',
  );
}

/** Runs `build` into the emptied folder unless what is there was built from the same inputs. Returns whether it ran. */
export async function buildWhenChanged(target: BuildFolder, build: () => Promise<void>): Promise<boolean> {
  const { folder } = target;
  const inputs = await hashFiles(folder, target.inputs);
  if (await isFresh(folder, inputs)) return false;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build();
  const stamp: Stamp = { inputs, outputs: await hashFiles(folder, await filesBelow(folder)) };
  const path = join(folder, STAMP);
  await writeFile(`${path}.new`, JSON.stringify(stamp, null, 2));
  await rename(`${path}.new`, path);
  return true;
}

async function isFresh(folder: string, inputs: Hashes): Promise<boolean> {
  try {
    const stamp: Stamp = JSON.parse(await readFile(join(folder, STAMP), 'utf8'));
    const present = (await filesBelow(folder)).filter((path) => path !== join(folder, STAMP));
    const outputs = await hashFiles(folder, present);
    return same(stamp.inputs, inputs) && same(stamp.outputs, outputs);
  } catch {
    return false; // no stamp, or a file it names is gone: build again
  }
}

function same(left: Hashes, right: Hashes): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
