/** Takes the packages that `npm run wheels` prepared into the build. */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../scripts/lib/artifacts.ts';
import { loadArtifacts } from '../../scripts/lib/node-kernel.ts';
import { Kernel } from './kernel/kernel.ts';
import { Bundle } from './packages/bundle.ts';
import type { BundledPackage, PackageIndex } from './packages/bundled.ts';
import { normalize } from './packages/names.ts';

/** Where prepared packages lie; git ignores it. */
export const WHEELS = join(import.meta.dirname, 'wheels');

/** What is prepared: written last, so that an interrupted run leaves the earlier state. */
export interface WheelsManifest {
  /** Version of the `pyodide` package that they were made for. */
  readonly pyodide: string;
  readonly packages: readonly BundledPackage[];
}

/** The parts of `pyodide-lock.json` that are read. */
export interface PyodideLock {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

/** A package that Pyodide's maintainers built. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly file_name: string;
  readonly sha256: string;
  readonly depends: readonly string[];
  readonly imports: readonly string[];
  readonly package_type: string;
}

/**
 * Imports every bundled package in a fresh interpreter, so that the run-time modules they need are recorded.
 * A failure is only logged: what the build machine cannot import may still serve.
 */
export async function importPackages(build: string, index: PackageIndex, log: Log): Promise<void> {
  if (index.bundled.every(({ modules }) => modules.length === 0)) return;
  const bundle = new Bundle(index, async (name) => new Uint8Array(await readFile(join(build, 'assets', name))).buffer);
  const kernel = await Kernel.boot(await loadArtifacts());
  for (const { name } of index.bundled) {
    const refused = await kernel.mount((await bundle.open(name)).mount);
    if (refused !== undefined) throw new Error(`${name} cannot be bundled: ${refused}`);
  }
  for (const { name, imports } of index.bundled) {
    for (const module of imports) {
      const { outcome } = await kernel.run({ code: `import ${module}`, timeoutSeconds: 120 });
      if (outcome.status !== 'ok') log(`${name}: \`import ${module}\` fails: ${outcome.message}`);
    }
  }
}

/** What is prepared in `wheels`; nothing, when the folder does not exist. */
export async function readWheels(wheels: string): Promise<WheelsManifest> {
  const text = await readFile(join(wheels, 'manifest.json'), 'utf8').catch(() => undefined);
  return text === undefined ? { pyodide: '', packages: [] } : JSON.parse(text);
}

/**
 * Copies the prepared packages into the build, and writes `packages.mjs`.
 * @throws Error when they were prepared for another version of Pyodide
 */
export async function addPackages(
  build: string,
  wheels: string,
  pyodide: { readonly version: string; readonly lock: PyodideLock },
): Promise<PackageIndex> {
  const { packages, ...prepared } = await readWheels(wheels);
  if (packages.length > 0 && prepared.pyodide !== pyodide.version) {
    const names = packages.map(({ name }) => name).join(' ');
    throw new Error(
      `The packages in ${wheels} were prepared for Pyodide ${prepared.pyodide}, and this is ${pyodide.version}: prepare them again with \`npm run wheels -- ${names}\`.`,
    );
  }
  await mkdir(join(build, 'assets/packages'), { recursive: true });
  await mkdir(join(build, 'side'), { recursive: true });
  for (const { file, modules } of packages) {
    await cp(join(wheels, file), join(build, 'assets/packages', file));
    for (const { module } of modules) await cp(join(wheels, 'side', module), join(build, 'side', module));
  }
  const imports = [...Object.values(pyodide.lock.packages), ...packages].flatMap((each) =>
    each.imports.filter((module) => !module.includes('.')).map((module) => [module, normalize(each.name)] as const),
  );
  const index: PackageIndex = { bundled: packages, imports: Object.fromEntries(imports) };
  await writeFile(join(build, 'packages.mjs'), `export default ${JSON.stringify(index)};\n`);
  return index;
}
