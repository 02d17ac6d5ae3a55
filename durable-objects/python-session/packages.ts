/** A session's installed packages: which there are, and how new ones get in. What is recorded here, user code cannot change. */

import { ToolFailure } from '../../src/lib/errors.ts';
import type { InstallReport } from '../../src/python/protocol.ts';
import type { MountedPackage } from '../../wasm/python/kernel/types.ts';
import { type Bundle, SITE_PACKAGES } from '../../wasm/python/packages/bundle.ts';
import type { IncludedPackage } from '../../wasm/python/packages/included.ts';
import { parseWheelName } from '../../wasm/python/packages/names.ts';
import { PackageProblem } from '../../wasm/python/packages/problem.ts';
import { parseRequirement, type Requirement } from '../../wasm/python/packages/requirement.ts';
import { type Candidate, resolve } from '../../wasm/python/packages/resolve.ts';
import { megabytes, openUploadedWheel, PACKAGE_BYTES, PACKAGE_FILES } from '../../wasm/python/packages/wheel.ts';
import { type PackageRow, readPackages, readPackageWheel, removePackage, storePackage } from './packages.schema.ts';
import type { UploadedWheels } from './uploaded-wheels.ts';

/** A package that is ready to be installed. */
interface Ready extends PackageRow {
  readonly mount: MountedPackage;
  readonly notices: readonly string[];
  /** Bytes of an uploaded wheel. */
  readonly wheel?: Uint8Array;
}

/** What the deployment has. */
interface Shelves {
  readonly bundle: Bundle;
  /** Can be imported without being installed. */
  readonly included: readonly IncludedPackage[];
}

/** A package that is there without being installed, with all that it needs. */
type IncludedRow = Pick<PackageRow, 'name' | 'version' | 'path' | 'requires'>;

/** What an installation comes to, before it is done. */
export interface Installation {
  readonly report: InstallReport;
  readonly mounts: readonly MountedPackage[];
  /** Records the packages as installed; called once the interpreter has them. */
  commit(): void;
}

/** The part of an interpreter that takes packages. */
export interface Mounting {
  mount(mounted: MountedPackage): Promise<string | undefined>;
}

/** The interpreter refused files of packages. */
export function packagesRefused(reasons: readonly string[]): ToolFailure {
  return new ToolFailure({
    errorType: 'OSError',
    message: `Nothing was installed: the interpreter cannot hold the files. ${reasons.join('; ')}`,
    advice: 'Look at the paths inside of the wheel, or call restart_kernel and install again.',
  });
}

/** The packages of one session. */
export class SessionPackages {
  readonly #storage: DurableObjectStorage;
  readonly #bundle: Bundle;
  readonly #wheels: UploadedWheels;
  readonly #included: readonly IncludedRow[];

  constructor(storage: DurableObjectStorage, { bundle, included }: Shelves, wheels: UploadedWheels) {
    this.#storage = storage;
    this.#bundle = bundle;
    this.#wheels = wheels;
    this.#included = included.map((each) => ({ ...each, path: null, requires: [] }));
  }

