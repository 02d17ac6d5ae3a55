/** Prepares packages of Pyodide's lock file as parts of the Python Worker. */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suggest } from '../../../src/mcp/suggest.ts';
import { WasmReader } from '../../../wasm/binary/bytes.ts';
import { readSections } from '../../../wasm/binary/format.ts';
import {
  type LockedPackage,
  type PyodideLock,
  readWheels,
  type WheelsManifest,
} from '../../../wasm/python/build-packages.ts';
import type { BundledPackage } from '../../../wasm/python/packages/bundled.ts';
import { normalize } from '../../../wasm/python/packages/names.ts';
import { filesOf, openBundledWheel } from '../../../wasm/python/packages/wheel.ts';
import { type Log, sha256 } from '../artifacts.ts';
import { fetchWheel, SourceFault } from './source.ts';

/** Bytes of a file that Cloudflare keeps among a Worker's assets. */
const LARGEST_ASSET = 25 << 20;
/** Where Python's loader looks for libraries that packages share. */
const LIBRARIES = '/usr/lib';
const SHARED_OBJECT = /\.so(?:\.[\d.]+)?$/;
const CUSTOM_SECTION = 0;

/** What to prepare, from where, and where to put it. */
export interface WheelOrder {
  readonly names: readonly string[];
  readonly lock: PyodideLock;
  /** Version of Pyodide that the lock file belongs to. */
  readonly pyodide: string;
  /** A URL or a folder. */
  readonly from: string;
  /** Where prepared packages lie. */
  readonly folder: string;
  readonly log: Log;
}

/** A package that was asked for cannot be prepared. */
export class OrderFault extends Error {
  override readonly name = 'OrderFault';
}

/**
 * Fetches, checks and prepares packages with all that they need, beside those that are prepared already.
 * Nothing is changed unless all of it succeeds. Throws {@link OrderFault} and `SourceFault`.
 */
export async function prepareWheels(order: WheelOrder): Promise<WheelsManifest> {
  const { lock, pyodide, from, folder, log } = order;
  const wanted = closure(order.names, lock);
  const before = await readWheels(folder);
  const kept =
    before.pyodide === pyodide
      ? before.packages.filter(({ name }) => !wanted.some((it) => normalize(it.name) === name))
      : [];
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(join(fresh, 'side'), { recursive: true });
  try {
    const packages: BundledPackage[] = [];
    for (const locked of wanted) {
      const bytes = await fetchWheel(from, locked.file_name, locked.sha256);
      packages.push(await prepare(locked, bytes, fresh));
      log(`${locked.name} ${locked.version}: ${locked.file_name} (${bytes.length} bytes, sha256 as locked)`);
    }
    for (const { file, modules } of kept) {
      await cp(join(folder, file), join(fresh, file));
      for (const { module } of modules) await cp(join(folder, 'side', module), join(fresh, 'side', module));
    }
    return await replace(folder, fresh, { pyodide, packages: [...kept, ...packages].sort(byName) });
  } catch (error) {
    await rm(fresh, { recursive: true, force: true });
    if (!(error instanceof SourceFault)) throw error;
    const files = wanted.map((each) => each.file_name).join('\n  ');
    throw new SourceFault(
      `${error.message}\nNothing was changed. Where ${from} cannot be reached, fetch these files elsewhere and name their folder or mirror with --from:\n  ${files}`,
    );
  }
}

/** Takes a package away. Throws {@link OrderFault} when it is not there or another one needs it. */
export async function removeWheel(folder: string, name: string): Promise<WheelsManifest> {
  const { pyodide, packages } = await readWheels(folder);
  const gone = packages.find((each) => each.name === normalize(name));
  if (gone === undefined) throw new OrderFault(`${name} is not prepared; \`npm run wheels -- --list\` tells what is.`);
  const users = packages.filter(({ depends }) => depends.includes(gone.name)).map((each) => each.name);
  if (users.length > 0) throw new OrderFault(`${name} is needed by ${users.join(', ')}: remove that first.`);
  const manifest = { pyodide, packages: packages.filter((each) => each !== gone) };
  await writeManifest(folder, manifest);
  await rm(join(folder, gone.file), { force: true });
  for (const { module } of gone.modules) await rm(join(folder, 'side', module), { force: true });
  return manifest;
}

/** The packages of that names, and all that they need, dependencies first. */
function closure(names: readonly string[], lock: PyodideLock): readonly LockedPackage[] {
  const all = new Map(Object.values(lock.packages).map((each) => [normalize(each.name), each]));
  const found = new Map<string, LockedPackage>();
  const visit = (name: string): void => {
    const locked = all.get(normalize(name));
    if (locked === undefined) {
      const provider = [...all.values()].find(({ imports }) => imports.includes(name));
      const near = provider === undefined ? suggest(name, [...all.keys()]) : [provider.name];
      throw new OrderFault(
        `Pyodide has no package ${name}.${near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`}`,
      );
    }
    if (found.has(normalize(name)) || visiting.has(name)) return;
    visiting.add(name);
    locked.depends.forEach(visit);
    found.set(normalize(name), locked);
  };
  const visiting = new Set<string>();
  names.forEach(visit);
  return [...found.values()];
}

async function prepare(locked: LockedPackage, bytes: Uint8Array, folder: string): Promise<BundledPackage> {
  const { name, version, file_name: file, imports } = locked;
  const kind = locked.package_type === 'shared_library' ? 'library' : 'wheel';
  if (bytes.length > LARGEST_ASSET) {
    throw new OrderFault(
      `${name} cannot be bundled: ${file} has ${bytes.length} bytes, and an asset has at most ${LARGEST_ASSET}.`,
    );
  }
  if (kind === 'wheel') await openBundledWheel(file, bytes);
  const modules = [];
  for (const entry of filesOf(bytes).filter((each) => SHARED_OBJECT.test(each.name))) {
    const module = await entry.read();
    expectSideModule(`${file}: ${entry.name}`, module);
    const path = kind === 'wheel' ? entry.name : `${LIBRARIES}/${entry.name.slice(entry.name.lastIndexOf('/') + 1)}`;
    const stored = `${sha256(module).slice(0, 16)}.wasm`;
    await writeFile(join(folder, 'side', stored), module);
    modules.push({ path, module: stored });
  }
  await writeFile(join(folder, file), bytes);
  const depends = locked.depends.map(normalize);
  return { name: normalize(name), version, file, sha256: locked.sha256, depends, imports, modules, kind };
}

/** Emscripten's dynamic loader wants the section `dylink.0` first. */
function expectSideModule(what: string, module: Uint8Array): void {
  const [first] = readSections(module);
  if (first?.id === CUSTOM_SECTION && new WasmReader(first.body).name() === 'dylink.0') return;
  throw new OrderFault(`${what} is no WebAssembly side module.`);
}

async function replace(folder: string, fresh: string, manifest: WheelsManifest): Promise<WheelsManifest> {
  await writeManifest(fresh, manifest);
  await rm(`${folder}.old`, { recursive: true, force: true });
  await rename(folder, `${folder}.old`).catch(() => undefined); // there is none the first time
  await rename(fresh, folder);
  await rm(`${folder}.old`, { recursive: true, force: true });
  return manifest;
}

async function writeManifest(folder: string, manifest: WheelsManifest): Promise<void> {
  const path = join(folder, 'manifest.json');
  await writeFile(`${path}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${path}.new`, path);
}

function byName(left: BundledPackage, right: BundledPackage): number {
  return left.name < right.name ? -1 : 1;
}
