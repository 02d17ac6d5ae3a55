/** Puts installed packages into site-packages; shared objects are modules that were compiled with the deployment. */
import type { EmscriptenFS } from './glue.ts';
import type { Exempt } from './storage.ts';
import type { MountedPackage } from './types.ts';

type LoadModule = () => Promise<WebAssembly.Module>;

export class Packages {
  readonly #files: EmscriptenFS;
  readonly #available: Readonly<Record<string, LoadModule>>;
  readonly #exempt: Exempt;
  readonly #paths = new Map<string, readonly string[]>();
  readonly #modules = new Map<string, WebAssembly.Module>();

  /** `available` by name; what is written here does not count as the user's files. */
  constructor(files: EmscriptenFS, available: Readonly<Record<string, LoadModule>>, exempt: Exempt) {
    this.#files = files;
    this.#available = available;
    this.#exempt = exempt;
    const readFile = files.readFile.bind(files);
    // This is how dlopen() reads a library, and the glue takes a compiled module as well as bytes.
    Object.assign(files, {
      readFile: (path: string, options?: { readonly encoding: 'binary' }) =>
        (options?.encoding === 'binary' && this.#modules.get(path)) || readFile(path, options),
    });
  }

  /** Writes a package's files, in place of those of an earlier one of its name; returns why that is impossible, if so. */
  async mount(mounted: MountedPackage): Promise<string | undefined> {
    try {
      await this.#mount(mounted);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async #mount({ name, files, modules }: MountedPackage): Promise<void> {
    const loaded = await Promise.all(
      modules.map(async ({ path, module }) => {
        const load = this.#available[module];
        if (load === undefined) throw new Error(`The deployment has no module ${module}, which ${name} needs.`);
        return [path, await load()] as const;
      }),
    );
    for (const path of this.#paths.get(name) ?? []) this.#remove(path);
    this.#exempt(() => {
      for (const { path, data } of files) this.#write(path, data);
      for (const [path] of loaded) this.#write(path, new Uint8Array());
    });
    for (const [path, module] of loaded) this.#modules.set(path, module);
    this.#paths.set(
      name,
      [...files, ...modules].map(({ path }) => path),
    );
  }

  #write(path: string, data: Uint8Array): void {
    this.#files.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    this.#files.writeFile(path, data);
  }

  #remove(path: string): void {
    this.#modules.delete(path);
    try {
      this.#files.unlink(path);
      // Folders that are left empty would be found as packages without a name.
      for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
        this.#files.rmdir(path.slice(0, at));
    } catch {
      // the user removed it, or its folder holds more
    }
  }
}