  /** Gives a fresh interpreter what is installed; packages that a new deployment does not bundle any more are forgotten. */
  async restore(kernel: Mounting): Promise<void> {
    for (const row of readPackages(this.#storage.sql)) {
      try {
        const ready = row.path === null ? await this.#openBundled(row.name) : await this.#openStored(row, row.path);
        const refused = await kernel.mount(ready.mount);
        if (refused !== undefined) throw new PackageProblem(refused);
        if (ready.sha256 !== row.sha256)
          this.#storage.transactionSync(() => storePackage(this.#storage.sql, ready, ready.wheel));
      } catch (error) {
        if (!(error instanceof PackageProblem)) throw error;
        this.#storage.transactionSync(() => removePackage(this.#storage.sql, row.name));
      }
    }
  }

  /** Mounts all or, as far as that goes, none; returns why some cannot be. */
  async mount(kernel: Mounting, mounts: readonly MountedPackage[]): Promise<readonly string[]> {
    const refused: string[] = [];
    for (const mounted of mounts) {
      const reason = await kernel.mount(mounted);
      if (reason !== undefined) refused.push(`${mounted.name}: ${reason}`);
    }
    if (refused.length > 0) for (const { name } of mounts) await kernel.mount({ name, files: [], modules: [] });
    return refused;
  }

  /** Resolves requirements, each with all that it needs or not at all. */
  async prepare(requirements: readonly string[]): Promise<Installation> {
    const before = new Map(readPackages(this.#storage.sql).map((row) => [row.name, row]));
    const chosen = new Map<string, Ready>();
    const alreadyInstalled = new Map<string, PackageRow | IncludedRow>();
    const failed: { requirement: string; reason: string }[] = [];
    for (const requirement of requirements) {
      try {
        const { name, plan } = await this.#plan(requirement, new Map<string, PackageRow>([...before, ...chosen]));
        expectRoom(new Map<string, PackageRow>([...before, ...chosen, ...plan]));
        for (const [added, ready] of plan) chosen.set(added, ready);
        const present = before.get(name) ?? this.#included.find((each) => each.name === name);
        if (present !== undefined && !chosen.has(name)) alreadyInstalled.set(name, present);
      } catch (error) {
        if (!(error instanceof PackageProblem)) throw error;
        failed.push({ requirement, reason: error.message });
      }
    }
    const all = [...chosen.values()];
    return {
      mounts: all.map(({ mount }) => mount),
      report: {
        installed: all.map(described),
        alreadyInstalled: [...alreadyInstalled.values()].map(described),
        failed,
        bundled: [...this.#bundle.packages, ...this.#included].map(({ name, version }) => `${name} ${version}`),
        notices: all.flatMap((ready) => [...ready.notices, ...replaced(before.get(ready.name), ready)]),
      },
      commit: () => {
        const { sql } = this.#storage;
        this.#storage.transactionSync(() => all.forEach((ready) => void storePackage(sql, ready, ready.wheel)));
      },
    };
  }

  async #plan(text: string, installed: ReadonlyMap<string, PackageRow>) {
    const path = /^(?:\/workspace\/|\.\/)?(.+\.whl)$/i.exec(text.trim())?.[1];
    const given = path === undefined ? undefined : await this.#openUploaded(path);
    // The very same wheel again changes nothing; another build of the same version takes its place.
    const same = given !== undefined && installed.get(given.name)?.sha256 === given.sha256;
    const requirement: Requirement =
      given === undefined ? parseRequirement(text) : { name: given.name, extras: [], range: '', marker: '' };
    const shelf = {
      installed: (name: string) => installed.get(name) ?? this.#included.find((each) => each.name === name),
      candidates: (name: string) => this.#candidates(name),
      advice: (name: string) => this.#bundle.advice(name),
    };
    return { name: requirement.name, plan: await resolve<Ready>(requirement, shelf, same ? undefined : given) };
  }

  #candidates(name: string): readonly Candidate<Ready>[] {
    const uploaded = this.#wheels.list().flatMap((path): Candidate<Ready>[] => {
      const parsed = wheelName(path);
      return parsed?.name === name ? [{ version: parsed.version, open: () => this.#openUploaded(path) }] : [];
    });
    const bundled = this.#bundle.packages
      .filter((each) => each.name === name)
      .map(({ version }) => ({ version, open: () => this.#openBundled(name) }));
    return [...uploaded, ...bundled];
  }

  async #openUploaded(path: string): Promise<Ready> {
    const bytes = this.#wheels.read(path);
    if (bytes !== undefined) return ready(path, bytes);
    const there = this.#wheels.list();
    throw new PackageProblem(
      `There is no file /workspace/${path}. ${there.length === 0 ? 'Upload the wheel first, by write_file or POST /files/upload.' : `The wheels there are ${there.join(', ')}.`}`,
    );
  }

  #openStored({ name }: PackageRow, path: string): Promise<Ready> {
    return ready(path, readPackageWheel(this.#storage.sql, name));
  }

  async #openBundled(name: string): Promise<Ready> {
    const { wheel, mount, sha256 } = await this.#bundle.open(name);
    return { ...wheel, ...sizeOf(mount), path: null, sha256, mount };
  }
}

async function ready(path: string, bytes: Uint8Array): Promise<Ready> {
  const wheel = await openUploadedWheel(path, bytes);
  const files = wheel.files.map((file) => ({ path: `${SITE_PACKAGES}/${file.path}`, data: file.data }));
  const mount: MountedPackage = { name: wheel.name, files, modules: [] };
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { ...wheel, ...sizeOf(mount), path, sha256, mount, wheel: bytes };
}

function sizeOf({ files, modules }: MountedPackage): { readonly bytes: number; readonly files: number } {
  return { bytes: files.reduce((sum, { data }) => sum + data.length, 0), files: files.length + modules.length };
}

function expectRoom(packages: ReadonlyMap<string, PackageRow>): void {
  const all = [...packages.values()];
  const bytes = all.reduce((sum, each) => sum + each.bytes, 0);
  const files = all.reduce((sum, each) => sum + each.files, 0);
  if (bytes <= PACKAGE_BYTES && files <= PACKAGE_FILES) return;
  throw new PackageProblem(
    `With it, the packages of this session would have ${files} files of ${megabytes(bytes)}; the most is ${PACKAGE_FILES} files of ${megabytes(PACKAGE_BYTES)}. Install it in another session.`,
  );
}

function described({ name, version, path }: Pick<PackageRow, 'name' | 'version' | 'path'>) {
  return { name, version, source: path === null ? 'bundled' : `/workspace/${path}` };
}

function replaced(before: PackageRow | undefined, { name, version }: Ready): readonly string[] {
  if (before === undefined) return [];
  return [
    `${name} ${version} takes the place of ${before.version}; what was imported of it stays until restart_kernel.`,
  ];
}

function wheelName(path: string) {
  try {
    return parseWheelName(path);
  } catch {
    return undefined; // a file that is only called .whl is no candidate
  }
}
