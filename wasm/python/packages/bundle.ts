/** The bundled packages as a session sees them: opened from the Python Worker's assets. */
import type { MountedPackage } from '../kernel/types.ts';
import type { BundledPackage, PackageIndex } from './bundled.ts';
import { PackageProblem } from './problem.ts';
import { filesOf, openBundledWheel, type Wheel } from './wheel.ts';

/** Where Python looks for packages. */
export const SITE_PACKAGES = '/lib/python3.14/site-packages';

/** Reads a file of the assets. */
export type ReadAsset = (name: string) => Promise<ArrayBuffer>;

/** A bundled package that was opened. */
export interface OpenBundled {
  readonly wheel: Wheel;
  readonly mount: MountedPackage;
  readonly sha256: string;
}

export class Bundle {
  readonly #index: PackageIndex;
  readonly #read: ReadAsset;

  constructor(index: PackageIndex, read: ReadAsset) {
    this.#index = index;
    this.#read = read;
  }

  get packages(): readonly BundledPackage[] {
    return this.#index.bundled;
  }

  /** Throws `PackageProblem` when there is none of that name. */
  async open(name: string): Promise<OpenBundled> {
    const found = this.packages.find((each) => each.name === name);
    if (found === undefined) throw new PackageProblem('it is not bundled with the server any more.');
    const bytes = new Uint8Array(await this.#read(`packages/${found.file}`));
    const wheel = found.kind === 'wheel' ? await openBundledWheel(found.file, bytes) : library(found, bytes);
    // What Pyodide's maintainers found a package to need is what there is; extras are METADATA's.
    const requires = [...found.depends, ...wheel.requires.filter((text) => /^[^;]*;.*\bextra\b/s.test(text))];
    const files = wheel.files.map(({ path, data }) => ({ path: `${SITE_PACKAGES}/${path}`, data }));
    const modules = found.modules.map(({ path, module }) => ({
      path: path.startsWith('/') ? path : `${SITE_PACKAGES}/${path}`,
      module,
    }));
    return { wheel: { ...wheel, requires }, mount: { name, files, modules }, sha256: found.sha256 };
  }

  /** What to do about a package that is not here. */
  advice(name: string): string {
    const bundled = this.packages.filter(({ kind }) => kind === 'wheel').map((each) => each.name);
    const here = bundled.length === 0 ? 'No packages are bundled with it' : `Bundled are ${bundled.join(', ')}`;
    const known = Object.values(this.#index.imports).includes(name);
    const operator = known ? `whoever runs this server can add it with \`npm run wheels -- ${name}\`` : undefined;
    const upload = 'a pure-Python wheel can be uploaded to /workspace and installed by its path';
    return `This server has no network and no pip. ${here}; ${upload}${operator ? `; ${operator}` : ''}.`;
  }
}

function library({ name, version }: BundledPackage, bytes: Uint8Array): Wheel {
  filesOf(bytes);
  return { name, version, requires: [], files: [], notices: [] };
}
